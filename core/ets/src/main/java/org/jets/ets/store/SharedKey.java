package org.jets.ets.store;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.Fun;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.RecordTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Makes an object that replaces or joins another one share that object's key. The map keeps the key
 * that it got first, so the object's own key would take memory a second time.
 *
 * <p>A key of at most 120 bytes is not shared. The second walk over it and the copy of the object
 * would cost more time than that memory is worth. Small keys are atoms, integers of 64 bits,
 * floats, pids, ports, tuples of at most {@value #SMALL_ARITY} of these, and bitstrings of at most
 * {@value #SMALL_BYTES} bytes.
 *
 * <p>A larger key is shared only if it is identical in every respect. It must be {@code =:=}, which
 * tells 1 and 1.0 apart. It must not contain references, funs or records, since equal ones may be
 * written in different ways.
 */
public final class SharedKey {
  private static final int SMALL_ARITY = 3;
  private static final int SMALL_BYTES = 64;

  /** The depth to which nested tuples are compared by recursion. */
  private static final int MAX_RECURSION = 32;

  private SharedKey() {}

  /** Returns whether a key takes so much memory that it is worth a copy of the tuple. */
  public static boolean isWorthIt(Term key) {
    if (key instanceof Tuple tuple) {
      return tuple.arity() > SMALL_ARITY || !hasSmallElements(tuple);
    }
    if (key instanceof Bitstring bits) {
      return bits.byteSize() > SMALL_BYTES;
    }
    if (key instanceof ListTerm list) {
      return !list.isEmpty();
    }
    return key instanceof MapTerm || (key instanceof IntegerTerm integer && !integer.fitsLong());
  }

  private static boolean hasSmallElements(Tuple tuple) {
    for (int i = tuple.arity(); i > 0; i--) {
      Term element = tuple.element(i);
      if (!(element instanceof IntegerTerm integer
          ? integer.fitsLong()
          : element instanceof Atom
              || element instanceof FloatTerm
              || element instanceof Pid
              || element instanceof Port)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns an object with the key of a cell if it can share it; else the object itself.
   *
   * @param cell null for none
   */
  public static Tuple in(StoreConfig config, @Nullable Object cell, Tuple object) {
    if (cell == null) {
      return object;
    }
    Term key = config.key(object);
    Term held = config.keyOf(cell);
    return held != key && isWorthIt(key) && isSame(held, key, 0)
        ? object.with(config.keypos(), held)
        : object;
  }

  /**
   * Returns whether a map has a large key of its own beside that of the object: an equal key that
   * came first.
   */
  static boolean isBeside(Term held, Term key) {
    return held != key && isWorthIt(held);
  }

  /**
   * Returns whether an object keeps its own key when it replaces another object with an equal key.
   */
  public static boolean isKept(Term held, Term key) {
    return isBeside(held, key) && !isSame(held, key, 0);
  }

  /** Returns whether one key may stand for another: whether both are written alike. */
  public static boolean isSame(Term held, Term key) {
    return isSame(held, key, 0);
  }

  /**
   * Returns whether one term may stand for another. Tuples take one walk over both terms; other
   * compound terms take two.
   */
  private static boolean isSame(Term held, Term key, int depth) {
    if (held == key) {
      return true;
    }
    if (key instanceof Tuple tuple && depth < MAX_RECURSION) {
      int arity = tuple.arity();
      if (!(held instanceof Tuple other) || other.arity() != arity) {
        return false;
      }
      for (int i = 1; i <= arity; i++) {
        if (!isSame(other.element(i), tuple.element(i), depth + 1)) {
          return false;
        }
      }
      return true;
    }
    return hasOneForm(key) && held.equals(key);
  }

  /** Returns whether all terms that are equal to this one are written in the same way. */
  private static boolean hasOneForm(Term key) {
    if (!hasParts(key)) {
      return isOneForm(key);
    }
    OpenTerms open = new OpenTerms();
    for (Term term = key; term != null; term = open.poll()) {
      if (!open.addParts(term)) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasParts(Term term) {
    return term instanceof Tuple || term instanceof MapTerm || term instanceof ListTerm;
  }

  private static boolean isOneForm(Term leaf) {
    return !(leaf instanceof Reference || leaf instanceof Fun || leaf instanceof RecordTerm);
  }

  /** The terms in a key that have not been examined. Takes memory only if there are some. */
  private static final class OpenTerms {
    private @Nullable Deque<Term> open;

    @Nullable Term poll() {
      return open == null ? null : open.pollLast();
    }

    /** Examines the parts of a term. Returns false if one of them has several forms. */
    boolean addParts(Term term) {
      if (term instanceof Tuple tuple) {
        return addAll(tuple.toList());
      }
      if (term instanceof ListTerm list) {
        return list.isEmpty() || (addAll(list) && add(list.lastTail()));
      }
      MapTerm map = (MapTerm) term;
      for (int i = 0; i < map.size(); i++) {
        if (!add(map.key(i)) || !add(map.value(i))) {
          return false;
        }
      }
      return true;
    }

    private boolean addAll(Iterable<Term> parts) {
      for (Term part : parts) {
        if (!add(part)) {
          return false;
        }
      }
      return true;
    }

    private boolean add(Term part) {
      if (!hasParts(part)) {
        return isOneForm(part);
      }
      if (part instanceof ListTerm list && list.isEmpty()) {
        return true;
      }
      Deque<Term> terms = open;
      if (terms == null) {
        terms = new ArrayDeque<>();
        open = terms;
      }
      terms.addLast(part);
      return true;
    }
  }
}
