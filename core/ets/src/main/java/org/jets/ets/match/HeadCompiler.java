package org.jets.ets.match;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Compiles one head. For one use. */
final class HeadCompiler {
  /** So many levels are matched by one recursion. */
  private static final int MAX_DEPTH = 64;

  /** A variable deeper in tuples than this is copied to the bindings instead of looked up. */
  private static final int MAX_PATH = 4;

  private final ErrorList errors;
  private final Set<Integer> variablesSeen = new HashSet<>();

  /** Variables that stand more than once in the head. */
  private final Set<Integer> repeated = new HashSet<>();

  private final Map<Integer, Integer> slotsOfVariables = new HashMap<>();
  private final TreeMap<Integer, Expression> variables = new TreeMap<>();
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private int slots;

  /** True if matching compares terms whose size has no small bound. */
  private boolean comparesLargeTerms;

  private HeadCompiler(ErrorList errors) {
    this.errors = errors;
  }

  /** Returns the compiled head, or null where it is not valid, which the list then says. */
  static @Nullable Head compile(Term head, ErrorList errors) {
    HeadCompiler compiler = new HeadCompiler(errors);
    return compiler.findVariables(head) ? compiler.compile(head) : null;
  }

  private boolean findVariables(Term head) {
    Deque<Term> open = new ArrayDeque<>();
    open.push(head);
    while (!open.isEmpty()) {
      Term term = open.pop();
      int variable = Patterns.variableNumber(term);
      if (variable >= 0) {
        if (!variablesSeen.add(variable)) {
          repeated.add(variable);
        }
      } else if (term instanceof MapTerm map && !checkKeys(map)) {
        return false;
      }
      Patterns.pushChildren(term, open);
    }
    return true;
  }

  private boolean checkKeys(MapTerm map) {
    for (int i = 0; i < map.size(); i++) {
      Term key = map.key(i);
      if (Patterns.variableNumber(key) >= 0) {
        errors.add("a variable is a key of a map: " + key, "Variable found in map key.");
        return false;
      }
      if (Patterns.isWildcard(key)) {
        errors.add("'_' is a key of a map", "Underscore found in map key.");
        return false;
      }
    }
    return true;
  }

  private Head compile(Term head) {
    Matcher matcher = compile(head, 0, new int[0]);
    List<Head.Part> parts = new ArrayList<>();
    while (!waiting.isEmpty()) {
      Waiting next = waiting.remove();
      parts.add(new Head.Part(next.slot, compile(next.pattern, 0, null)));
    }
    return new Head(matcher, parts, slots, variables, comparesLargeTerms || !repeated.isEmpty());
  }

  /**
   * Compiles a pattern.
   *
   * @param path where the term is in the object, or null where that is not known or too far
   */
  private Matcher compile(Term pattern, int depth, int @Nullable [] path) {
    int variable = Patterns.variableNumber(pattern);
    if (variable >= 0) {
      return compileVariable(variable, path);
    }
    if (Patterns.isWildcard(pattern)) {
      return Matcher.ANY;
    }
    if (pattern instanceof Tuple
        || pattern instanceof MapTerm
        || (pattern instanceof ListTerm list && !list.isEmpty())) {
      comparesLargeTerms |= depth > 0;
      if (depth == MAX_DEPTH) {
        waiting.add(new Waiting(slots, pattern));
        return new Matcher.Bind(slots++);
      }
      return pattern instanceof Tuple tuple
          ? compileTuple(tuple, depth, path)
          : pattern instanceof MapTerm map
              ? compileMap(map, depth)
              : compileList((ListTerm) pattern, depth);
    }
    comparesLargeTerms |= Polling.isLarge(pattern);
    return new Matcher.Literal(pattern);
  }

  private Matcher compileVariable(int variable, int @Nullable [] path) {
    if (path != null && !repeated.contains(variable)) {
      variables.put(variable, Access.alongPath(path));
      return Matcher.ANY;
    }
    Integer bound = slotsOfVariables.putIfAbsent(variable, slots);
    if (bound != null) {
      return new Matcher.Same(bound);
    }
    variables.put(variable, new Access.Slot(slots));
    return new Matcher.Bind(slots++);
  }

  private Matcher compileTuple(Tuple tuple, int depth, int @Nullable [] path) {
    int arity = tuple.arity();
    Matcher[] elements = new Matcher[arity];
    for (int i = 0; i < arity; i++) {
      elements[i] = compile(tuple.element(i + 1), depth + 1, child(path, i + 1));
    }
    if (areLiterals(elements)) {
      return new Matcher.Literal(tuple);
    }
    int[] positions = new int[arity];
    int count = 0;
    for (int i = 0; i < arity; i++) {
      if (elements[i] != Matcher.ANY) {
        positions[count] = i + 1;
        elements[count++] = elements[i];
      }
    }
    return new Matcher.OfTuple(
        arity, Arrays.copyOf(positions, count), Arrays.copyOf(elements, count));
  }

  private static int @Nullable [] child(int @Nullable [] path, int position) {
    if (path == null || path.length == MAX_PATH) {
      return null;
    }
    int[] child = Arrays.copyOf(path, path.length + 1);
    child[path.length] = position;
    return child;
  }

  private Matcher compileList(ListTerm list, int depth) {
    Matcher[] elements = new Matcher[list.size()];
    Iterator<Term> patterns = list.iterator();
    for (int i = 0; i < elements.length; i++) {
      elements[i] = compile(patterns.next(), depth + 1, null);
    }
    if (list.isProper()) {
      return areLiterals(elements) ? new Matcher.Literal(list) : new Matcher.OfProperList(elements);
    }
    Matcher tail = compile(list.lastTail(), depth + 1, null);
    return areLiterals(elements) && areLiterals(tail)
        ? new Matcher.Literal(list)
        : new Matcher.OfCells(elements, tail);
  }

  private Matcher compileMap(MapTerm map, int depth) {
    Term[] keys = new Term[map.size()];
    Matcher[] values = new Matcher[map.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = map.key(i);
      values[i] = compile(map.value(i), depth + 1, null);
    }
    return new Matcher.OfMap(keys, values);
  }

  private static boolean areLiterals(Matcher... matchers) {
    for (Matcher matcher : matchers) {
      if (!(matcher instanceof Matcher.Literal)) {
        return false;
      }
    }
    return true;
  }

  /** A part of the head that is compiled, and matched, when what is above it has been. */
  private record Waiting(int slot, Term pattern) {}
}
