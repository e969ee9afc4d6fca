package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import com.google.common.testing.GcFinalization;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.ets.erl.EtsCallException;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.erl.JetsModule;
import org.jets.ets.feed.SubscriptionCounts;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

/** Tests changes of tables as messages to processes of another node. */
class JetsSubscriptionTest {
  private static final Pid MAKER = FakeProcesses.process(1);
  private static final Pid WATCHER = FakeProcesses.process(2);

  private final FakeProcesses processes = new FakeProcesses();
  private final TableSpace space = processes.space();

  private Term ets(Pid caller, String function, Term... arguments) {
    return EtsModule.apply(space, caller, a(function), List.of(arguments));
  }

  private Term jets(Pid caller, String function, Term... arguments) {
    return JetsModule.apply(space, caller, a(function), List.of(arguments));
  }

  private Term newTable(String options) {
    return ets(MAKER, "new", a("t"), TermParser.parse(options));
  }

  private Term subscribe(Term table, String options) {
    return jets(WATCHER, "subscribe", table, TermParser.parse(options));
  }

  private List<Tuple> messages() {
    processes.runTasks();
    return processes.sent();
  }

  private static Tuple message(Term table, Term subscription, String event) {
    return Tuple.of(WATCHER, t(a("jets_event"), table, subscription, TermParser.parse(event)));
  }

  @Test
  void subscribe_sendsEachChange() {
    Term table = newTable("[named_table, public, {events, true}]");
    Term id = subscribe(table, "[]");
    ets(MAKER, "insert", table, t(1, "a"));
    ets(WATCHER, "insert", table, t(1, "b"));
    ets(MAKER, "delete", table, i(1));
    ets(MAKER, "delete_all_objects", table);
    ets(MAKER, "delete", table);

    assertThat(messages())
        .containsExactly(
            message(table, id, "{inserted,1,[],[{1,a}]}"),
            message(table, id, "{replaced,1,[{1,a}],[{1,b}]}"),
            message(table, id, "{deleted,1,[{1,b}],[]}"),
            message(table, id, "cleared"),
            message(table, id, "{closed,deleted}"));
    assertThat(processes.remembered()).isZero();
    assertThat(processes.monitored()).isZero();
  }

  @Test
  void subscribe_withOptions_watchesSomeKeysInABoundedQueue() {
    Term table = newTable("[ordered_set, public, {events, true}]");
    Term keys = subscribe(table, "[{keys, [2, 7]}]");
    Term range = subscribe(table, "[{range, 3, 4}, {capacity, 1}]");
    ets(MAKER, "insert", table, l(t(1, 1), t(2, 1), t(3, 1), t(4, 1), t(5, 1)));

    assertThat(messages())
        .containsExactlyInAnyOrder(
            message(table, keys, "{inserted,2,[],[{2,1}]}"),
            message(table, range, "{inserted,3,[],[{3,1}]}"),
            message(table, range, "{lost,1}"));
  }

  @Test
  void process_isBehind_getsNoMoreUntilItHasCaughtUp() {
    Term table = newTable("[public, {events, true}]");
    Term id = subscribe(table, "[{capacity, 1}]");
    processes.fallBehind(WATCHER);
    for (int n = 1; n <= 4; n++) {
      ets(MAKER, "insert", table, t(n, n));
      processes.runTasks();
    }
    assertThat(messages()).isEmpty();
    processes.catchUp(WATCHER);

    assertThat(messages())
        .containsExactly(
            message(table, id, "{inserted,1,[],[{1,1}]}"),
            message(table, id, "{inserted,2,[],[{2,2}]}"),
            message(table, id, "{lost,2}"));
  }

  @Test
  void table_endsWhileTheProcessIsBehind_isToldAfterTheChange() {
    Term table = newTable("[public, {events, true}]");
    Term id = subscribe(table, "[]");
    processes.fallBehind(WATCHER);
    ets(MAKER, "insert", table, t(1, 1));
    processes.runTasks();
    ets(MAKER, "delete", table);
    assertThat(messages()).isEmpty();
    processes.catchUp(WATCHER);

    assertThat(messages())
        .containsExactly(
            message(table, id, "{inserted,1,[],[{1,1}]}"), message(table, id, "{closed,deleted}"));
    assertThat(processes.remembered()).isZero();
  }

  @Test
  void unsubscribe_whileTheProcessIsBehind_sendsNothing() {
    Term table = newTable("[public, {events, true}]");
    Term id = subscribe(table, "[]");
    processes.fallBehind(WATCHER);
    ets(MAKER, "insert", table, t(1, 1));
    processes.runTasks();
    jets(WATCHER, "unsubscribe", id);
    processes.catchUp(WATCHER);
    assertThat(messages()).isEmpty();
  }

  @Test
  void changes_ofMoreBytesThanMayWait_areLost() {
    Term table = newTable("[public, {events, true}]");
    Term id = subscribe(table, "[]");
    Tuple large = t(1, Binary.of(new byte[1 << 18]));
    ets(MAKER, "insert", table, large);
    ets(MAKER, "insert", table, t(2, "a"));
    ets(MAKER, "delete", table, i(1));

    assertThat(messages())
        .containsExactly(
            message(table, id, "{lost,1}"),
            message(table, id, "{inserted,2,[],[{2,a}]}"),
            message(table, id, "{lost,1}"));
  }

  @Test
  void changes_thatWait_takeBoundedBytesTogether() {
    Term table = newTable("[public, {events, true}]");
    Term id = subscribe(table, "[]");
    processes.fallBehind(WATCHER);
    for (int n = 1; n <= 9; n++) {
      // The first one is taken out of the queue, for the process.
      ets(MAKER, "insert", table, t(n, Binary.of(new byte[60_000])));
      processes.runTasks();
    }
    processes.catchUp(WATCHER);

    List<Tuple> messages = messages();
    assertThat(messages).hasSize(6).endsWith(message(table, id, "{lost,4}"));
  }

  @Test
  void subscribe_withOptionsOfTooManyBytes_isSystemLimit() {
    Term table = newTable("[public, {events, true}]");
    Term keys =
        ListTerm.of(t("keys", ListTerm.of(IntStream.range(0, 5_000).mapToObj(Terms::i).toList())));
    assertSystemLimit(() -> jets(WATCHER, "subscribe", table, keys));
    processes.runTasks();
    assertThat(processes.remembered()).isOne();
  }

  @Test
  void subscriptions_ofTheProcessesOfANode_areBounded() {
    Term table = newTable("[public, {events, true}]");
    Term id = subscribe(table, "[]");
    for (int n = 1; n < SubscriptionCounts.MOST_OF_NODE; n++) {
      jets(FakeProcesses.process(10 + n), "subscribe", table, l());
    }
    assertSystemLimit(() -> jets(MAKER, "subscribe", table, l()));
    assertSystemLimit(() -> jets(FakeProcesses.worker(1), "subscribe", table, l()));
    jets(WATCHER, "unsubscribe", id);
    assertThat(jets(MAKER, "subscribe", table, l())).isInstanceOf(Reference.class);
  }

  @Test
  void subscriptions_ofAllNodesAndSmallHeaps_areBounded() {
    SubscriptionCounts counts = new SubscriptionCounts(1 << 28);
    assertThat(counts.mostOfNode()).isEqualTo(16);
    List<Runnable> takingBack = new ArrayList<>();
    for (int n = 0; n < 32; n++) {
      takingBack.add(counts.add(a("n" + n % 4)));
    }
    assertThatThrownBy(() -> counts.add(a("other")))
        .isInstanceOf(SystemLimitException.class)
        .hasMessageContaining("all nodes")
        .hasMessageContaining("32");
    takingBack.get(0).run();
    takingBack.get(0).run();
    takingBack.get(1).run();
    counts.add(a("n2"));
    for (int n = 0; n < 7; n++) {
      takingBack.get(3 + 4 * n).run();
      counts.add(a("n2"));
    }
    assertThatThrownBy(() -> counts.add(a("n2")))
        .isInstanceOf(SystemLimitException.class)
        .hasMessageContaining("n2")
        .hasMessageContaining("16");
    counts.add(a("other"));
    assertThatThrownBy(() -> counts.add(a("other"))).hasMessageContaining("all nodes");
  }

  /** No later call could wake the subscription, so nothing must be kept for it. */
  @Test
  void table_endsWithoutMemoryToTellIt_keepsNoCount() {
    Term table = newTable("[public, {events, true}]");
    subscribe(table, "[]");
    processes.failDeliveries(new OutOfMemoryError("test"));
    ets(MAKER, "delete", table);
    processes.failDeliveries(null);
    assertThat(messages()).isEmpty();
    assertThat(processes.remembered()).isZero();
    assertThat(processes.monitored()).isZero();
  }

  /** The next change wakes the subscription. */
  @Test
  void change_withoutMemoryToTellIt_comesWithTheNextOne() {
    Term table = newTable("[public, {events, true}]");
    Term id = subscribe(table, "[]");
    processes.failDeliveries(new OutOfMemoryError("test"));
    ets(MAKER, "insert", table, t(1, 1));
    processes.failDeliveries(null);
    ets(MAKER, "insert", table, t(2, 2));
    assertThat(messages())
        .containsExactly(
            message(table, id, "{inserted,1,[],[{1,1}]}"),
            message(table, id, "{inserted,2,[],[{2,2}]}"));
  }

  /** A change that waits for a slow subscriber keeps no other subscription. */
  @Test
  void change_thatWaits_keepsNoEndedSubscription() throws Exception {
    Term table = newTable("[public, {events, true}]");
    subscribe(table, "[]");
    processes.fallBehind(WATCHER);
    ets(MAKER, "insert", table, t(0, 0));
    processes.runTasks();
    WeakReference<Term> key = insertWatchedByAnother(table);
    GcFinalization.awaitClear(key);
    processes.catchUp(WATCHER);
    assertThat(messages()).hasSize(2);
  }

  private WeakReference<Term> insertWatchedByAnother(Term table) {
    Term unused = Tuple.of(a("unused"), i(1_000_000));
    Term keys = l(t("keys", l(i(1), unused)));
    Term id = jets(MAKER, "subscribe", table, keys);
    ets(MAKER, "insert", table, t(1, 1));
    jets(MAKER, "unsubscribe", id);
    return new WeakReference<>(unused);
  }

  private static void assertSystemLimit(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            EtsCallException.class,
            error -> assertThat(error.reason()).isEqualTo(a("system_limit")));
  }

  @Test
  void unsubscribe_endsTheMessages() {
    Term table = newTable("[public, {events, true}]");
    Term id = subscribe(table, "[]");
    int remembered = processes.remembered();
    assertThat(jets(MAKER, "unsubscribe", id)).isEqualTo(a("false"));
    assertThat(jets(WATCHER, "unsubscribe", id)).isEqualTo(a("true"));
    assertThat(jets(WATCHER, "unsubscribe", id)).isEqualTo(a("false"));
    ets(MAKER, "insert", table, t(1, "a"));

    assertThat(messages()).isEmpty();
    // One for the subscription, and one for the process, which has nothing left.
    assertThat(processes.remembered()).isEqualTo(remembered - 2);
  }

  @Test
  void process_ends_endsItsSubscriptions() {
    Term table = newTable("[public, {events, true}]");
    subscribe(table, "[]");
    subscribe(table, "[]");
    processes.end(WATCHER);
    ets(MAKER, "insert", table, t(1, "a"));

    assertThat(messages()).isEmpty();
    processes.end(MAKER);
    processes.runTasks();
    assertThat(processes.remembered()).isZero();
  }

  @Test
  void process_hasEndedAlready_leavesNothing() {
    Term table = newTable("[public, {events, true}]");
    int remembered = processes.remembered();
    processes.end(WATCHER);
    try {
      subscribe(table, "[]");
    } catch (EtsCallException e) {
      assertThat(e.reason()).isEqualTo(a("badarg"));
    }
    ets(MAKER, "insert", table, t(1, "a"));

    assertThat(messages()).isEmpty();
    assertThat(processes.remembered()).isEqualTo(remembered);
  }

  @Test
  void owner_ends_closesTheSubscription() {
    Term id = subscribe(newTable("[named_table, {events, true}]"), "[]");
    processes.end(MAKER);
    assertThat(messages()).containsExactly(message(a("t"), id, "{closed,deleted}"));
  }

  @Test
  void access_isLost_closesTheSubscription() {
    Term table = newTable("[{events, true}]");
    Term id = subscribe(table, "[]");
    ets(MAKER, "setopts", table, l(t("protection", "private")));
    ets(MAKER, "insert", table, t(1, "a"));
    assertThat(messages()).containsExactly(message(table, id, "{closed,access}"));
  }

  @Test
  void subscribe_toWhatCannotBeWatched_isBadarg() {
    Term plain = newTable("[]");
    Term table = newTable("[{events, true}]");
    Term hidden = newTable("[private, {events, true}]");
    for (Runnable call :
        List.<Runnable>of(
            () -> subscribe(plain, "[]"),
            () -> subscribe(hidden, "[]"),
            () -> subscribe(table, "[{range, 1, 2}]"),
            () -> subscribe(table, "[{capacity, 0}]"),
            () -> subscribe(table, "[{capacity, 4097}]"),
            () -> subscribe(table, "[{keys, x}]"),
            () -> subscribe(table, "[other]"),
            () -> subscribe(table, "x"),
            () -> jets(WATCHER, "unsubscribe", a("x")))) {
      assertThatThrownBy(call::run)
          .isInstanceOfSatisfying(
              EtsCallException.class, error -> assertThat(error.reason()).isEqualTo(a("badarg")));
    }
    processes.end(MAKER);
    processes.runTasks();
    assertThat(processes.remembered()).isZero();
  }

  @Test
  void subscribe_beyondTheRecords_isSystemLimit() {
    Term table = newTable("[public, {events, true}]");
    subscribe(table, "[]");
    processes.most(processes.remembered());
    assertSystemLimit(() -> subscribe(table, "[]"));
    ets(MAKER, "insert", table, t(1, "a"));
    assertThat(messages()).hasSize(1);
  }

  @Test
  void subscribe_byAnOwnerInJava_isBadarg() {
    try (Owner owner = space.newOwner()) {
      Term table = owner.newTable("t", TableOptions.set().withEvents(true)).id();
      assertThatThrownBy(() -> JetsModule.apply(owner, a("subscribe"), List.of(table, l())))
          .isInstanceOfSatisfying(
              EtsCallException.class, error -> assertThat(error.reason()).isEqualTo(a("badarg")));
    }
  }
}
