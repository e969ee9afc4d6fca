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
 * {@code ./jets demo}: indexes the classes of a JDK into an ordered_set, a set of counters and a
 * bag, asks them questions, checks them against a count made another way, and prints what the
 * tables cost.
 */
public final class Demo {
  /** Exit status: the tables are wrong, or the JDK could not be read. */
  private static final int FAILURE = 1;

  /** Exit status: the command line is wrong. */
  private static final int MISUSE = 2;

  private static final int PART_SIZE = 64;
  private static final int MAX_DIFFERENCES = 10;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BYTES_PER_MB = 1e6;

  private static final String USAGE =
      """
      usage: ./jets demo [OPTION]...

      Indexes all classes of a JDK into three tables and asks them questions.

        --store NAME    keep tables in this store, where it serves their type
                        (a name from the list below)
        --threads N     fill and read the tables with this many threads (default: all cores)
        --jdk PATH      index the JDK with this home (default: the one that runs the demo)
        --node NAME     then serve the tables classes, references and methods to Erlang nodes,
                        as a node of this name, such as jets@127.0.0.1, until SIGTERM comes
        --cookie COOKIE the node's cookie (default: the one in .erlang.cookie)
        --help          show this text

      stores:
      """;

  private final DemoOptions options;
  private final boolean terminal;
  private final PrintStream out;
  private final PrintStream err;

  private Demo(DemoOptions options, boolean terminal, PrintStream out, PrintStream err) {
    this.options = options;
    this.terminal = terminal;
    this.out = out;
    this.err = err;
  }

  /** Runs the demo and ends the JVM with its status; 0 if all went well. */
  public static void main(String[] args) {
    boolean terminal = System.getProperty("jets.progress", "lines").equals("bar");
    System.exit(run(List.of(args), file -> true, terminal, System.out, System.err));
  }

  /**
   * Runs the demo.
   *
   * @param selection which classes to index
   * @param terminal whether {@code err}, which progress is shown on, is a terminal
   * @return the exit status
   */
  static int run(
      List<String> arguments,
      Predicate<ClassFile> selection,
      boolean terminal,
      PrintStream out,
      PrintStream err) {
    try {
      DemoOptions options = DemoOptions.parse(arguments);
      if (options.help()) {
        out.print(USAGE);
        out.println("  " + DemoOptions.storeNames());
        return 0;
      }
      return new Demo(options, terminal, out, err).run(selection);
    } catch (UsageException e) {
      err.println("jets: demo: " + e.getMessage());
      return MISUSE;
    } catch (IOException e) {
      err.println("jets: demo: " + e);
      return FAILURE;
    }
  }

  private int run(Predicate<ClassFile> selection) throws IOException, UsageException {
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
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILURE;
    }
  }

  /** Returns the tables, or null if they are wrong. */
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
