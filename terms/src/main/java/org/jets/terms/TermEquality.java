package org.jets.terms;

import java.util.ArrayDeque;
import java.util.Deque;

/** The equality {@code =:=} behind {@link Term#equals}, for terms of any depth. */
final class TermEquality {

  private TermEquality() {}

  static boolean equal(Term a, Term b) {
    return equal(a, b, 0);
  }

  /**
   * Returns whether two terms are equal. The recursion has reached this depth. The most frequent
   * types of keys are tested first.
   */
  static boolean equal(Term a, Term b, int depth) {
    if (a == b) {
      return true;
    }
    if (a instanceof Int32 x) {
      return b instanceof Int32 y && x.value == y.value;
    }
    if (a instanceof Atom) {
      return false;
    }
    if (a instanceof Tuple x) {
      return b instanceof Tuple y && equalTuples(x, y, depth);
    }
    if (!ChildCursor.isCompound(a)) {
      return a.equals(b);
    }
    if (!sameHead(a, b)) {
      return false;
    }
    if (depth == TermHash.MAX_RECURSION) {
      return equalDeep(a, b);
    }
    ChildCursor as = ChildCursor.of(a);
    ChildCursor bs = ChildCursor.of(b);
    while (as.hasNext()) {
      if (!equal(as.next(), bs.next(), depth + 1)) {
        return false;
      }
    }
    return true;
  }

  static boolean equalTuples(Tuple a, Tuple b, int depth) {
    return depth == TermHash.MAX_RECURSION ? equalDeep(a, b) : a.elementsEqual(b, depth + 1);
  }

  private static boolean equalDeep(Term rootA, Term rootB) {
    if (!sameHead(rootA, rootB)) {
      return false;
    }
    Deque<ChildCursor> open = new ArrayDeque<>();
    open.push(ChildCursor.of(rootB));
    open.push(ChildCursor.of(rootA));
    while (!open.isEmpty()) {
      ChildCursor as = open.pop();
      ChildCursor bs = open.pop();
      if (!as.hasNext()) {
        continue;
      }
      Term a = as.next();
      Term b = bs.next();
      open.push(bs);
      open.push(as);
      if (a == b) {
        continue;
      }
      if (!ChildCursor.isCompound(a)) {
        if (!a.equals(b)) {
          return false;
        }
      } else if (sameHead(a, b)) {
        open.push(ChildCursor.of(b));
        open.push(ChildCursor.of(a));
      } else {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether two terms, the first of them compound, agree in kind and size and so have
   * equally many children.
   */
  private static boolean sameHead(Term a, Term b) {
    if (a instanceof Tuple ta) {
      return b instanceof Tuple tb && ta.arity() == tb.arity();
    }
    if (a instanceof ListCells la) {
      return b instanceof ListCells lb && la.size() == lb.size() && la.isProper() == lb.isProper();
    }
    if (a instanceof MapTerm ma) {
      return b instanceof MapTerm mb && ma.size() == mb.size();
    }
    if (a instanceof RecordTerm ra) {
      return b instanceof RecordTerm rb && RecordDefinition.equal(ra.definition(), rb.definition());
    }
    LocalFun fa = (LocalFun) a;
    return b instanceof LocalFun fb
        && LocalFun.compareHeads(fa, fb) == 0
        && LocalFun.compareVersions(fa, fb) == 0;
  }
}
