package org.jets.collections;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is done to the slots of a {@link SplitTable}, by the places of keys in the split order; the
 * subclasses know what keys are. See {@link SplitOrderedHashMap} for the design.
 */
abstract class SplitOrderedMap<K, V> extends AbstractConcurrentMap<K, V>
    implements CursorMap<K, V> {

  /** Buckets that a map has if nobody says how many: 2 to the power of this. */
  static final int DEFAULT_BITS = 4;

  private static final VarHandle TABLE;
  private static final VarHandle REENTRIES;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TABLE = lookup.findVarHandle(SplitOrderedMap.class, "table", SplitTable.class);
      REENTRIES = lookup.findVarHandle(SplitOrderedMap.class, "reentries", SplitReentry.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
    EarlyInitialization.of(
        Expected.class,
        IdentityHashing.class,
        NaturalHashing.class,
        SplitNode.class,
        TieOrder.class);
  }

  private final int minBits;

  private volatile SplitTable<V> table;

  /** Operations that have failed so often that their own callbacks are suspected; mostly null. */
  private volatile @Nullable SplitReentry reentries;

  SplitOrderedMap(int minBits) {
    this.minBits = minBits;
    this.table = new SplitTable<>(minBits);
  }

  /** The binary logarithm of the least number of slots. */
  final int minBits() {
    return minBits;
  }

  /** The logarithm of a number of buckets that hold so many mappings without growing. */
  static int bitsFor(int initialCapacity) {
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

  // Operations on one key

  @Override
  public @Nullable V put(K key, V value) {
    Objects.requireNonNull(value, "value");
    return updateAt(orderOf(key), key, value, Expected.ANYTHING);
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    Objects.requireNonNull(value, "value");
    return updateAt(orderOf(key), key, value, Expected.ABSENT);
  }

  @Override
  public @Nullable V remove(Object key) {
    K known = asKey(key);
    return known == null ? null : updateAt(orderOf(known), known, null, Expected.PRESENT);
  }

  @Override
  public boolean remove(Object key, @Nullable Object value) {
    K known = asKey(key);
    return known != null && value != null && updateAt(orderOf(known), known, null, value) != null;
  }

  @Override
  public @Nullable V replace(K key, V value) {
    Objects.requireNonNull(value, "value");
    return updateAt(orderOf(key), key, value, Expected.PRESENT);
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    Objects.requireNonNull(oldValue, "oldValue");
    Objects.requireNonNull(newValue, "newValue");
    return updateAt(orderOf(key), key, newValue, oldValue) != null;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The function may run again if the mapping is changed at the same time; it must have no
   * effects of its own, and may use this map.
   */
  @Override
  public @Nullable V computeIfAbsent(
      K key, Function<? super K, ? extends @Nullable V> mappingFunction) {
    Objects.requireNonNull(mappingFunction, "mappingFunction");
    V present = get(key);
    return present != null
        ? present
        : computeAt(orderOf(key), key, true, false, (same, old) -> mappingFunction.apply(same));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The function may run again if the mapping is changed at the same time; it must have no
   * effects of its own, and may use this map.
   */
  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return computeAt(orderOf(key), key, false, true, remappingFunction);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The function may run again if the mapping is changed at the same time; it must have no
   * effects of its own, and may use this map.
   */
  @Override
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return computeAt(orderOf(key), key, true, true, remappingFunction);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The function may run again if the mapping is changed at the same time; it must have no
   * effects of its own, and may use this map.
   */
  @Override
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    return mergeAt(orderOf(key), key, value, remappingFunction);
  }

  final @Nullable V mergeAt(
      long order,
      K key,
      V value,
      BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return computeAt(
        order,
        key,
        true,
        true,
        (same, old) -> old == null ? value : remappingFunction.apply(old, value));
  }

  // Keys and entries

  /** The key that an object is, or null if none of this map can be. */
  abstract @Nullable K asKey(Object key);

  /** The entry of a key among those of its order, if it has one there. */
  abstract @Nullable SplitEntry<V> entryIn(SplitNode<V> node, K key);

  /** The first entry of its order in front of a chain. */
  abstract SplitEntry<V> newEntry(long order, K key, V value, @Nullable SplitNode<V> next);

  /**
   * What takes the place of a node after a mapping of one of several keys of an order has been put,
   * or removed. Compares keys.
   *
   * @param node a run, or an entry of another key that is in no chain
   * @param old the entry of the key in it, if any
   * @param value null to remove the mapping, which is in a run
   */
  abstract SplitNode<V> withMapping(
      SplitNode<V> node, @Nullable SplitEntry<V> old, long order, K key, @Nullable V value);

  abstract K keyOf(SplitEntry<V> entry);

  abstract long orderOf(K key);

  /** The entry with the least place behind that of a key in a node of the key's order. */
  abstract @Nullable SplitEntry<V> higherIn(SplitNode<V> node, K key);

  /** The entries behind the place of a key in a run of the key's order. */
  abstract RunTree.Walk<V> walkBehind(SplitRun<V> run, K key);

  // Slots

  final SplitTable<V> table() {
    return table;
  }

  /** The chain where keys of this order are; goes where it has gone if it has been frozen. */
  final @Nullable SplitNode<V> chainAt(long order) {
    while (true) {
      SplitTable<V> current = table;
      SplitNode<V> head = current.fetchedHead(current.indexOf(order));
      if (!SplitNode.isDetour(head)) {
        return head;
      }
    }
  }

  /**
   * What an entry held when the slot was not a detour afterwards: its value, since it was not
   * sealed. So a lookup need not look at the value's class, which is in memory that it has no other
   * reason to touch.
   */
  @SuppressWarnings("unchecked") // Entries of this map hold such values.
  final @Nullable V asValue(@Nullable Object held) {
    return (V) held;
  }

  /**
   * Finishes a search that has come to no value in what a slot held: it may have been the wrong
   * slot, a run of keys, or have changed.
   */
  final @Nullable V getSlowly(long order, K key) {
    SplitTable<V> current = table;
    if (current.isFilling()) {
      current.help();
    }
    SplitNode<V> node = SplitNode.find(chainAt(order), order);
    SplitEntry<V> entry = node == null ? null : entryIn(node, key);
    return entry == null ? null : entry.value();
  }

  /**
   * Sets, or with null removes, the value of a key if the present one is as expected.
   *
   * @param expected what the value has to be equal to, or one of {@link Expected}
   * @return the value that was there; null if there was none, or not the one expected
   */
  final @Nullable V updateAt(long order, K key, @Nullable V value, Object expected) {
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
        SplitEntry<V> old = node == null ? null : entryIn(node, key);
        V oldValue = old == null ? null : old.value();
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
  final @Nullable V computeAt(
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
        SplitEntry<V> old = node == null ? null : entryIn(node, key);
        V oldValue = old == null ? null : old.value();
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
   * Gives a key another value, or with null removes it, and counts that. A value that is there is
   * exchanged in place, also for itself: so that who gets it sees what has been done to it before.
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
        if (!current.casHead(index, head, newEntry(order, key, value, head))) {
          return false;
        }
        try {
          current.count.add(1);
        } catch (OutOfMemoryError | StackOverflowError e) {
          synchronized (current.count) { // No call: the stack may have no room.
            current.count.missed++;
          }
        }
        added(current, head != null);
        noteUpdate(current, order);
      }
      return true; // Or there is nothing to remove.
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

  /** Does what takes another chain than the one that is there with a node in front. */
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
    if (!current.casHead(index, head, change)) {
      return false;
    }
    current.finish(index, change);
    if (!change.isMade()) {
      return false;
    }
    if (value == null) {
      removed(current, index, current.head(index) == null);
    } else if (old == null) {
      added(current, true);
    } else {
      current.help();
    }
    noteUpdate(current, order);
    return true;
  }

  /** The change where an order has several keys, or comes to have them. */
  private SplitChange<V> runChange(
      SplitNode<V> head,
      SplitNode<V> node,
      @Nullable SplitEntry<V> old,
      long order,
      K key,
      @Nullable V value) {
    if (node instanceof SplitEntry<V> other) {
      V otherValue = other.value();
      SplitEntry<V> copy = other.withValue(otherValue, null);
      SplitNode<V> run = withMapping(copy, null, order, key, value);
      return new SplitChange<>(head, node, otherValue, run, 1);
    }
    SplitNode<V> run = withMapping(node, old, order, key, value);
    return new SplitChange<>(head, node, null, run, old == null ? 1 : value == null ? -1 : 0);
  }

  /** A mapping came; one that found its bucket taken looks whether there should be more buckets. */
  private void added(SplitTable<V> current, boolean taken) {
    if (current.isFilling()) {
      current.help();
    } else if (taken && current.isTooSmall()) {
      resize(current, current.bits + 1);
    }
  }

  /** A mapping went; one that left empty buckets around looks whether there should be fewer. */
  private void removed(SplitTable<V> current, int index, boolean left) {
    if (current.isFilling()) {
      current.help();
    } else if (left && current.bits > minBits && current.isTooLargeAround(index)) {
      resize(current, current.bits - 1);
    }
  }

  /** An error does not come out: a later update finds the table as much too small or large. */
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

  /**
   * {@inheritDoc}
   *
   * <p>An update that is under way in the old table when the new one takes its place counts as done
   * before: its function does not run again, and what it returns is not in the map.
   */
  @Override
  public void clear() {
    table = new SplitTable<>(minBits);
  }

  /**
   * {@inheritDoc}
   *
   * <p>A change is counted just after it can be seen, so that beside concurrent changes the number
   * may be one that the map never had.
   */
  @Override
  public long mappingCount() {
    return Math.max(0, table.count.sum());
  }

  @Override
  Traverser<K, V> traverser() {
    return new SplitTraverser<>(this, 0);
  }

  /**
   * A step that has read what entries held, and looks at that only if it is asked for a value: so a
   * caller that goes from key to key does not wait for values to be fetched.
   */
  private static final class Found<K, V> implements Step<K, V> {
    private final SplitOrderedMap<K, V> map;

    /** The entry that the step has come to. */
    private final SplitEntry<V> entry;

    private final Object held;

    /** The object that the entry held from which the step was made, if there was one. */
    private final @Nullable Object heldThere;

    Found(SplitOrderedMap<K, V> map, SplitEntry<V> entry, Object held, @Nullable Object heldThere) {
      this.map = map;
      this.entry = entry;
      this.held = held;
      this.heldThere = heldThere;
    }

    @Override
    public K key() {
      return map.keyOf(entry);
    }

    @Override
    public V value() {
      return entry.unsealed(held);
    }

    @Override
    public @Nullable V origin() {
      return heldThere == null ? null : entry.unsealed(heldThere);
    }

    @Override
    public boolean hasOrigin() {
      return heldThere != null;
    }

    @Override
    public String toString() {
      return key() + "=" + value();
    }
  }

  @Override
  public @Nullable Step<K, V> firstStep() {
    SplitEntry<V> first = firstFrom(0);
    return first == null ? null : new Found<>(this, first, first.held(), null);
  }

  @Override
  public @Nullable Step<K, V> stepFrom(K key) {
    long order = orderOf(key);
    SplitNode<V> node = SplitNode.find(chainAt(order), order);
    SplitEntry<V> here = node == null ? null : entryIn(node, key);
    SplitEntry<V> behind = behind(node, order, key);
    return behind == null
        ? null
        : new Found<>(this, behind, behind.held(), here == null ? null : here.held());
  }

  // Without an object for the step.

  @Override
  public @Nullable K startKey() {
    SplitEntry<V> first = firstFrom(0);
    return first == null ? null : keyOf(first);
  }

  @Override
  public @Nullable K nextKey(K key) {
    long order = orderOf(key);
    SplitEntry<V> behind = behind(SplitNode.find(chainAt(order), order), order, key);
    return behind == null ? null : keyOf(behind);
  }

  /**
   * The entry behind a key.
   *
   * @param node what the key's bucket holds of its order
   */
  private @Nullable SplitEntry<V> behind(@Nullable SplitNode<V> node, long order, K key) {
    SplitEntry<V> behind = node == null ? null : higherIn(node, key);
    return behind != null || order == -1 ? behind : firstFrom(order + 1);
  }

  @Override
  public Iterator<Map.Entry<K, V>> entriesAfter(K key) {
    SplitTraverser<K, V> traverser = new SplitTraverser<>(this, orderOf(key));
    traverser.skipTo(key);
    return new TraversingIterator<>(this, traverser, this::entryAt);
  }

  private @Nullable SplitEntry<V> firstFrom(long order) {
    long from = order;
    while (true) {
      SplitTable<V> current = table;
      int index = current.indexOf(from);
      SplitNode<V> head = current.fetchedHead(index);
      if (SplitNode.isDetour(head)) {
        continue;
      }
      SplitNode<V> first = SplitNode.firstFrom(head, from);
      if (first != null) {
        return first instanceof SplitRun<V> run ? run.firstEntry() : (SplitEntry<V>) first;
      }
      long last = current.lastOrder(index);
      if (last == -1) {
        return null;
      }
      from = last + 1;
    }
  }

  @Override
  void validate() {
    SplitTable<V> current = table;
    long found = 0;
    for (int index = 0; index < current.size(); index++) {
      SplitNode<V> head = current.fetchedHead(index);
      check(!SplitNode.isDetour(head), "frozen", index);
      for (SplitNode<V> node = head; node != null; node = node.next) {
        check(current.indexOf(node.order) == index, "of another bucket", index);
        check(SplitNode.find(head, node.order) == node, "order twice", index);
        check(!(node.heldAcquire() instanceof SplitEntry.Sealed), "sealed", index);
        if (node instanceof SplitRun<V> run) {
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
