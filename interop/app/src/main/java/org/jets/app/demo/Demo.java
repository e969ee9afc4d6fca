package org.jets.app.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jets.app.UsageException;
import org.jets.app.demo.ClassImage.ClassFile;
import org.jets.app.node.ServedNode;
import org.jets.node.NodeOptions;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@code ./jets demo}. Indexes the classes of a JDK into an ordered_set, a set of counters and
 * a bag, and queries them. Checks them against an independent count, and prints the cost of the
 * tables.
 */
final class Demo {
  /** The exit status if the tables are wrong, or the JDK could not be read. */
  private static final int FAILURE = 1;

  private static final int PART_SIZE = 64;
  private static final int MAX_DIFFERENCES = 10;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BYTES_PER_MB = 1e6;

  private final DemoOptions options;
  private final boolean terminal;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * Creates a demo.
   *
   * @param terminal whether {@code err}, on which progress is shown, is a terminal
   */
  Demo(DemoOptions options, boolean terminal, PrintStream out, PrintStream err) {
    this.options = options;
    this.terminal = terminal;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the demo.
   *
   * @param selection the classes to index
   * @return the exit status
   */
  int run(Predicate<ClassFile> selection) throws IOException, UsageException, InterruptedException {
    if (options.node() == null) {
      return correctlyIndexed(selection) == null ? FAILURE : 0;
    }
    try (ServedNode node =
        ServedNode.start(options.node(), options.cookie(), NodeOptions.defaults())) {
      ClassTables tables = correctlyIndexed(selection);
      if (tables == null) {
        return FAILURE;
      }
      tables.copyTo(node.owner());
      out.println();
      node.serve(out);
      return 0;
    }
  }

  /** Returns the tables; null if they are wrong. */
  private @Nullable ClassTables correctlyIndexed(Predicate<ClassFile> selection)
      throws IOException, UsageException {
    try (ClassImage image = ClassImage.open(options.jdk());
        Workers workers = new Workers(options.threads())) {
      out.println("JDK " + image.description());
      ClassTables tables = new ClassTables(options.store());
      long start = System.nanoTime();
      List<ClassFile> files = image.list().stream().filter(selection).toList();
      index(files, tables, workers);
      double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
      out.printf(
          Locale.ROOT,
          "%,d classes of %d modules indexed in %.1f s by %d threads%n%n",
          files.size(),
          files.stream().map(ClassFile::module).distinct().count(),
          seconds,
          workers.threads());

      new Questions(tables, out).askAll();
      boolean correct = check(files, tables, workers);
      out.println();
      new TableReport(tables, workers, out).print();
      return correct ? tables : null;
    }
  }

  private void index(List<ClassFile> files, ClassTables tables, Workers workers)
      throws IOException {
    Progress progress = new Progress(err, terminal, "indexing", files.size());
    workers.divide(
        files,
        PART_SIZE,
        part -> {
          List<ClassSummary> summaries = new ArrayList<>();
          for (ClassFile file : part) {
            summaries.add(read(file));
          }
          tables.add(summaries);
          progress.advance(part.size());
        });
    progress.end();
  }

  private static ClassSummary read(ClassFile file) throws IOException {
    try {
      return ClassSummary.read(file.module(), file.read());
    } catch (IllegalArgumentException e) {
      throw new IOException(file.path() + ": " + e.getMessage(), e);
    }
  }

  private boolean check(List<ClassFile> files, ClassTables tables, Workers workers)
      throws IOException {
    Progress progress = new Progress(err, terminal, "counting again", files.size());
    IndependentCount count = IndependentCount.of(files, workers, progress);
    progress.end();
    out.printf(
        Locale.ROOT,
        "Counted again another way: %,d classes, %.1f MB, %,d references, %,d methods:%n",
        count.classes(),
        count.bytes() / BYTES_PER_MB,
        count.references(),
        count.methods());
    List<String> differences = count.differences(tables);
    if (differences.isEmpty()) {
      out.println("the tables have the same, name by name.");
      return true;
    }
    out.printf(Locale.ROOT, "the tables DIFFER in %,d numbers:%n", differences.size());
    differences.stream().limit(MAX_DIFFERENCES).forEach(line -> out.println("  " + line));
    return false;
  }
}
