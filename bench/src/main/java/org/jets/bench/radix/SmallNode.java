package org.jets.bench.radix;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A node of up to 16 children. Their bytes are sorted, and never change: to add or remove one, the
 * node is replaced. They lie in two numbers of eight each, the least in the lowest byte. All eight
 * are compared at the same time.
 *
 * <p>The array of the children is as long as there are children. None of them is ever null.
 */
final class SmallNode extends InnerNode {
  /** The most children. */
  static final int MOST = 16;

  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHS = 0x8080_8080_8080_8080L;

  private final long low;
  private final long high;
  private final Object[] children;

  private SmallNode(
      byte[] prefix, @Nullable Leaf own, int nodes, long low, long high, Object[] children) {
    super(prefix, own, nodes);
    this.low = low;
    this.high = high;
    this.children = children;
  }

  /**
   * A node of some children.
   *
   * @param places the bytes of the children, sorted
   */
  static SmallNode of(byte[] prefix, @Nullable Leaf own, int[] places, Object[] children) {
    long low = 0;
    long high = 0;
    int nodes = 0;
    for (int i = 0; i < children.length; i++) {
      long lane = (long) places[i] << (Byte.SIZE * (i & 7));
      if (i < Long.BYTES) {
        low |= lane;
      } else {
        high |= lane;
      }
      nodes += oneIfNode(children[i]);
    }
    return new SmallNode(prefix, own, nodes, low, high, children);
  }

  /** The lowest of eight bytes that is 0; 8 if none is. */
  private static int firstZero(long bytes) {
    return Long.numberOfTrailingZeros((bytes - ONES) & ~bytes & HIGHS) >>> 3;
  }

  /**
   * The index of a byte, or -1. Bytes behind the last are 0. A child of byte 0 is the first, and is
   * found before them.
   */
  private int indexOf(int place) {
    long pattern = place * ONES;
    int index = firstZero(low ^ pattern);
    if (index == Long.BYTES) {
      index += firstZero(high ^ pattern);
    }
    return index < children.length ? index : -1;
  }

  private int placeAt(int index) {
    long lanes = index < Long.BYTES ? low : high;
    return (int) (lanes >>> (Byte.SIZE * (index & 7))) & 0xff;
  }

  /** The number of bytes that are less than one. */
  private int countBelow(int place) {
    int count = 0;
    while (count < children.length && placeAt(count) < place) {
      count++;
    }
    return count;
  }

  @Override
  @Nullable Object childAcquire(int place) {
    int index = indexOf(place);
    return index < 0 ? null : elementAcquire(children, index);
  }

  @Override
  int childFrom(int place) {
    int index = countBelow(place);
    return index == children.length ? AFTER : placeAt(index);
  }

  /** Goes on from the index of the place, which is mostly that of a child. */
  @Override
  int childAfter(int place) {
    int index = place == OWN ? -1 : indexOf(place);
    if (index < 0 && place != OWN) {
      return childFrom(place + 1);
    }
    return index + 1 == children.length ? AFTER : placeAt(index + 1);
  }

  @Override
  int childUpTo(int place) {
    int index = countBelow(place + 1) - 1;
    return index < 0 ? OWN : placeAt(index);
  }

  @Override
  int count() {
    return children.length;
  }

  @Override
  void setChild(int place, Object item) {
    int index = indexOf(place);
    int added = oneIfNode(item) - oneIfNode(children[index]);
    VarHandle.releaseFence();
    nodes += added;
    children[index] = item;
  }

  @Override
  boolean hasRoom(int place) {
    return place == OWN;
  }

  @Override
  void addChild(int place, Leaf leaf) {
    throw new AssertionError("there is no room");
  }

  @Override
  boolean canRemove(int place) {
    return place == OWN && children.length > 1;
  }

  @Override
  void removeChild(int place) {
    throw new AssertionError("a small node is replaced");
  }

  private int[] places() {
    int[] places = new int[children.length];
    Arrays.setAll(places, this::placeAt);
    return places;
  }

  @Override
  InnerNode with(int place, Leaf leaf) {
    int size = children.length;
    if (size == MOST) {
      Node48 larger = new Node48(prefix, ownAcquire(), nodes);
      for (int i = 0; i < size; i++) {
        larger.append(placeAt(i), children[i]);
      }
      larger.append(place, leaf);
      return larger;
    }
    int index = countBelow(place);
    int[] places = new int[size + 1];
    Object[] more = new Object[size + 1];
    for (int i = 0; i <= size; i++) {
      int from = i < index ? i : i - 1;
      places[i] = i == index ? place : placeAt(from);
      more[i] = i == index ? leaf : children[from];
    }
    return of(prefix, ownAcquire(), places, more);
  }

  @Override
  InnerNode without(int place) {
    int index = indexOf(place);
    int size = children.length - 1;
    int[] places = new int[size];
    Object[] fewer = new Object[size];
    for (int i = 0; i < size; i++) {
      int from = i < index ? i : i + 1;
      places[i] = placeAt(from);
      fewer[i] = children[from];
    }
    return of(prefix, ownAcquire(), places, fewer);
  }

  @Override
  InnerNode withPrefix(byte[] other) {
    return new SmallNode(other, ownAcquire(), nodes, low, high, children);
  }

  @Override
  void validateChildren() {
    int[] places = places();
    for (int i = 0; i < places.length; i++) {
      if (i > 0 && places[i - 1] >= places[i]) {
        throw new AssertionError("bytes: " + Arrays.toString(places) + " (expected: ascending)");
      }
      if (children[i] == null) {
        throw new AssertionError("child: null (expected: a leaf or node)");
      }
    }
    if (places.length > MOST || places.length < (ownAcquire() == null ? 2 : 1)) {
      throw new AssertionError("children: " + places.length + " (expected: 2 to 16)");
    }
  }
}
