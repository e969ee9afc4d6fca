package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.util.List;
import org.jets.ets.erl.EtsCallException;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.erl.JetsModule;
import org.jets.terms.Pid;
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
    // The one that had been requested before.
    assertThat(messages()).containsExactly(message(table, id, "{inserted,1,[],[{1,1}]}"));
    processes.catchUp(WATCHER);

    assertThat(messages())
        .containsExactly(
            message(table, id, "{inserted,1,[],[{1,1}]}"),
            message(table, id, "{inserted,2,[],[{2,2}]}"),
            message(table, id, "{lost,2}"));
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
            () -> subscribe(table, "[{capacity, 65537}]"),
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
    assertThatThrownBy(() -> subscribe(table, "[]"))
        .isInstanceOfSatisfying(
            EtsCallException.class,
            error -> assertThat(error.reason()).isEqualTo(a("system_limit")));
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
