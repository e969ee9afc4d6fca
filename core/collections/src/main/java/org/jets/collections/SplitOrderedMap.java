package org.jets.collections;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Iterator;
import java.util.Map;
import java.util.function.UnaryOperator;
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

  static {
    try {
      TABLE =
          MethodHandles.lookup().findVarHandle(SplitOrderedMap.class, "table", SplitTable.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int minBits;

  private volatile SplitTable<V> table;

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

  /** The entry of a key among those of its order, if it has one there. */
  abstract @Nullable SplitEntry<V> entryIn(SplitNode<V> node, K key);

  /**
   * The node for an order after its mapping has been put.
   *
   * @param node the one that it replaces, if any
   * @param old the entry of the key in it, if any
   */
  abstract SplitNode<V> withMapping(
      @Nullable SplitNode<V> node,
      @Nullable SplitEntry<V> old,
      long order,
      K key,
      V value,
      @Nullable SplitNode<V> rest);

  /** The chain after an entry has been removed from the node that has it. */
  abstract @Nullable SplitNode<V> withoutMapping(
      SplitNode<V> node, SplitEntry<V> old, @Nullable SplitNode<V> rest);

  abstract K keyOf(SplitEntry<V> entry);

  abstract long orderOf(K key);

  /** The entry with the least place behind that of a key in a node of the key's order. */
  abstract @Nullable SplitEntry<V> higherIn(SplitNode<V> node, K key);

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
   * Finishes a search that has come to no value in what a slot held: it may have been the wrong
   * slot, or a run of keys.
   */
  final @Nullable V getSlowly(long order, K key) {
    SplitTable<V> current = table;
    if (current.isFilling()) {
      current.help();
    }
    SplitNode<V> node = SplitNode.find(chainAt(order), order);
    SplitEntry<V> entry = node == null ? null : entryIn(node, key);
    return entry == null ? null : entry.value;
  }

  final @Nullable V putAt(long order, K key, V value, boolean replace) {
    while (true) {
      SplitTable<V> current = table;
      int index = current.indexOf(order);
      SplitNode<V> head = current.fetchedHead(index);
      if (SplitNode.isDetour(head)) {
        continue;
      }
      SplitNode<V> node = SplitNode.find(head, order);
      SplitEntry<V> old = node == null ? null : entryIn(node, key);
      if (old != null && !replace) {
        return old.value;
      }
      SplitNode<V> changed = mapped(head, node, old, order, key, value);
      if (current.casHead(index, head, changed)) {
        if (old == null) {
          added(current, head != null);
          return null;
        }
        current.help();
        return old.value;
      }
    }
  }

  /**
   * Removes the mapping of a key if its value passes.
   *
   * @return the value that was removed
   */
  final @Nullable V removeAt(long order, K key, @Nullable Object expected) {
    while (true) {
      SplitTable<V> current = table;
      int index = current.indexOf(order);
      SplitNode<V> head = current.fetchedHead(index);
      if (SplitNode.isDetour(head)) {
        continue;
      }
      SplitNode<V> node = SplitNode.find(head, order);
      SplitEntry<V> old = node == null ? null : entryIn(node, key);
      if (node == null || old == null || (expected != null && !expected.equals(old.value))) {
        return null;
      }
      SplitNode<V> rest = withoutMapping(node, old, SplitNode.without(head, node));
      if (current.casHead(index, head, rest)) {
        removed(current, index, rest == null);
        return old.value;
      }
    }
  }

  /**
   * Replaces the value of a key if it is the expected one, or whatever it is.
   *
   * @return the value that was replaced
   */
  final @Nullable V replaceAt(long order, K key, @Nullable Object expected, V value) {
    while (true) {
      SplitTable<V> current = table;
      int index = current.indexOf(order);
      SplitNode<V> head = current.fetchedHead(index);
      if (SplitNode.isDetour(head)) {
        continue;
      }
      SplitNode<V> node = SplitNode.find(head, order);
      SplitEntry<V> old = node == null ? null : entryIn(node, key);
      if (node == null || old == null || (expected != null && !expected.equals(old.value))) {
        return null;
      }
      SplitNode<V> changed = mapped(head, node, old, order, key, value);
      if (current.casHead(index, head, changed)) {
        current.help();
        return old.value;
      }
    }
  }

  /**
   * Puts what a function makes of the value, or removes the mapping if that is null. The function
   * runs again only if the value has changed meanwhile.
   *
   * @param absent whether it is called without a value, with null
   * @param present whether it is called with a value
   * @return the value that is there now
   */
  final @Nullable V computeAt(
      long order, K key, boolean absent, boolean present, UnaryOperator<@Nullable V> function) {
    V computedFrom = null;
    V computed = null;
    boolean isComputed = false;
    while (true) {
      SplitTable<V> current = table;
      int index = current.indexOf(order);
      SplitNode<V> head = current.fetchedHead(index);
      if (SplitNode.isDetour(head)) {
        continue;
      }
      SplitNode<V> node = SplitNode.find(head, order);
      SplitEntry<V> old = node == null ? null : entryIn(node, key);
      V oldValue = old == null ? null : old.value;
      if (old == null ? !absent : !present) {
        return oldValue;
      }
      if (!isComputed || computedFrom != oldValue) {
        computed = function.apply(oldValue);
        computedFrom = oldValue;
        isComputed = true;
      }
      SplitNode<V> changed;
      if (computed != null) {
        changed = mapped(head, node, old, order, key, computed);
      } else if (node != null && old != null) {
        changed = withoutMapping(node, old, SplitNode.without(head, node));
      } else {
        return null; // As it was when the slot was read.
      }
      if (current.casHead(index, head, changed)) {
        if (computed == null) {
          removed(current, index, changed == null);
        } else if (old == null) {
          added(current, head != null);
        } else {
          current.help();
        }
        return computed;
      }
    }
  }

  /**
   * The chain with a mapping. It is the one that was there if the value is the same object: that is
   * exchanged for itself, so that who gets the value sees what has been done to it before.
   */
  private @Nullable SplitNode<V> mapped(
      @Nullable SplitNode<V> head,
      @Nullable SplitNode<V> node,
      @Nullable SplitEntry<V> old,
      long order,
      K key,
      V value) {
    if (old != null && old.value == value) {
      return head;
    }
    SplitNode<V> rest = node == null ? head : SplitNode.without(head, node);
    return withMapping(node, old, order, key, value, rest);
  }

  /** A mapping came; one that found its bucket taken looks whether there should be more buckets. */
  private void added(SplitTable<V> current, boolean taken) {
    current.count.increment();
    if (current.isFilling()) {
      current.help();
    } else if (taken && current.isTooSmall()) {
      resize(current, current.bits + 1);
    }
  }

  /** A mapping went; one that left empty buckets around looks whether there should be fewer. */
  private void removed(SplitTable<V> current, int index, boolean left) {
    current.count.decrement();
    if (current.isFilling()) {
      current.help();
    } else if (left && current.bits > minBits && current.isTooLargeAround(index)) {
      resize(current, current.bits - 1);
    }
  }

  private void resize(SplitTable<V> current, int bits) {
    SplitTable<V> resized = current.resized(bits);
    if (TABLE.compareAndSet(this, current, resized)) {
      resized.help();
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>What is still under way in the old table when the new one is put in its place counts as done
   * before.
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

  private record Found<K, V>(SplitOrderedMap<K, V> map, SplitEntry<V> entry, @Nullable V origin)
      implements Step<K, V> {
    @Override
    public K key() {
      return map.keyOf(entry);
    }

    @Override
    public V value() {
      return entry.value();
    }
  }

  @Override
  public @Nullable Step<K, V> firstStep() {
    SplitEntry<V> first = firstFrom(0);
    return first == null ? null : new Found<>(this, first, null);
  }

  @Override
  public @Nullable Step<K, V> stepFrom(K key) {
    long order = orderOf(key);
    SplitNode<V> node = SplitNode.find(chainAt(order), order);
    SplitEntry<V> here = node == null ? null : entryIn(node, key);
    SplitEntry<V> behind = node == null ? null : higherIn(node, key);
    if (behind == null && order != -1) {
      behind = firstFrom(order + 1);
    }
    return behind == null ? null : new Found<>(this, behind, here == null ? null : here.value);
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
