package org.jets.collections;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A few mappings in order, that never change: an update makes another leaf. What does change is
 * what is known of the leaf itself: since when it has been there, which one was there before, and
 * how its place fares.
 *
 * <p>Prefixes are in an array of their own, so that a search reads few cache lines and no key
 * objects but those that tie.
 */
final class ImmutableLeaf<K, V> extends CellState<K, V> {
  private static final VarHandle STAMP =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "stamp", VarHandle.class, ImmutableLeaf.class, long.class);
  private static final VarHandle PREVIOUS =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "previous", VarHandle.class, ImmutableLeaf.class, Object.class);

  private static final long[] NO_PREFIXES = {};
  private static final Object[] NO_ENTRIES = {};

  /** Null if the order has none. */
  private final long @Nullable [] prefixes;

  /** All keys, then all values. */
  private final Object[] entries;

  /** The time of the update that made this leaf; 0 until it is known. See {@link LeafVersions}. */
  @SuppressWarnings("UnusedVariable") // Read by its handle. Volatile it would cost a fence to make.
  private long stamp;

  /**
   * What was here before: the leaf itself until it is settled who needs it; then null, or {@link
   * VersionLink}s.
   */
  @SuppressWarnings("UnusedVariable") // As above.
  private @Nullable Object previous;

  /** How many mappings there are: the length of the array is in a cache line of its own. */
  private final short size;

  /** High where updates have met, low where they have not. Plain: writes to it may get lost. */
  private short statistic;

  /** Where the last insert was. */
  private final short lastInsert;

  /** How many inserts in a row came right behind the one before, or, negative, right before it. */
  private final short run;

  private ImmutableLeaf(
      long @Nullable [] prefixes,
      Object[] entries,
      long stamp,
      @Nullable Object previous,
      int statistic,
      int lastInsert,
      int run) {
    this.prefixes = prefixes;
    this.entries = entries;
    this.stamp = stamp;
    this.previous = previous;
    this.size = (short) (entries.length >> 1);
    this.statistic = (short) statistic;
    this.lastInsert = (short) lastInsert;
    this.run = (short) run;
  }

  /** A leaf without mappings that has been there from the start. */
  static <K, V> ImmutableLeaf<K, V> empty(PrefixOrder<K> order) {
    return new ImmutableLeaf<>(
        order.hasPrefixes() ? NO_PREFIXES : null, NO_ENTRIES, LeafVersions.START, null, 0, 0, 0);
  }

  int size() {
    return size;
  }

  @SuppressWarnings("unchecked") // The first half are keys.
  K key(int index) {
    return (K) entries[index];
  }

  @SuppressWarnings("unchecked") // The second half are values.
  V value(int index) {
    return (V) entries[size + index];
  }

  long prefix(int index) {
    return prefixes == null ? 0 : prefixes[index];
  }

  /** Where a key is, or {@code -(place) - 1} with the place where it would be inserted. */
  int search(PrefixOrder<K> order, long prefix, Object key) {
    return order.search(prefix, key, prefixes, entries, size);
  }

  /** The place of the first key that is not below this one. */
  int ceiling(PrefixOrder<K> order, long prefix, Object key) {
    int index = search(order, prefix, key);
    return index < 0 ? ~index : index;
  }

  /** The place of the first key above this one. */
  int higher(PrefixOrder<K> order, long prefix, Object key) {
    int index = search(order, prefix, key);
    return index < 0 ? ~index : index + 1;
  }

  /** Whether keys with this prefix belong between keys of this leaf. */
  boolean surrounds(long prefix) {
    return prefixes != null
        && prefixes.length > 0
        && prefixes[0] < prefix
        && prefix < prefixes[prefixes.length - 1];
  }

  @Nullable V get(PrefixOrder<K> order, long prefix, Object key) {
    int index = search(order, prefix, key);
    return index < 0 ? null : value(index);
  }

  // Updates: leaves that follow this one, not stamped yet.

  ImmutableLeaf<K, V> withInserted(int index, long prefix, K key, V value, int newStatistic) {
    int size = this.size;
    Object[] more = new Object[entries.length + 2];
    System.arraycopy(entries, 0, more, 0, index);
    more[index] = key;
    System.arraycopy(entries, index, more, index + 1, size); // The other keys, some values.
    more[size + 1 + index] = value;
    System.arraycopy(entries, size + index, more, size + index + 2, size - index);
    long[] morePrefixes = null;
    if (prefixes != null) {
      morePrefixes = new long[size + 1];
      System.arraycopy(prefixes, 0, morePrefixes, 0, index);
      morePrefixes[index] = prefix;
      System.arraycopy(prefixes, index, morePrefixes, index + 1, size - index);
    }
    int newRun = 0;
    if (index == lastInsert + 1) {
      newRun = Math.max(run, 0) + 1;
    } else if (index == lastInsert) {
      newRun = Math.min(run, 0) - 1;
    }
    return new ImmutableLeaf<>(morePrefixes, more, 0, this, newStatistic, index, newRun);
  }

  ImmutableLeaf<K, V> withValue(int index, V value, int newStatistic) {
    Object[] changed = entries.clone();
    changed[size() + index] = value;
    return new ImmutableLeaf<>(prefixes, changed, 0, this, newStatistic, lastInsert, run);
  }

  ImmutableLeaf<K, V> without(int from, int to, int newStatistic) {
    return new ImmutableLeaf<>(
        prefixes == null ? null : cut(prefixes, from, to),
        cutEntries(from, to),
        0,
        this,
        newStatistic,
        0,
        0);
  }

  private static long[] cut(long[] prefixes, int from, int to) {
    long[] fewer = new long[prefixes.length - (to - from)];
    System.arraycopy(prefixes, 0, fewer, 0, from);
    System.arraycopy(prefixes, to, fewer, from, prefixes.length - to);
    return fewer;
  }

  private Object[] cutEntries(int from, int to) {
    int size = this.size;
    int removed = to - from;
    Object[] fewer = new Object[entries.length - 2 * removed];
    System.arraycopy(entries, 0, fewer, 0, from);
    System.arraycopy(entries, to, fewer, from, size - removed); // The other keys, some values.
    System.arraycopy(entries, size + to, fewer, size - removed + from, size - to);
    return fewer;
  }

  // Other arrangements of the same mappings: as old as this leaf, which has to be settled.

  ImmutableLeaf<K, V> part(int from, int to) {
    int size = this.size;
    int length = to - from;
    Object[] some = new Object[2 * length];
    System.arraycopy(entries, from, some, 0, length);
    System.arraycopy(entries, size + from, some, length, length);
    long[] somePrefixes = null;
    if (prefixes != null) {
      somePrefixes = new long[length];
      System.arraycopy(prefixes, from, somePrefixes, 0, length);
    }
    boolean hasRun = from <= lastInsert && lastInsert < to;
    return new ImmutableLeaf<>(
        somePrefixes, some, stamp(), links(), 0, hasRun ? lastInsert - from : 0, hasRun ? run : 0);
  }

  /** Both leaves' mappings, as old as the younger one. */
  ImmutableLeaf<K, V> joinedWith(ImmutableLeaf<K, V> right, @Nullable VersionLink links) {
    int size = this.size;
    int sum = size + right.size();
    Object[] all = new Object[2 * sum];
    System.arraycopy(entries, 0, all, 0, size);
    System.arraycopy(right.entries, 0, all, size, sum - size);
    System.arraycopy(entries, size, all, sum, size);
    System.arraycopy(right.entries, sum - size, all, sum + size, sum - size);
    long[] allPrefixes = null;
    if (prefixes != null && right.prefixes != null) {
      allPrefixes = new long[sum];
      System.arraycopy(prefixes, 0, allPrefixes, 0, size);
      System.arraycopy(right.prefixes, 0, allPrefixes, size, sum - size);
    }
    long younger = Math.max(stamp(), right.stamp());
    return new ImmutableLeaf<>(allPrefixes, all, younger, links, 0, 0, 0);
  }

  /**
   * Where to split: in the middle, or where keys come in order so that the leaf that they fill ends
   * or begins with them, and is full before it is split again.
   *
   * @param longRun how many inserts in order make it likely that more will follow
   */
  int splitPoint(int longRun) {
    int size = this.size;
    if (run >= longRun) {
      return Math.min(lastInsert + 1, size - 1);
    }
    return -run >= longRun ? Math.max(lastInsert, 1) : size >>> 1;
  }

  // Versions.

  /** The time from which on the leaf counts; 0 if that is not known yet. */
  long stamp() {
    return (long) STAMP.getAcquire(this);
  }

  void tryStamp(long time) {
    STAMP.compareAndSet(this, 0L, time);
  }

  /** The leaf that this one has replaced, until that is settled; then null. */
  @SuppressWarnings("unchecked") // A leaf follows one of its own kind.
  @Nullable ImmutableLeaf<K, V> unsettledPrevious() {
    Object before = PREVIOUS.getAcquire(this);
    return before instanceof ImmutableLeaf ? (ImmutableLeaf<K, V>) before : null;
  }

  /** What leads to the versions before, once that is settled. */
  @Nullable VersionLink links() {
    return PREVIOUS.getAcquire(this) instanceof VersionLink links ? links : null;
  }

  /**
   * What leads to the version of a time before the stamp, if somebody keeps that: the leaf itself,
   * one that was here in between, or a {@link LeafRow}.
   */
  Object versionAt(long time) {
    Object before = PREVIOUS.getAcquire(this);
    if (before instanceof ImmutableLeaf) {
      return before;
    }
    for (VersionLink link = links(); link != null; link = link.next()) {
      Object version = link.versionAt(time);
      if (version != null) {
        return version;
      }
    }
    throw new AssertionError("time " + time + " is missing before " + stamp());
  }

  /** The leaves of a time that somebody looks at. To be called when the leaf has been settled. */
  @SuppressWarnings("unchecked") // What was in the place of a leaf is of its kind.
  LeafRow<K, V> rowAt(long time) {
    if (stamp() <= time) {
      return LeafRow.of(this);
    }
    Object version = versionAt(time);
    return version instanceof LeafRow
        ? (LeafRow<K, V>) version
        : LeafRow.of((ImmutableLeaf<K, V>) version);
  }

  void settlePrevious(@Nullable VersionLink links) {
    PREVIOUS.setRelease(this, links);
  }

  // Adaptation.

  int statistic() {
    return statistic;
  }

  void setStatistic(int number) {
    statistic = (short) number;
  }
}
