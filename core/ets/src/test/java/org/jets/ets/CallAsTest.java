package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;
import static org.junit.jupiter.api.Named.named;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.erl.JetsModule;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests calls of a process that another call makes an owner meanwhile. */
class CallAsTest {
  private static final Pid ONE = FakeProcesses.process(1);
  private static final Pid TWO = FakeProcesses.process(2);
  private static final long BYTES = 10_000;
  private static final int OBJECTS = 10;

  private final FakeProcesses processes = new FakeProcesses();
  private final TableSpace space = new TableSpace();
  private final AtomicInteger runs = new AtomicInteger();

  CallAsTest() {
    space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(BYTES));
    space.join(FakeProcesses.NODE, FakeProcesses.CREATION, processes);
  }

  @AfterEach
  void end() {
    processes.end(ONE);
    processes.end(TWO);
    processes.runTasks();
  }

  private Term newTable(Pid process, String access) {
    return EtsModule.apply(space, process, a("new"), List.of(a("t"), l(access)));
  }

  @Test
  void callAs_replacementThatFailsOnTheWay_isNotRepeated() {
    try (Owner local = space.newOwner()) {
      LocalTable table = local.newTable("t", TableOptions.orderedSet().withPublicAccess());
      for (int n = 0; n < OBJECTS; n++) {
        table.insert(t(n, 0));
      }
      Tuple large = t("const", ShortHeap.binary((int) BYTES / (OBJECTS - 2)));
      Term spec = l(t(t("$1", 0), l(), l(t(t("$1", large)))));
      assertThatThrownBy(
              () ->
                  space.callAs(
                      ONE,
                      false,
                      owner -> {
                        runs.incrementAndGet();
                        newTable(ONE, "private");
                        return JetsModule.apply(
                            owner,
                            a("select_replace_returning"),
                            List.of(table.id(), spec, i(OBJECTS)));
                      }))
          .hasRootCauseInstanceOf(SystemLimitException.class);
      assertThat(table.selectCount(MatchSpec.compile(l(t(t("$1", 0), l(), l("true"))))))
          .as("objects left")
          .isBetween(1L, OBJECTS - 1L);
    }
    assertThat(runs).hasValue(1);
  }

  private static Term apply(Owner owner, String function, Term... arguments) {
    return EtsModule.apply(owner, a(function), List.of(arguments));
  }

  static Stream<Named<BiFunction<Owner, Term, Term>>> callsOfOwners() {
    return Stream.of(
        named("lookup", (owner, id) -> l(owner.open(id).lookup(i(1)).toArray())),
        named("lookup by terms", (owner, id) -> apply(owner, "lookup", id, i(1))),
        named("insert", (owner, id) -> apply(owner, "insert", id, t(1, 2))),
        named("setopts", (owner, id) -> apply(owner, "setopts", id, l(t("heir", "none")))),
        named(
            "give_away",
            (owner, id) ->
                apply(owner, "give_away", id, owner.space().mainOwner().pid(), a("gift"))));
  }

  @ParameterizedTest
  @MethodSource("callsOfOwners")
  void callAs_rightsThatTheProcessHasByNow_isRepeatedWithThem(BiFunction<Owner, Term, Term> call) {
    assertRepeated(ONE, "private", call);
    assertRepeated(TWO, "public", call);
  }

  /** Makes a process the owner of a table before the first run of its call. */
  private void assertRepeated(Pid process, String access, BiFunction<Owner, Term, Term> call) {
    Term[] table = new Term[1];
    assertThatCode(
            () ->
                space.callAs(
                    process,
                    false,
                    owner -> {
                      if (table[0] == null) {
                        table[0] = newTable(process, access);
                      }
                      return call.apply(owner, table[0]);
                    }))
        .as(access)
        .doesNotThrowAnyException();
  }
}
