package org.jets.app.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jets.app.CommandRunner;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.log.DurableOptions;
import org.jets.ets.log.SyncMode;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogCommandTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  @TempDir private Path root;

  private int run(String... arguments) {
    PrintStream print = new PrintStream(written, true, UTF_8);
    return CommandRunner.run(new LogCommand(), List.of(arguments), print, print);
  }

  private List<String> lines() {
    return written.toString(UTF_8).lines().toList();
  }

  private static void insert(LocalTable table, String... objects) {
    for (String object : objects) {
      table.insert((Tuple) TermParser.parse(object));
    }
  }

  /** Returns the folder of a table with a few changes. */
  private Path table() {
    Path folder = root.resolve("t");
    try (Owner owner = new TableSpace().newOwner()) {
      LocalTable table = owner.newTable("t", TableOptions.set().withDurable(folder));
      insert(table, "{a,1}", "{a,2}", "{b,3}");
      table.delete(TermParser.parse("b"));
    }
    return folder;
  }

  @Test
  void print_log_hasALineForEachChange() {
    Path folder = table();
    assertThat(run("print", folder.toString())).isZero();

    String file = folder.resolve("log-0000000000000001").toString();
    assertThat(lines())
        .map(line -> line.replaceFirst(file + ":[0-9]+ ", ""))
        .containsExactly(
            "[{a,1}]",
            "[{a,2}]",
            "[{b,3}]",
            "b removed",
            folder + ": table {t,set,{keypos,1}}, records: 4, changed keys: 4");
  }

  @Test
  void compact_log_leavesItsObjects() {
    Path folder = table();
    assertThat(run("compact", folder.toString())).isZero();
    assertThat(lines())
        .containsExactly(
            folder + ": table {t,set,{keypos,1}}, records: 4, changed keys: 4",
            folder + ": now records: 1");

    try (Owner owner = new TableSpace().newOwner()) {
      LocalTable table = owner.newTable("t", TableOptions.set().withDurable(folder));
      assertThat(table.tab2list()).hasToString("[{a,2}]");
      assertThat(run("compact", folder.toString())).isEqualTo(1);
    }
    assertThat(lines().get(2)).startsWith("jets: log: ").contains("open in this process");
  }

  @Test
  void verify_dataFolder_readsEachTable() throws IOException {
    TableSpace space = new TableSpace();
    space.openData(DurableOptions.in(root));
    TableOptions options = TableOptions.set().withNamedTable().withPublicAccess().withDurable(true);
    for (String name : List.of("a", "b", "c")) {
      insert(space.newOwner().newTable(name, options), "{k,1}");
    }
    space.closeData();
    assertThat(run("verify", root.toString())).isZero();
    assertThat(lines()).hasSize(3).allMatch(line -> line.endsWith(", records: 1, changed keys: 1"));

    written.reset();
    Path segment = segmentOf("b");
    byte[] bytes = Files.readAllBytes(segment);
    bytes[bytes.length / 2] ^= 1;
    Files.write(segment, bytes);
    assertThat(run("verify", root.toString())).isEqualTo(1);
    assertThat(lines())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("jets: log: " + segment + ", byte "));
    assertThat(Files.readAllBytes(segment)).isEqualTo(bytes);
  }

  @Test
  void verify_dataFolderWithoutTables_isALineAndStatus0() throws IOException {
    TableSpace space = new TableSpace();
    space.openData(DurableOptions.in(root));
    assertThat(run("verify", root.toString())).isZero();
    TableOptions options = TableOptions.set().withNamedTable().withPublicAccess().withDurable(true);
    space.newOwner().newTable("a", options).drop();
    space.closeData();
    Files.createDirectory(root.resolve("lost+found"));
    assertThat(run("verify", root.toString())).isZero();
    assertThat(lines()).containsExactly(root + ": no durable tables", root + ": no durable tables");
  }

  @Test
  void verify_foldersOfOthers_areRefused() throws IOException {
    Path empty = Files.createDirectory(root.resolve("empty"));
    Path saved = Files.createDirectory(root.resolve("saved"));
    Files.createFile(saved.resolve("lock"));
    Files.createFile(saved.resolve("t.tab"));
    assertThat(run("verify", empty.toString())).isEqualTo(2);
    assertThat(run("verify", saved.toString())).isEqualTo(2);
    assertThat(lines()).hasSize(2).allMatch(line -> line.contains("or a data folder)"));
  }

  @Test
  void verify_besideCompactions_seesNoDamage() throws Exception {
    Path folder = root.resolve("t");
    try (Owner owner = new TableSpace().newOwner()) {
      DurableOptions durable = DurableOptions.in(folder).withSync(SyncMode.never());
      LocalTable table = owner.newTable("t", TableOptions.set().withDurable(durable));
      insert(table, "{a,1}", "{b,2}");
      AtomicBoolean isDone = new AtomicBoolean();
      AtomicInteger compactions = new AtomicInteger();
      Thread compacting =
          new Thread(
              () -> {
                while (!isDone.get()) {
                  insert(table, "{a,1}");
                  table.log().orElseThrow().compact();
                  compactions.incrementAndGet();
                }
              });
      compacting.start();
      for (int i = 0; i < 100; i++) {
        assertThat(run("verify", folder.toString())).as(written.toString(UTF_8)).isZero();
      }
      isDone.set(true);
      compacting.join();
      assertThat(compactions).hasValueGreaterThan(1);
      assertThat(table.size()).isEqualTo(2);
    }
  }

  private Path segmentOf(String table) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.getFileName().toString().equals("log-0000000000000001"))
          .filter(file -> file.getParent().getFileName().toString().startsWith(table + "-"))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void verify_tornLog_saysWhatIsLeftOut() throws IOException {
    Path folder = table();
    Files.delete(folder.resolve("log-0000000000000002"));
    Path segment = folder.resolve("log-0000000000000001");
    byte[] bytes = Files.readAllBytes(segment);
    Files.write(segment, Arrays.copyOf(bytes, bytes.length - 3));

    assertThat(run("verify", folder.toString())).isZero();
    assertThat(lines().get(1)).startsWith(segment + ", byte ").contains("; without the last ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "open .", "verify", "verify /no/such/folder", "verify .", "print . x"})
  void misuse_isOneLineAndStatus2(String arguments) {
    assertThat(run(arguments.isEmpty() ? new String[0] : arguments.split(" "))).isEqualTo(2);
    assertThat(lines())
        .singleElement()
        .asString()
        .startsWith("jets: log: ")
        .contains("(expected: ");
  }
}
