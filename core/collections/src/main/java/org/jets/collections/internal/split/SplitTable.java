package org.jets.collections.internal.split;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a split-ordered map at one size. They are filled from the slots before, which were
 * half or twice as many.
 *
 * <p>A slot goes through these states, and never back:
 *
 * <pre>
 *   unfilled -> chain, null or a {@link SplitChange}, any number of times -> frozen
 * </pre>
 *
 * A table without a predecessor begins with slots that are null: empty buckets. In a table with a
 * {@link #source}, the bucket of an unfilled slot is still in the source. To fetch one, a thread
 * freezes the slot or the two slots that it comes from. It cuts or joins their chains, which cannot
 * change any more, and replaces unfilled by the result. The first thread wins; the others have
 * computed the same result. Nodes that are copied for that are sealed first. The chain alone
 * determines these nodes, so that a late thread seals none that the winner has put to use. After
 * that a frozen slot need not hold them any longer. From the freezing of a slot until its fetch, no
 * thread can change its bucket. A thread that wants to change it fetches it first.
 *
 * <p>The slots of a large table are in segments that are allocated at the first write. So no thread
 * has to clear a large array.
 */
public final class SplitTable<V> {
  public static final int MIN_BITS = 1;
  static final int MAX_BITS = 30;

  private static final int SEGMENT_BITS = 14;
  private static final int SEGMENT_SLOTS = 1 << SEGMENT_BITS;

  /** Tables of fewer bits ask after each insertion and removal whether they have the right size. */
  private static final int SAMPLED_BITS = 10;

  /** The number of units that one thread fetches at a time: the slots of a cache line. */
  private static final int STRIDE = 16;

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(SplitNode[].class);
  private static final VarHandle SEGMENT = MethodHandles.arrayElementVarHandle(SplitNode[][].class);
  private static final VarHandle CLAIMED;
  private static final VarHandle FETCHED;
  private static final VarHandle RESCUED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CLAIMED = lookup.findVarHandle(SplitTable.class, "claimed", int.class);
      FETCHED = lookup.findVarHandle(SplitTable.class, "fetched", int.class);
      RESCUED = lookup.findVarHandle(SplitTable.class, "rescued", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Initial content of the slots of a table with a source; null until the first map grows. Not made
   * by an initializer of a class: one that runs out of memory would fail for ever.
   */
  private static volatile SplitNode<?> @Nullable [] unfilledSlots;

  /** The binary logarithm of the number of slots. */
  public final int bits;

  /** Shared with the tables before and after, but not with those from before or after a clear. */
  public final SplitCount count;

  private final int shift;

  /** All slots, if they fit into a segment. */
  private final SplitNode<V> @Nullable [] slots;

  /** The segments of a larger table. */
  private final SplitNode<V> @Nullable [][] segments;

  /** True if slots begin as unfilled. */
  private final boolean hadSource;

  /** The table from which unfilled slots are to be fetched; null when none is left. */
  private volatile @Nullable SplitTable<V> source;

  /** Units that some thread has set out to fetch. */
  private volatile int claimed;

  /** The number of units that have been fetched by the threads that had claimed them. */
  @SuppressWarnings("unused") // Only by its handle.
  private volatile int fetched;

  /** The number of units, from the first on, that are known to be filled by any thread. */
  private volatile int rescued;

  /** An empty table. */
  SplitTable(int bits) {
    this(bits, new SplitCount(), null);
  }

  private SplitTable(int bits, SplitCount count, @Nullable SplitTable<V> source) {
    this.bits = bits;
    this.shift = Long.SIZE - bits;
    this.count = count;
    this.source = source;
    this.hadSource = source != null;
    this.slots = bits > SEGMENT_BITS ? null : newSlots(1 << bits);
    @SuppressWarnings("unchecked") // Is filled with segments of this table alone.
    SplitNode<V> @Nullable [][] all =
        (SplitNode<V>[][]) new SplitNode<?>[slots != null ? 0 : 1 << (bits - SEGMENT_BITS)][];
    this.segments = all;
  }

  @SuppressWarnings("unchecked") // Holds nodes of this table alone.
  private SplitNode<V>[] newSlots(int length) {
    return (SplitNode<V>[])
        (hadSource ? Arrays.copyOf(unfilledSlots(), length) : new SplitNode<?>[length]);
  }

  private static SplitNode<?>[] unfilledSlots() {
    SplitNode<?>[] all = unfilledSlots;
    if (all == null) {
      all = new SplitNode<?>[SEGMENT_SLOTS];
      Arrays.fill(all, SplitNode.unfilled());
      unfilledSlots = all;
    }
    return all;
  }

  /** A table of another size that takes over what this one has, little by little. */
  public SplitTable<V> resized(int newBits) {
    return new SplitTable<>(newBits, count, this);
  }

  public int size() {
    return 1 << bits;
  }

  public int indexOf(long order) {
    return (int) (order >>> shift);
  }

  /** The first order of a bucket. */
  long firstOrder(int index) {
    return (long) index << shift;
  }

  /** The last order of a bucket. */
  long lastOrder(int index) {
    return ((index + 1L) << shift) - 1;
  }

  /** Returns the content of a slot. */
  @Nullable SplitNode<V> head(int index) {
    SplitNode<V>[] all = slots;
    if (all != null) {
      return headAcquire(all, index);
    }
    SplitNode<V>[] segment = segmentAcquire(index >>> SEGMENT_BITS);
    if (segment == null) {
      return hadSource ? SplitNode.unfilled() : null;
    }
    return headAcquire(segment, index & (SEGMENT_SLOTS - 1));
  }

  /**
   * Returns the array that has a slot, at {@link #placeIn}; null if nothing has been written to its
   * segment yet. It stays the same once it is there.
   */
  SplitNode<V> @Nullable [] rowOf(int index) {
    SplitNode<V>[] all = slots;
    return all != null ? all : segmentAcquire(index >>> SEGMENT_BITS);
  }

  /**
   * Returns the place of a slot in its row. Not by the length of the row: a search would have to
   * wait for that.
   */
  static int placeIn(int index) {
    return index & (SEGMENT_SLOTS - 1);
  }

  /**
   * Collects what those of a row of slots hold that are not null, chains and detours. Without a
   * branch for each slot: whether one is empty is as good as random.
   *
   * @param first the row is in one segment
   * @return how many there are
   */
  int readTaken(int first, int count, @Nullable SplitNode<V>[] heads) {
    SplitNode<V>[] from = slots != null ? slots : segmentAcquire(first >>> SEGMENT_BITS);
    if (from == null) {
      heads[0] = SplitNode.unfilled();
      return hadSource ? 1 : 0;
    }
    int place = first & (SEGMENT_SLOTS - 1);
    int taken = 0;
    for (int i = 0; i < count; i++) {
      SplitNode<V> head = headAcquire(from, place + i);
      heads[taken] = head;
      taken += head == null ? 0 : 1;
    }
    return taken;
  }

  /**
   * Returns the content of a slot: a chain, null if it is empty, or frozen. Fetches it if need be,
   * and completes a change in progress.
   */
  @Nullable SplitNode<V> fetchedHead(int index) {
    SplitNode<V> head = head(index);
    return SplitNode.isDetour(head) ? headBehind(head, index) : head;
  }

  private @Nullable SplitNode<V> headBehind(@Nullable SplitNode<V> detour, int index) {
    SplitNode<V> head = detour;
    if (head == SplitNode.<V>unfilled()) {
      SplitTable<V> from = source;
      if (from != null) {
        fetch(from, bits > from.bits ? index >>> 1 : index);
      }
      head = head(index); // Was fetched before the source was let go of.
    }
    while (head instanceof SplitChange<V> change) {
      finish(index, change);
      head = head(index);
    }
    return head;
  }

  /**
   * Puts the outcome of a change in its place, and counts it, unless another thread has done so. An
   * error leaves the change in the slot: the next thread that meets it puts the outcome there.
   */
  void finish(int index, SplitChange<V> change) {
    SplitNode<V> outcome = change.outcome();
    int mappings = change.isMade() ? change.mappings : 0;
    if (casHead(index, change, outcome) && mappings != 0) {
      try {
        count.add(mappings);
      } catch (OutOfMemoryError | StackOverflowError e) {
        synchronized (count) { // No call: the stack may have no room.
          count.missed += mappings;
        }
      }
    }
  }

  /** Returns the number of mappings that so many buckets are good for; beyond, chains get long. */
  static int mostIn(int bits) {
    return (int) ((1L << bits) * 3 / 4);
  }

  /**
   * Returns true for one in eight orders of a large table. After their insertions and removals
   * alone a thread asks whether the table has the right size, since it reads all cells of the
   * counter for that.
   */
  private boolean isSampled(long order) {
    return bits < SAMPLED_BITS || (order >>> (shift - 3) & 7) == 0;
  }

  /**
   * Returns true if there should be more buckets.
   *
   * @param order the place of a key that was put in front of a chain
   * @param chain asked further only if it is longer than two, or the place is one of the sample
   */
  boolean isTooSmallFor(long order, SplitNode<V> chain) {
    SplitNode<V> second = chain.next;
    return ((second != null && second.next != null) || isSampled(order)) && isTooSmall();
  }

  boolean isTooSmall() {
    return bits < MAX_BITS && count.sum() > mostIn(bits);
  }

  /**
   * Returns true if half the buckets would do; not asked further if those around an empty one are
   * taken.
   *
   * @param order the place of the key whose removal has left its bucket empty
   */
  boolean isTooLargeAround(long order) {
    if (!isSampled(order)) {
      return false;
    }
    int index = indexOf(order);
    for (int i = 1; i < 4 && i < size(); i++) {
      if (head(index ^ i) != null) {
        return false;
      }
    }
    return count.sum() < size() / 8;
  }

  /** Exchanges what a slot holds. */
  public boolean casHead(int index, @Nullable SplitNode<V> expected, @Nullable SplitNode<V> head) {
    SplitNode<V>[] all = slots;
    return all != null
        ? SLOT.compareAndSet(all, index, expected, head)
        : SLOT.compareAndSet(
            segment(index >>> SEGMENT_BITS), index & (SEGMENT_SLOTS - 1), expected, head);
  }

  /** Returns true if buckets of the source are still to be fetched. */
  public boolean isFilling() {
    return source != null;
  }

  /**
   * Fetches a few buckets, if any are still to be fetched. An error does not come out: the buckets
   * that it leaves behind are fetched by later calls, of any thread.
   */
  public void help() {
    SplitTable<V> from = source;
    if (from != null) {
      try {
        help(from);
      } catch (OutOfMemoryError | StackOverflowError e) {
        // The caller's own update is complete.
      }
    }
  }

  private void help(SplitTable<V> from) {
    int units = Math.min(size(), from.size());
    int stride = Math.min(units, STRIDE);
    int first = claimed < units ? (int) CLAIMED.getAndAdd(this, stride) : units;
    if (first >= units) {
      rescue(from, units, stride);
      return;
    }
    for (int unit = first; unit < first + stride; unit++) {
      fetch(from, unit);
    }
    if ((int) FETCHED.getAndAdd(this, stride) + stride == units) {
      source = null;
    }
  }

  /**
   * Fetches units that other threads have claimed and not yet fetched: such a thread may be
   * stopped, or have met an error. The first thread fetches a unit, and it is fetched once.
   */
  private void rescue(SplitTable<V> from, int units, int stride) {
    int first = rescued;
    for (int unit = first; unit < Math.min(first + stride, units); unit++) {
      fetch(from, unit);
    }
    if (first >= units
        || (RESCUED.compareAndSet(this, first, first + stride) && first + stride >= units)) {
      source = null;
    }
  }

  /** A unit is one bucket of the smaller table, two of the larger. */
  private void fetch(SplitTable<V> from, int unit) {
    if (bits > from.bits) {
      if (isUnfilled(2 * unit) || isUnfilled(2 * unit + 1)) {
        SplitNode<V> chain = from.freeze(unit);
        fill(2 * unit, part(chain, 2 * unit));
        fill(2 * unit + 1, part(chain, 2 * unit + 1));
        from.drop(unit);
      }
    } else if (isUnfilled(unit)) {
      fill(unit, joined(from.freeze(2 * unit), from.freeze(2 * unit + 1)));
      from.drop(2 * unit);
      from.drop(2 * unit + 1);
    }
  }

  private boolean isUnfilled(int index) {
    return head(index) == SplitNode.<V>unfilled();
  }

  private void fill(int index, @Nullable SplitNode<V> chain) {
    casHead(index, SplitNode.unfilled(), chain);
  }

  /** Freezes a slot, and returns its final content. */
  private @Nullable SplitNode<V> freeze(int index) {
    while (true) {
      SplitNode<V> head = head(index);
      if (head instanceof SplitChange<V> change) {
        finish(index, change);
      } else if (head instanceof SplitNode.Detour<V> frozen) {
        return frozen.chain;
      } else if (casHead(index, head, SplitNode.frozen(head))) {
        return head;
      }
    }
  }

  /**
   * Drops the content of a frozen slot that has been fetched. Another fetch of it would come too
   * late.
   */
  private void drop(int index) {
    casHead(index, head(index), SplitNode.frozen(null));
  }

  /**
   * Those nodes of a frozen chain that belong to a bucket, with as long a rest uncopied as there
   * can be.
   */
  private @Nullable SplitNode<V> part(@Nullable SplitNode<V> chain, int index) {
    SplitNode<V> rest = null;
    boolean inRest = false;
    for (SplitNode<V> n = chain; n != null; n = n.next) {
      if (indexOf(n.order) != index) {
        inRest = false;
        rest = null;
      } else if (!inRest) {
        inRest = true;
        rest = n;
      }
    }
    SplitNode<V> part = rest;
    for (SplitNode<V> n = chain; n != rest && n != null; n = n.next) {
      if (indexOf(n.order) == index) {
        part = n.withNext(part);
      }
    }
    return part;
  }

  private static <V> @Nullable SplitNode<V> joined(
      @Nullable SplitNode<V> low, @Nullable SplitNode<V> high) {
    SplitNode<V> joined = high;
    if (joined == null) {
      return low;
    }
    for (SplitNode<V> n = low; n != null; n = n.next) {
      joined = n.withNext(joined);
    }
    return joined;
  }

  private SplitNode<V>[] segment(int number) {
    SplitNode<V>[] segment = segmentAcquire(number);
    if (segment == null) {
      SplitNode<V>[] created = newSlots(SEGMENT_SLOTS);
      @SuppressWarnings("unchecked") // Nothing else is ever put there.
      SplitNode<V>[] other =
          (SplitNode<V>[]) SEGMENT.compareAndExchange(segments, number, null, created);
      segment = other == null ? created : other;
    }
    return segment;
  }

  @SuppressWarnings("unchecked") // Nothing else is ever put there.
  private SplitNode<V> @Nullable [] segmentAcquire(int number) {
    return (SplitNode<V>[]) SEGMENT.getAcquire(segments, number);
  }

  @SuppressWarnings("unchecked") // Nothing else is ever put there.
  static <V> @Nullable SplitNode<V> headAcquire(SplitNode<V>[] segment, int place) {
    return (SplitNode<V>) SLOT.getAcquire(segment, place);
  }
}
