package org.jets.collections.internal.split;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.order.TieBreaker;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jets.collections.internal.sync.StackRoom;
import org.jspecify.annotations.Nullable;

/**
 * A split-ordered list: the operations on the slots of a {@link SplitTable}. {@link SplitKeys} give
 * each key its place in the split order.
 */
public final class SplitOrderedList<K, V> {
  /*
   * Source. O. Shalev and N. Shavit, "Split-Ordered Lists: Lock-Free Extensible Hash Tables", JACM
   * 53(3), 2006. All entries are in one order, that of their hashes. A bucket is an interval of it,
   * and doubling the table cuts each interval in two, so that entries stay where they are.
   *
   * Differences.
   * - The order. The paper orders by reversed hashes and takes the bucket from the low bits. Here
   *   entries are ordered by a well-mixed hash, whose top bits are the number of the bucket. So
   *   buckets are in the order of their numbers, and bucket b is cut into 2b and 2b + 1.
   * - Pieces. The paper has one list of mutable nodes, with a sentinel in front of each bucket.
   *   Here the list is cut into pieces, one for each bucket. The links of a piece never change. The
   *   slot of the bucket does the work of the sentinel. Keys come and go by a CAS of the slot. So
   *   there are no marked nodes and no sentinels to pay for, and an empty bucket is seen without
   *   reading a node.
   * - Resizing. The paper's table only grows. The first access to a new bucket inserts its sentinel
   *   behind that of its parent bucket. Here a slot of the old table is frozen before its piece is
   *   cut or joined for the new table. This works in both directions. It follows Y. Liu, K. Zhang,
   *   M. Spear, "Dynamic-Sized Nonblocking Hash Tables", PODC 2014.
   *
   * Values change in place, in the entry.
   * - Before a piece loses an entry, by removal or by copying, the entry is sealed. Its value then
   *   never changes again, and a thread that would change it reads the slot again.
   * - A slot holds its piece or a detour: unfilled, frozen, or a SplitChange. An entry is sealed
   *   only while the slot is frozen or holds a SplitChange. A SplitChange describes the next piece,
   *   so that any thread that meets it can complete it. Its new node is made before it is
   *   published. Making the node compares keys, which may throw, and a helping thread must not
   *   meet that exception.
   * - Once an entry of a piece has been sealed, no slot holds that piece again. So a lookup reads
   *   the slot again instead of testing whether the value was sealed. If the slot still holds the
   *   piece, the value was read before any sealing.
   * - The first entry of a piece is removed in place: null takes the place of its value, for ever.
   *   So it is never sealed. Then a CAS of the slot unlinks it. If another entry has come in front
   *   of it meanwhile, a SplitChange does. A copy of a piece leaves removed entries out.
   * - A resize reuses an entry whose successor stays the same. The pieces of both tables then share
   *   the entry and its value.
   *
   * The classes. SplitNode and SplitEntry are the nodes of pieces. SplitTable has the slots of a
   * table of one size, and freezes and fetches them. This class has the operations, and
   * SplitOrderedMap is its view as a map. SplitChange is a change that takes an entry out of a
   * piece. SplitKeys has the places of keys. CollisionNode has the keys of one place. SplitCursor
   * iterates, and SplitSteps goes from a key to the next.
   *
   * Shared state, and what changes it:
   *   table                  CAS to a table of twice or half the size. The old table is the source
   *                          of the new one, and must have no source itself. Also set by clear.
   *   slots of a table       CAS only: from unfilled to a piece or null; then pieces, null or
   *                          changes; then frozen.
   *   the value of an entry  CAS only: to other values, and at last to the sealed last value, or to
   *                          null. In a CollisionNode it never changes.
   *   segments of a table    CAS from null.
   *   SplitTable.source      set to null when all of the table's slots have been filled.
   *   claimed, fetched,      the progress of filling a SplitTable: added to, or changed by CAS, by
   *   rescued                threads that fetch its slots.
   *   SplitTable.count       after the update that it counts, by the thread whose CAS completed the
   *                          update.
   *   reentries              CAS to a list that begins with one more operation. A list whose
   *                          operations have all ended is dropped.
   *
   * All other fields of nodes and tables are final.
   *
   * Linearization points.
   * - A new value of a present key: the CAS of its entry. It succeeds only before the entry is
   *   sealed, and so while its piece is the bucket.
   * - A removal of the first entry of a piece: the CAS of its value to null, for the same reason.
   * - Every other update: the CAS of the slot. A SplitChange takes effect when its outcome replaces
   *   it in the slot. If the value has changed meanwhile, the outcome is the old piece.
   * - get, and updates that change nothing: the read of the slot, if it holds no detour. If the
   *   value that the thread then reads was set later: the moment when it was set. This holds for
   *   the value of a sealed entry too. No thread could give the key another value until the piece
   *   left the slot. If the entry has no value: the read of the slot if it had none then, else the
   *   moment of its removal. A search that meets a detour reads again.
   * - clear: the write of the table. An operation that reads the table before it and finishes after
   *   it counts as done just before it. So does every operation that saw its effect.
   *
   * For each key, only one table at a time has a slot that is neither frozen nor unfilled. A slot
   * of the new table is filled after the old one has been frozen.
   *
   * Memory order. The fields of nodes are final, except for what they hold. That field, slots and
   * segments are read with acquire and written by CAS, which publishes a new node with its value.
   * So a slot that is read after a value is no older than the value. The table and source are
   * volatile. A thread that finds a slot unfilled reads the source. If the source is null, the
   * thread reads the slot again: a table without a source has no unfilled slot.
   *
   * Progress. Lock-free.
   * - A failed CAS means that another thread has changed the bucket or the value, or has frozen the
   *   slot. A slot is frozen once for each size of the table. A frozen slot means that there is
   *   another table.
   * - The first thread that meets a SplitChange in a slot completes it. This takes a bounded number
   *   of steps, and a retry for each value that another thread sets before the sealing. A
   *   SplitChange fails only if another thread has set a new value.
   * - A get that meets an unfilled slot freezes one or two slots of the source. Then it fills the
   *   slot in a bounded number of steps.
   * - A thread that is stopped in its share of a resize holds up no other. Later updates fetch all
   *   shares that are claimed and not filled.
   *
   * Failures, of a callback or the virtual machine, at any allocation and any method entry:
   *   before the CAS      Nothing has changed: keys, nodes and changes are made before.
   *   a change in a slot  It stays, and takes effect by the next thread that meets it. The thread
   *                       whose CAS puts the outcome in place also counts it.
   *   unlinking           OutOfMemoryError and StackOverflowError are dropped: the removal is
   *                       complete. The next update of the key unlinks the entry, or a copy of the
   *                       piece leaves it out.
   *   counting            It is in the method of the CAS, since a call in between could overflow
   *                       the stack. If the adder throws, SplitCount.missed counts, which needs
   *                       no memory.
   *   a resize            OutOfMemoryError and StackOverflowError are dropped: the update is
   *                       complete, and a later one finds the resize where it was left.
   *
   * So an operation that throws has had no effect. If it throws an error of the virtual machine, it
   * may instead have had its whole effect.
   *
   * Callbacks. hashCode, equals, compareTo, functions and a strategy run without any lock, and may
   * read and update this map. An attempt of an operation fails if its own callback updates the same
   * bucket, or makes the table grow or shrink. An operation that has failed 64 times registers its
   * thread. After 64 more failures in a row, each with such an update of its own, it throws
   * IllegalStateException. Each update reads one field to see whether an operation is registered.
   *
   * Cost. A get reads the table, the slot, and the nodes up to that of its key: on average fewer
   * than two. A put makes a node for a new key, and nothing for a present one. A removal of the
   * first entry of a piece makes nothing. Another removal makes a change, seals the entry and copies
   * the entries before it in the piece. During a resize, each update also fetches 16 buckets. The
   * table doubles when it has three mappings for four slots, and is halved when it has one for
   * eight. If it has 1,024 slots or more, one update of eight asks the counter for that, which reads
   * all cells of it, and each insertion into a chain of two. An entry takes 32 bytes with compressed references.
   * Its share of the slots takes 5 to 11 bytes more.
   */

  /** The binary logarithm of the default number of buckets. */
  public static final int DEFAULT_BITS = 4;

  private static final VarHandle TABLE;
  private static final VarHandle REENTRIES;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TABLE = lookup.findVarHandle(SplitOrderedList.class, "table", SplitTable.class);
      REENTRIES = lookup.findVarHandle(SplitOrderedList.class, "reentries", SplitReentry.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
    EarlyInitialization.of(Expected.class, SplitNode.class, SplitTable.class, TieBreaker.class);
  }

  public final SplitKeys<K> keys;
  private final int minBits;

  private volatile SplitTable<V> table;

  /**
   * The operations that have failed so often that their own callbacks are suspected. Usually null.
   */
  private volatile @Nullable SplitReentry reentries;

  /** About the number of operations that have failed so often. Written and read without order. */
  private long longRetries;

  public SplitOrderedList(SplitKeys<K> keys, int minBits) {
    this.keys = keys;
    this.minBits = minBits;
    this.table = new SplitTable<>(minBits);
  }

  /** The binary logarithm of the least number of slots. */
  public int minBits() {
    return minBits;
  }

  public int buckets() {
    return table.size();
  }

  /** About the number of operations that had to be retried often. */
  public long longRetries() {
    return longRetries;
  }

  /** The logarithm of a number of buckets that hold so many mappings without growing. */
  public static int bitsFor(int initialCapacity) {
    if (initialCapacity < 0) {
      throw new IllegalArgumentException(
          "initialCapacity: " + initialCapacity + " (expected: >= 0)");
    }
    int bits = SplitTable.MIN_BITS;
    while (bits < SplitTable.MAX_BITS && SplitTable.mostIn(bits) < initialCapacity) {
      bits++;
    }
    return bits;
  }

  // Looking up

  /**
   * The value of a key in a list whose keys are told by their orders alone.
   *
   * @param any some key
   */
  public @Nullable V getByOrder(long order, K any) {
    SplitTable<V> present = table;
    int index = present.indexOf(order);
    SplitNode<V>[] row = present.rowOf(index);
    if (row == null) {
      return getSlowly(order, any);
    }
    int place = SplitTable.placeIn(index);
    SplitNode<V> head = SplitTable.headAcquire(row, place);
    for (SplitNode<V> node = head; node != null; node = node.next) {
      if (node.order == order) {
        Object held = node.heldAcquire();
        if (held != null) {
          return SplitTable.headAcquire(row, place) == head ? asValue(held) : getSlowly(order, any);
        }
      }
    }
    return SplitNode.isDetour(head) ? getSlowly(order, any) : null;
  }

  /** The value of a key in a list of these keys. */
  public @Nullable V get(HashedKeys<K> hashed, K key) {
    long order = hashed.order(key);
    SplitTable<V> present = table;
    int index = present.indexOf(order);
    SplitNode<V>[] row = present.rowOf(index);
    if (row == null) {
      return getSlowly(order, key);
    }
    int place = SplitTable.placeIn(index);
    SplitNode<V> head = SplitTable.headAcquire(row, place);
    for (SplitNode<V> node = head; node != null; node = node.next) {
      if (node.order == order) {
        if (node instanceof SplitEntry<V> entry && hashed.matches(entry, key)) {
          Object held = entry.heldAcquire();
          if (SplitTable.headAcquire(row, place) == head) {
            return asValue(held);
          }
        }
        return getSlowly(order, key);
      }
    }
    return SplitNode.isDetour(head) ? getSlowly(order, key) : null;
  }

  /**
   * Returns the value of a key that is a {@link Long}. The key object does not escape from here, so
   * that the compiler can avoid allocating it.
   */
  public @Nullable V getLong(long order, long key) {
    SplitTable<V> present = table;
    int index = present.indexOf(order);
    SplitNode<V>[] row = present.rowOf(index);
    if (row == null) {
      return getLongSlowly(order, key);
    }
    int place = SplitTable.placeIn(index);
    SplitNode<V> head = SplitTable.headAcquire(row, place);
    for (SplitNode<V> node = head; node != null; node = node.next) {
      if (node.order == order) {
        if (node instanceof SplitEntry.OfLong) {
          Object held = node.heldAcquire();
          if (SplitTable.headAcquire(row, place) == head) {
            return asValue(held);
          }
        }
        return getLongSlowly(order, key);
      }
    }
    return SplitNode.isDetour(head) ? getLongSlowly(order, key) : null;
  }

  @SuppressWarnings("unchecked") // Is only compared.
  private @Nullable V getLongSlowly(long order, long number) {
    Object key = number;
    return getSlowly(order, (K) key);
  }

  // Slots

  public SplitTable<V> table() {
    return table;
  }

  /** Returns the chain of keys of this order. Follows a frozen slot to the next table. */
  public @Nullable SplitNode<V> chainAt(long order) {
    while (true) {
      SplitTable<V> current = table;
      SplitNode<V> head = current.fetchedHead(current.indexOf(order));
      if (!SplitNode.isDetour(head)) {
        return head;
      }
    }
  }

  /**
   * Returns the object that an entry held when the slot was not a detour afterwards: its value,
   * since it was not sealed. So a lookup need not look at the value's class, which is in memory
   * that it has no other reason to touch.
   */
  @SuppressWarnings("unchecked") // Entries of this map hold such values.
  private @Nullable V asValue(@Nullable Object held) {
    return (V) held;
  }

  /**
   * Finishes a search that has found no value in the content of a slot. The content may have been a
   * detour or a run of keys, or may have changed.
   */
  private @Nullable V getSlowly(long order, K key) {
    SplitTable<V> current = table;
    if (current.isFilling()) {
      current.help();
    }
    SplitNode<V> node = SplitNode.find(chainAt(order), order);
    SplitEntry<V> entry = node == null ? null : keys.entryIn(node, key);
    return entry == null ? null : entry.value();
  }

  /** The value of an entry's key, whatever entry the key has now. */
  @Nullable V presentValue(SplitEntry<V> entry) {
    SplitNode<V> node = SplitNode.find(chainAt(entry.order), entry.order);
    SplitEntry<V> present = node == null ? null : keys.sameIn(node, entry);
    return present == null ? null : present.value();
  }

  /**
   * Sets, or with null removes, the value of a key if the present one is as expected.
   *
   * @param expected what the value has to be equal to, or one of {@link Expected}
   * @return the value that was there; null if there was none, or not the one expected
   */
  public @Nullable V update(long order, K key, @Nullable V value, Object expected) {
    SplitReentry reentry = null;
    try {
      for (int failures = 0; ; ) {
        SplitTable<V> current = table;
        int index = current.indexOf(order);
        SplitNode<V> head = current.fetchedHead(index);
        if (SplitNode.isDetour(head)) {
          continue;
        }
        SplitNode<V> node = SplitNode.find(head, order);
        if (node != null && node.isRemoved()) {
          unlink(order, node);
          continue;
        }
        SplitEntry<V> old = node == null ? null : keys.entryIn(node, key);
        V oldValue = old == null ? null : old.value();
        if (old != null && oldValue == null) { // It has been removed just now.
          failures++;
          reentry = failed(reentry, failures, current, order);
          continue;
        }
        if (!Expected.isMet(expected, oldValue)) {
          return expected instanceof Expected ? oldValue : null;
        }
        if (tryUpdate(current, index, head, node, old, oldValue, order, key, value)) {
          return oldValue;
        }
        failures++;
        reentry = failed(reentry, failures, current, order);
      }
    } finally {
      if (reentry != null) {
        reentry.thread = null;
      }
    }
  }

  /** Returns the registration of an operation that has failed so often, if it is to have one. */
  private @Nullable SplitReentry failed(
      @Nullable SplitReentry present, int failures, SplitTable<V> attempted, long order) {
    if (present != null) {
      present.noteFailure(table != attempted);
      return present;
    }
    if (failures < SplitReentry.PATIENCE) {
      return null;
    }
    StackRoom.require();
    longRetries++;
    while (true) {
      SplitReentry first = reentries;
      SplitReentry others = SplitReentry.isAnyLive(first) ? first : null;
      SplitReentry own = new SplitReentry(Thread.currentThread(), order, others);
      if (REENTRIES.compareAndSet(this, first, own)) {
        return own;
      }
    }
  }

  private void noteUpdate(SplitTable<V> current, long order) {
    SplitReentry first = reentries;
    if (first != null) {
      SplitReentry.noteUpdate(first, current, order);
    }
  }

  /**
   * Puts what a function makes of the value, or removes the mapping if that is null. The function
   * runs again only if the value has changed meanwhile.
   *
   * @param absent whether it is called without a value, with null
   * @param present whether it is called with a value
   * @param function is given the key as it is given here
   * @return the value that is there now
   */
  public @Nullable V compute(
      long order,
      K key,
      boolean absent,
      boolean present,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    V computedFrom = null;
    V computed = null;
    boolean isComputed = false;
    SplitReentry reentry = null;
    try {
      for (int failures = 0; ; ) {
        SplitTable<V> current = table;
        int index = current.indexOf(order);
        SplitNode<V> head = current.fetchedHead(index);
        if (SplitNode.isDetour(head)) {
          continue;
        }
        SplitNode<V> node = SplitNode.find(head, order);
        if (node != null && node.isRemoved()) {
          unlink(order, node);
          continue;
        }
        SplitEntry<V> old = node == null ? null : keys.entryIn(node, key);
        V oldValue = old == null ? null : old.value();
        if (old != null && oldValue == null) { // It has been removed just now.
          failures++;
          reentry = failed(reentry, failures, current, order);
          continue;
        }
        if (old == null ? !absent : !present) {
          return oldValue;
        }
        if (!isComputed || computedFrom != oldValue) {
          computed = function.apply(key, oldValue);
          computedFrom = oldValue;
          isComputed = true;
        }
        if (computed == null && old == null) {
          return null; // As it was when the slot was read.
        }
        if (tryUpdate(current, index, head, node, old, oldValue, order, key, computed)) {
          return computed;
        }
        failures++;
        reentry = failed(reentry, failures, current, order);
      }
    } finally {
      if (reentry != null) {
        reentry.thread = null;
      }
    }
  }

  /**
   * Gives a key another value, or with null removes it, and counts that. A present value is
   * replaced in place, even by itself, so that a reader of the value sees what its writer did
   * before. The first entry of a chain is removed in place, and then unlinked.
   *
   * @param head what the slot held
   * @param node what there is in it of the key's order
   * @param old the key's entry in that
   * @param oldValue the value of that
   * @return false if the slot, or the entry, holds something else by now
   */
  private boolean tryUpdate(
      SplitTable<V> current,
      int index,
      @Nullable SplitNode<V> head,
      @Nullable SplitNode<V> node,
      @Nullable SplitEntry<V> old,
      @Nullable V oldValue,
      long order,
      K key,
      @Nullable V value) {
    if (node == null) {
      if (value != null) {
        SplitEntry<V> entry = keys.entry(order, key, value, head);
        if (!current.casHead(index, head, entry)) {
          return false;
        }
        try {
          current.count.add(1);
        } catch (OutOfMemoryError | StackOverflowError e) {
          synchronized (current.count) { // No call: the stack may have no room.
            current.count.missed++;
          }
        }
        added(current, order, entry);
        noteUpdate(current, order);
      }
      return true; // Or there is nothing to remove.
    }
    if (old != null && old == head && oldValue != null && value == null) {
      return tryRemoveFirst(current, index, old, oldValue, order);
    }
    if (old == node && oldValue != null && value != null) {
      if (!old.casValue(oldValue, value)) {
        return false;
      }
      current.help();
      noteUpdate(current, order);
      return true;
    }
    return (old == null && value == null)
        || tryChange(current, index, head, node, old, oldValue, order, key, value);
  }

  /**
   * Removes the first entry of a chain, and counts that. In a method of its own, since the compiler
   * would not inline a longer one into the update.
   */
  private boolean tryRemoveFirst(
      SplitTable<V> current, int index, SplitEntry<V> first, V value, long order) {
    // A callback that has updated the bucket makes this attempt fail, as it does for a put.
    if (current.head(index) != first || !first.tryRemove(value)) {
      return false;
    }
    try {
      current.count.add(-1);
    } catch (OutOfMemoryError | StackOverflowError e) {
      synchronized (current.count) { // No call: the stack may have no room.
        current.count.missed--;
      }
    }
    try {
      if (!current.casHead(index, first, first.next)) {
        unlink(order, first);
      }
    } catch (OutOfMemoryError | StackOverflowError e) {
      // Lookups find no value in the entry. An update of its key unlinks it.
    }
    removed(current, order, first.next == null);
    noteUpdate(current, order);
    return true;
  }

  /** Makes an update that must replace the chain, and cannot only put a node in front of it. */
  private boolean tryChange(
      SplitTable<V> current,
      int index,
      @Nullable SplitNode<V> head,
      SplitNode<V> node,
      @Nullable SplitEntry<V> old,
      @Nullable V oldValue,
      long order,
      K key,
      @Nullable V value) {
    SplitChange<V> change =
        old == node
            ? new SplitChange<>(Objects.requireNonNull(head), node, oldValue, null, -1)
            : runChange(Objects.requireNonNull(head), node, old, order, key, value);
    if (change == null || !current.casHead(index, head, change)) {
      return false;
    }
    current.finish(index, change);
    if (!change.isMade()) {
      return false;
    }
    if (value == null) {
      removed(current, order, current.head(index) == null);
    } else if (old == null) {
      added(current, order, null);
    } else {
      current.help();
    }
    noteUpdate(current, order);
    return true;
  }

  /**
   * The change where an order has several keys, or comes to have them; null if the only key there
   * has been removed just now.
   */
  private @Nullable SplitChange<V> runChange(
      SplitNode<V> head,
      SplitNode<V> node,
      @Nullable SplitEntry<V> old,
      long order,
      K key,
      @Nullable V value) {
    if (node instanceof SplitEntry<V> other) {
      V otherValue = other.value();
      if (otherValue == null) {
        return null;
      }
      SplitEntry<V> copy = other.withValue(otherValue, null);
      SplitNode<V> run = keys.withMapping(copy, null, order, key, value);
      return new SplitChange<>(head, node, otherValue, run, 1);
    }
    SplitNode<V> run = keys.withMapping(node, old, order, key, value);
    return new SplitChange<>(head, node, null, run, old == null ? 1 : value == null ? -1 : 0);
  }

  /**
   * Unlinks an entry that has been removed in place, wherever the bucket of its order is by now,
   * unless another thread does.
   */
  private void unlink(long order, SplitNode<V> entry) {
    while (true) {
      SplitTable<V> current = table;
      int index = current.indexOf(order);
      SplitNode<V> head = current.fetchedHead(index);
      if (SplitNode.isDetour(head)) {
        continue;
      }
      if (head == null || !SplitNode.contains(head, entry)) {
        return;
      }
      if (head == entry) {
        if (current.casHead(index, head, entry.next)) {
          return;
        }
      } else {
        SplitChange<V> change = new SplitChange<>(head, entry, null, null, 0);
        if (current.casHead(index, head, change)) {
          current.finish(index, change);
          return;
        }
      }
    }
  }

  /**
   * A mapping came; one that found its bucket taken looks whether there should be more buckets.
   *
   * @param entry the first of the chain; null if the mapping is in a run
   */
  private void added(SplitTable<V> current, long order, @Nullable SplitNode<V> entry) {
    if (current.isFilling()) {
      current.help();
    } else if (entry == null
        ? current.isTooSmall()
        : entry.next != null && current.isTooSmallFor(order, entry)) {
      resize(current, current.bits + 1);
    }
  }

  /** A mapping went; one that left empty buckets around looks whether there should be fewer. */
  private void removed(SplitTable<V> current, long order, boolean left) {
    if (current.isFilling()) {
      current.help();
    } else if (left && current.bits > minBits && current.isTooLargeAround(order)) {
      resize(current, current.bits - 1);
    }
  }

  /**
   * Resizes the table. Drops an error: a later update finds that the table still has the wrong
   * size.
   */
  private void resize(SplitTable<V> current, int bits) {
    try {
      SplitTable<V> resized = current.resized(bits);
      if (TABLE.compareAndSet(this, current, resized)) {
        resized.help();
      }
    } catch (OutOfMemoryError | StackOverflowError e) {
      // The caller's own update is complete.
    }
  }

  /** Removes all mappings, by setting an empty table in the place of this one. */
  public void clear() {
    table = new SplitTable<>(minBits);
  }

  /** The number of mappings; beside changes it may be one that the list never had. */
  public long mappingCount() {
    return Math.max(0, table.count.sum());
  }

  /** Checks the whole list, while no thread changes it. */
  public void validate() {
    SplitTable<V> current = table;
    long found = 0;
    for (int index = 0; index < current.size(); index++) {
      SplitNode<V> head = current.fetchedHead(index);
      check(!SplitNode.isDetour(head), "frozen", index);
      for (SplitNode<V> node = head; node != null; node = node.next) {
        if (node.isRemoved()) {
          unlink(node.order, node); // An error has left it, as it leaves a change in a slot.
        }
      }
      head = current.fetchedHead(index);
      for (SplitNode<V> node = head; node != null; node = node.next) {
        check(current.indexOf(node.order) == index, "of another bucket", index);
        check(SplitNode.find(head, node.order) == node, "order twice", index);
        check(!(node.heldAcquire() instanceof SplitEntry.Sealed), "sealed", index);
        check(!node.isRemoved(), "removed", index);
        if (node instanceof CollisionNode<V> run) {
          found += run.validate();
        } else {
          found++;
        }
      }
    }
    check(found == current.count.sum(), "counted " + current.count.sum() + " of " + found, -1);
  }

  private static void check(boolean holds, String what, int index) {
    if (!holds) {
      throw new AssertionError(what + " in bucket " + index);
    }
  }
}
