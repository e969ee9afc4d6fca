package org.jets.ets.plan;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/** The terms that are {@code ==} to a term, if they can be enumerated. */
final class EqualTerms {
  private EqualTerms() {}

  /**
   * Returns all terms that are {@code ==} to this one, without two that are {@code =:=}. Returns
   * none if there may be too many, because the term has a number in it.
   */
  static List<Term> of(Term term) {
    if (term instanceof IntegerTerm integer) {
      return number(term, integer.bigIntegerValue().doubleValue());
    }
    if (term instanceof FloatTerm real) {
      return number(term, real.value());
    }
    return isWithoutNumbers(term) ? List.of(term) : List.of();
  }

  private static List<Term> number(Term term, double value) {
    Set<Term> same = new LinkedHashSet<>();
    same.add(term);
    if (Double.isFinite(value)) {
      addIfEqual(same, term, FloatTerm.of(value));
      addIfEqual(same, term, FloatTerm.of(-value));
      addIfEqual(same, term, IntegerTerm.of(new BigDecimal(value).toBigInteger()));
    }
    return List.copyOf(same);
  }

  private static void addIfEqual(Set<Term> same, Term term, Term candidate) {
    if (TermOrder.equal(term, candidate)) {
      same.add(candidate);
    }
  }

  private static boolean isWithoutNumbers(Term term) {
    Deque<Term> open = new ArrayDeque<>();
    open.push(term);
    while (!open.isEmpty()) {
      Term next = open.pop();
      if (next instanceof Tuple tuple) {
        tuple.stream().forEach(open::push);
      } else if (next instanceof ListTerm list && !list.isEmpty()) {
        list.forEach(open::push);
        open.push(list.lastTail());
      } else if (!(next instanceof Atom
          || next instanceof ListTerm
          || next instanceof Bitstring
          || next instanceof Pid
          || next instanceof Port
          || next instanceof Reference)) {
        return false;
      }
    }
    return true;
  }
}
