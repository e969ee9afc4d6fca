package org.jets.collections.internal.bplus;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * An inner node of a {@link BPlusTree}: up to 64 children with a separator between any two. Its
 * separators never change, nor the range of keys that each child stands for: a node that would have
 * others is copied. A child may be exchanged for one that stands for the same keys.
 *
 * <p>A child takes two places: the words and the slots of a leaf, or another node and nothing. Both
 * are written with release and read with acquire. {@link BPlusLeaf#exchange} replaces a leaf's
 * arrays by larger ones. It marks the old words as moving for ever, then writes the slots and then
 * the words. A reader reads the words and then the slots. If it finds the words unmarked
 * afterwards, both belong together.
 */
public final class BPlusNode<K> {
  /** The most children. */
  static final int MAX = 64;

  /** The least that a node has which is not the root. */
  static final int MIN = MAX / 4;

  static final VarHandle CHILDREN = MethodHandles.arrayElementVarHandle(Object[].class);

  /** The height, which is 1 for a node above leaves. */
  final int height;

  private final long[] prefixes;

  /** Null if prefixes say all of a key, or there is one child. */
  private final Object @Nullable [] separators;

  final Object[] children;

  BPlusNode(int height, long[] prefixes, Object @Nullable [] separators, Object[] children) {
    this.height = height;
    this.prefixes = prefixes;
    this.separators = separators;
    this.children = children;
  }

  /** A node above one leaf. */
  static <K> BPlusNode<K> above(long[] words, Object[] slots) {
    return new BPlusNode<>(1, new long[0], null, new Object[] {words, slots});
  }

  /** A node above two others, of the same height, that are to be read in this order. */
  static <K> BPlusNode<K> above(BPlusNode<K> left, BPlusSeparator<K> between, BPlusNode<K> right) {
    K key = between.key();
    return new BPlusNode<>(
        left.height + 1,
        new long[] {between.prefix()},
        key == null ? null : new Object[] {key},
        new Object[] {left, null, right, null});
  }

  int size() {
    return children.length >> 1;
  }

  // Children

  @SuppressWarnings("unchecked") // Where nodes are.
  BPlusNode<K> node(int index) {
    return (BPlusNode<K>) CHILDREN.getAcquire(children, 2 * index);
  }

  public long[] words(int index) {
    return (long[]) CHILDREN.getAcquire(children, 2 * index);
  }

  Object[] slots(int index) {
    return (Object[]) CHILDREN.getAcquire(children, 2 * index + 1);
  }

  /** Lets other arrays take the place of those of a leaf, as {@link BPlusLeaf#exchange} does. */
  void exchangeLeaf(int index, long[] words, Object[] slots) {
    BPlusLeaf.exchange(children, 2 * index, words, slots);
  }

  // Separators: number i is between the children i and i + 1

  /** A separator: where prefixes say all of a key, one that is made of its prefix. */
  K separator(PrefixOrder<K> order, int index) {
    K kept = keptSeparator(index);
    return kept == null ? order.keyOf(prefixes[index]) : kept;
  }

  @SuppressWarnings("unchecked") // Where keys are.
  private @Nullable K keptSeparator(int index) {
    return separators == null ? null : (K) separators[index];
  }

  long prefix(int index) {
    return prefixes[index];
  }

  BPlusSeparator<K> separatorAt(int index) {
    return new BPlusSeparator<>(prefixes[index], keptSeparator(index));
  }

  /** The child that stands for a key. */
  int childOf(PrefixOrder<K> order, long prefix, K key) {
    int index = countBelow(prefix);
    if (index == prefixes.length || prefixes[index] != prefix) {
      return index;
    }
    return firstTied(order, index, prefix, key, true);
  }

  /** The child that stands for the keys directly below a key. */
  int childBelow(PrefixOrder<K> order, long prefix, K key) {
    int index = countBelow(prefix);
    if (index == prefixes.length || prefixes[index] != prefix) {
      return index;
    }
    return firstTied(order, index, prefix, key, false);
  }

  /** Counts the separators whose prefixes are below one. */
  int countBelow(long prefix) {
    return BPlusLeaf.countLess(prefixes, 0, prefixes.length, prefix);
  }

  /** Counts the separators that are less than the key, or equal if that is to count. */
  private int firstTied(PrefixOrder<K> order, int from, long prefix, K key, boolean countsEqual) {
    if (separators == null) {
      return countsEqual ? from + 1 : from;
    }
    int low = from;
    int high = from + 1;
    if (high < prefixes.length && prefixes[high] == prefix) {
      high =
          prefix == Long.MAX_VALUE
              ? prefixes.length
              : BPlusLeaf.countLess(prefixes, 0, prefixes.length, prefix + 1);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      int comparison = order.compareTied(prefix, key, separators[middle]);
      if (comparison > 0 || (comparison == 0 && countsEqual)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  // Copies

  /**
   * A copy in which some children have others in their place.
   *
   * @param removed how many, from {@code index} on, at least one
   * @param others one or two, with two places each
   * @param between what is between two others
   */
  BPlusNode<K> with(int index, int removed, Object[] others, @Nullable BPlusSeparator<K> between) {
    int added = others.length / 2;
    int rest = size() - index - removed;
    Object[] newChildren = new Object[2 * (index + added + rest)];
    System.arraycopy(children, 0, newChildren, 0, 2 * index);
    System.arraycopy(others, 0, newChildren, 2 * index, 2 * added);
    System.arraycopy(children, 2 * (index + removed), newChildren, 2 * (index + added), 2 * rest);

    long[] newPrefixes = new long[index + added + rest - 1];
    System.arraycopy(prefixes, 0, newPrefixes, 0, index);
    if (between != null) {
      newPrefixes[index] = between.prefix();
    }
    int from = index + removed - 1;
    int to = index + added - 1;
    System.arraycopy(prefixes, from, newPrefixes, to, rest);
    K key = between == null ? null : between.key();
    if (separators == null && key == null) {
      return new BPlusNode<>(height, newPrefixes, null, newChildren);
    }
    Object[] newSeparators = new Object[newPrefixes.length];
    if (separators != null) {
      System.arraycopy(separators, 0, newSeparators, 0, index);
      System.arraycopy(separators, from, newSeparators, to, rest);
    }
    if (key != null) {
      newSeparators[index] = key;
    }
    return new BPlusNode<>(height, newPrefixes, newSeparators, newChildren);
  }

  /** Returns a node with some of the children. */
  BPlusNode<K> part(int from, int to) {
    return new BPlusNode<>(
        height,
        Arrays.copyOfRange(prefixes, from, to - 1),
        separators == null ? null : Arrays.copyOfRange(separators, from, to - 1),
        Arrays.copyOfRange(children, 2 * from, 2 * to));
  }

  /** This one's children and those of another that comes behind it. */
  BPlusNode<K> followedBy(BPlusSeparator<K> between, BPlusNode<K> other) {
    int size = size();
    long[] newPrefixes = Arrays.copyOf(prefixes, size + other.prefixes.length);
    Object[] newChildren = Arrays.copyOf(children, 2 * (size + other.size()));
    newPrefixes[size - 1] = between.prefix();
    System.arraycopy(other.prefixes, 0, newPrefixes, size, other.prefixes.length);
    System.arraycopy(other.children, 0, newChildren, 2 * size, other.children.length);
    K key = between.key();
    if (key == null) {
      return new BPlusNode<>(height, newPrefixes, null, newChildren);
    }
    Object[] newSeparators = new Object[newPrefixes.length];
    newSeparators[size - 1] = key;
    if (separators != null) {
      System.arraycopy(separators, 0, newSeparators, 0, separators.length);
    }
    if (other.separators != null) {
      System.arraycopy(other.separators, 0, newSeparators, size, other.separators.length);
    }
    return new BPlusNode<>(height, newPrefixes, newSeparators, newChildren);
  }
}
