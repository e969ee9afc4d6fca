package org.jets.app.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.consumer.RecordingFile;
import org.jets.node.distribution.AttackPeer;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.live.LiveNode;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.TermParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The survival or end of {@code ./jets node}, in a JVM of its own with a small heap. */
class NodeCommandExitTest {
  private static final long BOUND_SECONDS = LiveNode.BOUND.toSeconds();

  /** More than the heap of the node can hold. */
  private static final int MONITORS = 600_000;

  private static final String COOKIE = "exittest";

  /** 128 and the number of the signal. */
  private static final int SIGTERM_STATUS = 143;

  private final int port = Loopback.freePort();
  private final List<CompletableFuture<Void>> expiries = new ArrayList<>();
  private NodeProcess process;

  NodeCommandExitTest() throws IOException {}

  @AfterEach
  void end() throws InterruptedException {
    expiries.forEach(expiry -> expiry.cancel(false));
    if (process != null) {
      process.kill();
    }
  }

  private void start(String... options) throws IOException {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--name", "full@127.0.0.1", "--cookie", COOKIE));
    words.addAll(List.of("--no-epmd", "--port", Integer.toString(port)));
    words.addAll(List.of(options));
    process = NodeProcess.start(List.of("-Xmx48m"), words, Map.of());
  }

  private AttackPeer connect(String name) throws IOException {
    return AttackPeer.connect(port, name + "@127.0.0.1", COOKIE);
  }

  /** Monitors a process as often as possible, until the connection is closed. */
  private void monitor(String name) throws IOException {
    AtomicBoolean hasExpired = new AtomicBoolean();
    try (AttackPeer attacker = connect(name)) {
      expire(attacker, hasExpired);
      monitor(attacker, MONITORS);
      attacker.awaitCut(TimeUnit.SECONDS.toMillis(BOUND_SECONDS));
    } catch (IOException | InterruptedException | AssertionError e) {
      assertThat(e).isInstanceOf(IOException.class);
    }
    assertThat(hasExpired).as("the peer is cut by the node").isFalse();
  }

  /** Closes a peer after a time, if that blocks on a node which neither reads nor cuts it. */
  private void expire(AttackPeer peer, AtomicBoolean hasExpired) {
    expiries.add(
        CompletableFuture.runAsync(
            () -> {
              hasExpired.set(true);
              try {
                peer.close();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            CompletableFuture.delayedExecutor(2 * BOUND_SECONDS, TimeUnit.SECONDS)));
  }

  private static void monitor(AttackPeer attacker, int count) throws IOException {
    Pid from = attacker.newPid();
    for (int i = 0; i < count; i++) {
      Reference ref = Reference.of(from.node(), from.creation(), i & 0x3ffff, i >>> 18, 7);
      attacker.send(new ControlMessage.Monitor(from, Atom.of("rex"), ref));
    }
  }

  private boolean isServed(String name) {
    try (AttackPeer quiet = connect(name)) {
      quiet.call("lists", "reverse", TermParser.parse("[1,2]"));
      quiet.read(2);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void awaitServed() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
    for (int i = 0; !isServed("quiet" + i); i++) {
      assertThat(process.isAlive()).as("the node lives: %s", process.output()).isTrue();
      assertThat(System.nanoTime() - deadline).as("time until it serves").isNegative();
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  /** The patience allows for a release under full collections on a busy machine. */
  @Test
  void node_fullHeapOfOnePeersMonitors_cutsThePeerAndServesOthers() throws Exception {
    start("--links", "1000000000,1000000000", "--heap-mark", "0.7", "--heap-patience", "20");
    process.awaitReady(1);

    monitor("attacker");

    awaitServed();
    assertThat(process.isAlive()).isTrue();
  }

  /** The reader that meets the error releases all that its connection holds. */
  @Test
  void node_messageForWhichThereIsNoMemory_cutsThePeerAndReleasesItsMonitors() throws Exception {
    start("--links", "1000000000,1000000000", "--heap-mark", "1");
    process.awaitReady(1);

    // Together the monitors of two rounds are more than the heap can hold.
    for (int round = 0; round < 4; round++) {
      AtomicBoolean hasExpired = new AtomicBoolean();
      try (AttackPeer attacker = connect("attacker")) {
        expire(attacker, hasExpired);
        monitor(attacker, MONITORS / 6);
        attacker.send(
            new ControlMessage.SendToName(
                attacker.newPid(), Atom.of("rex"), Binary.of(new byte[1 << 26])));
        attacker.awaitCut(TimeUnit.SECONDS.toMillis(BOUND_SECONDS));
      } catch (IOException e) {
        assertThat(e).as("the end of the connection").isNotNull();
      }
      assertThat(hasExpired).as("the peer is cut by the node").isFalse();
      awaitServed();
    }

    assertThat(process.isAlive()).isTrue();
  }

  @Test
  void node_heapAboveItsMark_endsWithAMessageAndStatus1() throws Exception {
    start("--heap-mark", "0.01", "--heap-patience", "1");

    // The remaining size is known after a collection, which a node without calls seldom makes.
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    for (int round = 0; round < BOUND_SECONDS && process.isAlive(); round++) {
      new ProcessBuilder(jcmd, String.valueOf(process.pid()), "GC.run")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
      process.endsWithin(1, TimeUnit.SECONDS);
    }
    assertThat(process.awaitExit()).isEqualTo(1);
    assertThat(process.output())
        .anySatisfy(
            line -> assertThat(line).startsWith("jets: node: the heap is above its mark of "));
  }

  @Test
  void node_toldToEnd_logsWhatClientsDidJustBefore(@TempDir Path folder) throws Exception {
    start("--files", folder.toString());
    process.awaitReady(1);
    try (AttackPeer client = connect("client")) {
      client.call("ets", "file2tab", ListTerm.ofText("none.tab"));
      client.read(2);

      process.terminate();

      assertThat(process.awaitExit()).isZero();
    }
    assertThat(process.output())
        .anySatisfy(line -> assertThat(line).endsWith(" file2tab ...: {error,...}"));
    assertThat(process.output())
        .anySatisfy(line -> assertThat(line).contains("ended connection with 'client@127.0.0.1'"));
  }

  @Test
  void node_toldToEnd_savesItsTablesAndLoadsThemAgain(@TempDir Path folder) throws Exception {
    Path config = Files.writeString(folder.resolve("node.conf"), "--table t:set\n");
    Path saved = folder.resolve("saved");
    start("--config", config.toString(), "--save-on-exit", saved.toString());
    process.awaitReady(1);
    try (AttackPeer client = connect("client")) {
      client.call("ets", "insert", Atom.of("t"), TermParser.parse("[{1,a},{2,b}]"));
      client.read(2);
      process.terminate();
      assertThat(process.awaitExit()).isZero();
    }
    assertThat(saved.resolve("t.tab")).isRegularFile();

    start("--config", config.toString(), "--save-on-exit", saved.toString());
    process.awaitReady(1);
    assertThat(process.output())
        .anySatisfy(line -> assertThat(line).endsWith("t.tab is the table t, objects: 2"));
    Files.delete(saved.resolve("t.tab"));
    Files.delete(saved.resolve("lock"));
    Files.delete(saved);
    process.terminate();
    assertThat(process.awaitExit()).isEqualTo(1);
    assertThat(process.output())
        .anySatisfy(line -> assertThat(line).contains("--save-on-exit: t cannot be saved: "));
  }

  @Test
  void node_toldToEnd_writesTheFlightRecording(@TempDir Path folder) throws Exception {
    Path recording = folder.resolve("jets.jfr");
    process =
        NodeProcess.start(
            List.of("-XX:StartFlightRecording=filename=" + recording),
            List.of(
                "--name=a@127.0.0.1",
                "--cookie",
                COOKIE,
                "--no-epmd",
                "--listen",
                "no",
                "--observe"),
            Map.of());
    process.awaitReady(1);

    process.terminate();

    assertThat(process.awaitExit()).isZero();
    assumeThat(process.output())
        .as("the machine writes the recording before the node ends")
        .noneMatch(line -> line.endsWith(" is not written within 5 s"));
    assertThat(RecordingFile.readAllEvents(recording)).isNotEmpty();
  }

  @Test
  void node_withoutEpmdAndListening_isReadyWithoutAPort() throws Exception {
    process =
        NodeProcess.start(
            List.of(),
            List.of("--name", "a@127.0.0.1", "--cookie", COOKIE, "--no-epmd", "--listen", "no"),
            Map.of());
    process.awaitReady(1);

    process.terminate();

    assertThat(process.awaitExit()).isZero();
  }

  /** A silent epmd keeps the node from being ready. */
  @Test
  void node_toldToEndBeforeItIsReady_endsWithTheStatusOfSigterm() throws Exception {
    try (ServerSocket epmd = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      epmd.setSoTimeout((int) LiveNode.BOUND.toMillis());
      process =
          NodeProcess.start(
              List.of(),
              List.of("--name", "a@127.0.0.1", "--cookie", COOKIE),
              Map.of("ERL_EPMD_PORT", Integer.toString(epmd.getLocalPort())));
      try (Socket registration = epmd.accept()) {
        process.terminate();

        assertThat(process.awaitExit()).isEqualTo(SIGTERM_STATUS);
        assertThat(registration.isConnected()).isTrue();
      }
    }
  }

  @Test
  void node_userWithoutACookie_saysWhereOneIsExpected(@TempDir Path home) throws Exception {
    process =
        NodeProcess.start(
            List.of(),
            List.of("--name", "a@127.0.0.1"),
            Map.of("HOME", home.toString(), "XDG_CONFIG_HOME", home.toString()));

    assertThat(process.awaitExit()).isEqualTo(1);
    assertThat(process.output())
        .containsExactly(
            "jets: node: no cookie: neither "
                + home.resolve(".erlang.cookie")
                + " nor "
                + home.resolve("erlang").resolve(".erlang.cookie")
                + " is there (expected: one of these files, or a cookie in the options, such as"
                + " --cookie-file)");
  }

  @Test
  void node_wrongFlag_endsWithAMessageAndStatus2() throws Exception {
    start("--links", "none");

    assertThat(process.awaitExit()).isEqualTo(2);
    assertThat(process.output())
        .anySatisfy(line -> assertThat(line).startsWith("jets: node: --links: none (expected: "));
  }
}
