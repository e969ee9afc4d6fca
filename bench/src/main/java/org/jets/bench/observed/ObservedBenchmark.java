package org.jets.bench.observed;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jets.ets.LocalTable;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.ets.match.MatchSpec;
import org.jets.observe.Observatory;
import org.jets.observe.ObserveOptions;
import org.jets.observe.page.LivePage;
import org.jets.observe.page.PageOptions;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Calls of a table, with an observatory and a live page that a client reads once in a second, or
 * without them.
 *
 * <p>{@code ./jets bench observe}, or {@code ./jets bench ObservedBenchmark -t 2} for the raw
 * scores.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ObservedBenchmark.CALLS)
public class ObservedBenchmark {
  static final int CALLS = 512;
  private static final int OBJECTS = 1 << 16;
  private static final int TABLES = 100;

  /** A key that a search binds, so that it reads one object. */
  private static final MatchSpec ONE =
      MatchSpec.compile(TermParser.parse("[{{7,'$1'},[],['$1']}]"));

  @Param({"SET", "ORDERED_SET"})
  TableType type = TableType.SET;

  @Param({"false", "true"})
  boolean observed;

  private final Term[] keys = new Term[CALLS];
  private final Tuple[] objects = new Tuple[CALLS];
  private final TableSpace space = new TableSpace();
  private @Nullable LocalTable table;
  private @Nullable Observatory observatory;
  private @Nullable LivePage page;
  private @Nullable Socket reader;

  /** Fills the table, beside which the page shows others, and starts the page. */
  @Setup
  public void fill() throws IOException {
    LocalTable filled =
        space.mainOwner().newTable("measured", TableOptions.of(type).withPublicAccess());
    for (int i = 0; i < OBJECTS; i++) {
      filled.insert(Tuple.of(IntegerTerm.of(i), IntegerTerm.of(i)));
    }
    for (int i = 0; i < TABLES; i++) {
      space
          .mainOwner()
          .newTable("other", TableOptions.of(type))
          .insert(Tuple.of(IntegerTerm.of(i)));
    }
    Random random = new Random(5);
    Arrays.setAll(keys, i -> IntegerTerm.of(random.nextInt(OBJECTS)));
    Arrays.setAll(objects, i -> Tuple.of(keys[i], IntegerTerm.of(i)));
    table = filled;
    if (observed) {
      observe();
    }
  }

  private void observe() throws IOException {
    Observatory watching = Observatory.of(space, ObserveOptions.defaults());
    observatory = watching;
    watching.registerMBeans();
    LivePage shown = LivePage.start(watching, PageOptions.defaults());
    page = shown;
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), shown.port());
    reader = socket;
    String token = shown.url().getQuery().substring("token=".length());
    String request =
        "GET /events HTTP/1.1\r\nHost: 127.0.0.1:"
            + shown.port()
            + "\r\nAuthorization: Bearer "
            + token
            + "\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(US_ASCII));
    Thread thread = new Thread(() -> read(socket), "page-reader");
    thread.setDaemon(true);
    thread.start();
  }

  private static void read(Socket socket) {
    try {
      InputStream in = socket.getInputStream();
      byte[] buffer = new byte[1 << 16];
      int read = in.read(buffer);
      while (read >= 0) {
        read = in.read(buffer);
      }
    } catch (IOException e) {
      // The benchmark has ended.
    }
  }

  /** Ends the page and the observatory. */
  @TearDown
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
    if (page != null) {
      page.close();
    }
    if (observatory != null) {
      observatory.close();
    }
  }

  private LocalTable table() {
    return Objects.requireNonNull(table);
  }

  @Benchmark
  public int lookup() {
    LocalTable filled = table();
    int found = 0;
    for (Term key : keys) {
      found += filled.lookup(key).size();
    }
    return found;
  }

  @Benchmark
  public void insert() {
    LocalTable filled = table();
    for (Tuple object : objects) {
      filled.insert(object);
    }
  }

  /** Adds to counters, which takes the shortest time of all changes. */
  @Benchmark
  public @Nullable Term updateCounter() {
    LocalTable filled = table();
    Term last = null;
    for (Term key : keys) {
      last = filled.updateCounter(key, 1);
    }
    return last;
  }

  /** Searches by a specification that binds the key. */
  @Benchmark
  public int select() {
    LocalTable filled = table();
    int found = 0;
    for (int i = 0; i < CALLS; i++) {
      List<Term> results = filled.select(ONE);
      found += results.size();
    }
    return found;
  }
}
