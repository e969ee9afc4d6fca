package org.jets.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jets.app.CommandRunner;
import org.jets.app.UsageException;
import org.jets.app.demo.ClassImage.ClassFile;
import org.jets.ets.Backend;
import org.jets.terms.Atom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DemoTest {
  private static final String MODULE = "java.logging";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(boolean terminal, String... arguments) {
    return CommandRunner.run(
        new DemoCommand(file -> file.module().equals(MODULE), terminal),
        List.of(arguments),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private static List<ClassFile> loggingClasses() throws IOException, UsageException {
    try (ClassImage image = ClassImage.open(null)) {
      return image.list().stream().filter(file -> file.module().equals(MODULE)).toList();
    }
  }

  @ParameterizedTest
  @EnumSource
  void run_eachStore_printsTotalsThatAreCountedHere(Backend backend)
      throws IOException, UsageException {
    List<ClassFile> files = loggingClasses();
    long methods = 0;
    long references = 0;
    for (ClassFile file : files) {
      ClassFileParser.Names names = ClassFileParser.parse(file.read());
      methods += names.methods().size();
      references += names.references().size();
    }

    assertThat(run(false, "--store", backend.name(), "--threads", "3")).isZero();

    assertThat(output())
        .contains(files.size() + " classes of 1 modules indexed")
        .contains("by 3 threads")
        .contains(
            String.format(
                Locale.ROOT,
                "%,d classes, %.1f MB, %,d references, %,d methods",
                files.size(),
                bytes(files) / 1e6,
                references,
                methods))
        .contains("the tables have the same")
        .contains(backend.name())
        .contains("java.util.logging.LogManager");
    assertThat(output().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
  }

  private static double bytes(List<ClassFile> files) throws IOException {
    long bytes = 0;
    for (ClassFile file : files) {
      bytes += file.read().length;
    }
    return bytes;
  }

  @Test
  void run_homeOfAJdk_readsItsImage() {
    assertThat(run(false, "--jdk", System.getProperty("java.home"))).isZero();

    assertThat(output())
        .contains("in " + System.getProperty("java.home"))
        .contains("the tables have the same");
  }

  @Test
  void run_noTerminal_showsALineForEachQuarter() {
    run(false);

    assertThat(errors().lines())
        .contains("indexing: 100 %", "counting again: 100 %")
        .allMatch(line -> line.matches("(indexing|counting again): (25|50|75|100) %"));
  }

  @Test
  void run_terminal_drawsOneLineAndRemovesIt() {
    run(true);

    assertThat(errors()).startsWith("\rindexing [").endsWith("\r\u001b[K").doesNotContain("\n");
  }

  @Test
  void run_help_showsUsage() {
    assertThat(run(false, "--help")).isZero();

    assertThat(output()).startsWith("usage: ./jets demo").contains("--threads=N", "SKIP_LIST");
  }

  @Test
  void run_unknownOption_isMisuse() {
    assertThat(run(false, "--colour")).isEqualTo(2);

    assertThat(errors()).hasLineCount(1).startsWith("jets: demo: --colour: no such option");
    assertThat(output()).isEmpty();
  }

  @Test
  void run_noJdkThere_isMisuse(@TempDir Path folder) {
    assertThat(run(false, "--jdk", folder.toString())).isEqualTo(2);

    assertThat(errors())
        .hasLineCount(1)
        .startsWith("jets: demo: --jdk: " + folder + " (expected: the home of a JDK");
  }

  @Test
  void run_imageThatIsNone_isMisuse(@TempDir Path folder) throws IOException {
    Files.createDirectory(folder.resolve("lib"));
    Files.writeString(folder.resolve("lib/modules"), "no image");
    Files.copy(
        Path.of(System.getProperty("java.home"), "lib/jrt-fs.jar"),
        folder.resolve("lib/jrt-fs.jar"));

    assertThat(run(false, "--jdk", folder.toString())).isEqualTo(2);

    assertThat(errors()).hasLineCount(1).startsWith("jets: demo: --jdk: " + folder);
  }

  @Test
  void differences_changedTables_areAllFound() throws IOException, UsageException {
    List<ClassFile> files = loggingClasses();
    ClassTables tables = new ClassTables(null);
    List<ClassSummary> summaries = new ArrayList<>();
    for (ClassFile file : files) {
      summaries.add(ClassSummary.read(file.module(), file.read()));
    }
    tables.add(summaries);
    IndependentCount count;
    try (Workers workers = new Workers(2)) {
      Progress progress =
          new Progress(new PrintStream(err, true, StandardCharsets.UTF_8), false, "", files.size());
      count = IndependentCount.of(files, workers, progress);
    }
    assertThat(count.differences(tables)).isEmpty();

    tables.references().updateCounter(Atom.of("java.lang.Object"), -1);
    tables.methods().delete(Atom.of("getLogger"));
    tables.classes().delete(ClassTables.key(MODULE, "java.util.logging", "Logger"));

    assertThat(count.differences(tables))
        .anyMatch(line -> line.startsWith("classes: " + (files.size() - 1) + " in the table"))
        .anyMatch(line -> line.startsWith("bytes: "))
        .anyMatch(line -> line.startsWith("references: "))
        .anyMatch(line -> line.startsWith("references to java/lang/Object: "))
        .anyMatch(line -> line.startsWith("methods: "))
        .anyMatch(line -> line.startsWith("classes that declare getLogger: 0 in the table"));
  }

  @Test
  void bytesPerObject_references_isMoreThanTheTuplesAndLessThanTenTimesThat()
      throws IOException, UsageException {
    ClassTables tables = new ClassTables(null);
    for (ClassFile file : loggingClasses()) {
      tables.add(List.of(ClassSummary.read(file.module(), file.read())));
    }

    assertThat(TableReport.bytesPerObject(tables.references())).isBetween(24.0, 240.0);
  }
}
