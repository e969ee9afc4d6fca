package org.jets.collections;

import static java.util.Objects.requireNonNull;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent sorted map whose locks are where contention is: a tree of base nodes, each a sorted
 * container with a lock of its own, that is split where threads have to wait for one another, and
 * joined again where they do not. Readers take no lock and write nothing that is shared, as long as
 * nobody changes what they read.
 *
 * <p>Take it in place of {@link java.util.concurrent.ConcurrentSkipListMap} for large maps:
 * lookups, updates and ranges are several times as fast, since mappings lie together in arrays.
 * Take the skip list where a thread that stands still must never hold up another, or for functions
 * in {@code compute} that run long or change other keys of the map. Numbers, characters and strings
 * in their natural order are compared by prefixes that lie beside the keys; give a {@link
 * PrefixComparator} for keys that have prefixes of another kind. A key that is a Long or an Integer
 * is handed out as an object that is equal to the one that was put, and need not be the same.
 *
 * <p>All operations on one key, on a key's neighbours and on the ends of the map are atomic and
 * linearizable, as are {@link #putAllAtOnce}, {@link #putAllIfAbsent}, {@link #forEachInRange},
 * {@link #clear}, also of a view, polling, and {@link #mappingCount}. An action before a mapping is
 * written happens before what follows its reading. Iterators, spliterators and bulk operations are
 * weakly consistent: they come in order, exactly once to each key that is there from their
 * beginning to their end, at most once to each other one, and never throw {@link
 * java.util.ConcurrentModificationException}. Who wants to see all mappings as of one moment takes
 * {@link #snapshot}, or {@link #forEachInRange} for those of a range.
 *
 * <p>The functions given to {@code compute}, {@code computeIfAbsent}, {@code computeIfPresent} and
 * {@code merge} run once, under the lock of their key's base node, which others share: they should
 * be short and must not change the map. One that waits for itself, or might, gets an {@link
 * IllegalStateException}. They may look keys up, but not ask for the size. A comparator must not
 * use the map at all; what it throws comes out of the operation, and leaves the map as it was.
 *
 * <p>Neither keys nor values can be null. The map is not {@link java.io.Serializable}. It can be
 * used from virtual threads: nothing here pins one, and there are no thread locals.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class ContentionAdaptingTreeMap<K, V> extends AbstractConcurrentNavigableMap<K, V> {

  /*
   * K. Sagonas, K. Winblad: Contention Adapting Search Trees (2015), and A Contention Adapting
   * Approach to Concurrent Ordered Sets (2018); OTP's erl_db_catree.c. Other than there: the default
   * container is a B+ tree, whose readers are disturbed by writers of the same leaf only, and not of
   * the same base node; there are no readers' locks; counts are with the locks; next and previous
   * keys are validated across base nodes; reads do not bring base nodes together (OTP's gravity),
   * since they would have to write for that.
   *
   * Guarded by. A container, its counts and the statistic: the lock of its base node. The link to a
   * base node: that lock too. The links of a route that is the parent or grandparent in a join: its
   * own lock. Order of locks: base nodes from left to right, others are only tried; then routes,
   * upwards. Retired, a lock is never held again, and its node is no longer in the tree.
   *
   * Linearization points. get: see OrderedContainer and BPlusTree: the read of the value if there is
   * one, else a moment between its beginning and the check of what it has read. Neighbours, ends,
   * ranges, without locks: any moment between the read of the last witness and the check of the
   * first one; with locks: while all are held. put, remove, replace, compute and the like: where the
   * container publishes the change, a header or a value of a leaf, a link or the stamp; those that
   * change nothing: under the lock. putAllAtOnce, putAllIfAbsent, clear of a range: when the last
   * container is hidden, before anything is changed: who begins to read after that waits for the
   * lock. If a comparator throws in the middle all is undone before it is shown; who began to read
   * one key before may have met what is undone. clear, and putAll into an empty map: the write of
   * the root. Splits and joins change nothing that can be observed.
   *
   * Why readers are right although they do not look at locks. A base node's container answers for
   * its range even when it has been split or joined: a B+ tree's leaves pass to others as they are,
   * and other containers tell readers to try again. In a join the new base node takes the neighbour's
   * place before the old way to it is closed. Who reads across base nodes has the stamps of all
   * containers as witnesses, which change for good when a base node leaves the tree; as long as it
   * has not left, its range is the same. The bounds that a search finds may be too narrow, when a
   * join has just taken a route away, but never too wide: who goes on at a bound comes to the same
   * base node again, with its true bounds.
   *
   * next(K) at the end of a base node: the node without a successor and the one behind it are both
   * witnesses, read before either is checked; or both locked, the first while the other is waited
   * for. So no key between them has come or gone meanwhile. A step from the key object that the
   * thread's last step handed out begins at the leaf and index noted then (StepHints), if the
   * container's stamp is the same, so that the leaf still stands for its keys, and the object still
   * lies there; what is found is checked as in any other step.
   *
   * Memory order. Links are written with release and read with acquire. The rest is in the head
   * comments of the containers; what is guarded by a lock needs none.
   *
   * Progress. Writers block one another for one change in one base node, or a user's function.
   * Readers are lock-free against others; where what they read changes three times in a row they take
   * the lock. No deadlocks: see the order of locks; a function that waits, and is itself waited for
   * perhaps, is told so.
   *
   * Adaptation. An operation that had to wait adds 250 to its base node's statistic, any other
   * subtracts 1, one that needed several base nodes 10 from each; above 1000 the node is split, below
   * -1000 it is joined with a neighbour. One that an operation has emptied is joined at once, if the
   * neighbour is not locked.
   */

  private final ContentionAdaptingTree<K, V> tree;

  /** An empty map with keys in their natural order, and default options. */
  public ContentionAdaptingTreeMap() {
    this(ContentionAdaptingOptions.defaults(), null);
  }

  /**
   * An empty map with default options.
   *
   * @param comparator the order of the keys; null for their natural order. With a {@link
   *     PrefixComparator} the map seldom has to look at keys.
   */
  public ContentionAdaptingTreeMap(@Nullable Comparator<? super K> comparator) {
    this(ContentionAdaptingOptions.defaults(), comparator);
  }

  /** An empty map with keys in their natural order. */
  public ContentionAdaptingTreeMap(ContentionAdaptingOptions options) {
    this(options, null);
  }

  /**
   * An empty map.
   *
   * @param options what it is made of, and when it adapts
   * @param comparator the order of the keys; null for their natural order
   */
  public ContentionAdaptingTreeMap(
      ContentionAdaptingOptions options, @Nullable Comparator<? super K> comparator) {
    this(PrefixOrder.of(comparator), requireNonNull(options, "options"));
  }

  /** A map of the mappings of another, in its order, in linear time. */
  public ContentionAdaptingTreeMap(SortedMap<K, ? extends V> mappings) {
    this(requireNonNull(mappings, "mappings").comparator());
    putAll(mappings);
  }

  private ContentionAdaptingTreeMap(PrefixOrder<K> order, ContentionAdaptingOptions options) {
    super(order);
    tree = new ContentionAdaptingTree<>(order, options);
  }

  // Reading one key

  @Override
  @SuppressWarnings("unchecked") // The comparison throws if it is of another type.
  public @Nullable V get(Object key) {
    K sought = (K) requireNonNull(key, "key");
    long prefix = order.prefix(sought);
    for (int attempt = 0; attempt < AdaptingTreeReader.ATTEMPTS; attempt++) {
      Object value = tree.find(prefix, sought).container.tryGet(prefix, sought);
      if (value != OrderedContainer.RETRY) {
        return (V) value;
      }
    }
    return getLocked(prefix, sought);
  }

  private @Nullable V getLocked(long prefix, K key) {
    BaseNode<K, V> base;
    do {
      base = tree.find(prefix, key);
    } while (!tree.lockToRead(base));
    try {
      return present(base, prefix, key);
    } finally {
      tree.unlock(base, prefix, key);
    }
  }

  /** The value of a key whose base node is locked. */
  @SuppressWarnings("unchecked") // Where values are.
  private static <K, V> @Nullable V present(BaseNode<K, V> base, long prefix, K key) {
    return (V) base.container.tryGet(prefix, key);
  }

  // Writing one key

  @Override
  public @Nullable V put(K key, V value) {
    return update(key, requireNonNull(value, "value"), Expected.ANYTHING);
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    return update(key, requireNonNull(value, "value"), Expected.ABSENT);
  }

  @Override
  public @Nullable V replace(K key, V value) {
    return update(key, requireNonNull(value, "value"), Expected.PRESENT);
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    requireNonNull(newValue, "newValue");
    return update(key, newValue, requireNonNull(oldValue, "oldValue")) != null;
  }

  @Override
  @SuppressWarnings("unchecked") // The comparison throws if it is of another type.
  public @Nullable V remove(Object key) {
    return update((K) key, null, Expected.ANYTHING);
  }

  @Override
  @SuppressWarnings("unchecked") // The comparison throws if it is of another type.
  public boolean remove(Object key, @Nullable Object value) {
    requireNonNull(key, "key");
    return value != null && update((K) key, null, value) != null;
  }

  /**
   * Sets, or with null removes, the value of a key if the present one is as expected.
   *
   * @param expected what the value has to be equal to, or one of {@link Expected}
   * @return the value that was there; null if there was none, or not the one expected
   */
  private @Nullable V update(K key, @Nullable V value, Object expected) {
    requireNonNull(key, "key");
    long prefix = value == null ? order.prefix(key) : order.admit(key);
    BaseNode<K, V> base = tree.lock(prefix, key);
    try {
      if (expected == Expected.ANYTHING) {
        return write(base, prefix, key, value);
      }
      V old = present(base, prefix, key);
      if (!Expected.isMet(expected, old)) {
        return expected instanceof Expected ? old : null;
      }
      write(base, prefix, key, value);
      return old;
    } finally {
      tree.unlock(base, prefix, key);
    }
  }

  /** Sets or removes the value of a key whose base node is locked, and returns the old one. */
  private @Nullable V write(BaseNode<K, V> base, long prefix, K key, @Nullable V value) {
    if (value == null) {
      V old = base.container.remove(prefix, key);
      if (old != null) {
        base.lock.count(-1);
        if (base.container.isEmpty()) {
          base.lock.giveUp();
        }
      }
      return old;
    }
    if (base.container.isEmpty()) {
      order.requireComparableWithItself(key);
    }
    V old = base.container.put(prefix, key, value);
    if (old == null) {
      base.lock.count(1);
    }
    return old;
  }

  @Override
  public @Nullable V computeIfAbsent(
      K key, Function<? super K, ? extends @Nullable V> mappingFunction) {
    requireNonNull(mappingFunction, "mappingFunction");
    V present = get(key);
    return present != null
        ? present
        : compute(key, true, false, (absent, none) -> mappingFunction.apply(absent));
  }

  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> remappingFunction) {
    requireNonNull(remappingFunction, "remappingFunction");
    return compute(key, false, true, remappingFunction);
  }

  @Override
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> remappingFunction) {
    return compute(key, true, true, requireNonNull(remappingFunction, "remappingFunction"));
  }

  @Override
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    requireNonNull(value, "value");
    requireNonNull(remappingFunction, "remappingFunction");
    return compute(
        key, true, true, (k, old) -> old == null ? value : remappingFunction.apply(old, value));
  }

  /** Runs a function under the lock, if it is wanted for a key that is there or is not. */
  private @Nullable V compute(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    requireNonNull(key, "key");
    long prefix = ifAbsent ? order.admit(key) : order.prefix(key);
    BaseNode<K, V> base = tree.lock(prefix, key);
    try {
      V old = present(base, prefix, key);
      if (old == null ? !ifAbsent : !ifPresent) {
        return old;
      }
      V value;
      base.lock.enterFunction();
      try {
        value = function.apply(key, old);
      } finally {
        base.lock.exitFunction();
      }
      if (value != null || old != null) {
        write(base, prefix, key, value);
      }
      return value;
    } finally {
      tree.unlock(base, prefix, key);
    }
  }

  // Writing many keys at one moment

  /**
   * Inserts all mappings at one moment, or none if one of the keys is there: whoever sees one of
   * them by reading a range sees all.
   *
   * @return false if one of the keys was there, and nothing has changed
   * @throws NullPointerException if a key or a value is null, and nothing has changed
   */
  public boolean putAllIfAbsent(Map<? extends K, ? extends V> mappings) {
    return updateAll(mappings, true);
  }

  /**
   * Puts all mappings at one moment.
   *
   * @throws NullPointerException if a key or a value is null, and nothing has changed
   */
  public void putAllAtOnce(Map<? extends K, ? extends V> mappings) {
    updateAll(mappings, false);
  }

  private boolean updateAll(Map<? extends K, ? extends V> mappings, boolean ifAbsent) {
    List<Map.Entry<K, V>> sorted = new ArrayList<>();
    mappings.forEach(
        (key, value) -> {
          order.admit(requireNonNull(key, "key"));
          order.requireComparableWithItself(key);
          sorted.add(Map.entry(key, requireNonNull(value, "value")));
        });
    sorted.sort((a, b) -> order.compare(a.getKey(), b.getKey()));
    BaseRange<K, V> range = new BaseRange<>(tree);
    try {
      BaseChanges<K, V> changes = new BaseChanges<>(order);
      List<BaseNode<K, V>> bases = new ArrayList<>();
      for (Map.Entry<K, V> mapping : sorted) {
        K key = mapping.getKey();
        BaseNode<K, V> base = range.lockFor(order.prefix(key), key);
        bases.add(base);
        if (changes.notePut(base, key) && ifAbsent) {
          return false;
        }
      }
      changeAtOnce(
          range,
          changes,
          () -> {
            for (int i = 0; i < bases.size(); i++) {
              K key = sorted.get(i).getKey();
              write(bases.get(i), order.prefix(key), key, sorted.get(i).getValue());
            }
          });
      return true;
    } finally {
      range.unlock();
    }
  }

  /** Lets nobody see a part of what is changed, and undoes it if a comparator throws. */
  private static <K, V> void changeAtOnce(
      BaseRange<K, V> range, BaseChanges<K, V> changes, Runnable writes) {
    range.hide();
    boolean isDone = false;
    try {
      writes.run();
      isDone = true;
    } finally {
      if (!isDone) {
        changes.undo(range.locked());
      }
    }
  }

  @Override
  public void clear() {
    BaseRange<K, V> range = new BaseRange<>(tree);
    try {
      range.lock(everywhere());
      range.replaceAll(new EntryRun<>(1));
    } finally {
      range.unlock();
    }
  }

  @Override
  void clear(KeyBounds<K> bounds) {
    BaseRange<K, V> range = new BaseRange<>(tree);
    try {
      range.lock(bounds);
      BaseChanges<K, V> changes = new BaseChanges<>(order);
      Map<BaseNode<K, V>, EntryRun<K, V>> removals = new LinkedHashMap<>();
      for (BaseNode<K, V> base : range.locked()) {
        removals.put(base, changes.noteRemoval(base, bounds));
      }
      changeAtOnce(
          range, changes, () -> removals.forEach((base, removed) -> removeAll(base, removed)));
    } finally {
      range.unlock();
    }
  }

  private void removeAll(BaseNode<K, V> base, EntryRun<K, V> removed) {
    for (int i = 0; i < removed.size(); i++) {
      K key = removed.key(i);
      write(base, order.prefix(key), key, null);
    }
  }

  /**
   * Puts one mapping after the other. What another sorted map of the same order has comes into an
   * empty map at one moment, in linear time.
   */
  @Override
  public void putAll(Map<? extends K, ? extends V> mappings) {
    if (!(mappings instanceof SortedMap<?, ?> sorted)
        || !Objects.equals(sorted.comparator(), comparator())
        || !isEmpty()
        || !tryFill(mappings)) {
      super.putAll(mappings);
    }
  }

  /** Takes mappings that are in order, if this map is empty; false if it, or they, are not. */
  private boolean tryFill(Map<? extends K, ? extends V> mappings) {
    EntryRun<K, V> run = new EntryRun<>(EntryRun.SOME);
    for (Map.Entry<? extends K, ? extends V> mapping : mappings.entrySet()) {
      K key = requireNonNull(mapping.getKey(), "key");
      long prefix = order.admit(key);
      if (run.isEmpty()) {
        order.requireComparableWithItself(key);
      } else if (order.compare(prefix, key, order.prefix(run.lastKey()), run.lastKey()) <= 0) {
        return false;
      }
      run.add(key, requireNonNull(mapping.getValue(), "value"));
    }
    BaseRange<K, V> range = new BaseRange<>(tree);
    try {
      range.lock(everywhere());
      if (tree.count(range.locked()) != 0) {
        return false;
      }
      range.replaceAll(run);
      return true;
    } finally {
      range.unlock();
    }
  }

  @Override
  Map.@Nullable Entry<K, V> pollEntry(KeyBounds<K> bounds, boolean last) {
    while (true) {
      Map.Entry<K, V> candidate = last ? lastEntry(bounds) : firstEntry(bounds);
      if (candidate == null) {
        return null;
      }
      Map.Entry<K, V> polled = pollBehind(candidate.getKey(), bounds, last);
      if (polled != null) {
        return polled;
      }
    }
  }

  /**
   * Removes the last mapping of a range if it is not in front of a key, or the first one if it is
   * not behind the key: so that but a few base nodes have to be locked for it.
   */
  private Map.@Nullable Entry<K, V> pollBehind(K key, KeyBounds<K> bounds, boolean last) {
    KeyBounds<K> part =
        last
            ? new KeyBounds<>(order, key, true, bounds.high, bounds.highInclusive)
            : new KeyBounds<>(order, bounds.low, bounds.lowInclusive, key, true);
    BaseRange<K, V> range = new BaseRange<>(tree);
    try {
      range.lock(part);
      EntryRun<K, V> run = new EntryRun<>(1);
      range.read(Scan.<K>forOne(last).within(part), run);
      if (run.isEmpty()) {
        return null;
      }
      K found = run.key(0);
      long prefix = order.prefix(found);
      write(tree.find(prefix, found), prefix, found, null);
      return entry(run);
    } finally {
      range.unlock();
    }
  }

  // Neighbours, size and iteration

  private static <K, V> Map.Entry<K, V> entry(EntryRun<K, V> run) {
    return new SimpleImmutableEntry<>(run.key(0), run.value(0));
  }

  private Map.@Nullable Entry<K, V> readOne(Scan<K> scan) {
    EntryRun<K, V> run = new EntryRun<>(1);
    new AdaptingTreeReader<>(tree, scan, run).readAtOnce();
    return run.isEmpty() ? null : entry(run);
  }

  @Override
  @SuppressWarnings("unchecked") // What was asked for.
  Map.@Nullable Entry<K, V> findEntry(K key, Relation relation) {
    Object near = tree.tryFindNear(key, relation, true);
    return near == OrderedContainer.RETRY
        ? readOne(Scan.<K>forOne(!relation.isUpward).from(order, key, relation.isInclusive))
        : (Map.Entry<K, V>) near;
  }

  @SuppressWarnings("unchecked") // What was asked for.
  private @Nullable K findKey(K key, Relation relation) {
    Object near = tree.tryFindNear(requireNonNull(key, "key"), relation, false);
    if (near != OrderedContainer.RETRY) {
      return (K) near;
    }
    Map.Entry<K, V> entry = findEntry(key, relation);
    return entry == null ? null : entry.getKey();
  }

  @Override
  public @Nullable K lowerKey(K key) {
    return findKey(key, Relation.LOWER);
  }

  @Override
  public @Nullable K floorKey(K key) {
    return findKey(key, Relation.FLOOR);
  }

  @Override
  public @Nullable K ceilingKey(K key) {
    return findKey(key, Relation.CEILING);
  }

  @Override
  public @Nullable K higherKey(K key) {
    return findKey(key, Relation.HIGHER);
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    return readOne(Scan.forOne(false));
  }

  @Override
  public Map.@Nullable Entry<K, V> lastEntry() {
    return readOne(Scan.forOne(true));
  }

  @Override
  public boolean isEmpty() {
    return firstEntry() == null;
  }

  /** How many mappings there are: exactly, at one moment, at which all writers wait. */
  @Override
  public long mappingCount() {
    BaseRange<K, V> range = new BaseRange<>(tree);
    try {
      range.lock(everywhere());
      return tree.count(range.locked());
    } finally {
      range.unlock();
    }
  }

  @Override
  Traverser<K, V> traverser(KeyBounds<K> bounds, boolean descending) {
    return new ContentionAdaptingTraverser<>(tree, bounds, descending);
  }

  @Override
  Traverser<K, V> consistentTraverser(KeyBounds<K> bounds, boolean descending) {
    return new RunTraverser<>(readAtOnce(bounds, descending));
  }

  private EntryRun<K, V> readAtOnce(KeyBounds<K> bounds, boolean descending) {
    EntryRun<K, V> run = new EntryRun<>(EntryRun.SOME);
    Scan<K> scan = Scan.<K>forAll(descending).within(bounds);
    new AdaptingTreeReader<>(tree, scan, run).readAtOnce();
    return run;
  }

  /**
   * A copy of this map as it is at one moment, for reading: in time and memory in proportion to the
   * map. {@link #forEachInRange} reads a range as it is at one moment. {@link
   * LockFreeAdaptingTreeMap} makes snapshots that cost nothing.
   *
   * @return what throws UnsupportedOperationException where it would be changed
   */
  public NavigableMap<K, V> snapshot() {
    ContentionAdaptingTreeMap<K, V> copy = new ContentionAdaptingTreeMap<>(order, tree.options);
    BaseRange<K, V> all = new BaseRange<>(copy.tree);
    all.lock(everywhere());
    all.replaceAll(readAtOnce(everywhere(), false));
    return Collections.unmodifiableNavigableMap(copy);
  }

  /** How far the map has split itself. Takes time in proportion to its routing nodes. */
  public AdaptingTreeShape shape() {
    return tree.shape();
  }

  /**
   * The ranges of keys that the map has split itself into, in key order, with their contention.
   * What splits and joins meanwhile may be seen half before and half after. Takes time in
   * proportion to the base nodes; those that have never been counted since they were made are,
   * which takes time in proportion to their mappings.
   */
  public List<AdaptingTreeRegion<K>> regions() {
    return tree.regions();
  }

  @Override
  void validate() {
    tree.validate();
  }
}
