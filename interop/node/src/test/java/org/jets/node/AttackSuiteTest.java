package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.DeflaterOutputStream;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.node.distribution.AttackPeer;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.live.Fault;
import org.jets.node.live.FaultProxy;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Attacks on a node by clients, with and without the cookie, and the delays of a quiet client
 * meanwhile. Each attack is a row of a table, which is printed at the end, and written to {@code
 * target/attacks.txt}. After each attack, no call, table, fixation, thread or socket is left.
 * {@code jets.scale} multiplies the attempts.
 */
class AttackSuiteTest {
  private static final double SCALE =
      Math.max(0.1, Double.parseDouble(System.getProperty("jets.scale", "1")));
  private static final Duration TICK_TIME = Duration.ofSeconds(2);

  /** The limits. */
  private static final long MAX_CALL_MILLIS = 1_000;

  private static final long MAX_HEAP_GROWTH = 10_000_000;

  /**
   * The limit of bytes that wait for four connections, with the message that is being encoded for
   * each.
   */
  private static final long MAX_WAITING = 200_000_000;

  /** Below the size from which binaries are not copied when they are encoded. */
  private static final int BINARY_BYTES = 60_000;

  /** The time that the program takes to write a text. */
  private static final long WRITING_NANOS = 100_000;

  /** More than the bytes of the questions whether an heir is alive. */
  private static final long HEIR_BYTES = 1_000_000;

  /** The number of messages that are sent before their answers are read. */
  private static final int BATCH = 100;

  private static final int ROWS = 100_000;
  private static final Atom TABLE = Atom.of("rows");
  private static final Atom COUNTERS = Atom.of("counters");
  private static final Atom BINARIES = Atom.of("binaries");

  private static final List<String> REPORT = new ArrayList<>();

  private final String cookie = Loopback.uniqueCookie();
  private final List<AttackPeer> attackers = new ArrayList<>();
  private final TableSpace space = new TableSpace();
  private Leftovers leftovers;
  private ServerSocket silent;
  private ErlangNode node;
  private ErlangNode quiet;
  private EtsTable rows;

  /** Attacks the node; returns the number of attempts. */
  @FunctionalInterface
  private interface Attack {
    int run() throws Exception;
  }

  @BeforeEach
  void start() throws Exception {
    leftovers = new Leftovers();
    silent = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    node =
        ErlangNode.start(
            Loopback.uniqueName("target") + "@" + Loopback.HOST,
            NodeOptions.defaults()
                .withCookie(cookie)
                .withoutEpmd()
                .withPeerPort(silent.getLocalPort())
                .withNetTickTime(TICK_TIME)
                .withOutput(text -> LockSupport.parkNanos(WRITING_NANOS))
                .withTables(space));
    fill();
    quiet = newQuiet();
    lookUp(quiet);
  }

  private ErlangNode newQuiet() throws IOException {
    return ErlangNode.start(
        Loopback.uniqueName("quiet") + "@" + Loopback.HOST,
        NodeOptions.defaults()
            .withCookie(cookie)
            .withoutEpmd()
            .withNetTickTime(TICK_TIME)
            .withPeerAddress(node.name(), Loopback.address(node.port())));
  }

  private void fill() {
    Owner owner = space.newOwner();
    TableOptions options = TableOptions.set().withNamedTable().withPublicAccess();
    rows = owner.newTable(TABLE.name(), options);
    for (int i = 0; i < ROWS; i++) {
      rows.insert(Tuple.of(IntegerTerm.of(i), IntegerTerm.of(i)));
    }
    EtsTable binaries = owner.newTable(BINARIES.name(), options);
    for (int i = 0; i < 16; i++) {
      binaries.insert(Tuple.of(IntegerTerm.of(i), Binary.of(new byte[BINARY_BYTES])));
    }
  }

  @AfterEach
  void stop() throws IOException {
    for (AttackPeer attacker : attackers) {
      attacker.close();
    }
    quiet.close();
    node.close();
    silent.close();
    leftovers.awaitNone();
  }

  @AfterAll
  static void print() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            "%-44s %7s %12s %12s %12s", "attack", "tries", "longest, ms", "heap, MB", "after, MB"));
    lines.addAll(REPORT);
    Files.write(Path.of("target", "attacks.txt"), lines);
    lines.forEach(System.out::println);
  }

  private AttackPeer attacker() throws IOException {
    return attacker(newAttackerName());
  }

  private static String newAttackerName() {
    return Loopback.uniqueName("attacker") + "@" + Loopback.HOST;
  }

  private AttackPeer attacker(String name) throws IOException {
    AttackPeer attacker = AttackPeer.connect(node.port(), name, cookie);
    attackers.add(attacker);
    return attacker;
  }

  private void lookUp(ErlangNode client) throws Exception {
    Term found =
        client
            .call(node.name(), "ets", "lookup", TABLE, IntegerTerm.of(7))
            .get(Await.SECONDS, TimeUnit.SECONDS);
    assertThat(found).isEqualTo(TermParser.parse("[{7,7}]"));
  }

  private int tableCount() {
    return space.all().size();
  }

  private boolean isFixed() {
    return rows.info(Atom.of("fixed")).orElse(Atom.FALSE) == Atom.TRUE;
  }

  private static int scaled(int count) {
    return (int) Math.max(1, count * Math.min(SCALE, 20));
  }

  private static long liveBytes() {
    System.gc();
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** Runs an attack while a quiet client calls, and checks that nothing is left of it. */
  private void attack(String name, Attack attack) throws Exception {
    for (int i = 0; i < 200; i++) {
      lookUp(quiet);
    }
    int monitorsBefore = quiet.nodes().size();
    long before = liveBytes();
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicLong longestNanos = new AtomicLong();
    List<Throwable> failures = new ArrayList<>();
    Thread client =
        new Thread(
            () -> {
              try {
                while (!isOver.get()) {
                  long start = System.nanoTime();
                  lookUp(quiet);
                  longestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
                  TimeUnit.MILLISECONDS.sleep(1);
                }
              } catch (Exception | AssertionError e) {
                failures.add(e);
              }
            });
    client.start();
    int tries = 0;
    try {
      tries = attack.run();
    } finally {
      isOver.set(true);
      client.join();
    }
    for (AttackPeer attacker : attackers) {
      attacker.close();
    }
    // The attackers' buffers do not count.
    attackers.clear();
    Await.until("the attackers are gone", () -> node.nodes().size() == monitorsBefore);
    Await.until("no call is left", () -> node.callCount() == 0);
    Await.until("no table is left", () -> tableCount() == 2);
    Await.until("no fixation is left", () -> !isFixed());
    long after = liveBytes();
    long longest = TimeUnit.NANOSECONDS.toMillis(longestNanos.get());
    REPORT.add(
        String.format(
            Locale.ROOT,
            "%-44s %7d %12d %12.1f %12.1f",
            name,
            tries,
            longest,
            before / 1e6,
            after / 1e6));
    assertThat(failures).as("failed calls of the quiet client").isEmpty();
    assertThat(longest).as("longest call of the quiet client, ms").isLessThan(MAX_CALL_MILLIS);
    assertThat(after - before).as("growth of the heap").isLessThan(MAX_HEAP_GROWTH);
  }

  // Work.

  @Test
  void attack_scansOfOneClient() throws Exception {
    attack(
        "scans of one client",
        () -> {
          AttackPeer attacker = attacker();
          int scans = scaled(200);
          for (int i = 0; i < scans; i++) {
            attacker.call("ets", "select_count", TABLE, TermParser.parse("[{{x,'_'},[],[true]}]"));
          }
          attacker.read(2 * scans);
          return scans;
        });
  }

  @Test
  void attack_guardsWithLongIntegers() throws Exception {
    StringBuilder product = new StringBuilder("{'bsl',1,2000000}");
    for (int i = 0; i < 300; i++) {
      product.insert(0, "{'rem',{'*',").append(",{'bsl',3,1000000}},{'bsl',7,1000000}}");
    }
    Term spec = TermParser.parse("[{'_',[{'==',0," + product + "}],[true]}]");
    attack(
        "guards with long integers, then gone",
        () -> {
          AttackPeer attacker = attacker();
          for (int i = 0; i < 16; i++) {
            attacker.call("ets", "select_count", TABLE, spec);
          }
          attacker.read(4);
          attacker.close();
          return 16;
        });
  }

  @Test
  void attack_guardsThatCompareSharedTerms() throws Exception {
    String seven = ",'$1'".repeat(1000).substring(1);
    Term spec =
        TermParser.parse(
            "[{{-1,'$1','$2'},[{'=:=',{{"
                + seven
                + "}},{{"
                + seven.replace('1', '2')
                + "}}}],[true]}]");
    attack(
        "guards that compare shared terms, then gone",
        () -> {
          rows.insert(Tuple.of(IntegerTerm.of(-1), doubled(20), doubled(20)));
          try (ErlangNode second = newQuiet()) {
            for (int i = 0; i < 4; i++) {
              AttackPeer attacker = attacker();
              for (int k = 0; k < 20; k++) {
                attacker.call("ets", "select_count", TABLE, spec);
              }
            }
            Await.until("the guards run", () -> node.callCount() >= 16);
            for (int i = 0; i < scaled(500); i++) {
              lookUp(second);
            }
          } finally {
            rows.delete(IntegerTerm.of(-1));
          }
          for (AttackPeer attacker : attackers) {
            attacker.close();
          }
          return 80;
        });
  }

  /** Returns a term of 2^depth parts, in which each pair is one object twice. */
  private static Term doubled(int depth) {
    Term term = IntegerTerm.of(1);
    for (int i = 0; i < depth; i++) {
      term = Tuple.of(term, term);
    }
    return term;
  }

  @Test
  void attack_pingsOfSilentNodes() throws Exception {
    attack(
        "pings of nodes that are silent",
        () -> {
          AttackPeer attacker = attacker();
          int pings = scaled(10_100);
          for (int i = 0; i < pings; i++) {
            attacker.call("net_adm", "ping", Atom.of("silent" + i % 64 + "@127.0.0.1"));
          }
          // One more call, for which there is a place although the pings wait.
          for (int i = 0; i < 50; i++) {
            lookUp(quiet);
          }
          return pings;
        });
  }

  /**
   * Updates one counter, so that all updates meet at one object; others have integers that grow.
   */
  @Test
  void attack_countersUpdatedAtOnce() throws Exception {
    Term increments = ListTerm.of(Collections.nCopies(100, TermParser.parse("{2,1}")));
    Term product = TermParser.parse("[{{2,'$1'},[],[{{2,{'bsl','$1',100000}}}]}]");
    attack(
        "updates of one counter by four clients",
        () -> {
          EtsTable counters = counters();
          int answers = 2 * scaled(2_000);
          List<AttackPeer> writers = List.of(attacker(), attacker(), attacker(), attacker());
          int calls = scaled(2_000);
          for (int i = 0; i < calls; i++) {
            for (AttackPeer writer : writers) {
              writer.call("ets", "update_counter", COUNTERS, IntegerTerm.of(1), increments);
            }
          }
          for (int i = 0; i < 16; i++) {
            writers.get(0).call("ets", "select_replace", COUNTERS, product);
          }
          for (AttackPeer writer : writers) {
            writer.read(answers);
          }
          IntegerTerm count = (IntegerTerm) counters.lookupElement(IntegerTerm.of(1), 2);
          assertThat(count.longValue()).isPositive().isLessThanOrEqualTo(400L * calls);
          counters.drop();
          return 4 * calls;
        });
  }

  private EtsTable counters() {
    EtsTable counters =
        space
            .newOwner()
            .newTable(COUNTERS.name(), TableOptions.set().withNamedTable().withPublicAccess());
    counters.insert(Tuple.of(IntegerTerm.of(1), IntegerTerm.of(0)));
    counters.insert(Tuple.of(IntegerTerm.of(2), IntegerTerm.of(1)));
    return counters;
  }

  // Bytes.

  @Test
  void attack_answersThatAreNotRead() throws Exception {
    Term all = TermParser.parse("[{{'_','$1'},[],['$1']}]");
    attack(
        "answers that nobody reads, with ticks",
        () -> {
          long before = liveBytes();
          List<AttackPeer> readers = List.of(attacker(), attacker(), attacker(), attacker());
          int calls = scaled(2_000);
          for (int i = 0; i < calls; i++) {
            for (AttackPeer reader : readers) {
              reader.call("ets", "select", BINARIES, all);
            }
          }
          assertThat(liveBytes() - before).as("heap while nobody reads").isLessThan(MAX_WAITING);
          for (AttackPeer reader : readers) {
            reader.awaitCut(TimeUnit.SECONDS.toMillis(Await.SECONDS));
          }
          return calls * readers.size();
        });
  }

  /** One client reads the answers, the other does not; both send more than the program writes. */
  @Test
  void attack_textsForTheGroupLeader() throws Exception {
    Term request = Tuple.of(Atom.of("put_chars"), Atom.of("unicode"), text());
    attack(
        "texts for the group leader, read or not",
        () -> {
          int batches = scaled(100);
          AttackPeer reader = attacker();
          AttackPeer other = attacker();
          boolean isOpen = true;
          for (int i = 0; i < batches; i++) {
            write(reader, request);
            isOpen = isOpen && isWritten(other, request);
            reader.read(BATCH);
          }
          return 2 * BATCH * batches;
        });
  }

  private static Binary text() {
    byte[] text = new byte[10_000];
    Arrays.fill(text, (byte) 'x');
    return Binary.of(text);
  }

  private void write(AttackPeer attacker, Term request) throws IOException {
    Pid writer = attacker.newPid();
    for (int i = 0; i < BATCH; i++) {
      Reference ref = Reference.of(writer.node(), writer.creation(), i, 1, 1);
      Term message = Tuple.of(Atom.of("io_request"), writer, ref, request);
      attacker.send(new ControlMessage.Send(writer, node.pid(), message));
    }
  }

  /** Returns false if the node has closed the connection. */
  private boolean isWritten(AttackPeer attacker, Term request) {
    try {
      write(attacker, request);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void attack_compressedBombs() throws Exception {
    Term bomb = Binary.of(bomb());
    attack(
        "compressed terms of 64 MB",
        () -> {
          AttackPeer attacker = attacker();
          int bombs = scaled(64);
          for (int i = 0; i < bombs; i++) {
            attacker.call("erlang", "binary_to_term", bomb);
          }
          attacker.close();
          return bombs;
        });
  }

  @Test
  void attack_longMessagesOfManyConnections() throws Exception {
    Term numbers = ListTerm.of(Collections.nCopies(400_000, IntegerTerm.of(1000)));
    attack(
        "long messages of many connections",
        () -> {
          int messages = scaled(4);
          List<Thread> senders = new ArrayList<>();
          List<Throwable> failures = new CopyOnWriteArrayList<>();
          for (int i = 0; i < 24; i++) {
            // Encoded before, since an attacker that encodes for longer than the time for ticks is
            // cut.
            String name = newAttackerName();
            byte[] message = AttackPeer.encode(name, Atom.of("nobody"), numbers);
            AttackPeer attacker = attacker(name);
            Thread sender =
                new Thread(
                    () -> {
                      try {
                        for (int k = 0; k < messages; k++) {
                          attacker.sendEncoded(message);
                        }
                        // The call is answered after the messages have been read.
                        attacker.call("lists", "reverse", TermParser.parse("[1,2]"));
                        attacker.read(2);
                      } catch (IOException | AssertionError e) {
                        failures.add(e);
                      }
                    });
            senders.add(sender);
            sender.start();
          }
          for (Thread sender : senders) {
            sender.join();
          }
          assertThat(failures).isEmpty();
          return 24 * messages;
        });
  }

  /** Returns a binary of zeros, compressed, after the version byte. */
  private static byte[] bomb() throws IOException {
    int size = 64_000_000;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(131);
    bytes.write(80);
    bytes.write(ByteBuffer.allocate(Integer.BYTES).putInt(1 + Integer.BYTES + size).array());
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(bytes)) {
      deflater.write(109);
      deflater.write(ByteBuffer.allocate(Integer.BYTES).putInt(size).array());
      deflater.write(new byte[size]);
    }
    return bytes.toByteArray();
  }

  // Resources of clients.

  @Test
  void attack_tablesAndFixations() throws Exception {
    attack(
        "tables, heirs and fixations, then gone",
        () -> {
          int tables = scaled(500);
          for (int round = 0; round < 4; round++) {
            AttackPeer attacker = attacker();
            Term heir = Tuple.of(Atom.of("heir"), attacker.newPid(), Atom.of("none"));
            for (int i = 0; i < tables; i++) {
              attacker.call("ets", "new", Atom.of("t"), ListTerm.of(Atom.of("public")));
              attacker.call("ets", "safe_fixtable", TABLE, Atom.TRUE);
            }
            attacker.call("ets", "new", Atom.of("h"), ListTerm.of(heir));
            attacker.read(4 * tables);
            attacker.close();
          }
          return 8 * tables;
        });
  }

  @Test
  void attack_fixationsOfManyProcesses() throws Exception {
    attack(
        "fixations of many processes, then gone",
        () -> {
          int batches = scaled(50);
          List<AttackPeer> fixing = List.of(attacker(), attacker(), attacker(), attacker());
          for (int i = 0; i < batches; i++) {
            for (AttackPeer attacker : fixing) {
              for (int k = 0; k < BATCH; k++) {
                attacker.call("ets", "safe_fixtable", TABLE, Atom.TRUE);
              }
            }
            for (AttackPeer attacker : fixing) {
              attacker.read(2 * BATCH);
            }
          }
          return fixing.size() * BATCH * batches;
        });
  }

  /** The nodes of the heirs answer that these are alive, and stop reading when the tables pass. */
  @Test
  void attack_heirsThatDoNotRead() throws Exception {
    Term data = Binary.of(new byte[BINARY_BYTES]);
    attack(
        "tables that pass to heirs that do not read",
        () -> {
          int tables = scaled(100);
          List<SilentHeir> heirs = new ArrayList<>();
          try {
            for (int i = 0; i < 4; i++) {
              heirs.add(new SilentHeir());
            }
            AttackPeer owner = attacker();
            for (int i = 0; i < tables; i++) {
              for (SilentHeir heir : heirs) {
                Term option = Tuple.of(Atom.of("heir"), heir.pid, data);
                owner.call("ets", "new", Atom.of("t"), ListTerm.of(option));
              }
              owner.read(2 * heirs.size());
            }
            int all = 2 + tables * heirs.size();
            Await.until("the tables are there", () -> tableCount() == all);
            owner.close();
            TimeUnit.NANOSECONDS.sleep(TICK_TIME.toNanos());
          } finally {
            for (SilentHeir heir : heirs) {
              heir.close();
            }
          }
          return tables * heirs.size();
        });
  }

  /** A process of a node that reads only this number of bytes. */
  private final class SilentHeir implements AutoCloseable {
    final Pid pid;
    private final FaultProxy proxy;
    private final ErlangNode heirs;

    SilentHeir() throws Exception {
      proxy = FaultProxy.to(node.port());
      proxy.fromTarget(Fault.stallAfter(HEIR_BYTES));
      heirs =
          ErlangNode.start(
              Loopback.uniqueName("heir") + "@" + Loopback.HOST,
              NodeOptions.defaults()
                  .withCookie(cookie)
                  .withoutEpmd()
                  .withPeerAddress(node.name(), Loopback.address(proxy.port())));
      pid = heirs.newMailbox().pid();
      lookUp(heirs);
    }

    @Override
    public void close() throws IOException {
      proxy.close();
      heirs.close();
    }
  }

  @Test
  void attack_monitorsOfOneProcess() throws Exception {
    attack(
        "monitors of one process, taken back or not",
        () -> {
          int monitors = scaled(50_000);
          for (int round = 0; round < 4; round++) {
            AttackPeer attacker = attacker();
            Pid from = attacker.newPid();
            for (int i = 0; i < monitors; i++) {
              Reference ref = Reference.of(from.node(), from.creation(), i & 0x3ffff, round, 7);
              attacker.send(new ControlMessage.Monitor(from, Atom.of("rex"), ref));
              if (round % 2 == 0) {
                attacker.send(new ControlMessage.Demonitor(from, Atom.of("rex"), ref));
              }
            }
            // The call is answered after the monitors have been read, of which many are refused.
            attacker.call("lists", "reverse", TermParser.parse("[1,2]"));
            attacker.read(2);
            attacker.close();
          }
          Await.until("no monitor is left", () -> node.linkCount() <= quiet.nodes().size() + 1);
          return 4 * monitors;
        });
  }

  // Before login.

  @Test
  void attack_silentSockets() throws Exception {
    attack(
        "silent sockets, a new client each time",
        () -> {
          List<Socket> sockets = new ArrayList<>();
          try {
            for (int round = 0; round < scaled(5); round++) {
              for (int i = 0; i < 200; i++) {
                sockets.add(new Socket(InetAddress.getLoopbackAddress(), node.port()));
              }
              try (ErlangNode late = newQuiet()) {
                long start = System.nanoTime();
                lookUp(late);
                assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
                    .as("connecting and the first call, ms")
                    .isLessThan(MAX_CALL_MILLIS);
              }
            }
          } finally {
            for (Socket socket : sockets) {
              socket.close();
            }
          }
          return sockets.size();
        });
  }
}
