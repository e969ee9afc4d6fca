package org.jets.terms;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;

/** Terms of all types for properties. Failing terms are shrunk to small ones of few parts. */
public final class TermArbitraries {
  private static final int MAX_DEPTH = 3;
  private static final int MAX_PARTS = 4;

  /** The edge terms in exact order, so that neighbours are similar. */
  private static final List<Term> EDGES = EdgeTerms.all().stream().sorted(TermOrder.EXACT).toList();

  /** The largest distance in {@link #EDGES} at which two terms count as similar. */
  private static final int NEIGHBOURHOOD = 4;

  private TermArbitraries() {}

  /** Returns terms of any type. */
  public static Arbitrary<Term> terms() {
    return Arbitraries.recursive(TermArbitraries::leaves, TermArbitraries::compounds, 0, MAX_DEPTH)
        .withoutEdgeCases();
  }

  /**
   * Returns terms that are equal except at one place. There they are similar, such as {@code 1} and
   * {@code 1.0}, or equal.
   */
  public static Arbitrary<List<Term>> relatives(int count) {
    return Combinators.combine(contexts(), neighbours(count))
        .as((context, terms) -> terms.stream().map(context).toList())
        .withoutEdgeCases();
  }

  private static Arbitrary<Term> leaves() {
    return Arbitraries.oneOf(
        Arbitraries.longs().map(IntegerTerm::of),
        Arbitraries.bigIntegers()
            .withDistribution(RandomDistribution.uniform())
            .map(IntegerTerm::of),
        Arbitraries.doubles().map(FloatTerm::of),
        Arbitraries.strings().all().ofMaxLength(6).map(TermArbitraries::atom),
        Arbitraries.bytes().array(byte[].class).ofMaxSize(6).map(Binary::of),
        Arbitraries.of(EDGES));
  }

  /** Returns the atom of a text in which unpaired surrogates are replaced. */
  private static Term atom(String text) {
    return Atom.of(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
  }

  private static Arbitrary<Term> compounds(Arbitrary<Term> part) {
    Arbitrary<List<Term>> parts = part.list().ofMaxSize(MAX_PARTS);
    Arbitrary<List<Term>> someParts = part.list().ofMinSize(1).ofMaxSize(MAX_PARTS);
    return Arbitraries.oneOf(
        part,
        parts.map(Tuple::of),
        parts.map(elements -> Tuple.of(elements).packed()),
        parts.map(ListTerm::of),
        Combinators.combine(someParts, part).as(ListTerm::improper),
        parts.map(keys -> map(keys, keys)));
  }

  private static MapTerm map(List<Term> keys, List<Term> values) {
    Term[] keysAndValues = new Term[2 * keys.size()];
    for (int i = 0; i < keys.size(); i++) {
      keysAndValues[2 * i] = keys.get(i);
      keysAndValues[2 * i + 1] = values.get(values.size() - 1 - i);
    }
    return MapTerm.of(keysAndValues);
  }

  private static Arbitrary<List<Term>> neighbours(int count) {
    Arbitrary<Integer> place = Arbitraries.integers().between(0, EDGES.size() - NEIGHBOURHOOD);
    Arbitrary<List<Integer>> steps =
        Arbitraries.integers().between(0, NEIGHBOURHOOD - 1).list().ofSize(count);
    return Combinators.combine(place, steps)
        .as((from, offsets) -> offsets.stream().map(i -> EDGES.get(from + i)).toList());
  }

  /** Returns contexts: functions that put a term inside a larger one. */
  private static Arbitrary<UnaryOperator<Term>> contexts() {
    return Arbitraries.recursive(
        () -> Arbitraries.just(UnaryOperator.identity()), TermArbitraries::wider, 0, MAX_DEPTH);
  }

  private static Arbitrary<UnaryOperator<Term>> wider(Arbitrary<UnaryOperator<Term>> inner) {
    Arbitrary<List<Term>> siblings = leaves().list().ofMaxSize(2);
    return Combinators.combine(inner, siblings, siblings, Arbitraries.of(Shape.values()))
        .as(
            (context, left, right, shape) ->
                term -> shape.around(left, context.apply(term), right));
  }

  /** The ways in which a larger term can contain a term. */
  private enum Shape {
    TUPLE {
      @Override
      Term of(List<Term> parts) {
        return Tuple.of(parts);
      }
    },
    PACKED_TUPLE {
      @Override
      Term of(List<Term> parts) {
        return Tuple.of(parts).packed();
      }
    },
    LIST {
      @Override
      Term of(List<Term> parts) {
        return ListTerm.of(parts);
      }
    },
    IMPROPER_LIST {
      @Override
      Term of(List<Term> parts) {
        return ListTerm.improper(parts, parts.get(0));
      }
    },
    KEYS {
      @Override
      Term of(List<Term> parts) {
        return map(parts, parts.stream().<Term>map(part -> Atom.OK).toList());
      }
    },
    VALUES {
      @Override
      Term of(List<Term> parts) {
        List<Term> keys = new ArrayList<>();
        parts.forEach(part -> keys.add(IntegerTerm.of(keys.size())));
        return map(keys, parts);
      }
    };

    abstract Term of(List<Term> parts);

    final Term around(List<Term> left, Term term, List<Term> right) {
      List<Term> parts = new ArrayList<>(left);
      parts.add(term);
      parts.addAll(right);
      return of(parts);
    }
  }
}
