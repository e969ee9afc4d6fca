package org.jets.ets.match;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Objects;
import java.util.OptionalInt;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * What the terms in the head of a match specification stand for.
 *
 * <p>Time is linear in the term; its depth does not matter.
 */
public final class Patterns {
  private static final Atom CONST = Atom.of("const");
  static final Atom WILDCARD = Atom.of("_");
  private static final int MAX_DIGITS = 10;

  private Patterns() {}

  /** Whether a term is {@code '_'}, which matches anything. */
  public static boolean isWildcard(Term term) {
    return Objects.requireNonNull(term, "term") == WILDCARD;
  }

  /**
   * Returns N where the term is the variable {@code '$N'}: decimal digits without a leading zero,
   * up to 2147483647. Other atoms, {@code '$01'}, {@code '$_'} and {@code '$$'} among them, are no
   * variables in a head.
   */
  public static OptionalInt variable(Term term) {
    int number = variableNumber(Objects.requireNonNull(term, "term"));
    return number < 0 ? OptionalInt.empty() : OptionalInt.of(number);
  }

  /** The N of a variable {@code '$N'}, or -1. */
  static int variableNumber(Term term) {
    if (!(term instanceof Atom atom)) {
      return -1;
    }
    String name = atom.name();
    int length = name.length();
    if (length < 2 || length > 1 + MAX_DIGITS || name.charAt(0) != '$') {
      return -1;
    }
    if (name.charAt(1) == '0' && length > 2) {
      return -1;
    }
    long number = 0;
    for (int i = 1; i < length; i++) {
      int digit = name.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number <= Integer.MAX_VALUE ? (int) number : -1;
  }

  /**
   * Whether a pattern has no variable and no {@code '_'} in it. Keys of maps do not count: they are
   * literals.
   */
  public static boolean isGround(Term pattern) {
    return !contains(Objects.requireNonNull(pattern, "pattern"), false);
  }

  /**
   * Whether a pattern matches exactly the terms that are {@code =:=} to it: it is ground, and there
   * is no map in it, which would match every map with these keys and values.
   */
  public static boolean isLiteral(Term pattern) {
    return !contains(Objects.requireNonNull(pattern, "pattern"), true);
  }

  /** Whether there is a variable or a wildcard in a pattern, or a map if that is asked for too. */
  private static boolean contains(Term pattern, boolean orMap) {
    Deque<Term> open = new ArrayDeque<>();
    open.push(pattern);
    while (!open.isEmpty()) {
      Term term = open.pop();
      if (term instanceof Atom) {
        if (term == WILDCARD || variableNumber(term) >= 0) {
          return true;
        }
      } else if (term instanceof MapTerm) {
        if (orMap) {
          return true;
        }
        pushChildren(term, open);
      } else {
        pushChildren(term, open);
      }
    }
    return false;
  }

  /** Pushes the patterns that are directly in a compound one; the last comes first off again. */
  static void pushChildren(Term pattern, Deque<Term> open) {
    if (pattern instanceof Tuple tuple) {
      for (int i = 1; i <= tuple.arity(); i++) {
        open.push(tuple.element(i));
      }
    } else if (pattern instanceof ListTerm list && !list.isEmpty()) {
      for (Iterator<Term> elements = list.iterator(); elements.hasNext(); ) {
        open.push(elements.next());
      }
      open.push(list.lastTail());
    } else if (pattern instanceof MapTerm map) {
      for (int i = 0; i < map.size(); i++) {
        open.push(map.value(i));
      }
    }
  }

  /**
   * Returns whether a specification has no more terms than these, each counted as often as it
   * stands in it. Constants are not looked into. Takes no longer than the limit says.
   */
  static boolean hasAtMost(Term spec, int limit) {
    Deque<Term> open = new ArrayDeque<>();
    open.push(spec);
    int count = 1;
    while (!open.isEmpty()) {
      Term term = open.pop();
      long children = childCount(term);
      if (children > limit - count) {
        return false;
      }
      count += (int) children;
      if (children > 0) {
        pushChildren(term, open);
      }
    }
    return count <= limit;
  }

  /** Returns how many terms stand directly in another, none in a constant. */
  private static long childCount(Term term) {
    if (term instanceof Tuple tuple) {
      boolean isConstant = tuple.arity() == 2 && tuple.element(1) == CONST;
      return isConstant ? 0 : tuple.arity();
    }
    if (term instanceof ListTerm list && !list.isEmpty()) {
      return list.size() + 1L;
    }
    return term instanceof MapTerm map ? map.size() : 0;
  }
}
