package org.jets.ets.erl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.BadArgumentException;
import org.jets.ets.EtsException;
import org.jets.ets.EtsTable;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.Owner;
import org.jets.ets.TableAccessException;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that an exception that is translated to an error of Erlang's and back is the same. */
class EtsErrorsTest {
  private static final Term BADARG = Atom.of("badarg");

  private static Term t(String text) {
    return TermParser.parse(text);
  }

  /** Calls on a table with the object {k,1}, by the arguments after the table. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{set, insert, [x]}",
        "{set, insert, [{}]}",
        "{set, lookup_element, [absent, 1]}",
        "{set, lookup_element, [k, 3]}",
        "{set, lookup_element, [k, x]}",
        "{set, update_counter, [absent, 1]}",
        "{set, update_counter, [k, {1,1}]}",
        "{set, update_counter, [k, {9,1}]}",
        "{set, update_counter, [k, x]}",
        "{bag, update_counter, [k, 1]}",
        "{bag, update_element, [k, {2,1}]}",
        "{set, update_element, [k, {1,x}]}",
        "{set, next, [absent]}",
        "{set, select, [[{x}]]}",
        "{set, select, [[], 0]}",
        "{set, select, [x, 1]}",
        "{set, match, [{#{'_' => 1}}]}",
        "{bag, select_replace, [[]]}",
        "{set, select_replace, [[{{'$1','$2'},[],[{{'$2','$1'}}]}]]}",
        "{set, rename, [1]}",
        "{set, give_away, [x, y]}",
        "{set, setopts, [x]}",
        "{set, safe_fixtable, [x]}",
        "{set, slot, [x]}",
        "{set, info, [x]}",
        "{set, tab2file, [\"f\", x]}"
      })
  void error_ofModule_becomesThatOfTheMethod(String text) {
    Tuple call = (Tuple) t(text);
    TableSpace space = new TableSpace();
    try (Owner owner = space.newOwner()) {
      TableOptions options = TableOptions.fromTerms(ListTerm.of(call.element(1)));
      EtsTable table = owner.newTable("t", options);
      table.insert((Tuple) t("{k,1}"));
      String function = ((Atom) call.element(2)).name();
      List<Term> arguments = new ArrayList<>(List.of(table.id()));
      arguments.addAll(((ListTerm) call.element(3)).toList());
      EtsCallException raised =
          catchThrowableOfType(
              EtsCallException.class, () -> EtsModule.apply(owner, Atom.of(function), arguments));

      EtsException found =
          EtsErrors.of(
                  function,
                  arguments,
                  table.type(),
                  table.keypos(),
                  raised.reason(),
                  ListTerm.of(raised.stackEntry()))
              .orElseThrow();

      EtsException thrown = (EtsException) raised.getCause();
      assertThat(found).hasSameClassAs(thrown);
      assertThat(found.reason()).isEqualTo(thrown.reason());
      assertThat(found.erlangCause()).isEqualTo(thrown.erlangCause());
    }
  }

  @Test
  void error_aboutTheTable_becomesThatOfTheMethod() {
    TableSpace space = new TableSpace();
    try (Owner owner = space.newOwner();
        Owner other = space.newOwner()) {
      EtsTable table = owner.newTable("t", TableOptions.set());
      Term insert = t("{k,1}");
      assertThat(roundTrip(other, "insert", table.id(), insert))
          .isInstanceOf(TableAccessException.class);
      table.drop();
      assertThat(roundTrip(owner, "insert", table.id(), insert))
          .isInstanceOf(NoSuchTableException.class);
      assertThat(roundTrip(owner, "insert", t("1"), insert))
          .isInstanceOf(BadArgumentException.class)
          .hasMessageContaining("table: 1");
    }
  }

  private static EtsException roundTrip(Owner caller, String function, Term... arguments) {
    EtsCallException raised =
        catchThrowableOfType(
            EtsCallException.class,
            () -> EtsModule.apply(caller, Atom.of(function), List.of(arguments)));
    return EtsErrors.of(
            function,
            List.of(arguments),
            null,
            1,
            raised.reason(),
            ListTerm.of(raised.stackEntry()))
        .orElseThrow();
  }

  @Test
  void error_ofNoKnownReason_isNone() {
    List<Term> arguments = List.of(Atom.of("t"));
    for (String stack : List.of("[]", "x", "[x]", "[{ets,lookup,1,x}]", "[{ets,lookup,1,[x|y]}]")) {
      assertThat(EtsErrors.of("info", arguments, null, 1, Atom.of("undef"), t(stack))).isEmpty();
      assertThat(EtsErrors.of("info", arguments, null, 1, BADARG, t(stack))).isPresent();
    }
  }

  @Test
  void error_causeThatDoesNotFitTheCall_isABadArgument() {
    Term stack = t("[{ets,first,[tab],[{error_info,#{cause => badkey}}]}]");

    EtsException error =
        EtsErrors.of("first", List.of(Atom.of("tab")), TableType.SET, 1, BADARG, stack)
            .orElseThrow();

    assertThat(error).isInstanceOf(BadArgumentException.class).hasMessageContaining("tab");
  }
}
