package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.node.distribution.ControlMessage.Demonitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.PausableThread;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The cost of one peer's calls for another, with few threads for calls on the node. */
class FairCallsTest extends ScriptedNodes {
  private static final Atom SYSTEM_LIMIT = Atom.of("system_limit");
  private static final Term REVERSED = TermParser.parse("{tag,return,[2,1]}");

  private final CountDownLatch end = new CountDownLatch(1);
  private ErlangNode small;
  private ScriptedPeer busy;
  private ScriptedPeer quiet;

  private void start(NodeOptions options) throws InterruptedException {
    small = ErlangNode.start(network.transport("small@h", 5), options);
    small.expose("waiting", call -> await(call.arguments().size()));
    small.expose("scan", call -> scan());
    busy = new ScriptedPeer(network, "busy@h", "small@h");
    quiet = new ScriptedPeer(network, "quiet@h", "small@h");
  }

  @AfterEach
  void closeAll() {
    end.countDown();
    busy.close();
    quiet.close();
    small.close();
  }

  private Term await(int result) throws InterruptedException {
    Await.count(end);
    return Atom.of("waited" + result);
  }

  /** Scans until the test ends, for longer than a turn lasts. */
  private Term scan() {
    while (end.getCount() > 0) {
      PausableThread.current().pause();
    }
    return Atom.OK;
  }

  private static SpawnRequest call(
      ScriptedPeer caller, String module, String function, Term... arguments) {
    Pid pid = caller.newPid();
    return new SpawnRequest(
        caller.newReference(),
        pid,
        pid,
        Atom.of("erpc"),
        Atom.of("execute_call"),
        4,
        ListTerm.of(Atom.of("monitor")),
        ListTerm.of(Atom.of("tag"), Atom.of(module), Atom.of(function), ListTerm.of(arguments)));
  }

  private static Term outcome(ScriptedPeer caller) throws InterruptedException {
    caller.next(SpawnReply.class);
    return caller.next(MonitorExit.class).reason();
  }

  private static Term reverse(ScriptedPeer caller) throws InterruptedException {
    caller.send(call(caller, "lists", "reverse", TermParser.parse("[1,2]")));
    return outcome(caller);
  }

  @Test
  void calls_manyOfOnePeerThatWait_leaveThreadsToOthers() throws Exception {
    start(NodeOptions.defaults().withJobThreads(4));
    for (int i = 0; i < 100; i++) {
      busy.send(call(busy, "waiting", "f"));
    }
    busy.next(SpawnReply.class);

    assertThat(reverse(quiet)).isEqualTo(REVERSED);
  }

  @Test
  void calls_moreThanOnePeerMayHave_areRefusedToItAlone() throws Exception {
    start(NodeOptions.defaults().withJobThreads(4).withPeerJobThreads(1).withPeerJobQueue(2));
    for (int i = 0; i < 4; i++) {
      busy.send(call(busy, "waiting", "f"));
    }
    Term first = busy.next(SpawnReply.class).pidOrError();
    Term second = busy.next(SpawnReply.class).pidOrError();

    assertThat(first == SYSTEM_LIMIT || second == SYSTEM_LIMIT).isTrue();
    assertThat(reverse(quiet)).isEqualTo(REVERSED);
  }

  @Test
  void calls_moreThanAllMayHave_areNotRefusedToPeerWithoutAny() throws Exception {
    start(NodeOptions.defaults().withJobThreads(2).withPeerJobThreads(1).withJobQueue(1));
    for (int i = 0; i < 10; i++) {
      busy.send(call(busy, "waiting", "f"));
    }
    busy.expectSilenceAfter(10);

    assertThat(reverse(quiet)).isEqualTo(REVERSED);
  }

  @Test
  void scans_oneThread_letShortCallsRun() throws Exception {
    start(NodeOptions.defaults().withJobThreads(1));
    for (int i = 0; i < 5; i++) {
      busy.send(call(busy, "scan", "f"));
    }
    busy.next(SpawnReply.class);

    for (int i = 0; i < 10; i++) {
      assertThat(reverse(quiet)).isEqualTo(REVERSED);
    }
    // Calls of the peer that scans too: all scans have begun, and none holds the thread.
    for (int i = 0; i < 4; i++) {
      busy.next(SpawnReply.class);
    }
    assertThat(reverse(busy)).isEqualTo(REVERSED);
  }

  @Test
  void scans_afterTheirConnection_end() throws Exception {
    start(NodeOptions.defaults().withJobThreads(2));
    CountDownLatch ended = new CountDownLatch(1);
    small.expose(
        "endless",
        call -> {
          try {
            return scan();
          } finally {
            ended.countDown();
          }
        });
    SpawnRequest request = call(busy, "endless", "f");
    // A cast: no process monitors it.
    busy.send(
        new SpawnRequest(
            request.id(),
            request.from(),
            request.from(),
            Atom.of("erpc"),
            Atom.of("execute_cast"),
            3,
            ListTerm.empty(),
            TermParser.parse("[endless,f,[]]")));
    busy.next(SpawnReply.class);

    busy.disconnect();

    Await.count(ended);
  }

  @Test
  void scan_whoseMonitorIsTakenBack_ends() throws Exception {
    start(NodeOptions.defaults().withJobThreads(1));
    SpawnRequest request = call(busy, "scan", "f");
    busy.send(request);
    Term process = busy.next(SpawnReply.class).pidOrError();

    busy.send(new Demonitor(request.from(), process, request.id()));

    Await.until("no call is left", () -> small.callCount() == 0);
    assertThat(reverse(busy)).isEqualTo(REVERSED);
  }

  @Test
  void counterOfManySteps_onALongInteger_letsShortCallsRunAndEnds() throws Exception {
    start(NodeOptions.defaults().withJobThreads(1));
    IntegerTerm one = IntegerTerm.of(1);
    // With one more, nearly the largest integer.
    IntegerTerm large = IntegerTerm.of(BigInteger.ONE.shiftLeft(4_194_200));
    // Each sum is replaced by the one integer, so that the results take no memory.
    Term[] steps = new Term[100_000];
    Arrays.fill(steps, Tuple.of(IntegerTerm.of(2), one, IntegerTerm.of(0), large));
    try (Owner owner = small.tables().newOwner()) {
      EtsTable table =
          owner.newTable("counters", TableOptions.set().withNamedTable().withPublicAccess());
      table.insert(Tuple.of(one, large));
      SpawnRequest request =
          call(busy, "ets", "update_counter", Atom.of("counters"), one, ListTerm.of(steps));
      busy.send(request);
      Term process = busy.next(SpawnReply.class).pidOrError();

      assertThat(reverse(quiet)).isEqualTo(REVERSED);
      // A call is answered before it has ended.
      Await.until("the short call has ended", () -> small.callCount() <= 1);
      assertThat(small.callCount()).as("calls that still run").isEqualTo(1);

      busy.send(new Demonitor(request.from(), process, request.id()));
      Await.until("no call is left", () -> small.callCount() == 0);
      assertThat(table.lookup(one)).containsExactly(Tuple.of(one, large));
    }
  }

  @Test
  void pings_ofSilentNode_holdNoThread() throws Exception {
    start(NodeOptions.defaults().withJobThreads(1));
    try (ScriptedPeer silent = new ScriptedPeer(network, "silent@h", "small@h")) {
      for (int i = 0; i < 5; i++) {
        busy.send(call(busy, "net_adm", "ping", silent.node()));
      }
      busy.next(SpawnReply.class);

      assertThat(reverse(quiet)).isEqualTo(REVERSED);
    }
  }

  @Test
  void call_withoutMemory_isSystemLimitAndOthersGoOn() throws Exception {
    start(NodeOptions.defaults().withJobThreads(1));
    small.expose(
        "hungry",
        call -> {
          throw new OutOfMemoryError("of the test");
        });

    busy.send(call(busy, "hungry", "f"));

    assertThat(outcome(busy)).isEqualTo(TermParser.parse("{tag,error,system_limit,[]}"));
    assertThat(reverse(quiet)).isEqualTo(REVERSED);
  }

  @Test
  void call_longerThanCallsMayTake_endsWithTimeout() throws Exception {
    start(NodeOptions.defaults().withMaxCallTime(Duration.ofMillis(1)));

    busy.send(call(busy, "waiting", "f"));

    assertThat(outcome(busy)).isEqualTo(TermParser.parse("{tag,exit,timeout}"));
  }

  @Test
  void scan_longerThanCallsMayTake_endsWithTimeout() throws Exception {
    start(NodeOptions.defaults().withMaxCallTime(Duration.ofMillis(1)));

    busy.send(call(busy, "scan", "f"));

    Term outcome = outcome(busy);
    assertThat(outcome).isEqualTo(TermParser.parse("{tag,exit,timeout}"));
  }

  @Test
  void call_afterOneThatLeftAnInterrupt_isNotInterrupted() throws Exception {
    start(NodeOptions.defaults().withJobThreads(1));
    small.expose(
        "leaving",
        call -> {
          Thread.currentThread().interrupt();
          return Atom.OK;
        });
    small.expose("state", call -> Atom.of(Thread.currentThread().isInterrupted()));
    busy.send(call(busy, "leaving", "f"));
    outcome(busy);

    busy.send(call(busy, "state", "f"));

    assertThat(outcome(busy)).isEqualTo(TermParser.parse("{tag,return,false}"));
  }

  @Test
  void calls_ofTheNodeItself_mayHaveAllThreads() throws Exception {
    start(NodeOptions.defaults().withJobThreads(4).withPeerJobThreads(1));
    small.expose(
        "deeper",
        call -> {
          int depth = ((IntegerTerm) call.arguments().get(0)).intValue();
          return depth == 0
              ? Atom.OK
              : Await.value(small.call("small@h", "deeper", "f", IntegerTerm.of(depth - 1)));
        });

    busy.send(call(busy, "deeper", "f", IntegerTerm.of(3)));

    assertThat(outcome(busy)).isEqualTo(TermParser.parse("{tag,return,ok}"));
  }
}
