package org.jets.ets.erl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableCall;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.ets.TermCalls;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.Term;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;

/**
 * Tests the differences of tables between older releases and the newest, which jets follows. Each
 * difference is checked in the available Erlang, and asserted for its release.
 */
class ReleaseDifferencesTest {
  private static final Term UNDEF = a("undef");

  private final Owner owner = new TableSpace().newOwner();

  /** Returns the value of expressions with a table T of the options; the reason if they fail. */
  private static Term erlang(ErlangOracle oracle, String options, String expressions) {
    String text =
        "begin T = ets:new(t, "
            + options
            + "), R = try "
            + expressions
            + " catch error:Reason -> Reason end, ets:delete(T), R end";
    Answer answer = oracle.ask("eval", List.of(text.getBytes(StandardCharsets.UTF_8))).get(0);
    return ExternalTermFormat.decode(answer.bytes());
  }

  private LocalTable table(TableType type) {
    return owner.newTable("t", TableOptions.of(type));
  }

  @LiveErlangTest
  void insert_bothZerosIntoSet_areTwoKeysFromRelease27On(ErlangOracle oracle) {
    String calls = "ets:insert(T, {0.0, a}), ets:insert(T, {-0.0, b}), ets:info(T, size)";
    assertThat(erlang(oracle, "[set]", calls)).isEqualTo(i(oracle.release() >= 27 ? 2 : 1));
    assertThat(erlang(oracle, "[ordered_set]", calls)).isEqualTo(i(1));
    LocalTable set = table(TableType.SET);
    set.insert(List.of(t(f(0.0), "a"), t(f(-0.0), "b")));
    assertThat(set.size()).isEqualTo(2);
  }

  @LiveErlangTest
  void insert_listIntoBag_keepsItsOrderFromRelease26On(ErlangOracle oracle) {
    Term inOrder = l(t(1, "a"), t(1, "b"), t(1, "c"));
    Term reversed = l(t(1, "c"), t(1, "b"), t(1, "a"));
    String calls = "ets:insert(T, [{1,a},{1,b},{1,c}]), ets:lookup(T, 1)";
    Term answer = erlang(oracle, "[bag]", calls);
    if (oracle.release() >= 26) {
      assertThat(answer).isEqualTo(inOrder);
    } else {
      // The order changed within release 25.
      assertThat(answer).isIn(inOrder, reversed);
    }
    LocalTable bag = table(TableType.BAG);
    TermCalls.apply(bag, "insert", inOrder);
    assertThat(Term.of(bag.lookup(i(1)))).isEqualTo(inOrder);
  }

  @LiveErlangTest
  void lookupElement_withDefault_isThereFromRelease26On(ErlangOracle oracle) {
    boolean isThere = oracle.release() >= 26;
    String insert = "ets:insert(T, {k, 1, 2}), ";
    assertThat(erlang(oracle, "[set]", insert + "ets:lookup_element(T, missing, 9, d)"))
        .isEqualTo(isThere ? a("d") : UNDEF);
    assertThat(erlang(oracle, "[set]", insert + "ets:lookup_element(T, k, 9, d)"))
        .isEqualTo(isThere ? a("badarg") : UNDEF);
    assertThat(erlang(oracle, "[set]", insert + "ets:lookup_element(T, missing, 0, d)"))
        .isEqualTo(isThere ? a("badarg") : UNDEF);
  }

  @LiveErlangTest
  void updateElement_withDefault_isThereFromRelease27On(ErlangOracle oracle) {
    boolean isThere = oracle.release() >= 27;
    String lookup = ", ets:lookup(T, k)";
    assertThat(erlang(oracle, "[set]", "ets:update_element(T, k, {2,x}, {5,q,w})" + lookup))
        .isEqualTo(isThere ? l(t("k", "x", "w")) : UNDEF);
    assertThat(erlang(oracle, "[set]", "ets:update_element(T, k, {9,x}, {5,q,w})" + lookup))
        .isEqualTo(isThere ? a("badarg") : UNDEF);
    LocalTable set = table(TableType.SET);
    TermCalls.apply(set, "update_element", a("k"), t(2, "x"), t(5, "q", "w"));
    assertThat(set.lookup(a("k"))).containsExactly(t("k", "x", "w"));
  }

  @LiveErlangTest
  void updateCounter_defaultWithoutKey_isRefusedInRelease29(ErlangOracle oracle) {
    if (oracle.release() >= 29) {
      // Older releases corrupt the table, which must not be tried.
      assertThat(erlang(oracle, "[set]", "ets:update_counter(T, k, 1, {})")).isEqualTo(a("badarg"));
      assertThat(erlang(oracle, "[set]", "ets:insert(T, {k,1}), ets:update_counter(T, k, 1, {})"))
          .isEqualTo(a("badarg"));
    }
    LocalTable set = table(TableType.SET);
    set.insert(t("k", 1));
    for (Term key : List.of(a("k"), a("missing"))) {
      assertThat(TableCall.of("update_counter", key, i(1), t()).run(set))
          .isEqualTo(TableCall.BADARG);
    }
    assertThat(set.tab2list()).containsExactly(t("k", 1));
  }

  @LiveErlangTest
  void float_ofBigInteger_isTheNearestFromRelease29On(ErlangOracle oracle) {
    String integer = "((1 bsl 74) + (1 bsl 62) + (1 bsl 21) + 1)";
    Term nearest = f(0x1p74 + 0x1p62 + 0x1p22);
    Term answer = erlang(oracle, "[set]", "float(" + integer + ")");
    assertThat(answer.equals(nearest)).isEqualTo(oracle.release() >= 29);
  }
}
