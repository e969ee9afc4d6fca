package org.jets.bench.radix;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A node with a place for the child of each byte. */
final class Node256 extends InnerNode {
  /** With fewer children, a node of 48 takes its place. */
  static final int FEWEST = 37;

  private final @Nullable Object[] children;
  private int count;

  Node256(byte[] prefix, @Nullable Leaf own, int nodes) {
    super(prefix, own, nodes);
    this.children = new @Nullable Object[AFTER];
  }

  private Node256(Node256 other, byte[] prefix) {
    super(prefix, other.ownAcquire(), other.nodes);
    this.children = other.children;
    this.count = other.count;
  }

  /** Adds a child before this node is in a tree. */
  void append(int place, Object child) {
    children[place] = child;
    count++;
  }

  @Override
  @Nullable Object childAcquire(int place) {
    return elementAcquire(children, place);
  }

  @Override
  int childFrom(int place) {
    int at = place;
    while (at < AFTER && elementAcquire(children, at) == null) {
      at++;
    }
    return at;
  }

  @Override
  int childUpTo(int place) {
    int at = place;
    while (at > OWN && elementAcquire(children, at) == null) {
      at--;
    }
    return at;
  }

  @Override
  int count() {
    return count;
  }

  @Override
  void setChild(int place, Object item) {
    int added = oneIfNode(item) - oneIfNode(children[place]);
    VarHandle.releaseFence();
    nodes += added;
    children[place] = item;
  }

  @Override
  boolean hasRoom(int place) {
    return true;
  }

  @Override
  void addChild(int place, Leaf leaf) {
    countChange(0);
    VarHandle.releaseFence();
    count++;
    children[place] = leaf;
  }

  @Override
  boolean canRemove(int place) {
    return place == OWN || count > FEWEST;
  }

  @Override
  void removeChild(int place) {
    countChange(0);
    children[place] = null;
    count--;
  }

  @Override
  InnerNode with(int place, Leaf leaf) {
    throw new AssertionError("there is always room");
  }

  @Override
  InnerNode without(int place) {
    Node48 smaller = new Node48(prefix, ownAcquire(), nodes);
    for (int i = 0; i < AFTER; i++) {
      Object child = children[i];
      if (i != place && child != null) {
        smaller.append(i, child);
      }
    }
    return smaller;
  }

  @Override
  InnerNode withPrefix(byte[] other) {
    return new Node256(this, other);
  }

  @Override
  void validateChildren() {
    int found = 0;
    for (Object child : children) {
      found += child == null ? 0 : 1;
    }
    if (found != count || count < FEWEST) {
      throw new AssertionError("count: " + count + " (expected: " + found + ", 37 or more)");
    }
  }
}
