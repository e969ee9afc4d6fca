package org.jets.bench.radix;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A node of up to 48 children, with an index that says where the child of each byte is. Children
 * are added at the end of their array, before the index says so. The room of a removed one is not
 * used again, since a reader may still go there. A node without room at the end is replaced.
 */
final class Node48 extends InnerNode {
  /** The most children. */
  static final int MOST = 48;

  /** With fewer children, a small node takes its place. */
  static final int FEWEST = 12;

  private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(byte[].class);

  /** One more than the place of each byte's child in the array; 0 where there is none. */
  private final byte[] index;

  private final @Nullable Object[] children;

  /** The number of places in the array that have been used. */
  private int used;

  private int count;

  Node48(byte[] prefix, @Nullable Leaf own, int nodes) {
    super(prefix, own, nodes);
    this.index = new byte[256];
    this.children = new @Nullable Object[MOST];
  }

  private Node48(Node48 other, byte[] prefix) {
    super(prefix, other.ownAcquire(), other.nodes);
    this.index = other.index;
    this.children = other.children;
    this.used = other.used;
    this.count = other.count;
  }

  /** Adds a child before this node is in a tree. */
  void append(int place, Object child) {
    children[used++] = child;
    index[place] = (byte) used;
    count++;
  }

  @Override
  @Nullable Object childAcquire(int place) {
    int at = (byte) PLACE.getAcquire(index, place);
    return at == 0 ? null : elementAcquire(children, at - 1);
  }

  @Override
  int childFrom(int place) {
    int at = place;
    while (at < AFTER && childAcquire(at) == null) {
      at++;
    }
    return at;
  }

  @Override
  int childUpTo(int place) {
    int at = place;
    while (at > OWN && childAcquire(at) == null) {
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
    int at = index[place] - 1;
    int added = oneIfNode(item) - oneIfNode(children[at]);
    VarHandle.releaseFence();
    nodes += added;
    children[at] = item;
  }

  @Override
  boolean hasRoom(int place) {
    return place == OWN || used < MOST;
  }

  @Override
  void addChild(int place, Leaf leaf) {
    children[used] = leaf;
    countChange(0);
    VarHandle.releaseFence(); // Until here nothing can be seen.
    used++;
    count++;
    index[place] = (byte) used;
  }

  @Override
  boolean canRemove(int place) {
    return place == OWN || count > FEWEST;
  }

  @Override
  void removeChild(int place) {
    countChange(0);
    children[index[place] - 1] = null;
    index[place] = 0;
    count--;
  }

  @Override
  InnerNode with(int place, Leaf leaf) {
    if (count == MOST) {
      Node256 larger = new Node256(prefix, ownAcquire(), nodes);
      copyTo(larger);
      larger.append(place, leaf);
      return larger;
    }
    Node48 copy = new Node48(prefix, ownAcquire(), nodes); // With room for as many as were removed.
    for (int i = 0; i < AFTER; i++) {
      if (index[i] != 0) {
        copy.append(i, children[index[i] - 1]);
      }
    }
    copy.append(place, leaf);
    return copy;
  }

  private void copyTo(Node256 larger) {
    for (int i = 0; i < AFTER; i++) {
      if (index[i] != 0) {
        larger.append(i, children[index[i] - 1]);
      }
    }
  }

  @Override
  InnerNode without(int place) {
    int[] places = new int[count - 1];
    Object[] fewer = new Object[count - 1];
    int size = 0;
    for (int i = 0; i < AFTER; i++) {
      if (i != place && index[i] != 0) {
        places[size] = i;
        fewer[size++] = children[index[i] - 1];
      }
    }
    return SmallNode.of(prefix, ownAcquire(), places, fewer);
  }

  @Override
  InnerNode withPrefix(byte[] other) {
    return new Node48(this, other);
  }

  @Override
  void validateChildren() {
    boolean[] seen = new boolean[MOST + 1];
    int found = 0;
    for (int place = 0; place < AFTER; place++) {
      int at = index[place];
      if (at != 0) {
        if (at < 0 || at > used || seen[at] || children[at - 1] == null) {
          throw new AssertionError("index: " + Arrays.toString(index) + " (expected: of children)");
        }
        seen[at] = true;
        found++;
      }
    }
    if (found != count || count < FEWEST || used > MOST) {
      throw new AssertionError("count: " + count + " (expected: " + found + ", 12 to 48)");
    }
  }
}
