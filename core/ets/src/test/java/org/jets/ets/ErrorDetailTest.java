package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the details of an error beside its kind: Erlang's cause, the argument, the value. */
class ErrorDetailTest {
  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();
  private final EtsTable set = owner.newTable("set", TableOptions.set());
  private final EtsTable bag = owner.newTable("bag", TableOptions.bag());

  @AfterEach
  void end() {
    owner.close();
  }

  private static void assertCause(ThrowingCallable call, int argument, String cause) {
    EtsException error = catchThrowableOfType(EtsException.class, call);
    assertThat(error.erlangCause().orElse(a("none"))).as("%s", error).isEqualTo(a(cause));
    assertThat(error.argument()).as("%s", error).isEqualTo(argument);
  }

  @Test
  void update_anyError_hasErlangsCause() {
    set.insert(t(1, 2));
    assertCause(() -> set.updateCounter(i(9), 1), 2, "badkey");
    assertCause(() -> set.updateCounter(i(1), CounterOp.add(1, 1)), 3, "keypos");
    assertCause(() -> set.updateCounter(i(1), CounterOp.add(3, 1)), 3, "position");
    assertCause(() -> set.updateElement(i(1), 1, i(1)), 3, "keypos");
    assertCause(() -> bag.updateCounter(i(1), 1), 1, "table_type");
    assertCause(() -> bag.updateElement(i(1), 2, i(1)), 1, "none");
  }

  @Test
  void update_shortDefaultObjectForABag_isAboutTheDefault() {
    assertCause(() -> bag.updateCounter(i(1), 1, Tuple.of()), 4, "default");
    assertCause(() -> bag.updateElement(i(1), List.of(), Tuple.of()), 4, "default");
  }

  @Test
  void lookupElement_positionBeyondTheObject_hasNoCause() {
    set.insert(t(1, 2));
    bag.insert(t(1, 2));
    assertCause(() -> set.lookupElement(i(1), 3), 3, "none");
    assertCause(() -> bag.lookupElement(i(1), 3), 3, "none");
    assertCause(() -> set.lookupElement(i(1), 3, i(0)), 3, "none");
  }

  @Test
  void updateCounter_positionZero_saysSo() {
    set.insert(t(1, 2));
    assertThatThrownBy(() -> set.updateCounter(i(1), CounterOp.add(0, 1)))
        .hasMessage("position: 0 (expected: 1..2)");
  }

  @Test
  void update_null_isRefusedByItsNameAfterTheTable() {
    List<CounterOp> withNull = Arrays.asList(CounterOp.add(1), null);
    assertThatThrownBy(() -> set.updateCounter(i(1), withNull)).hasMessage("op");
    assertThatThrownBy(() -> set.updateElement(i(1), (List<ElementOp>) null)).hasMessage("ops");
    assertThatThrownBy(() -> TableOptions.fromTerms(null)).hasMessage("options");
    set.drop();
    assertThatThrownBy(() -> set.updateElement(i(1), 2, null))
        .isInstanceOf(NoSuchTableException.class);
  }

  @Test
  void close_listenersThrow_passesOnAllTables() {
    Error thrown = new AssertionError("from the listener");
    Owner heir =
        space.newOwner(
            message -> {
              throw thrown;
            });
    Owner giver = space.newOwner();
    for (String name : List.of("first", "second")) {
      giver.newTable(name, TableOptions.set().withNamedTable().withHeir(heir.pid(), a("gift")));
    }

    assertThatThrownBy(giver::close).isSameAs(thrown);

    for (String name : List.of("first", "second")) {
      Term holder = owner.open(name).info(a("owner")).orElseThrow();
      assertThat(holder).isEqualTo(heir.pid());
    }
    heir.close();
    assertThat(space.all()).hasSize(2);
  }
}
