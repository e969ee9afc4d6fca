package org.jets.ets.match;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Shrinks a failing term as long as it fails. */
final class TermShrinker {
  private static final int MAX_TRIALS = 2_000;

  private final Predicate<Term> fails;
  private int trials;

  private TermShrinker(Predicate<Term> fails) {
    this.fails = fails;
  }

  /** Returns a failing term such that no term that is smaller by one step fails. */
  static Term shrink(Term failing, Predicate<Term> fails) {
    TermShrinker shrinker = new TermShrinker(fails);
    Term smallest = failing;
    Term smaller = failing;
    while (smaller != null) {
      smallest = smaller;
      smaller = shrinker.step(smallest);
    }
    return smallest;
  }

  private Term step(Term term) {
    for (Term candidate : smaller(term)) {
      if (++trials > MAX_TRIALS) {
        return null;
      }
      if (fails.test(candidate)) {
        return candidate;
      }
    }
    return null;
  }

  /** Returns the terms that are smaller by one step, the largest steps first. */
  private static List<Term> smaller(Term term) {
    List<Term> smaller = new ArrayList<>();
    List<Term> parts = parts(term);
    if (!parts.isEmpty()) {
      smaller.addAll(parts);
      for (int i = 0; i < parts.size(); i++) {
        List<Term> fewer = new ArrayList<>(parts);
        fewer.remove(i);
        if (!(term instanceof MapTerm)) {
          smaller.add(withParts(term, fewer));
        }
      }
    }
    if (!(term instanceof Atom)) {
      smaller.add(Atom.of("a"));
    }
    for (int i = 0; i < parts.size(); i++) {
      for (Term part : smaller(parts.get(i))) {
        List<Term> changed = new ArrayList<>(parts);
        changed.set(i, part);
        smaller.add(withParts(term, changed));
      }
    }
    return smaller;
  }

  private static List<Term> parts(Term term) {
    if (term instanceof Tuple tuple) {
      return tuple.toList();
    }
    if (term instanceof ListTerm list && list.isProper()) {
      return list.toList();
    }
    List<Term> parts = new ArrayList<>();
    if (term instanceof ListTerm list) {
      list.forEach(parts::add);
      parts.add(list.lastTail());
    } else if (term instanceof MapTerm map) {
      map.forEach(
          (key, value) -> {
            parts.add(key);
            parts.add(value);
          });
    }
    return parts;
  }

  private static Term withParts(Term term, List<Term> parts) {
    if (term instanceof Tuple) {
      return Tuple.of(parts);
    }
    if (term instanceof MapTerm) {
      return MapTerm.of(parts.toArray(new Term[0]));
    }
    if (((ListTerm) term).isProper() || parts.size() < 2) {
      return ListTerm.of(parts);
    }
    int tail = parts.size() - 1;
    return ListTerm.improper(parts.subList(0, tail), parts.get(tail));
  }
}
