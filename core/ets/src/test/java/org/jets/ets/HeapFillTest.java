package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jets.collections.CursorMap;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.LiveHeap;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests writers that fill a small heap in every way until they are refused. The JVM survives, no
 * writer gets an {@link OutOfMemoryError}, and there is room again after everything has been
 * deleted.
 */
class HeapFillTest {
  private static final int RUNS = 3;
  private static final long PATIENCE_SECONDS = 900;

  @Test
  void writers_fillTheHeap_areRefusedAndGoOnWhenThereIsRoom() throws Exception {
    assertDone(List.of("-Xmx256m"), Filler.class, String.valueOf(TestScale.count(RUNS)));
  }

  /** One collector keeps arrays of half a region in regions of their own. */
  @Test
  void writer_largeBinaries_isRefusedWhereTheyFillRegions() throws Exception {
    assertDone(List.of("-Xmx64m", "-XX:+UseG1GC"), OneWriter.class, "SET", "BINARY", "540000");
  }

  /** All young objects survive, so that no young collection clears a reference. */
  @ParameterizedTest
  @ValueSource(ints = {0, 30, 1_000})
  void writer_listsThatAllStay_isRefused(int length) throws Exception {
    List<String> flags = List.of("-Xmx64m", "-XX:+UseSerialGC");
    assertDone(flags, OneWriter.class, "ORDERED_SET", "LIST", String.valueOf(length));
    assertDone(flags, OneWriter.class, "SET", "LIST", String.valueOf(length));
  }

  @Test
  void writer_largeReferences_isRefused() throws Exception {
    List<String> flags = List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:-UseCompressedOops");
    assertDone(flags, OneWriter.class, "ORDERED_SET", "LIST", "30");
  }

  @ParameterizedTest
  @EnumSource
  void maker_emptyTables_isRefused(TableType type) throws Exception {
    assertDone(List.of("-Xmx64m", "-XX:+UseSerialGC"), OneWriter.class, type.name(), "TABLES", "0");
  }

  /**
   * Returns only the archives that the programs use, since the JVM keeps an index of each one in
   * the heap.
   */
  private static String classPath() throws Exception {
    List<String> paths = new ArrayList<>();
    for (Class<?> type :
        List.of(
            HeapFillTest.class, LiveHeap.class, TableSpace.class, Term.class, CursorMap.class)) {
      paths.add(
          Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
    }
    return String.join(File.pathSeparator, paths);
  }

  private static void assertDone(List<String> flags, Class<?> program, String... arguments)
      throws Exception {
    String java = ProcessHandle.current().info().command().orElseThrow();
    File output = File.createTempFile("fill", ".txt");
    try {
      List<String> command = new ArrayList<>(List.of(java));
      command.addAll(flags);
      command.addAll(List.of("-cp", classPath(), program.getName()));
      command.addAll(List.of(arguments));
      Process process =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
      boolean isDone = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly().waitFor();
      assertThat(output).content().endsWith("done" + System.lineSeparator());
      assertThat(isDone).isTrue();
    } finally {
      assertThat(output.delete()).isTrue();
    }
  }

  /** The program of another JVM that adds things of one kind until it is refused. */
  static final class OneWriter {
    private static final int REFUSALS = 300;
    private static final int MOST_PERCENT = 80;

    private OneWriter() {}

    /** Kinds of things to add. */
    private enum Kind {
      BINARY,
      LIST,
      TABLES
    }

    /** Fills the heap: a type of table, a kind of things, and their size. */
    @SuppressWarnings("SystemOut") // Read by the test.
    public static void main(String[] args) {
      TableSpace space = new TableSpace();
      Owner owner = space.newOwner();
      TableOptions options = TableOptions.of(TableType.valueOf(args[0]));
      EtsTable table = owner.newTable("t", options);
      int size = Integer.parseInt(args[2]);
      int refusals = 0;
      for (int n = 0; refusals < REFUSALS; n++) {
        try {
          add(Kind.valueOf(args[1]), owner, table, options, n, size);
          refusals = 0;
        } catch (SystemLimitException e) {
          refusals++;
        }
      }
      long percent = LiveHeap.bytes() * 100 / Runtime.getRuntime().maxMemory();
      System.out.println(table.size() + " objects, " + percent + " percent of the heap");
      if (percent < MOST_PERCENT) {
        System.out.println("done");
      }
      owner.close();
    }

    private static void add(
        Kind kind, Owner owner, EtsTable table, TableOptions options, int n, int size) {
      switch (kind) {
        case BINARY ->
            table.insert(
                Tuple.of(IntegerTerm.of(n), Bitstring.of(new byte[size], (long) size * Byte.SIZE)));
        case LIST -> {
          List<Term> list = new ArrayList<>(size);
          for (int i = 0; i < size; i++) {
            list.add(IntegerTerm.of(1_000 + i));
          }
          table.insert(Tuple.of(IntegerTerm.of(n), ListTerm.of(list)));
        }
        case TABLES -> owner.newTable("t", options);
      }
    }
  }

  /** The program of another JVM that adds and deletes in all ways. */
  static final class Filler {
    private static final int THREADS = 2;

    /** The number of consecutive refusals after which a writer considers the heap full. */
    private static final int REFUSALS = 2_000;

    private final TableSpace space = new TableSpace();
    private final Owner owner = space.newOwner();
    private final List<EtsTable> tables = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();

    private Filler() {}

    /** Fills and empties tables as many times as the argument says. */
    @SuppressWarnings("SystemOut") // Read by the test.
    public static void main(String[] args) throws InterruptedException {
      for (int run = 0; run < Integer.parseInt(args[0]); run++) {
        Filler filler = new Filler();
        filler.fill(run);
        filler.empty();
        for (Throwable failure : filler.failures) {
          throw new AssertionError(failure);
        }
      }
      System.out.println("done");
    }

    private void fill(int run) throws InterruptedException {
      for (TableType type : TableType.values()) {
        tables.add(owner.newTable("t", TableOptions.of(type).withPublicAccess()));
      }
      tables.get(0).safeFixtable(true);
      List<Thread> threads = new ArrayList<>();
      for (int n = 0; n < THREADS; n++) {
        int first = n;
        Thread thread = new Thread(() -> write(first, 100 + 900 * (run % 3)));
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }

    private static Term value(int bytes) {
      return Bitstring.of(new byte[bytes], (long) bytes * Byte.SIZE);
    }

    private void write(int first, int bytes) {
      try {
        int refusals = 0;
        for (int n = first; refusals < REFUSALS; n += THREADS) {
          try {
            step(n, bytes);
            refusals = 0;
          } catch (SystemLimitException e) {
            refusals++;
          }
        }
      } catch (RuntimeException | Error e) {
        synchronized (failures) {
          failures.add(e);
        }
      }
    }

    private void step(int n, int bytes) {
      EtsTable table = tables.get(n % tables.size());
      Tuple object = Tuple.of(IntegerTerm.of(n), value(bytes));
      switch (n % 7) {
        case 0 -> {
          Term key = Tuple.of(object);
          tables.get(0).insert(Tuple.of(key, object));
          tables.get(0).delete(key);
        }
        case 1 -> table.setHeir(owner.pid(), value(10 * bytes));
        case 2 -> table.insert(List.of(object, Tuple.of(IntegerTerm.of(n % 100), value(bytes))));
        case 3 -> table.insertNew(object);
        default -> table.insert(object);
      }
    }

    private void empty() {
      tables.get(0).safeFixtable(false);
      tables.forEach(EtsTable::deleteAllObjects);
      tables.forEach(EtsTable::setNoHeir);
      for (EtsTable table : tables) {
        table.insert(Tuple.of(Atom.of("key"), value(100)));
      }
      owner.close();
    }
  }
}
