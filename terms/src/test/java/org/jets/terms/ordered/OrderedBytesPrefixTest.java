package org.jets.terms.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.EdgeTerms;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.RandomTerms;
import org.jets.terms.Term;
import org.jets.terms.TermGenerator;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that the range of a prefix contains exactly the terms that have the prefix. */
@ExtendWith(RandomTerms.class)
class OrderedBytesPrefixTest {
  private static final int MAX_ARITY = 10;

  @Test
  void prefixOfTuple_relatedTuples_containsThoseThatMatch(TermGenerator terms) {
    int inside = 0;
    for (int i = TestScale.count(20_000); i > 0; i--) {
      int arity = terms.random().nextInt(MAX_ARITY);
      Term[] first = new Term[terms.random().nextInt(arity + 1)];
      for (int j = 0; j < first.length; j++) {
        first[j] = terms.term(3);
      }
      ByteRange range = OrderedBytes.prefixOfTuple(arity, first);
      List<Term> candidates = new ArrayList<>();
      candidates.add(Tuple.of(followed(terms, first, arity)));
      candidates.add(Tuple.of(followed(terms, first, arity + 1)));
      candidates.add(ListTerm.of(first));
      candidates.add(Tuple.of(followed(terms, changed(terms, first), arity)));
      candidates.add(terms.nearlyEqual(candidates.get(0)));
      for (Term candidate : candidates) {
        boolean matches =
            candidate instanceof Tuple tuple
                && tuple.arity() == arity
                && beginsWith(tuple.toList(), first);
        inside += matches ? 1 : 0;
        assertInside(range, candidate, matches);
      }
    }
    assertThat(inside).isPositive();
  }

  @Test
  void prefixOfList_relatedLists_containsThoseThatMatch(TermGenerator terms) {
    for (int i = TestScale.count(20_000); i > 0; i--) {
      Term[] first = new Term[terms.random().nextInt(4)];
      for (int j = 0; j < first.length; j++) {
        first[j] = terms.term(3);
      }
      ByteRange range = OrderedBytes.prefixOfList(first);
      List<Term> candidates = new ArrayList<>();
      candidates.add(ListTerm.of(first));
      candidates.add(ListTerm.of(followed(terms, first, first.length + 2)));
      candidates.add(ListTerm.of(changed(terms, first)));
      if (first.length > 0) {
        candidates.add(ListTerm.improper(List.of(first), terms.term(2)));
        candidates.add(ListTerm.of(followed(terms, first, first.length - 1)));
      }
      candidates.add(Tuple.of(first));
      candidates.add(terms.nearlyEqual(candidates.get(1)));
      for (Term candidate : candidates) {
        boolean matches =
            candidate instanceof ListTerm list
                && !list.isEmpty()
                && list.size() >= first.length
                && beginsWith(list.stream().toList(), first);
        assertInside(range, candidate, matches);
      }
    }
  }

  @Test
  void prefixes_edgeTerms_containThoseThatMatch() {
    List<Term> edges = EdgeTerms.all();
    for (Term first : edges) {
      ByteRange tuples = OrderedBytes.prefixOfTuple(2, first);
      ByteRange lists = OrderedBytes.prefixOfList(first);
      ByteRange same = OrderedBytes.rangeOf(first);
      for (Term other : edges) {
        boolean matches = TermOrder.equal(first, other);
        assertInside(tuples, Tuple.of(other, Binary.empty()), matches);
        assertInside(tuples, Tuple.of(other, FloatTerm.of(-1e300)), matches);
        assertInside(lists, ListTerm.of(other), matches);
        assertInside(lists, ListTerm.cons(other, Binary.empty()), matches);
        assertInside(lists, ListTerm.cons(other, FloatTerm.of(-1e300)), matches);
        assertInside(same, other, matches);
      }
    }
  }

  @Test
  void prefixOfTuple_integer_containsTheEqualFloatAndNoFraction() {
    ByteRange range = OrderedBytes.prefixOfTuple(2, IntegerTerm.of(1));

    assertInside(range, Tuple.of(FloatTerm.of(1), Atom.OK), true);
    assertInside(range, Tuple.of(FloatTerm.of(1.5), Atom.OK), false);
    assertInside(range, Tuple.of(FloatTerm.of(0.5), Atom.OK), false);
    assertInside(
        OrderedBytes.prefixOfTuple(2, IntegerTerm.of(-1)),
        Tuple.of(FloatTerm.of(-1.5), Atom.OK),
        false);
  }

  @Test
  void prefixOfTuple_allElements_containsTheTuplesThatCompareEqual() {
    ByteRange range = OrderedBytes.prefixOfTuple(1, IntegerTerm.of(1));

    assertThat(range).isEqualTo(OrderedBytes.rangeOf(Tuple.of(FloatTerm.of(1))));
  }

  private static Term[] followed(TermGenerator terms, Term[] first, int length) {
    Term[] all = new Term[length];
    for (int i = 0; i < length; i++) {
      all[i] = i < first.length ? first[i] : terms.term(3);
    }
    return all;
  }

  private static Term[] changed(TermGenerator terms, Term[] first) {
    Term[] changed = first.clone();
    if (first.length > 0) {
      int at = terms.random().nextInt(first.length);
      changed[at] = terms.nearlyEqual(first[at]);
    }
    return changed;
  }

  private static boolean beginsWith(List<Term> elements, Term[] first) {
    for (int i = 0; i < first.length; i++) {
      if (!TermOrder.equal(first[i], elements.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static void assertInside(ByteRange range, Term term, boolean expected) {
    assertThat(range.contains(OrderedBytes.encode(term))).as("%s", term).isEqualTo(expected);
    assertThat(range.contains(OrderedBytes.orderKey(term))).as("%s", term).isEqualTo(expected);
  }
}
