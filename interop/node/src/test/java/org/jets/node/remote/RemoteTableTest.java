package org.jets.node.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jets.ets.Backend;
import org.jets.ets.BadArgumentException;
import org.jets.ets.EtsTable;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.Owner;
import org.jets.ets.TableAccessException;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.erl.EtsCallException;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.match.MatchSpec;
import org.jets.node.Await;
import org.jets.node.ErlangException;
import org.jets.node.ErlangNode;
import org.jets.node.IncomingCall;
import org.jets.node.Mailbox;
import org.jets.node.MemoryNetwork;
import org.jets.node.NodeOptions;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tables of a jets node, used from another one without sockets. */
@Timeout(60)
class RemoteTableTest {
  private static final String HERE = "here@h";
  private static final String THERE = "there@h";

  private final MemoryNetwork network = new MemoryNetwork();
  private final TableSpace tables = new TableSpace();
  private final TableSpace busyTables = new TableSpace();
  private ErlangNode here;
  private ErlangNode there;

  @BeforeEach
  void start() {
    there = node(THERE, tables);
    here = node(HERE, new TableSpace());
  }

  private ErlangNode node(String name, TableSpace space) {
    return network.start(name, 5, NodeOptions.defaults().withTables(space));
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
    assertThat(tables.all()).isEmpty();
  }

  private static Term t(String text) {
    return TermParser.parse(text);
  }

  private static Tuple o(String text) {
    return (Tuple) TermParser.parse(text);
  }

  private RemoteOwner owner() {
    return RemoteOwner.start(here, THERE);
  }

  @Test
  void contract_ofALocalTable_holds() {
    Owner owner = new TableSpace().newOwner();
    TableContract contract = new TableContract(owner::newTable, owner::open, owner.pid());
    contract.verify();
    assertThat(contract.uncalled()).isEqualTo(notInContract());
  }

  @Test
  void contract_ofATableOfAnotherNode_holds() {
    try (RemoteOwner owner = owner()) {
      TableContract contract = new TableContract(owner::newTable, owner::open, owner.pid());
      contract.verify();
      assertThat(contract.uncalled()).isEqualTo(notInContract());
    }
  }

  /** Returns the methods that have tests of their own, since they differ between tables. */
  private static Set<String> notInContract() {
    return Set.of(
        "tab2file[interface java.nio.file.Path]",
        "tab2file[interface java.nio.file.Path, class org.jets.ets.SaveOptions]");
  }

  @Test
  void dets_ofAJetsNode_areNone() {
    try (RemoteOwner owner = owner()) {
      RemoteEtsTable table = owner.newTable("t", TableOptions.set());
      assertThatThrownBy(() -> table.fromDets(Atom.of("d")))
          .isInstanceOf(BadArgumentException.class);
      assertThatThrownBy(() -> table.toDets(Atom.of("d"))).isInstanceOf(BadArgumentException.class);
    }
  }

  @Test
  void newTable_withABackend_isMadeAsTheOtherNodeLikes() {
    try (RemoteOwner owner = owner()) {
      TableOptions options =
          TableOptions.orderedSet().withKeypos(2).withPublicAccess().withBackend(Backend.SKIP_LIST);
      RemoteEtsTable table = owner.newTable("t", options);
      assertThat(table.node()).isEqualTo(THERE);
      assertThat(owner.all()).containsExactly(table.id());
      assertThat(table.info(t("owner"))).contains(owner.pid());
    }
  }

  @Test
  void open_byNameAndIdentifier_findsTheTable() {
    try (RemoteOwner owner = owner()) {
      EtsTable table =
          owner.newTable("named", TableOptions.set().withNamedTable().withPublicAccess());
      table.insert(o("{1,a}"));
      assertThat(owner.open("named").lookup(t("1"))).containsExactly(o("{1,a}"));
      assertThat(owner.open(table.id()).id()).isEqualTo(table.id());
      assertThat(owner.find("absent")).isEmpty();
      assertThatThrownBy(() -> owner.open("absent")).isInstanceOf(NoSuchTableException.class);
      assertThatThrownBy(() -> owner.newTable("named", TableOptions.set().withNamedTable()))
          .hasMessageContaining("already exists");
    }
  }

  @Test
  void toString_hasNameIdentifierAndNode() {
    try (RemoteOwner owner = owner()) {
      EtsTable named = owner.newTable("first", TableOptions.set().withNamedTable());
      EtsTable unnamed = owner.newTable("second", TableOptions.set());
      assertThat(named).hasToString("RemoteEtsTable " + named.id() + " first on there@h");
      assertThat(unnamed).hasToString("RemoteEtsTable " + unnamed.id() + " second on there@h");
    }
  }

  @Test
  void privateTable_ofAnotherOwner_isRefused() {
    try (RemoteOwner owner = owner();
        RemoteOwner other = owner()) {
      EtsTable table = owner.newTable("t", TableOptions.set());
      EtsTable seen = other.open(table.id());
      assertThat(seen.size()).isZero();
      assertThatThrownBy(() -> seen.insert(o("{1}")))
          .isInstanceOf(TableAccessException.class)
          .hasMessage("table: " + table.id() + ", protected (expected: public)");
      table.insert(o("{1}"));
      assertThat(seen.lookup(t("1"))).hasSize(1);
    }
  }

  @Test
  void protectedTable_ofAnotherOwner_isNamedWithItsAccess() {
    try (RemoteOwner owner = owner();
        RemoteOwner other = owner()) {
      EtsTable table = owner.newTable("words", TableOptions.set().withNamedTable());
      EtsTable seen = other.open("words");
      assertThatThrownBy(() -> seen.insert(o("{1}")))
          .isInstanceOf(TableAccessException.class)
          .hasMessage("table: words, protected (expected: public)")
          .hasCauseInstanceOf(ErlangException.class);
      assertThatThrownBy(seen::drop)
          .isInstanceOf(TableAccessException.class)
          .hasMessage("table: words, protected (expected: public)");
      assertThat(table.size()).isZero();
    }
  }

  @Test
  void closedOwner_isRefused_andItsTablesGo() {
    RemoteOwner owner = owner();
    EtsTable table = owner.newTable("t", TableOptions.set());
    owner.close();
    owner.close();
    assertThatThrownBy(table::size).isInstanceOf(IllegalStateException.class);
    Await.until("the table gone", () -> tables.all().isEmpty());
  }

  @Test
  void nodeThatGoes_endsCallsAndStreams_andLeavesNothing() {
    int before = here.nodes().size();
    RemoteOwner owner = RemoteOwner.start(here, THERE, RemoteOptions.defaults().withChunkSize(2));
    EtsTable table = owner.newTable("t", TableOptions.set().withPublicAccess());
    table.insert(List.of(o("{1}"), o("{2}"), o("{3}"), o("{4}"), o("{5}")));
    try (Stream<Tuple> stream = table.stream()) {
      Iterator<Tuple> objects = stream.iterator();
      objects.next();
      there.close();
      assertThatThrownBy(() -> objects.forEachRemaining(object -> {}))
          .isInstanceOf(NodeDownException.class);
    }
    assertThatThrownBy(() -> table.lookup(t("1"))).isInstanceOf(NodeDownException.class);
    assertThatThrownBy(() -> RemoteOwner.start(here, THERE)).isInstanceOf(NodeDownException.class);
    table.close();
    owner.close();
    Await.until("the connection gone", () -> here.nodes().size() == before);
  }

  @Test
  void start_malformedName_isRefused() {
    assertThatThrownBy(() -> RemoteOwner.start(here, "nohost"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("node: nohost (expected: name@host)");
  }

  @Test
  void start_nodeThatCannotBeReached_saysWhy() {
    assertThatThrownBy(() -> RemoteOwner.start(here, "nobody@127.0.0.1"))
        .isInstanceOf(NodeDownException.class)
        .hasMessageContaining("on nobody@127.0.0.1: no connection: ")
        .hasRootCauseInstanceOf(IOException.class);
  }

  /** Keeps the other node from answering calls of tables before the result is counted down. */
  private CountDownLatch answerTablesLater() {
    CountDownLatch answered = new CountDownLatch(1);
    there.replaceModule(
        "ets",
        call -> {
          answered.await();
          throw ErlangException.undefined(call);
        });
    return answered;
  }

  @Test
  void callThatIsNotAnswered_endsInTime_andLaterOnesWork() {
    CountDownLatch answered = answerTablesLater();
    try (RemoteOwner owner =
        Await.inTime(
            () ->
                RemoteOwner.start(
                    here, THERE, RemoteOptions.defaults().withTimeout(Duration.ofSeconds(1))))) {
      assertThatThrownBy(owner::all)
          .isInstanceOf(RemoteTimeoutException.class)
          .hasMessageContaining("PT1S");
    } finally {
      answered.countDown();
    }
    try (RemoteOwner owner = owner()) {
      assertThatThrownBy(owner::all)
          .isInstanceOf(RemoteTableException.class)
          .hasMessageContaining("undef");
    }
  }

  @Test
  void fixationThatIsNotAnswered_isReleasedWhenItIs() throws Exception {
    try (RemoteOwner patient = owner();
        RemoteOwner owner =
            Await.inTime(
                () ->
                    RemoteOwner.start(
                        here,
                        THERE,
                        RemoteOptions.defaults().withTimeout(Duration.ofSeconds(1))))) {
      EtsTable table = patient.newTable("t", TableOptions.set().withPublicAccess());
      EtsTable slow = owner.open(table.id());
      CountDownLatch givenUp = new CountDownLatch(1);
      CountDownLatch released = new CountDownLatch(1);
      there.replaceModule(
          "ets",
          call -> {
            boolean fixes = call.function() == Atom.of("safe_fixtable");
            if (fixes && call.arguments().get(1) == Atom.TRUE) {
              Await.count(givenUp);
            }
            Term result = apply(call);
            if (fixes && call.arguments().get(1) == Atom.FALSE) {
              released.countDown();
            }
            return result;
          });
      assertThatThrownBy(() -> slow.safeFixtable(true)).isInstanceOf(RemoteTimeoutException.class);
      givenUp.countDown();
      Await.count(released);
      assertThat(table.info(Atom.of("fixed"))).contains(Atom.FALSE);
    }
  }

  // Streams that are not read to their end.

  private RemoteEtsTable tableOfFive(RemoteOwner owner) {
    RemoteEtsTable table = owner.newTable("t", TableOptions.set().withPublicAccess());
    table.insert(List.of(o("{1}"), o("{2}"), o("{3}"), o("{4}"), o("{5}")));
    return table;
  }

  private RemoteOwner ownerOfSmallChunks() {
    return RemoteOwner.start(here, THERE, RemoteOptions.defaults().withChunkSize(2));
  }

  private static boolean isFixed(EtsTable table) {
    return !table.info(Atom.of("safe_fixed_monotonic_time")).equals(Optional.of(Atom.FALSE));
  }

  private static void awaitReleased(EtsTable table) {
    Await.until(
        "the table is released",
        () -> {
          System.gc();
          return !isFixed(table);
        });
  }

  /** The cleaner's thread finds no memory for the request; the next call has some. */
  @Test
  void streamThatIsForgotten_releaseThatCannotBeSent_isSentWithTheNextCall() {
    try (RemoteOwner owner = ownerOfSmallChunks()) {
      EtsTable table = tableOfFive(owner);
      EtsTable local = tables.newOwner().open(table.id());
      network.setMemoryShort(true);
      assertThat(table.stream().findFirst()).isPresent();
      Await.until(
          "the release has found no memory",
          () -> {
            System.gc();
            return network.refusals() > 0;
          });
      assertThat(isFixed(local)).isTrue();

      network.setMemoryShort(false);

      Await.until("the table is released", () -> table.size() == 5 && !isFixed(local));
    }
  }

  private static final String BUSY = "busy@h";

  /** The number of calls that the node accepts of another, of which it serves one at a time. */
  private static final int PLACES = 4;

  private ErlangNode busyNode() {
    NodeOptions options = NodeOptions.defaults().withTables(busyTables);
    return network.start(BUSY, 5, options.withJobThreads(1).withPeerJobQueue(PLACES - 1));
  }

  /** Runs an action while another node refuses all calls, and checks that it has. */
  private void whileRefusing(ErlangNode busy, Runnable action) throws InterruptedException {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch isOver = new CountDownLatch(1);
    busy.expose(
        "waiting",
        call -> {
          entered.countDown();
          Await.count(isOver);
          return Atom.OK;
        });
    List<CompletableFuture<Term>> calls = new ArrayList<>();
    try {
      calls.add(here.call(BUSY, "waiting", "f"));
      // Once it runs, in the only thread, all calls before it have released their places.
      Await.count(entered);
      while (calls.size() < PLACES) {
        calls.add(here.call(BUSY, "waiting", "f"));
      }
      action.run();
      assertThat(Await.failure(here.call(BUSY, "waiting", "f")))
          .hasMessageContaining("system_limit");
    } finally {
      isOver.countDown();
    }
    calls.forEach(Await::value);
    Await.until("calls are served", this::isServedByTheBusyNode);
  }

  private boolean isServedByTheBusyNode() {
    return here.call(BUSY, "erlang", "node").handle((name, failure) -> failure == null).join();
  }

  @Test
  void release_thatTheOtherNodeRefuses_isSentWithTheNextCall() throws Exception {
    try (ErlangNode busy = busyNode();
        RemoteOwner owner =
            RemoteOwner.start(here, BUSY, RemoteOptions.defaults().withChunkSize(2));
        Owner localOwner = busyTables.newOwner()) {
      EtsTable table = tableOfFive(owner);
      EtsTable local = localOwner.open(table.id());
      Stream<Tuple> awaited = table.stream();
      Stream<Tuple> unawaited = table.stream();
      assertThat(awaited.findFirst()).isPresent();
      assertThat(unawaited.findFirst()).isPresent();

      whileRefusing(
          busy,
          () -> {
            awaited.close();
            Thread.currentThread().interrupt();
            unawaited.close();
            assertThat(Thread.interrupted()).isTrue();
          });
      assertThat(isFixed(local)).isTrue();

      assertThat(table.size()).isEqualTo(5);
      Await.until("the table is released", () -> !isFixed(local));
    }
  }

  @Test
  void release_thatIsRefusedToAClosedHandle_isSentWithTheNextCallOfTheOwner() throws Exception {
    try (ErlangNode busy = busyNode();
        RemoteOwner owner =
            RemoteOwner.start(here, BUSY, RemoteOptions.defaults().withChunkSize(2));
        Owner localOwner = busyTables.newOwner()) {
      EtsTable table = owner.open(tableOfFive(owner).id());
      EtsTable local = localOwner.open(table.id());
      // Closed last: a stream that is unreachable releases the table by itself.
      try (Stream<Tuple> stream = table.stream()) {
        assertThat(stream.findFirst()).isPresent();

        whileRefusing(busy, table::close);
        assertThat(isFixed(local)).isTrue();

        assertThat(owner.all()).hasSize(1);
        Await.until("the table is released", () -> !isFixed(local));
      }
    }
  }

  @Test
  void stream_actionThatThrows_releasesTheTableAtOnce() {
    try (RemoteOwner owner = ownerOfSmallChunks()) {
      EtsTable table = tableOfFive(owner);
      Stream<Tuple> stream = table.stream();
      assertThatThrownBy(
              () ->
                  stream.forEach(
                      object -> {
                        assertThat(isFixed(table)).isTrue();
                        throw new IllegalArgumentException("mine");
                      }))
          .hasMessage("mine");
      assertThat(isFixed(table)).isFalse();
      Spliterator<Tuple> objects = table.spliterator();
      assertThatThrownBy(
              () ->
                  objects.tryAdvance(
                      object -> {
                        throw new IllegalArgumentException("mine");
                      }))
          .hasMessage("mine");
      assertThat(isFixed(table)).isFalse();
    }
  }

  @Test
  void stream_closedAfterFindFirst_hasReleasedTheTable() {
    try (RemoteOwner owner = ownerOfSmallChunks()) {
      EtsTable table = tableOfFive(owner);
      try (Stream<Tuple> stream = table.stream()) {
        assertThat(stream.findFirst()).isPresent();
        assertThat(isFixed(table)).isTrue();
      }
      assertThat(isFixed(table)).isFalse();
    }
  }

  @Test
  void stream_closedByInterruptedThread_releasesTheTable() {
    try (RemoteOwner owner = ownerOfSmallChunks()) {
      EtsTable table = tableOfFive(owner);
      Stream<Tuple> stream = table.stream();
      assertThat(stream.findFirst()).isPresent();
      Thread.currentThread().interrupt();
      try {
        stream.close();
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      Await.until("the table is released", () -> !isFixed(table));
    }
  }

  @Test
  void streams_forgotten_releaseTheTable() {
    try (RemoteOwner owner = ownerOfSmallChunks()) {
      EtsTable table = tableOfFive(owner);
      assertThat(table.stream().findFirst()).isPresent();
      assertThat(table.stream().anyMatch(object -> true)).isTrue();
      assertThat(table.stream(MatchSpec.objectsLike(Atom.of("_"))).iterator().next()).isNotNull();
      assertThat(table.iterateFrom(t("1")).findFirst()).isPresent();
      awaitReleased(table);
      table.insert(o("{6}"));
      assertThat(table.stream().count()).isEqualTo(6);
    }
  }

  /** A fixation by hand stays, though streams over the same table become unreachable. */
  @Test
  void streams_forgotten_leaveOtherFixations() {
    try (RemoteOwner owner = ownerOfSmallChunks()) {
      EtsTable table = tableOfFive(owner);
      table.safeFixtable(true);
      try (Stream<Tuple> stream = table.stream()) {
        assertThat(stream.iterator().next()).isNotNull();
      }
      assertThat(isFixed(table)).isTrue();
      table.safeFixtable(false);
      assertThat(isFixed(table)).isFalse();
    }
  }

  private Term apply(IncomingCall call) {
    try {
      return EtsModule.apply(tables, call.caller(), call.function(), call.arguments());
    } catch (EtsCallException e) {
      throw new AssertionError(call.toString(), e);
    }
  }

  @Test
  void longestTimeout_waits() {
    RemoteOptions patient =
        RemoteOptions.defaults().withTimeout(Duration.ofSeconds(Long.MAX_VALUE));
    try (RemoteOwner owner = RemoteOwner.start(here, THERE, patient)) {
      assertThat(owner.all()).isEmpty();
    }
  }

  @Test
  void interruptedThread_getsAnException_andStaysInterrupted() {
    CountDownLatch answered = answerTablesLater();
    try (RemoteOwner owner = owner()) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(owner::all)
          .isInstanceOf(RemoteTableException.class)
          .hasMessageContaining("interrupted");
      assertThat(Thread.interrupted()).isTrue();
    } finally {
      answered.countDown();
    }
  }

  /** All threads that complete the futures of others wait in listeners, as they may. */
  @Test
  void callsOfListeners_onAllThreadsOfTheNode_areAnswered() throws Exception {
    int count = 2;
    ExecutorService threads = Executors.newFixedThreadPool(count);
    CyclicBarrier all = new CyclicBarrier(count);
    NodeOptions options = NodeOptions.defaults().withTables(new TableSpace()).withExecutor(threads);
    try (ErlangNode listening = network.start("listening@h", 5, options);
        RemoteOwner owner = RemoteOwner.start(listening, THERE)) {
      EtsTable table = owner.newTable("t", TableOptions.set().withPublicAccess());
      List<CompletableFuture<Boolean>> results = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        results.add(result);
        Mailbox mailbox = listening.newMailbox();
        mailbox.listen(
            message ->
                result.completeAsync(
                    () -> {
                      try {
                        all.await();
                      } catch (InterruptedException | BrokenBarrierException e) {
                        throw new AssertionError(e);
                      }
                      return table.insertNew(Tuple.of(message));
                    },
                    Runnable::run));
        mailbox.send(mailbox.pid(), IntegerTerm.of(i));
      }
      for (CompletableFuture<Boolean> result : results) {
        assertThat(Await.value(result)).isTrue();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void answersThatMakeNoSense_areRefused() {
    there.replaceModule("ets", call -> Atom.of("nonsense"));
    try (RemoteOwner owner = owner()) {
      for (Runnable call : List.<Runnable>of(owner::all, () -> owner.open("t"))) {
        assertThatThrownBy(call::run)
            .isInstanceOf(RemoteTableException.class)
            .hasMessageContaining("nonsense");
      }
    }
  }
}
