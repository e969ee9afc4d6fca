package org.jets.collections.internal.lfca;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.AbstractMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * A few mappings in order. They never change: an update makes another leaf. The mutable fields
 * describe the leaf itself: its time stamp, the previous version, and the contention of its place.
 *
 * <p>Prefixes are in an array of their own, so that a search reads few cache lines, and key objects
 * only if prefixes tie. Keys that are determined by their prefixes are not kept but made on demand.
 */
public final class ImmutableLeaf<K, V> extends BaseNodeState<K, V> {
  private static final VarHandle STAMP =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "stamp", VarHandle.class, ImmutableLeaf.class, long.class);
  private static final VarHandle PREVIOUS =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "previous", VarHandle.class, ImmutableLeaf.class, Object.class);

  private static final long[] NO_PREFIXES = {};
  private static final Object[] NO_ENTRIES = {};

  /** The prefixes, or null if the order has none. */
  private final long @Nullable [] prefixes;

  /** All keys, unless they are in their prefixes, then all values. */
  private final Object[] entries;

  /** The time of the update that made this leaf; 0 until it is known. See {@link LeafVersions}. */
  @SuppressWarnings("UnusedVariable") // Read by its handle. Volatile it would cost a fence to make.
  private long stamp;

  /**
   * The previous version: the leaf itself until this leaf is settled; then null, or {@link
   * VersionLink}s.
   */
  @SuppressWarnings("UnusedVariable") // As above.
  private @Nullable Object previous;

  /** The number of mappings: the length of the array is in a cache line of its own. */
  private final short size;

  /** True if keys are kept in front of the values. */
  private final boolean keepsKeys;

  /** The number of units that all keys share in front of what their prefixes are of; unsigned. */
  private final byte offset;

  /**
   * The statistic: high after updates that contended, low after others. Plain: writes to it may get
   * lost.
   */
  private short statistic;

  /** The index of the last insert. */
  private final byte lastInsert;

  /** The inserts in a row that came right behind the one before, or, negative, right before it. */
  private final byte run;

  private ImmutableLeaf(
      long @Nullable [] prefixes,
      int offset,
      Object[] entries,
      int kept,
      long stamp,
      @Nullable Object previous,
      int statistic,
      int lastInsert,
      int run) {
    this.prefixes = prefixes;
    this.offset = (byte) offset;
    this.entries = entries;
    this.stamp = stamp;
    this.previous = previous;
    this.size = (short) (entries.length - kept);
    this.keepsKeys = kept != 0;
    this.statistic = (short) statistic;
    this.lastInsert = (byte) lastInsert;
    this.run = (byte) run;
  }

  /** A leaf without mappings that has been there from the start. */
  static <K, V> ImmutableLeaf<K, V> empty(PrefixOrder<K> order) {
    return new ImmutableLeaf<>(
        order.hasPrefixes() ? NO_PREFIXES : null,
        0,
        NO_ENTRIES,
        0,
        LeafVersions.START,
        null,
        0,
        0,
        0);
  }

  public int size() {
    return size;
  }

  /** The number of keys that are kept, which is where the values begin: all or none. */
  private int kept() {
    return keepsKeys ? size : 0;
  }

  private int offset() {
    return offset & 0xff;
  }

  /** The prefixes that are keys; null if keys are kept. An empty leaf has either. */
  private long @Nullable [] keysInPrefixes() {
    return keepsKeys ? null : prefixes;
  }

  /** A key. Where keys are not kept it is another object each time. */
  @SuppressWarnings("unchecked") // What is kept first are keys.
  K key(PrefixOrder<K> order, int index) {
    long[] keys = keysInPrefixes();
    return keys != null ? order.keyOf(keys[index]) : (K) entries[index];
  }

  /** Returns true if a key has been got from this place. */
  boolean hasAt(int index, long prefix, K key) {
    long[] keys = keysInPrefixes();
    return index < size && (keys != null ? keys[index] == prefix : entries[index] == key);
  }

  @SuppressWarnings("unchecked") // Behind the keys are values.
  public V value(int index) {
    return (V) entries[kept() + index];
  }

  /** A mapping, to hand out. */
  Map.Entry<K, V> entry(PrefixOrder<K> order, int index) {
    return new AbstractMap.SimpleImmutableEntry<>(key(order, index), value(index));
  }

  /** Calls the action with the mappings from one place to another. */
  @SuppressWarnings("unchecked") // As above.
  void forEach(PrefixOrder<K> order, int from, int to, BiConsumer<? super K, ? super V> action) {
    long[] keys = keysInPrefixes();
    Object[] all = entries;
    int values = kept();
    if (keys != null) {
      order.forEach(keys, from, to, all, 0, 1, action);
    } else {
      for (int i = from; i < to; i++) {
        action.accept((K) all[i], (V) all[values + i]);
      }
    }
  }

  /** The same with the keys. */
  @SuppressWarnings("unchecked") // As above.
  void forEachKey(PrefixOrder<K> order, int from, int to, Consumer<? super K> action) {
    long[] keys = keysInPrefixes();
    if (keys != null) {
      order.forEachKey(keys, from, to, action);
    } else {
      Object[] all = entries;
      for (int i = from; i < to; i++) {
        action.accept((K) all[i]);
      }
    }
  }

  /** The same with the values. */
  @SuppressWarnings("unchecked") // As above.
  void forEachValue(int from, int to, Consumer<? super V> action) {
    Object[] all = entries;
    int end = kept() + to;
    for (int i = kept() + from; i < end; i++) {
      action.accept((V) all[i]);
    }
  }

  /** The prefix of a key from its start. */
  long prefix(PrefixOrder<K> order, int index) {
    if (prefixes == null) {
      return 0;
    }
    return offset == 0 ? prefixes[index] : order.prefix(entries[index]);
  }

  /** Returns true if a prefix is that of its key, and the key shares what the others do. */
  boolean prefixIsOf(PrefixOrder<K> order, int index) {
    if (prefixes == null) {
      return true;
    }
    Object key = key(order, index);
    return prefixes[index] == order.prefix(order.prefix(key), key, offset())
        && (offset == 0 || index == 0 || order.share(entries[0], key, offset()));
  }

  /** Returns the place of a key, or {@code -(place) - 1} with the place for an insert of it. */
  int search(PrefixOrder<K> order, long prefix, Object key) {
    return search(order, prefix, key, 0);
  }

  /**
   * {@link #search} for a key of which something is known.
   *
   * @param known how many units it shares with all keys here
   */
  private int search(PrefixOrder<K> order, long prefix, Object key, int known) {
    long[] keys = keysInPrefixes();
    return keys != null
        ? order.search(prefix, key, keys, size)
        : order.search(prefix, key, known, offset(), prefixes, entries, size);
  }

  /** {@link #search} for a key that may come behind all others: then it looks at the last alone. */
  int searchToPut(PrefixOrder<K> order, long prefix, K key) {
    long[] all = prefixes;
    boolean isBehind = all != null && offset == 0 && size > 0 && all[size - 1] < prefix;
    return isBehind ? ~size : search(order, prefix, key);
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

  /** Returns true if keys with this prefix belong between keys of this leaf. */
  boolean surrounds(long prefix) {
    return prefixes != null
        && offset == 0
        && prefixes.length > 0
        && prefixes[0] < prefix
        && prefix < prefixes[prefixes.length - 1];
  }

  public @Nullable V get(PrefixOrder<K> order, long prefix, Object key) {
    return get(order, prefix, key, 0);
  }

  /**
   * {@link #get} for a key of which something is known.
   *
   * @param known how many units it shares with all keys here
   */
  @Nullable V get(PrefixOrder<K> order, long prefix, Object key, int known) {
    int index = search(order, prefix, key, known);
    return index < 0 ? null : value(index);
  }

  // Updates: leaves that follow this one, not stamped yet.

  ImmutableLeaf<K, V> withInserted(
      PrefixOrder<K> order, int index, long prefix, K key, V value, int newStatistic) {
    int size = this.size;
    int kept = kept();
    boolean keeps = size == 0 ? !order.hasKeysInPrefixes() : kept != 0;
    int more = keeps ? 2 : 1;
    Object[] all = new Object[kept + size + more];
    int at = index;
    if (keeps) {
      System.arraycopy(entries, 0, all, 0, index);
      all[index] = key;
      System.arraycopy(entries, index, all, index + 1, size); // The other keys, some values.
      at = size + 1 + index;
    } else {
      System.arraycopy(entries, 0, all, 0, index);
    }
    all[at] = value;
    System.arraycopy(entries, kept + index, all, at + 1, size - index);
    int newOffset = offset();
    long[] morePrefixes = null;
    if (newOffset > 0 && !order.share(key, entries[0], newOffset)) {
      newOffset = Math.min(newOffset, order.offset(key, entries[0]));
      morePrefixes = order.prefixes(all, size + 1, newOffset);
    } else if (prefixes != null) {
      morePrefixes = new long[size + 1];
      System.arraycopy(prefixes, 0, morePrefixes, 0, index);
      morePrefixes[index] = order.prefix(prefix, key, newOffset);
      System.arraycopy(prefixes, index, morePrefixes, index + 1, size - index);
    }
    int newRun = 0;
    if (index == lastInsert + 1) {
      newRun = Math.min(Math.max(run, 0) + 1, Byte.MAX_VALUE);
    } else if (index == lastInsert) {
      newRun = Math.max(Math.min(run, 0) - 1, -Byte.MAX_VALUE);
    }
    return new ImmutableLeaf<>(
        morePrefixes, newOffset, all, keeps ? size + 1 : 0, 0, this, newStatistic, index, newRun);
  }

  public ImmutableLeaf<K, V> withValue(int index, V value, int newStatistic) {
    Object[] changed = entries.clone();
    changed[kept() + index] = value;
    return new ImmutableLeaf<>(
        prefixes, offset(), changed, kept(), 0, this, newStatistic, lastInsert, run);
  }

  public ImmutableLeaf<K, V> without(int from, int to, int newStatistic) {
    return new ImmutableLeaf<>(
        prefixes == null ? null : cut(prefixes, from, to),
        to - from == size ? 0 : offset(),
        cutEntries(from, to),
        keepsKeys ? size - (to - from) : 0,
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
    int kept = kept();
    int removed = to - from;
    int removedKeys = kept == 0 ? 0 : removed;
    Object[] fewer = new Object[entries.length - removed - removedKeys];
    int begin = kept + from;
    if (kept == 0) {
      System.arraycopy(entries, 0, fewer, 0, from);
    } else {
      System.arraycopy(entries, 0, fewer, 0, from);
      System.arraycopy(entries, to, fewer, from, begin - to); // The other keys, some values.
    }
    System.arraycopy(entries, kept + to, fewer, begin - removedKeys, size - to);
    return fewer;
  }

  // Other arrangements of the same mappings: as old as this leaf, which has to be settled.

  ImmutableLeaf<K, V> part(PrefixOrder<K> order, int from, int to) {
    int kept = kept();
    int length = to - from;
    int keptLength = kept == 0 ? 0 : length;
    Object[] some = new Object[keptLength + length];
    System.arraycopy(entries, from, some, 0, keptLength);
    System.arraycopy(entries, kept + from, some, keptLength, length);
    int newOffset = length == 0 ? 0 : offset();
    long[] somePrefixes = null;
    if (prefixes != null) {
      somePrefixes = new long[length];
      System.arraycopy(prefixes, from, somePrefixes, 0, length);
      if (keptLength > 1) {
        int last = length - 1;
        int better =
            order.betterOffset(newOffset, somePrefixes[0], somePrefixes[last], some[0], some[last]);
        if (better != newOffset) {
          newOffset = better;
          somePrefixes = order.prefixes(some, length, better);
        }
      }
    }
    boolean hasRun = from <= lastInsert && lastInsert < to;
    return new ImmutableLeaf<>(
        somePrefixes,
        newOffset,
        some,
        keptLength,
        stamp(),
        links(),
        0,
        hasRun ? lastInsert - from : 0,
        hasRun ? run : 0);
  }

  /** Both leaves' mappings, as old as the younger one. */
  public ImmutableLeaf<K, V> joinedWith(
      PrefixOrder<K> order, ImmutableLeaf<K, V> right, @Nullable VersionLink links) {
    int size = this.size;
    int sum = size + right.size();
    int kept = kept();
    int rightKept = right.kept();
    int keptSum = kept + rightKept;
    Object[] all = new Object[keptSum + sum];
    System.arraycopy(entries, 0, all, 0, kept);
    System.arraycopy(right.entries, 0, all, kept, rightKept);
    System.arraycopy(entries, kept, all, keptSum, size);
    System.arraycopy(right.entries, rightKept, all, keptSum + size, right.size);
    int newOffset = 0;
    long[] allPrefixes = null;
    if (offset != 0 || right.offset != 0) {
      newOffset = keptSum == 1 ? 0 : order.offset(all[0], all[keptSum - 1]);
      allPrefixes = order.prefixes(all, keptSum, newOffset);
    } else if (prefixes != null && right.prefixes != null) {
      allPrefixes = new long[sum];
      System.arraycopy(prefixes, 0, allPrefixes, 0, size);
      System.arraycopy(right.prefixes, 0, allPrefixes, size, sum - size);
    }
    long younger = Math.max(stamp(), right.stamp());
    int contention = Math.max(contention(), right.contention());
    return new ImmutableLeaf<>(
        allPrefixes, newOffset, all, keptSum, younger, links, contention, 0, 0);
  }

  /** Returns the statistic as far as it tells of contention on mappings that are there. */
  private int contention() {
    return size == 0 ? 0 : Math.max(0, statistic);
  }

  /**
   * Returns the place to split. It is the middle, unless keys come in order. Then the leaf that
   * they fill ends or begins with them, and is full before it is split again.
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
  public long stamp() {
    return (long) STAMP.getAcquire(this);
  }

  public void tryStamp(long time) {
    STAMP.compareAndSet(this, 0L, time);
  }

  /** The leaf that this one has replaced, until that is settled; then null. */
  @SuppressWarnings("unchecked") // A leaf follows one of its own kind.
  @Nullable ImmutableLeaf<K, V> unsettledPrevious() {
    Object before = PREVIOUS.getAcquire(this);
    return before instanceof ImmutableLeaf ? (ImmutableLeaf<K, V>) before : null;
  }

  /** Returns the links to the versions before, once they are settled. */
  @Nullable VersionLink links() {
    return PREVIOUS.getAcquire(this) instanceof VersionLink links ? links : null;
  }

  /**
   * Returns the version of a time before the stamp, if a snapshot keeps it. It is the leaf itself,
   * one that was here in between, or a {@link JoinedLeaves}. Returns null if no snapshot keeps it
   * any more.
   */
  @Nullable Object versionAt(long time) {
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
    return null;
  }

  /**
   * Returns the leaves of a time, or null if no snapshot of it is open. The leaf must have been
   * settled.
   */
  @SuppressWarnings("unchecked") // What was in the place of a leaf is of its kind.
  @Nullable JoinedLeaves<K, V> rowAt(long time) {
    if (stamp() <= time) {
      return JoinedLeaves.of(this);
    }
    Object version = versionAt(time);
    if (version == null) {
      return null;
    }
    return version instanceof JoinedLeaves
        ? (JoinedLeaves<K, V>) version
        : JoinedLeaves.of((ImmutableLeaf<K, V>) version);
  }

  void settlePrevious(@Nullable VersionLink links) {
    PREVIOUS.setRelease(this, links);
  }

  // Adaptation.

  public int statistic() {
    return statistic;
  }

  void setStatistic(int number) {
    statistic = (short) number;
  }
}
