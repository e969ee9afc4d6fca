package org.jets.ets;

import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple.Tuple2;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermArbitraries;
import org.jets.terms.Tuple;

/**
 * Calls with valid and invalid arguments, from so few keys that they meet. The simplest ones come
 * first, since a failing call is shrunk towards them.
 */
final class TableCallArbitraries {
  private static final Arbitrary<Term> KEYS =
      Arbitraries.frequencyOf(
          times(20, Arbitraries.<Term>of(i(1), f(1.0), i(2), f(0.0), f(-0.0), i(0), a("a"))),
          times(4, Arbitraries.<Term>of(t(1), t(1.0), a("$end_of_table"), f(0x1p64), big())),
          times(1, TermArbitraries.terms()));

  private static final Arbitrary<Term> VALUES =
      Arbitraries.frequencyOf(
          times(8, Arbitraries.integers().between(-1, 3).map(IntegerTerm::of)),
          times(2, Arbitraries.<Term>of(a("x"), f(1.0), l(1), big())));

  private static final Arbitrary<Term> POSITIONS =
      Arbitraries.frequencyOf(
          times(12, Arbitraries.<Term>of(i(2), i(3), i(1), i(4))),
          times(1, Arbitraries.<Term>of(i(0), i(-1), i(5), a("x"), f(2.0), big())));

  /** Objects, mostly long enough for a key at position 2. */
  private static final Arbitrary<Term> OBJECTS =
      Combinators.combine(
              KEYS, KEYS, VALUES.list().ofMaxSize(2), Arbitraries.integers().between(0, 29))
          .as(
              (first, second, rest, bad) -> {
                List<Term> elements = new ArrayList<>(List.of(first, second));
                elements.addAll(rest);
                return switch (bad) {
                  case 27 -> first;
                  case 28 -> Tuple.of(first);
                  case 29 -> Tuple.of();
                  default -> Tuple.of(elements);
                };
              });

  private TableCallArbitraries() {}

  private static <T> Tuple2<Integer, Arbitrary<? extends T>> times(
      int weight, Arbitrary<? extends T> arbitrary) {
    return net.jqwik.api.Tuple.of(weight, arbitrary);
  }

  private static Term big() {
    return IntegerTerm.of(BigInteger.TWO.pow(64));
  }

  /** Returns calls of all functions that {@link TableCall} knows. */
  static Arbitrary<TableCall> calls() {
    Arbitrary<Term> inserted = Arbitraries.oneOf(OBJECTS, lists(OBJECTS, 4));
    Arbitrary<Term> counterOps = Arbitraries.oneOf(VALUES, oneOrSeveral(counterOp()));
    Arbitrary<Term> elementOps = oneOrSeveral(elementOp());
    return Arbitraries.frequencyOf(
        times(8, call("insert", inserted)),
        times(4, call("insert_new", inserted)),
        times(3, call("lookup", KEYS)),
        times(1, call("member", KEYS)),
        times(2, call("take", KEYS)),
        times(2, call("delete", KEYS)),
        times(3, call("delete_object", OBJECTS)),
        times(2, call("lookup_element", KEYS, POSITIONS)),
        times(1, call("lookup_element", KEYS, POSITIONS, VALUES)),
        times(3, call("update_counter", KEYS, counterOps)),
        times(2, call("update_counter", KEYS, counterOps, OBJECTS)),
        times(2, call("update_element", KEYS, elementOps)),
        times(2, call("update_element", KEYS, elementOps, OBJECTS)),
        times(2, call("next", KEYS)),
        times(2, call("prev", KEYS)),
        times(1, call("next_lookup", KEYS)),
        times(1, call("prev_lookup", KEYS)),
        times(1, call("safe_fixtable", Arbitraries.of(Atom.TRUE, Atom.FALSE))),
        times(1, call("info", Arbitraries.of(a("size"), a("fixed")))),
        times(
            1,
            Arbitraries.of("first", "last", "first_lookup", "last_lookup", "delete_all_objects")
                .map(TableCall::of)));
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private static Arbitrary<TableCall> call(String function, Arbitrary<Term>... arguments) {
    return Combinators.combine(List.of(arguments)).as(terms -> new TableCall(function, terms));
  }

  private static Arbitrary<Term> counterOp() {
    Arbitrary<Term> simple = Combinators.combine(POSITIONS, VALUES).as(Tuple::of);
    Arbitrary<Term> bounded =
        Combinators.combine(POSITIONS, VALUES, VALUES, VALUES)
            .as((position, increment, bound, reset) -> Tuple.of(position, increment, bound, reset));
    return Arbitraries.oneOf(simple, bounded);
  }

  private static Arbitrary<Term> elementOp() {
    return Combinators.combine(POSITIONS, VALUES).as(Tuple::of);
  }

  private static Arbitrary<Term> oneOrSeveral(Arbitrary<Term> op) {
    return Arbitraries.frequencyOf(times(3, op), times(2, lists(op, 3)), times(1, VALUES));
  }

  /** Returns lists, some of them improper. */
  private static Arbitrary<Term> lists(Arbitrary<Term> elements, int maxSize) {
    return Combinators.combine(
            elements.list().ofMaxSize(maxSize), Arbitraries.integers().between(0, 19))
        .as(
            (list, bad) ->
                bad == 19 && !list.isEmpty() ? ListTerm.improper(list, a("x")) : ListTerm.of(list));
  }
}
