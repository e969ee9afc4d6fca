package org.jets.ets.match;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jets.ets.match.MatchNode.Compound;
import org.jets.ets.match.MatchNode.Constant;
import org.jets.ets.match.MatchNode.Symbol;
import org.jets.ets.match.MatchNode.Variable;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** Compiles one head. For one use. */
final class HeadCompiler {
  /** The number of levels that one recursion matches. */
  private static final int MAX_DEPTH = 64;

  /** The depth in tuples beyond which a variable is copied to the bindings instead of looked up. */
  private static final int MAX_PATH = 4;

  /** Variables that occur more than once in the head. */
  private final Set<Integer> repeated = new HashSet<>();

  private final Map<Integer, Integer> slotsOfVariables = new HashMap<>();
  private final TreeMap<Integer, CompiledExpression> variables = new TreeMap<>();
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private int slots;

  /** True if matching compares terms whose size has no small bound. */
  private boolean comparesLargeTerms;

  private HeadCompiler() {}

  static Head compile(MatchNode head) {
    HeadCompiler compiler = new HeadCompiler();
    compiler.findRepeated(head);
    return compiler.compileHead(head);
  }

  private void findRepeated(MatchNode head) {
    Set<Integer> seen = new HashSet<>();
    List<MatchNode> nodes = new ArrayList<>(List.of(head));
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i) instanceof Variable variable && !seen.add(variable.number())) {
        repeated.add(variable.number());
      }
      nodes.addAll(nodes.get(i).parts());
    }
  }

  private Head compileHead(MatchNode head) {
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
   * @param path the place of the term in the object; null if it is unknown or too deep
   */
  private Matcher compile(MatchNode pattern, int depth, int @Nullable [] path) {
    if (pattern instanceof Constant constant) {
      comparesLargeTerms |= Polling.isLarge(constant.value());
      return new Matcher.Literal(constant.value());
    }
    if (pattern instanceof Variable variable) {
      return compileVariable(variable.number(), path);
    }
    if (pattern == Symbol.WILDCARD) {
      return Matcher.ANY;
    }
    Compound compound = (Compound) pattern;
    comparesLargeTerms |= depth > 0;
    if (depth == MAX_DEPTH) {
      waiting.add(new Waiting(slots, pattern));
      return new Matcher.Bind(slots++);
    }
    return switch (compound.shape()) {
      case TUPLE -> compileTuple(compound.parts(), depth, path);
      case LIST -> compileList(compound.parts(), depth);
      case MAP -> compileMap(compound.parts(), depth);
    };
  }

  private Matcher compileVariable(int variable, int @Nullable [] path) {
    if (path != null && !repeated.contains(variable)) {
      variables.put(variable, BindingAccess.alongPath(path));
      return Matcher.ANY;
    }
    Integer bound = slotsOfVariables.putIfAbsent(variable, slots);
    if (bound != null) {
      return new Matcher.Same(bound);
    }
    variables.put(variable, new BindingAccess.Slot(slots));
    return new Matcher.Bind(slots++);
  }

  private Matcher compileTuple(List<MatchNode> elements, int depth, int @Nullable [] path) {
    int arity = elements.size();
    Matcher[] matchers = new Matcher[arity];
    int[] positions = new int[arity];
    int count = 0;
    for (int i = 0; i < arity; i++) {
      Matcher matcher = compile(elements.get(i), depth + 1, child(path, i + 1));
      if (matcher != Matcher.ANY) {
        positions[count] = i + 1;
        matchers[count++] = matcher;
      }
    }
    return new Matcher.OfTuple(
        arity, Arrays.copyOf(positions, count), Arrays.copyOf(matchers, count));
  }

  private static int @Nullable [] child(int @Nullable [] path, int position) {
    if (path == null || path.length == MAX_PATH) {
      return null;
    }
    int[] child = Arrays.copyOf(path, path.length + 1);
    child[path.length] = position;
    return child;
  }

  private Matcher compileList(List<MatchNode> elementsAndTail, int depth) {
    int last = elementsAndTail.size() - 1;
    Matcher[] elements = new Matcher[last];
    for (int i = 0; i < last; i++) {
      elements[i] = compile(elementsAndTail.get(i), depth + 1, null);
    }
    MatchNode tail = elementsAndTail.get(last);
    return tail instanceof Constant constant && constant.value().equals(ListTerm.empty())
        ? new Matcher.OfProperList(elements)
        : new Matcher.OfCells(elements, compile(tail, depth + 1, null));
  }

  private Matcher compileMap(List<MatchNode> keysAndValues, int depth) {
    Term[] keys = new Term[keysAndValues.size() / 2];
    Matcher[] values = new Matcher[keys.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = keysAndValues.get(2 * i).term();
      values[i] = compile(keysAndValues.get(2 * i + 1), depth + 1, null);
    }
    return new Matcher.OfMap(keys, values);
  }

  /** A part of the head that is compiled, and matched, after the part above it. */
  private record Waiting(int slot, MatchNode pattern) {}
}
