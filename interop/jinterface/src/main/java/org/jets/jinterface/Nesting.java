package org.jets.jinterface;

import java.util.ArrayList;
import java.util.List;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Checks the depth of nesting of a term. */
final class Nesting {
  private Nesting() {}

  /**
   * Walks a term level by level.
   *
   * @throws IllegalArgumentException if there are more levels than the limit
   */
  static void check(Term term, int limit) {
    List<Term> level = List.of(term);
    for (int depth = 0; depth <= limit; depth++) {
      List<Term> below = new ArrayList<>();
      for (Term each : level) {
        addChildren(each, below);
      }
      if (below.isEmpty()) {
        return;
      }
      level = below;
    }
    throw new IllegalArgumentException(
        "a map with a key that is nested more than " + limit + " deep");
  }

  private static void addChildren(Term term, List<Term> children) {
    if (term instanceof Tuple tuple) {
      children.addAll(tuple.toList());
    } else if (term instanceof ListTerm list) {
      list.forEach(children::add);
      if (!list.isProper()) {
        children.add(list.lastTail());
      }
    } else if (term instanceof MapTerm map) {
      map.forEach(
          (key, value) -> {
            children.add(key);
            children.add(value);
          });
    } else if (term instanceof LocalFun fun) {
      for (int i = 0; i < fun.freeCount(); i++) {
        children.add(fun.free(i));
      }
    }
  }
}
