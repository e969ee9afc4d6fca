package org.jets.collections.internal.split;

import java.util.Arrays;
import java.util.Objects;
import org.jets.collections.internal.cursor.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * A cursor in the split order. It knows only the place up to which it has read. So the number of
 * buckets does not matter when it goes on. It reads some buckets at a time. Their nodes are all
 * over the memory, and overlapping the cache misses is much faster than one by one.
 */
public final class SplitCursor<K, V> extends Cursor<K, V> {
  /** The size of the first batch: a cursor of a few steps does not read far ahead. */
  private static final int FIRST_BATCH = 16;

  private static final int LARGEST_BATCH = 64;

  private final SplitOrderedList<K, V> list;

  /** The first place that has not been read. */
  private long position;

  /** The last place to read. */
  private long last = -1;

  private boolean isAllRead;

  /** The contents of the slots that have just been read; as long as a batch. */
  private @Nullable SplitNode<V>[] heads;

  /** Makes the processor wait for no node before it has asked for all of them. */
  @SuppressWarnings("unused")
  private long touch;

  /** The keys ahead that have the hash of the key behind which this cursor begins. */
  private CollisionTree.@Nullable EntryCursor<V> tied;

  private SplitEntry<V>[] batch;
  private int size;
  private int next;

  /** The entry that the next step is about, once it has been taken: a step may fail behind that. */
  private @Nullable SplitEntry<V> taken;

  private @Nullable SplitEntry<V> at;
  private @Nullable V value;
  private @Nullable K key;

  public SplitCursor(SplitOrderedList<K, V> list, long position) {
    this.list = list;
    this.position = position;
    @SuppressWarnings("unchecked") // Filled with entries of this type.
    SplitEntry<V>[] entries = (SplitEntry<V>[]) new SplitEntry<?>[2 * FIRST_BATCH];
    batch = entries;
    @SuppressWarnings("unchecked") // As above.
    @Nullable SplitNode<V>[] read = (SplitNode<V>[]) new SplitNode<?>[FIRST_BATCH];
    heads = read;
  }

  /**
   * Leaves out what comes up to a key, which has the place where this cursor begins. Among n keys
   * of that place it seeks in O(log n).
   */
  void skipTo(K key) {
    long order = position;
    if (order == -1) {
      isAllRead = true;
    }
    position = order + 1;
    SplitNode<V> node = SplitNode.find(list.chainAt(order), order);
    if (node instanceof CollisionNode<V> run) {
      tied = list.keys.cursorBehind(run, key);
    } else if (node != null) {
      SplitEntry<V> behind = list.keys.higherIn(node, key);
      if (behind != null) {
        add(behind);
      }
    }
  }

  @Override
  public boolean advance() {
    return advance(false);
  }

  @Override
  public boolean readsPresent() {
    return true;
  }

  @Override
  public boolean advanceToPresent() {
    return advance(true);
  }

  private boolean advance(boolean toPresent) {
    for (; ; ) {
      SplitEntry<V> entry = taken == null ? take() : taken;
      if (entry == null) {
        return false;
      }
      taken = entry;
      V present = toPresent ? entry.valueIfUnsealed() : entry.value();
      if (present == null) {
        present = list.presentValue(entry); // It has been removed, and perhaps put again.
      }
      taken = null;
      if (present != null) {
        at = entry;
        value = present;
        key = null;
        return true;
      }
    }
  }

  /** Takes the next entry, whether it is present or not. Returns null at the end. */
  private @Nullable SplitEntry<V> take() {
    SplitEntry<V> entry = nextTied();
    if (entry != null) {
      return entry;
    }
    while (next == size) {
      if (isAllRead) {
        return null;
      }
      read();
    }
    return batch[next++];
  }

  private @Nullable SplitEntry<V> nextTied() {
    CollisionTree.EntryCursor<V> cursor = tied;
    if (cursor == null) {
      return null;
    }
    SplitEntry<V> entry = cursor.next();
    if (entry == null) {
      tied = null;
    }
    return entry;
  }

  @Override
  public K key() {
    K known = key;
    if (known == null) {
      known = list.keys.key(Objects.requireNonNull(at));
      key = known;
    }
    return known;
  }

  /** The place of the key. */
  public long order() {
    return Objects.requireNonNull(at).order;
  }

  @Override
  public V value() {
    return Objects.requireNonNull(value);
  }

  @Override
  public @Nullable Cursor<K, V> trySplit() {
    long half = (last - position) >>> 1;
    if (isAllRead || Long.compareUnsigned(half, bucketWidth()) < 0) {
      return null;
    }
    long middle = position + half;
    SplitCursor<K, V> behind = new SplitCursor<>(list, middle + 1);
    behind.last = last;
    last = middle;
    return behind;
  }

  private long bucketWidth() {
    return list.table().lastOrder(0) + 1;
  }

  @Override
  public long estimateSize() {
    double ahead = isAllRead ? 0 : ((last - position) >>> 1) / 0x1p63;
    return size - next + (long) (ahead * list.mappingCount());
  }

  /** Reads the buckets that come next. What fails leaves nothing read. */
  private void read() {
    long before = position;
    boolean isRead = false;
    next = 0;
    size = 0;
    try {
      readBuckets();
      isRead = true;
    } finally {
      if (!isRead && position == before && !isAllRead) {
        size = 0; // Or these buckets would come twice.
      }
    }
  }

  /** Reads the buckets that come next; goes on in the table that is there now. */
  private void readBuckets() {
    SplitTable<V> table = list.table();
    int first = table.indexOf(position);
    int count = Math.min(heads.length - (first & (heads.length - 1)), table.size() - first);
    long end = table.lastOrder(first + count - 1);
    if (position != table.firstOrder(first) || Long.compareUnsigned(end, last) > 0) {
      readOne(table, first);
      return;
    }
    int taken = table.readTaken(first, count, heads);
    long touched = 0;
    for (int i = 0; i < taken; i++) {
      touched += Objects.requireNonNull(heads[i]).order;
    }
    touch = touched;
    for (int i = 0; i < taken; i++) {
      SplitNode<V> head = Objects.requireNonNull(heads[i]);
      if (head.next == null && head instanceof SplitEntry<V> entry) {
        add(entry);
      } else if (SplitNode.isDetour(head)) {
        size = 0;
        readOne(table, first);
        return;
      } else {
        addAll(head, 0);
      }
    }
    readUpTo(end);
    if (heads.length < LARGEST_BATCH) {
      heads = Arrays.copyOf(heads, 2 * heads.length);
    }
  }

  /** Reads one bucket: the first or last one, of which it may be only a part, or one that moves. */
  private void readOne(SplitTable<V> table, int index) {
    SplitNode<V> head = table.fetchedHead(index);
    if (SplitNode.isDetour(head)) {
      return;
    }
    if (head != null) {
      addAll(head, position);
    }
    readUpTo(table.lastOrder(index));
  }

  private void readUpTo(long end) {
    if (Long.compareUnsigned(end, last) >= 0) {
      isAllRead = true;
    } else {
      position = end + 1;
    }
  }

  /** Adds those nodes of a chain that are not before or behind what is to be read, in order. */
  private void addAll(SplitNode<V> chain, long start) {
    long from = start;
    SplitNode<V> node = SplitNode.firstFrom(chain, from);
    while (node != null && Long.compareUnsigned(node.order, last) <= 0) {
      if (node instanceof CollisionNode<V> run) {
        run.forEach(this::add);
      } else {
        add((SplitEntry<V>) node);
      }
      from = node.order + 1;
      node = from == 0 || chain.next == null ? null : SplitNode.firstFrom(chain, from);
    }
  }

  private void add(SplitEntry<V> entry) {
    if (size == batch.length) {
      batch = Arrays.copyOf(batch, 2 * size);
    }
    batch[size++] = entry;
  }
}
