package org.jets.collections.internal.bplus;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * An inner node of a {@link BPlusTree}: up to 64 children with a separator between any two. Its
 * prefixes are of what comes behind the units that all separators share. Its separators never
 * change, nor the range of keys that each child stands for: a node that would have others is
 * copied. A child may be exchanged for one that stands for the same keys.
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

  /** The number of units that all separators share in front of what their prefixes are of. */
  private final int offset;

  private final long[] prefixes;

  /**
   * The prefixes of what comes behind {@link #prefixes}: null if no two of these are equal, or if
   * nothing is known of what comes behind.
   */
  private final long @Nullable [] seconds;

  /** Null if prefixes say all of a key, or there is one child. */
  private final Object @Nullable [] separators;

  final Object[] children;

  private BPlusNode(
      int height,
      int offset,
      long[] prefixes,
      long @Nullable [] seconds,
      Object @Nullable [] separators,
      Object[] children) {
    boolean isWithout = prefixes.length == 0;
    this.height = height;
    this.offset = isWithout ? 0 : offset;
    this.prefixes = prefixes;
    this.seconds = isWithout ? null : seconds;
    this.separators = isWithout ? null : separators;
    this.children = children;
  }

  /** A node above one leaf. */
  static <K> BPlusNode<K> above(long[] words, Object[] slots) {
    return new BPlusNode<>(1, 0, new long[0], null, null, new Object[] {words, slots});
  }

  /** A node of separators that are kept, or of their prefixes if these say all. */
  static <K> BPlusNode<K> of(
      PrefixOrder<K> order,
      int height,
      long[] prefixes,
      Object @Nullable [] separators,
      Object[] children) {
    if (separators == null) {
      return new BPlusNode<>(height, 0, prefixes, null, null, children);
    }
    int last = separators.length - 1;
    int offset = last < 1 ? 0 : order.offset(separators[0], separators[last]);
    return of(order, height, offset, separators, children);
  }

  private static <K> BPlusNode<K> of(
      PrefixOrder<K> order, int height, int offset, Object[] separators, Object[] children) {
    long[] prefixes = order.prefixes(separators, separators.length, offset);
    long[] seconds = seconds(order, offset, prefixes, null, separators);
    return new BPlusNode<>(height, offset, prefixes, seconds, separators, children);
  }

  /**
   * The second prefixes of separators, if there is any use in them.
   *
   * @param known those that are known, where 0 stands for one that is not
   */
  private static long @Nullable [] seconds(
      PrefixOrder<?> order,
      int offset,
      long[] prefixes,
      long @Nullable [] known,
      Object[] separators) {
    boolean isOfUse = false;
    for (int i = 1; i < prefixes.length && !isOfUse; i++) {
      isOfUse = prefixes[i] == prefixes[i - 1] && order.shared(prefixes[i], prefixes[i]) > 0;
    }
    if (!isOfUse) {
      return null;
    }
    long[] seconds = known == null ? new long[prefixes.length] : known;
    for (int i = 0; i < seconds.length; i++) {
      if (seconds[i] == 0) {
        seconds[i] = order.prefix(separators[i], behind(order, offset, prefixes[i]));
      }
    }
    return seconds;
  }

  /** The offset of what comes behind a prefix. */
  private static int behind(PrefixOrder<?> order, int offset, long prefix) {
    return offset + Math.max(0, order.shared(prefix, prefix));
  }

  /** This one, or where its prefixes share much, one like it with a better offset. */
  private BPlusNode<K> improved(PrefixOrder<K> order) {
    int last = prefixes.length - 1;
    if (separators == null || last < 1) {
      return this;
    }
    int better =
        order.betterOffset(offset, prefixes[0], prefixes[last], separators[0], separators[last]);
    return better == offset ? this : of(order, height, better, separators, children);
  }

  /** A node above two others, of the same height, that are to be read in this order. */
  static <K> BPlusNode<K> above(BPlusNode<K> left, BPlusSeparator<K> between, BPlusNode<K> right) {
    K key = between.key();
    return new BPlusNode<>(
        left.height + 1,
        0,
        new long[] {between.prefix()},
        null,
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

  BPlusSeparator<K> separatorAt(PrefixOrder<K> order, int index) {
    K kept = keptSeparator(index);
    return new BPlusSeparator<>(
        offset == 0 || kept == null ? prefixes[index] : order.prefix(kept), kept);
  }

  /** The child that stands for a key. */
  int childOf(PrefixOrder<K> order, long prefix, K key) {
    return (int) step(order, prefix, key, 0, true);
  }

  /** The child that stands for the keys directly below a key. */
  int childBelow(PrefixOrder<K> order, long prefix, K key) {
    return (int) step(order, prefix, key, 0, false);
  }

  /**
   * Finds the child that stands for a key, and how many units the key shares with all keys there.
   *
   * @param known how many it is known to share with all keys here
   * @return the child in the lower half, and in the upper half what is then {@code known}
   */
  long step(PrefixOrder<K> order, long prefix, K key, int known) {
    return step(order, prefix, key, known, true);
  }

  private long step(PrefixOrder<K> order, long fullPrefix, K key, int known, boolean countsEqual) {
    long prefix = fullPrefix;
    if (offset != 0 && separators != null) {
      if (known < offset && !order.share(key, separators[0], offset)) {
        return pack(beside(order, key, countsEqual), known);
      }
      prefix = order.prefix(key, offset);
    }
    int count = prefixes.length;
    int index = BPlusLeaf.countLess(prefixes, 0, count, prefix);
    if (index < count && prefixes[index] == prefix) {
      index = firstTied(order, index, prefix, key, countsEqual);
    }
    if (separators == null || index == 0 || index == count) {
      return pack(index, known);
    }
    int shared = Math.max(known, offset); // The key is between two separators.
    boolean isEnough = shared >= offsetBelow(index);
    return pack(index, isEnough ? shared : Math.max(shared, sharedAround(order, index)));
  }

  /** The offset of a child, or of one that has been there. */
  private int offsetBelow(int child) {
    return height > 1 ? node(child).offset : BPlusLeaf.offset(words(child));
  }

  /** The number of units that the separators beside a child share at least. */
  private int sharedAround(PrefixOrder<K> order, int child) {
    long prefix = prefixes[child];
    long before = prefixes[child - 1];
    if (prefix == before && seconds != null) {
      return behind(order, offset, prefix) + order.shared(seconds[child - 1], seconds[child]);
    }
    return offset + order.shared(before, prefix);
  }

  private static long pack(int child, int known) {
    return ((long) known << Integer.SIZE) | child;
  }

  static int known(long step) {
    return (int) (step >>> Integer.SIZE);
  }

  /** The child of a key that does not share what the separators share: the first or the last. */
  private int beside(PrefixOrder<K> order, K key, boolean countsEqual) {
    int comparison = separators == null ? 0 : order.compare(key, separators[0]);
    if (comparison == 0) {
      return countsEqual ? 1 : 0;
    }
    return comparison < 0 ? 0 : prefixes.length;
  }

  /** Returns the first place behind one from where on numbers are greater. */
  private static int endOfTies(long[] sorted, int from, int end) {
    int next = from + 1;
    if (next == end || sorted[next] != sorted[from]) {
      return next;
    }
    return sorted[from] == Long.MAX_VALUE
        ? end
        : from + BPlusLeaf.countLess(sorted, from, end - from, sorted[from] + 1);
  }

  /** Counts the separators that are less than the key, or equal if that is to count. */
  private int firstTied(PrefixOrder<K> order, int from, long prefix, K key, boolean countsEqual) {
    if (separators == null) {
      return countsEqual ? from + 1 : from;
    }
    int low = from;
    int high = endOfTies(prefixes, from, prefixes.length);
    long tied = prefix;
    int tiedOffset = offset;
    if (high - low > 1 && seconds != null) {
      tiedOffset = behind(order, offset, prefix);
      tied = order.prefix(key, tiedOffset);
      low += BPlusLeaf.countLess(seconds, low, high - low, tied);
      if (low == high || seconds[low] != tied) {
        return low;
      }
      high = endOfTies(seconds, low, high);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      int comparison = order.compareTied(tied, tiedOffset, key, separators[middle]);
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
  BPlusNode<K> with(
      PrefixOrder<K> order,
      int index,
      int removed,
      Object[] others,
      @Nullable BPlusSeparator<K> between) {
    int added = others.length / 2;
    int rest = size() - index - removed;
    Object[] newChildren = new Object[2 * (index + added + rest)];
    System.arraycopy(children, 0, newChildren, 0, 2 * index);
    System.arraycopy(others, 0, newChildren, 2 * index, 2 * added);
    System.arraycopy(children, 2 * (index + removed), newChildren, 2 * (index + added), 2 * rest);

    int from = index + removed - 1;
    int to = index + added - 1;
    K key = between == null ? null : between.key();
    Object[] newSeparators = null;
    if (separators != null || key != null) {
      newSeparators = new Object[index + added + rest - 1];
      if (separators != null) {
        System.arraycopy(separators, 0, newSeparators, 0, index);
        System.arraycopy(separators, from, newSeparators, to, rest);
      }
      if (key != null) {
        newSeparators[index] = key;
      }
    }
    if (key != null
        && offset > 0
        && separators != null
        && !order.share(key, separators[0], offset)) {
      return of(order, height, prefixes, newSeparators, newChildren);
    }
    long[] newPrefixes = new long[index + added + rest - 1];
    System.arraycopy(prefixes, 0, newPrefixes, 0, index);
    System.arraycopy(prefixes, from, newPrefixes, to, rest);
    if (between != null) {
      newPrefixes[index] =
          key == null ? between.prefix() : order.prefix(between.prefix(), key, offset);
    }
    long[] newSeconds = null;
    if (newSeparators != null) {
      if (seconds != null) {
        newSeconds = new long[newPrefixes.length];
        System.arraycopy(seconds, 0, newSeconds, 0, index);
        System.arraycopy(seconds, from, newSeconds, to, rest);
      }
      newSeconds = seconds(order, offset, newPrefixes, newSeconds, newSeparators);
    }
    return new BPlusNode<K>(height, offset, newPrefixes, newSeconds, newSeparators, newChildren)
        .improved(order);
  }

  /** Returns a node with some of the children. */
  BPlusNode<K> part(PrefixOrder<K> order, int from, int to) {
    return new BPlusNode<K>(
            height,
            offset,
            Arrays.copyOfRange(prefixes, from, to - 1),
            seconds == null ? null : Arrays.copyOfRange(seconds, from, to - 1),
            separators == null ? null : Arrays.copyOfRange(separators, from, to - 1),
            Arrays.copyOfRange(children, 2 * from, 2 * to))
        .improved(order);
  }

  /** This one's children and those of another that comes behind it. */
  BPlusNode<K> followedBy(PrefixOrder<K> order, BPlusSeparator<K> between, BPlusNode<K> other) {
    int size = size();
    long[] newPrefixes = Arrays.copyOf(prefixes, size + other.prefixes.length);
    Object[] newChildren = Arrays.copyOf(children, 2 * (size + other.size()));
    newPrefixes[size - 1] = between.prefix();
    System.arraycopy(other.prefixes, 0, newPrefixes, size, other.prefixes.length);
    System.arraycopy(other.children, 0, newChildren, 2 * size, other.children.length);
    K key = between.key();
    if (key == null) {
      return new BPlusNode<>(height, 0, newPrefixes, null, null, newChildren);
    }
    Object[] newSeparators = new Object[newPrefixes.length];
    newSeparators[size - 1] = key;
    if (separators != null) {
      System.arraycopy(separators, 0, newSeparators, 0, separators.length);
    }
    if (other.separators != null) {
      System.arraycopy(other.separators, 0, newSeparators, size, other.separators.length);
    }
    return of(order, height, newPrefixes, newSeparators, newChildren);
  }
}
