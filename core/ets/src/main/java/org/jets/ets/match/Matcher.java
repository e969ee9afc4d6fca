package org.jets.ets.match;

import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.PausableThread;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/** A compiled pattern, which tests whether a term matches, and binds variables. Immutable. */
abstract class Matcher {
  /** Matches anything and binds nothing. */
  static final Matcher ANY =
      new Matcher() {
        @Override
        boolean matches(Term term, Term[] bindings) {
          return true;
        }
      };

  /**
   * Returns whether the term matches.
   *
   * @param bindings receives the variables that have a place in it
   */
  abstract boolean matches(Term term, Term[] bindings);

  /** A term without variables, which matches each term that is {@code =:=} to it. */
  static final class Literal extends Matcher {
    private final Term value;

    /** True if no other object can be equal. */
    private final boolean isUnique;

    Literal(Term value) {
      this.value = value;
      this.isUnique = value instanceof Atom;
    }

    @Override
    boolean matches(Term term, Term[] bindings) {
      return value == term || (!isUnique && value.equals(term));
    }
  }

  /** Binds a variable, or keeps a term for a part of the head that is matched later. */
  static final class Bind extends Matcher {
    private final int slot;

    Bind(int slot) {
      this.slot = slot;
    }

    @Override
    boolean matches(Term term, Term[] bindings) {
      bindings[slot] = term;
      return true;
    }
  }

  /** A variable that is bound already. */
  static final class Same extends Matcher {
    private final int slot;

    Same(int slot) {
      this.slot = slot;
    }

    @Override
    boolean matches(Term term, Term[] bindings) {
      Term bound = bindings[slot];
      if (bound == term) {
        return true;
      }
      // The exact order agrees with equality.
      return (PausableThread.current() != null && Polling.isLarge(bound) && Polling.isLarge(term))
          ? TermOrder.EXACT.comparePausably(bound, term) == 0
          : bound.equals(term);
    }
  }

  /** A tuple. Only elements with a pattern other than a wildcard are tested. */
  static final class OfTuple extends Matcher {
    private final int arity;

    private final int[] positions;
    private final Matcher[] elements;

    OfTuple(int arity, int[] positions, Matcher[] elements) {
      this.arity = arity;
      this.positions = positions;
      this.elements = elements;
    }

    int onlyArity() {
      return elements.length == 0 ? arity : -1;
    }

    @Override
    boolean matches(Term term, Term[] bindings) {
      if (!(term instanceof Tuple tuple) || tuple.arity() != arity) {
        return false;
      }
      for (int i = 0; i < elements.length; i++) {
        if (!elements[i].matches(tuple.element(positions[i]), bindings)) {
          return false;
        }
      }
      return true;
    }
  }

  /** A proper list of a fixed number of elements. */
  static final class OfProperList extends Matcher {
    private final Matcher[] elements;

    OfProperList(Matcher[] elements) {
      this.elements = elements;
    }

    @Override
    boolean matches(Term term, Term[] bindings) {
      if (!(term instanceof ListTerm list) || list.size() != elements.length || !list.isProper()) {
        return false;
      }
      int i = 0;
      for (Term element : list) {
        if (!elements[i++].matches(element, bindings)) {
          return false;
        }
      }
      return true;
    }
  }

  /** List cells, and a tail with a pattern of its own. */
  static final class OfCells extends Matcher {
    private final Matcher[] elements;
    private final Matcher tail;

    OfCells(Matcher[] elements, Matcher tail) {
      this.elements = elements;
      this.tail = tail;
    }

    @Override
    boolean matches(Term term, Term[] bindings) {
      if (!(term instanceof ListTerm whole) || whole.size() < elements.length) {
        return false;
      }
      Term rest = whole;
      for (Matcher element : elements) {
        ListTerm cells = (ListTerm) rest;
        if (!element.matches(cells.head(), bindings)) {
          return false;
        }
        rest = cells.tail();
      }
      return tail.matches(rest, bindings);
    }
  }

  /** A map that has these keys among others, with values that match. */
  static final class OfMap extends Matcher {
    private final Term[] keys;
    private final Matcher[] values;

    OfMap(Term[] keys, Matcher[] values) {
      this.keys = keys;
      this.values = values;
    }

    @Override
    boolean matches(Term term, Term[] bindings) {
      if (!(term instanceof MapTerm map) || map.size() < keys.length) {
        return false;
      }
      for (int i = 0; i < keys.length; i++) {
        Term value = map.get(keys[i]);
        if (value == null || !values[i].matches(value, bindings)) {
          return false;
        }
      }
      return true;
    }
  }
}
