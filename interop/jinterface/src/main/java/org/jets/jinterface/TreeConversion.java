package org.jets.jinterface;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts a tree of one kind into a tree of another, from the leaves up and without recursion.
 * Unfinished nodes wait on an explicit stack, as deep as the tree.
 */
abstract class TreeConversion<S, T> {

  /** Returns the nodes to be converted first; null for a leaf. */
  abstract @Nullable List<? extends S> children(S node);

  /** Converts a leaf. */
  abstract T leaf(S node);

  /** Converts a node whose children are converted, in their order. */
  abstract T build(S node, List<T> children);

  final T convert(S root) {
    Deque<Unfinished<S, T>> unfinished = new ArrayDeque<>();
    S node = root;
    while (true) {
      List<? extends S> children = children(node);
      if (children != null && !children.isEmpty()) {
        unfinished.push(new Unfinished<>(node, children));
        node = unfinished.getFirst().next();
        continue;
      }
      T result = children == null ? leaf(node) : build(node, List.of());
      Unfinished<S, T> parent = unfinished.peek();
      while (parent != null && parent.addLast(result)) {
        result = build(parent.node, parent.converted);
        unfinished.pop();
        parent = unfinished.peek();
      }
      if (parent == null) {
        return result;
      }
      node = parent.next();
    }
  }

  /** A node some of whose children have been converted. */
  private static final class Unfinished<S, T> {
    private final S node;
    private final Iterator<? extends S> rest;
    private final List<T> converted;

    Unfinished(S node, List<? extends S> children) {
      this.node = node;
      this.rest = children.iterator();
      this.converted = new ArrayList<>(children.size());
    }

    S next() {
      return rest.next();
    }

    /** Adds a child; returns true if it was the last. */
    boolean addLast(T child) {
      converted.add(child);
      return !rest.hasNext();
    }
  }
}
