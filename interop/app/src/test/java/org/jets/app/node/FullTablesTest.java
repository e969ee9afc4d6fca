package org.jets.app.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.node.ErlangNode;
import org.jets.node.NodeOptions;
import org.jets.node.live.LiveNode;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code ./jets node} with a small heap that several clients fill with tables. */
class FullTablesTest {
  private static final String NODE = "tables@127.0.0.1";
  private static final String COOKIE = "fulltables";
  private static final int PEERS = 4;
  private static final int HEAP_MIB = 128;
  private static final int VALUE_BYTES = 200_000;

  /** More values than the heap has room for. */
  private static final int MOST_VALUES = 2_000;

  /** The bytes that all tables may take: 70 percent of the heap, and a little more. */
  private static final long MOST_BYTES = HEAP_MIB * (1L << 20) / 100 * 75;

  /** The number of values for which there is room if there is no other table. */
  private static final int MANY_VALUES = 200;

  private static final Term ALL = TermParser.parse("[{'_',[],['$_']}]");

  private final int port = Loopback.freePort();
  private final List<ErlangNode> clients = new ArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(PEERS + 1);
  private NodeProcess process;

  FullTablesTest() throws IOException {}

  @AfterEach
  void end() throws InterruptedException {
    threads.shutdownNow();
    clients.forEach(ErlangNode::close);
    if (process != null) {
      process.kill();
    }
  }

  private ErlangNode client(String name) throws IOException {
    ErlangNode client =
        ErlangNode.start(
            Loopback.uniqueName(name) + "@" + Loopback.HOST,
            NodeOptions.defaults()
                .withCookie(COOKIE)
                .withoutEpmd()
                .withPeerAddress(NODE, Loopback.address(port)));
    clients.add(client);
    return client;
  }

  private static Term call(ErlangNode client, String module, String function, Term... arguments)
      throws Exception {
    return client
        .call(NODE, module, function, arguments)
        .get(LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS);
  }

  /** Inserts values until there is no room, and asks for them; returns their number. */
  private static int fill(ErlangNode client) throws Exception {
    Term table = call(client, "ets", "new", Atom.of("t"), TermParser.parse("[public]"));
    int count = 0;
    while (count < MOST_VALUES && isDone(client, "insert", table, value(count))) {
      count++;
    }
    boolean isAnswered = isDone(client, "select", table, ALL);
    assertThat(isAnswered || count > 0).isTrue();
    return count;
  }

  private static Term value(int key) {
    return Tuple.of(IntegerTerm.of(key), Binary.of(new byte[VALUE_BYTES]));
  }

  /** Returns true if a call has been made, and false if there was no room. */
  private static boolean isDone(ErlangNode client, String function, Term... arguments)
      throws Exception {
    try {
      call(client, "ets", function, arguments);
      return true;
    } catch (ExecutionException e) {
      assertThat(e).hasMessageContaining("system_limit");
      return false;
    }
  }

  private CompletableFuture<Integer> inThread(ErlangNode client) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return fill(client);
          } catch (Exception e) {
            throw new AssertionError("filling a table", e);
          }
        },
        threads);
  }

  /** Calls until it is told to end; returns the number of calls. */
  private static int callOften(ErlangNode client, AtomicBoolean isOver) {
    int calls = 0;
    try {
      while (!isOver.get()) {
        call(client, "lists", "reverse", TermParser.parse("[1,2]"));
        calls++;
      }
    } catch (Exception e) {
      throw new AssertionError("a call of a quiet client", e);
    }
    return calls;
  }

  @Test
  void node_largeValuesOfSeveralPeers_servesOthersAndHasItsHeapBack() throws Exception {
    process =
        NodeProcess.start(
            List.of("-Xmx" + HEAP_MIB + "m"),
            List.of(
                "--name", NODE, "--cookie", COOKIE, "--no-epmd", "--port", Integer.toString(port)),
            Map.of());
    process.awaitReady(1);
    AtomicBoolean isOver = new AtomicBoolean();
    ErlangNode quiet = client("quiet");
    CompletableFuture<Integer> calls =
        CompletableFuture.supplyAsync(() -> callOften(quiet, isOver), threads);
    List<ErlangNode> peers = new ArrayList<>();
    List<CompletableFuture<Integer>> fills = new ArrayList<>();
    for (int i = 0; i < PEERS; i++) {
      ErlangNode peer = client("filling" + i);
      peers.add(peer);
      fills.add(inThread(peer));
    }

    long values = 0;
    for (CompletableFuture<Integer> fill : fills) {
      values += fill.get(2 * LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS);
    }
    isOver.set(true);

    assertThat(values * VALUE_BYTES).as("bytes in tables").isBetween(1L, MOST_BYTES);
    assertThat(calls.get(LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS)).isPositive();
    peers.forEach(ErlangNode::close);
    awaitRoom(client("late"));
    assertThat(process.isAlive()).isTrue();
  }

  /** The tables of a node that has gone are deleted soon after. */
  private static void awaitRoom(ErlangNode client) throws Exception {
    long deadline = System.nanoTime() + LiveNode.BOUND.toNanos();
    Term table = call(client, "ets", "new", Atom.of("t"), TermParser.parse("[public]"));
    for (int count = 0; count < MANY_VALUES; ) {
      count += isDone(client, "insert", table, value(count)) ? 1 : 0;
      assertThat(System.nanoTime() - deadline).as("time until there is room").isNegative();
    }
  }
}
