package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.TermCalls.apply;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.util.List;
import org.jets.ets.store.MapStore;
import org.jets.terms.Bitstring;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that an object that replaces another shares the key in the map. */
@DisabledIfSystemProperty(
    named = "jets.expiry",
    matches = "far",
    disabledReason = "it reads the map of a plain store")
class SharedKeyTest {
  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  @AfterEach
  void end() {
    owner.close();
  }

  private static List<Term> keys() {
    return List.of(
        Bitstring.of(new byte[200], 1600),
        TermParser.parse("{a,[1,2.0|b],#{k => <<1,2>>}}"),
        TermParser.parse("{a,b,c,1}"),
        TermParser.parse("{a,{b,<<1>>}}"),
        TermParser.parse("{[],#{[{a}] => {x}}}"),
        nested(100),
        TermParser.parse("\"text\""),
        TermParser.parse("123456789012345678901234567890"));
  }

  private static Term nested(int depth) {
    Term term = a("a");
    for (int n = 0; n < depth; n++) {
      term = t(term, l("x"));
    }
    return term;
  }

  private static Term copy(Term term) {
    return ExternalTermFormat.decode(ExternalTermFormat.encode(term));
  }

  private Term keyInMap(LocalTable table) {
    MapStore<?> store = (MapStore<?>) space.find(table.id()).store();
    return store.map().keySet().iterator().next();
  }

  private static Term keyOf(LocalTable table, Term key) {
    List<Tuple> objects = table.lookup(key);
    return objects.get(objects.size() - 1).element(1);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_equalKey_isTheOneInTheMap(Variant variant) {
    for (Term key : keys()) {
      LocalTable table = owner.newTable("t", variant.options());
      table.insert(t(key, 0));
      table.insert(t(copy(key), 1));
      assertThat(keyOf(table, key)).isSameAs(keyInMap(table));
      table.insert(List.of(t(copy(key), 2), t("other", 1)));
      table.delete(a("other"));
      assertThat(keyOf(table, key)).isSameAs(keyInMap(table));
      assertThat(table.lookup(copy(key))).last().isEqualTo(t(key, 2));
      table.drop();
    }
  }

  /** A copy with the other key would cost more than the key's memory is worth. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void insert_equalSmallKey_leavesTheObjectAsItIs(Variant variant) {
    List<Term> small =
        List.of(
            TermParser.parse("{user,1099511627776,1.5}"),
            TermParser.parse("{1}"),
            Bitstring.of(new byte[64], 512));
    LocalTable table = owner.newTable("t", variant.options());
    for (Term key : small) {
      table.insert(t(key, 0));
      Tuple object = t(copy(key), 1).packed();
      table.insert(object);
      assertThat(table.lookup(key).get(0).element(1)).isSameAs(object.element(1));
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void insert_keyWithReferenceInside_isKept(Variant variant) {
    Reference two = Reference.of(a("n"), 1, 1, 2);
    for (Term key : List.of(t("a", "b", "c", two), t("a", l("b", two)), t("a", l(t("b", two))))) {
      LocalTable table = owner.newTable("t", variant.options());
      table.insert(t(key, 0));
      Tuple object = t(copy(key), 1);
      table.insert(object);
      assertThat(table.lookup(key).get(0).element(1)).isSameAs(object.element(1));
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void insert_keyThatIsWrittenOtherwise_isKept(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options());
    Reference two = Reference.of(a("n"), 1, 1, 2);
    Reference three = Reference.of(a("n"), 1, 1, 2, 0);
    table.insert(t(t(two), 0));
    table.insert(t(t(three), 1));
    Tuple key = (Tuple) keyOf(table, t(two));
    assertThat(((Reference) key.element(1)).wordCount()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void insert_keyThatIsOnlyEqualByNumber_isKept(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options());
    table.insert(t(t(i(1), "x"), 0));
    table.insert(t(t(Terms.f(1.0), "x"), 1));
    assertThat(keyOf(table, t(1, "x"))).isEqualTo(t(Terms.f(1.0), "x"));
    apply(table, "select_replace", l(t(t("$1", "_"), l(), l(t(t("$1", 5))))));
    assertThat(table.lookup(t(1, "x"))).containsExactly(t(t(Terms.f(1.0), "x"), 5));
  }
}
