package org.jets.collections;

import static java.util.Objects.requireNonNull;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jets.collections.internal.catree.AdaptingTreeReader;
import org.jets.collections.internal.catree.BaseLock;
import org.jets.collections.internal.catree.BaseNode;
import org.jets.collections.internal.catree.BaseRange;
import org.jets.collections.internal.catree.ContentionAdaptingCursor;
import org.jets.collections.internal.catree.ContentionAdaptingTree;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.container.ReadRequest;
import org.jets.collections.internal.container.RunCursor;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.order.CircleCheck;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.CallbackGuard;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent sorted map whose locks adapt to contention. It is a tree of base nodes, each a
 * sorted container with its own lock. A base node is split if threads wait for its lock, and joined
 * with a neighbour if they do not. Readers take no lock and write no shared memory while no writer
 * changes what they read.
 *
 * <p>Choose it instead of {@link java.util.concurrent.ConcurrentSkipListMap} for large maps:
 * lookups, updates and ranges are several times as fast, since mappings are contiguous in arrays.
 * Choose the skip list if a stopped thread must never block another. Choose it also if functions in
 * {@code compute} run long or change other keys of the map.
 *
 * <p>Numbers, characters and strings in their natural order are compared by prefixes that are
 * stored beside the keys. A {@link PrefixComparator} gives other keys prefixes too. For a key of
 * class Long or Integer, the map may return an equal object instead of the one that was put. {@link
 * LongTreeMap} is this map for keys of type {@code long}.
 *
 * <p>In the natural order, the first key decides the class of all keys. It is the first key given
 * to an operation that may set a value, even if the operation inserts nothing. Such operations are
 * {@code put}, {@code putIfAbsent}, {@code replace}, {@code compute}, {@code computeIfAbsent},
 * {@code merge} and those that put several mappings. {@code computeIfPresent}, {@code remove},
 * reads, a call that is given null for its value or function, and an update refused in a callback
 * decide nothing. If the first key is a Byte, Short, Integer, Long, Character or String, the map
 * accepts only keys of that class from then on. That holds even when it is empty again. Other keys
 * cause a {@link ClassCastException}.
 *
 * <p>All operations on one key, on a key's neighbours and on the ends of the map are atomic and
 * linearizable. So are {@link #putAllAtOnce}, {@link #putAllIfAbsent}, {@link #forEachInRange},
 * {@link #mappingCount}, polling, and {@code clear} of the map or of a view. Actions before the
 * write of a mapping happen-before actions after its read.
 *
 * <p>Iterators, spliterators and bulk operations are weakly consistent. A key that is present all
 * the time is visited exactly once, in order, and any other key at most once. They never throw
 * {@link java.util.ConcurrentModificationException}. {@link #snapshot} returns all mappings as of
 * one moment, and {@link #forEachInRange} visits those of a range.
 *
 * <p><b>Callbacks</b> are the functions given to {@code compute}, {@code computeIfAbsent}, {@code
 * computeIfPresent} and {@code merge}, the comparator or {@code compareTo} of keys, and {@code
 * equals} of values.
 *
 * <ul>
 *   <li>An update calls them under the lock of its key's base node, or of all base nodes that it
 *       changes. Other keys share that lock, so callbacks should be short. A function runs once.
 *       The functions of {@code replaceAll}, and of {@code removeIf} of a view, run without a lock,
 *       for one mapping at a time. They may update the map. The function of {@code replaceAll} runs
 *       again for a value that changes meanwhile, up to 64 times, and then once under the lock.
 *   <li>{@link #putAllAtOnce} and {@link #putAllIfAbsent} sort their mappings before they take
 *       locks. Those comparisons may update the map.
 *   <li>A read calls the comparator without a lock. After changes have disturbed three attempts, it
 *       calls the comparator under the lock.
 *   <li>A callback under a lock may read this map, and sees the state before the update. It waits
 *       for no lock. A read of several mappings is retried while other threads change them. The
 *       size is exact if no other thread changes the map.
 *   <li>An update by such a callback, of any key, throws {@link IllegalStateException} before
 *       anything has changed.
 *   <li>Callbacks that update two maps in opposite orders can deadlock, as in {@link
 *       java.util.concurrent.ConcurrentHashMap}.
 * </ul>
 *
 * <p><b>On errors.</b> An operation throws what its callback throws. It also throws the {@link
 * OutOfMemoryError} or {@link StackOverflowError} that it meets. No lock stays held, and no count
 * is wrong. An operation on one key, {@link #putAllAtOnce}, {@link #putAllIfAbsent} and {@link
 * #clear} have then changed nothing. Others may have changed some of the mappings. Errors while the
 * tree adapts are dropped.
 *
 * <p>If the comparator contradicts itself, mappings may not be found. A walk or another operation
 * on several mappings that comes to a place for the second time throws {@link
 * IllegalStateException}. So each operation ends, unless two threads lock several base nodes in
 * opposite orders.
 *
 * <p><b>Cost.</b> Operations on one key take O(log n) time for n mappings. A mapping takes 16 to 22
 * bytes in a B+ tree, with compressed references, and 40 in the other {@linkplain
 * SequentialContainer containers}. It takes 13 to 16 in a B+ tree whose keys are of class Long or
 * Integer in their natural order, or are those of an {@link ExactPrefixComparator}: such keys are
 * not kept.
 *
 * <p><b>Source.</b> K. Sagonas, K. Winblad: A Contention Adapting Approach to Concurrent Ordered
 * Sets, JPDC 115, 2018. The comment in the class lists the differences.
 *
 * <p>Neither keys nor values can be null. The map is not {@link java.io.Serializable}. It can be
 * used from virtual threads: nothing here pins one, and there are no thread locals.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class ContentionAdaptingTreeMap<K, V> extends AbstractConcurrentNavigableMap<K, V> {

  /*
   * Sources. K. Sagonas, K. Winblad: Contention Adapting Search Trees (2015), and A Contention
   * Adapting Approach to Concurrent Ordered Sets (2018); OTP's erl_db_catree.c. Differences:
   * - The default container is a B+ tree. Its readers are disturbed only by writers of the same
   *   leaf, not by all writers of the base node.
   * - A lock has no shared mode for readers. The lock of a base node also has the number of its
   *   mappings.
   * - Next and previous keys are validated across base nodes.
   * - Reads cause no joins (OTP's gravity), since they would have to write to the statistics.
   *
   * Guarded by.
   * - A container, its counts and the statistic: the lock of its base node.
   * - The link to a base node: the lock of that base node.
   * - The links of a route that is the parent or grandparent in a join: the lock of that route.
   * - Order of locks: base nodes from left to right, then routes upwards. A thread only tries
   *   the lock of a base node that is out of this order.
   * - A retired lock is never held again, and its node is no longer in the tree.
   *
   * Linearization points.
   * - get: see OrderedContainer and BPlusTree. A hit: the read of the value. A miss: a moment
   *   between its beginning and the check of what it has read.
   * - Neighbours, ends and ranges without locks: any moment between the read of the last witness
   *   (see below) and the check of the first one. With locks: any moment while all are held.
   * - put, remove, replace, compute and the like: where the container publishes the change. It
   *   writes a header or a value of a leaf, a link, or the stamp.
   * - The same operations if they change nothing: any moment under the lock.
   * - putAllAtOnce, putAllIfAbsent, clear of a range: when the last container is hidden, before
   *   anything is changed. A reader that begins later waits for the lock.
   * - clear, and putAll into an empty map: the write of the root.
   * - Splits and joins change nothing that can be observed.
   *
   * Why readers need not look at locks. A reader may still be in a container whose base node has
   * been split or joined. The leaves of a B+ tree pass to the new containers unchanged, so the
   * reader's result is right. Other containers tell the reader to retry. A join first puts the new
   * base node into the place of the neighbour, and then unlinks the other old base node. A reader
   * across base nodes uses the stamps of all containers as witnesses. A stamp changes for good when
   * its base node leaves the tree; until then the range stays the same. The bounds that a search
   * finds can be too narrow, when a join has just removed a route, but never too wide. A reader
   * that continues at such a bound reaches the same base node again, with its true bounds.
   *
   * next(K) at the end of a base node. The node without a successor and the node after it are both
   * witnesses, read before either is checked. With locks, the first node stays locked while the
   * thread waits for the second. So no key between them has come or gone meanwhile. A step may
   * start from the key object that the thread's last step returned. It then begins at the leaf and
   * index that the last step noted (CursorHints). This requires that the container's stamp is
   * unchanged, so that the leaf still stands for its keys. The object must also still be at that
   * index. The result is checked as in any other step.
   *
   * Memory order. Links are written with release and read with acquire. The head comments of the
   * containers have the rest. State that a lock guards needs no order of its own.
   *
   * On errors.
   * - One key: see the containers.
   * - Several keys: the changes are made in forks of the containers, with all comparisons and
   *   allocations. Then BaseRange.publish stores the root of each fork in its container.
   * - Splits and joins: everything is made first, then stores publish it (TreeAdaptation).
   * - A comparator that contradicts itself: CircleCheck throws where a walk comes to a place again.
   *   The operation ends as on any other exception of the comparator.
   * - Locks are released in finally blocks whose only call is the wake of waiters. If there is no
   *   stack even for that call, a store releases the lock, and waiters look again after 100 ms.
   *
   * Callbacks. CallbackGuard registers a thread that calls foreign code under a lock. Updates ask
   * it before anything else; reads ask it before they would wait for a lock.
   *
   * Progress. Writers of a base node block one another for the time of a change or of a user's
   * function. Readers are lock-free unless what they read changes three times in a row; then they
   * take the lock. The order of locks excludes deadlocks, and a callback never waits for a lock.
   *
   * Adaptation. An operation that had to wait adds 250 to the statistic of its base node, as does a
   * read of one base node that three changes have disturbed. An update after one by another thread
   * adds 25, as TreeAdaptation says. Any other update subtracts 1. An operation on several base nodes subtracts 10 from each. Above 1000 the node is split, below
   * -1000 it is joined with a neighbour. TreeAdaptation says when it is joined later. A base node
   * that an operation has emptied is joined at once if the neighbour is not locked.
   */

  /** The attempts to poll a mapping before all base nodes of the range are locked. */
  private static final int MOST_POLLS = 64;

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

  ContentionAdaptingTreeMap(PrefixOrder<K> order, ContentionAdaptingOptions options) {
    super(order);
    tree = new ContentionAdaptingTree<>(order, options);
  }

  // Reading one key

  @Override
  @SuppressWarnings("unchecked") // The comparison throws if it is of another type.
  public @Nullable V get(Object key) {
    K sought = (K) requireNonNull(key, "key");
    Object value = tryGet(order.prefix(sought), sought);
    return value == OrderedContainer.RETRY ? getLocked(sought) : (V) value;
  }

  /** The value of a key, or {@link OrderedContainer#RETRY} if changes have disturbed the search. */
  @Nullable Object tryGet(long prefix, K key) {
    Object value;
    int attempt = 0;
    do {
      value = tree.find(prefix, key).container.tryGet(prefix, key);
    } while (value == OrderedContainer.RETRY && ++attempt < AdaptingTreeReader.ATTEMPTS);
    return value;
  }

  @Nullable V getLocked(K key) {
    EntryRun<K, V> run = new EntryRun<>(1);
    KeyBounds<K> itself = new KeyBounds<>(order, key, true, key, true);
    new AdaptingTreeReader<>(tree, ReadRequest.<K>forOne(false).within(itself), run).readAtOnce();
    return run.isEmpty() ? null : run.value(0);
  }

  /** The value of a key whose base node is locked. */
  @SuppressWarnings("unchecked") // Where values are.
  private static <K, V> @Nullable V present(BaseNode<K, V> base, long prefix, K key) {
    return (V) base.container.tryGet(prefix, key);
  }

  // Writing one key

  @Override
  @Nullable V updateMapping(K key, @Nullable V value, Object expected) {
    tree.callbacks.requireOutside();
    return update(value == null ? order.prefix(key) : order.admit(key), key, value, expected);
  }

  /** Refuses an update by a callback of this map. */
  void requireOutsideCallbacks() {
    tree.callbacks.requireOutside();
  }

  /** {@link #updateMapping} outside of callbacks, with the prefix of the key. */
  @Nullable V update(long prefix, K key, @Nullable V value, Object expected) {
    CallbackGuard.Place entered =
        order.callsForeignCode() || !isTrusted(expected) ? tree.callbacks.enter() : null;
    BaseNode<K, V> base = null;
    V result;
    try {
      base = tree.lock(prefix, key);
      if (expected == Expected.ANYTHING) {
        result = write(base, prefix, key, value);
      } else {
        V old = present(base, prefix, key);
        if (Expected.isMet(expected, old)) {
          write(base, prefix, key, value);
          result = old;
        } else {
          result = expected instanceof Expected ? old : null;
        }
      }
    } finally {
      if (base != null) {
        BaseLock lock = base.lock;
        try {
          if (!BucketLock.WORD.compareAndSet(lock, BucketLock.HELD, BucketLock.FREE)) {
            lock.unlockQueued();
          }
        } catch (VirtualMachineError e) {
          lock.word = BucketLock.QUEUED; // No stack for a call: waiters look again by themselves.
        }
      }
      if (entered != null) {
        entered.thread = null;
      }
    }

    try {
      tree.adaptIfDue(base, prefix, key);
    } catch (VirtualMachineError e) {
      return result; // Adapting can wait.
    }
    return result;
  }

  /** Returns true if a value that is expected can be compared without a call of foreign code. */
  private static boolean isTrusted(Object expected) {
    return expected instanceof Expected || CallbackGuard.isTrusted(expected);
  }

  /**
   * Sets or removes the value of a key whose base node is locked, and returns the old one. Nothing
   * can throw once the container has changed.
   */
  private @Nullable V write(BaseNode<K, V> base, long prefix, K key, @Nullable V value) {
    OrderedContainer<K, V> container = base.container;
    BaseLock lock = base.lock;
    if (value != null) {
      if (container.isEmpty()) {
        order.requireComparableWithItself(key);
      }
      V old = container.put(prefix, key, value);
      if (old == null && lock.mappings != BaseLock.UNKNOWN) {
        lock.mappings++;
      }
      return old;
    }
    V old = container.remove(prefix, key);
    if (old != null) {
      if (lock.mappings != BaseLock.UNKNOWN) {
        lock.mappings--;
      }
      try {
        if (lock.mappings == 0 || (lock.mappings == BaseLock.UNKNOWN && container.isEmpty())) {
          lock.contention = -ContentionAdaptingOptions.MAX_CONTENTION; // To be joined.
        }
      } catch (VirtualMachineError e) {
        return old; // It is joined later.
      }
    }
    return old;
  }

  @Override
  @Nullable V computeMapping(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    tree.callbacks.requireOutside();
    long prefix = ifAbsent ? order.admit(key) : order.prefix(key);
    return compute(prefix, key, ifAbsent, ifPresent, function);
  }

  /** {@link #computeMapping} outside of callbacks, with the prefix of the key. */
  @Nullable V compute(
      long prefix,
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    CallbackGuard.Place entered = tree.callbacks.enter();
    BaseNode<K, V> base = null;
    V result;
    try {
      base = tree.lock(prefix, key);
      V old = present(base, prefix, key);
      if (old == null ? !ifAbsent : !ifPresent) {
        result = old;
      } else {
        result = function.apply(key, old);
        if (result != null || old != null) {
          write(base, prefix, key, result);
        }
      }
    } finally {
      if (base != null) {
        BaseLock lock = base.lock;
        try {
          if (!BucketLock.WORD.compareAndSet(lock, BucketLock.HELD, BucketLock.FREE)) {
            lock.unlockQueued();
          }
        } catch (VirtualMachineError e) {
          lock.word = BucketLock.QUEUED; // No stack for a call: waiters look again by themselves.
        }
      }
      if (entered != null) {
        entered.thread = null;
      }
    }

    try {
      tree.adaptIfDue(base, prefix, key);
    } catch (VirtualMachineError e) {
      return result; // Adapting can wait.
    }
    return result;
  }

  // Writing many keys at one moment

  /**
   * Inserts all mappings at one moment, or none if one of the keys is present. A reader of a range
   * that sees one of them sees all. Holds the locks of all base nodes from that of the least key to
   * that of the greatest at the same time. Takes O(m log n) time for m mappings, and the time to
   * sort them.
   *
   * @param mappings is read once, before any lock is taken. If several of its keys are equal by the
   *     order of this map, the value of the last one counts
   * @return false if one of the keys was present, and nothing has changed
   * @throws NullPointerException if a key or a value is null, and nothing has changed
   * @throws ClassCastException if a key cannot be compared with those of this map, and nothing has
   *     changed
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public boolean putAllIfAbsent(Map<? extends K, ? extends V> mappings) {
    return updateAll(mappings, true);
  }

  /**
   * Puts all mappings at one moment: a reader of a range that sees one of them sees all. Locks and
   * time are those of {@link #putAllIfAbsent}.
   *
   * @param mappings is read once, before any lock is taken. If several of its keys are equal by the
   *     order of this map, the value of the last one counts
   * @throws NullPointerException if a key or a value is null, and nothing has changed
   * @throws ClassCastException if a key cannot be compared with those of this map, and nothing has
   *     changed
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public void putAllAtOnce(Map<? extends K, ? extends V> mappings) {
    updateAll(mappings, false);
  }

  private boolean updateAll(Map<? extends K, ? extends V> mappings, boolean ifAbsent) {
    requireNonNull(mappings, "mappings");
    tree.callbacks.requireOutside();
    List<Map.Entry<K, V>> sorted = new ArrayList<>();
    mappings.forEach(
        (key, value) ->
            sorted.add(Map.entry(requireNonNull(key, "key"), requireNonNull(value, "value"))));
    for (Map.Entry<K, V> mapping : sorted) { // Nothing is null: keys may decide on their class.
      order.admit(mapping.getKey());
      order.requireComparableWithItself(mapping.getKey());
    }
    sorted.sort((a, b) -> order.compare(a.getKey(), b.getKey()));
    BaseRange<K, V> range = new BaseRange<>(tree);
    return range.holding(
        () -> {
          for (Map.Entry<K, V> mapping : sorted) {
            K key = mapping.getKey();
            long prefix = order.prefix(key);
            BaseNode<K, V> base = range.lockFor(prefix, key);
            if (ifAbsent && present(base, prefix, key) != null) {
              return false;
            }
            range.putLater(prefix, key, mapping.getValue());
          }
          range.publish();
          return true;
        });
  }

  @Override
  public void clear() {
    tree.callbacks.requireOutside();
    BaseRange<K, V> range = new BaseRange<>(tree);
    range.holding(
        () -> {
          range.lock(everywhere());
          range.replaceAll(new EntryRun<>(1));
          return range;
        });
  }

  @Override
  void clear(KeyBounds<K> bounds) {
    tree.callbacks.requireOutside();
    BaseRange<K, V> range = new BaseRange<>(tree);
    range.holding(
        () -> {
          range.lock(bounds);
          range.removeLater(bounds);
          range.publish();
          return range;
        });
  }

  /**
   * Puts one mapping after the other. The content of a sorted map of the same order is put into an
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

  /** Fills this map if it is empty and the mappings are in order. Returns false otherwise. */
  private boolean tryFill(Map<? extends K, ? extends V> mappings) {
    tree.callbacks.requireOutside();
    EntryRun<K, V> run = new EntryRun<>(EntryRun.SOME);
    for (Map.Entry<? extends K, ? extends V> mapping : mappings.entrySet()) {
      K key = requireNonNull(mapping.getKey(), "key");
      V value = requireNonNull(mapping.getValue(), "value");
      long prefix = order.admit(key);
      if (run.isEmpty()) {
        order.requireComparableWithItself(key);
      } else if (order.compare(prefix, key, order.prefix(run.lastKey()), run.lastKey()) <= 0) {
        return false;
      }
      run.add(key, value);
    }
    BaseRange<K, V> range = new BaseRange<>(tree);
    return range.holding(
        () -> {
          range.lock(everywhere());
          if (range.countMappings() != 0) {
            return false;
          }
          range.replaceAll(run);
          return true;
        });
  }

  @Override
  Map.@Nullable Entry<K, V> pollEntry(KeyBounds<K> bounds, boolean last) {
    tree.callbacks.requireOutside();
    for (int attempt = 0; attempt < MOST_POLLS; attempt++) {
      Map.Entry<K, V> candidate = last ? lastEntry(bounds) : firstEntry(bounds);
      if (candidate == null) {
        return null;
      }
      Map.Entry<K, V> polled = pollBehind(candidate.getKey(), bounds, last);
      if (polled != null) {
        return polled;
      }
    }
    return pollIn(bounds, last);
  }

  /**
   * Removes the last mapping of a range unless it is before a key, or the first one unless it is
   * after the key. So only a few base nodes must be locked.
   */
  private Map.@Nullable Entry<K, V> pollBehind(K key, KeyBounds<K> bounds, boolean last) {
    return pollIn(
        last
            ? new KeyBounds<>(order, key, true, bounds.high, bounds.highInclusive)
            : new KeyBounds<>(order, bounds.low, bounds.lowInclusive, key, true),
        last);
  }

  /**
   * Removes the first or the last mapping of a range, whose base nodes it locks.
   *
   * @throws IllegalStateException if comparisons do not find the mapping again
   */
  private Map.@Nullable Entry<K, V> pollIn(KeyBounds<K> bounds, boolean last) {
    BaseRange<K, V> range = new BaseRange<>(tree);
    EntryRun<K, V> run = new EntryRun<>(1);
    AtomicReference<Map.@Nullable Entry<K, V>> polled = new AtomicReference<>();
    range.holding(
        () -> {
          range.lock(bounds);
          range.read(ReadRequest.<K>forOne(last).within(bounds), run);
          if (!run.isEmpty()) {
            K found = run.key(0);
            long prefix = order.prefix(found);
            polled.setPlain(entry(run));
            BaseNode<K, V> base = tree.find(prefix, found);
            if (!range.isLockedHere(base) || write(base, prefix, found, null) == null) {
              throw CircleCheck.contradiction();
            }
          }
          return run;
        });
    return polled.getPlain();
  }

  // Neighbours, size and iteration

  private static <K, V> Map.Entry<K, V> entry(EntryRun<K, V> run) {
    return new SimpleImmutableEntry<>(run.key(0), run.value(0));
  }

  private Map.@Nullable Entry<K, V> readOne(ReadRequest<K> request) {
    EntryRun<K, V> run = new EntryRun<>(1);
    new AdaptingTreeReader<>(tree, request, run).readAtOnce();
    return run.isEmpty() ? null : entry(run);
  }

  @Override
  @SuppressWarnings("unchecked") // What was asked for.
  Map.@Nullable Entry<K, V> findEntry(K key, Relation relation) {
    Object near = tree.tryFindNear(key, relation, true);
    return near == OrderedContainer.RETRY
        ? readOne(ReadRequest.<K>forOne(!relation.isUpward).from(order, key, relation.isInclusive))
        : (Map.Entry<K, V>) near;
  }

  @SuppressWarnings("unchecked") // What was asked for.
  private @Nullable K findKey(K key, Relation relation) {
    Object near = tree.tryFindNear(requireNonNull(key, "key"), relation, false);
    if (near != OrderedContainer.RETRY) {
      return (K) near;
    }
    return key(findEntry(key, relation));
  }

  private static <K> @Nullable K key(Map.@Nullable Entry<K, ?> entry) {
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

  @SuppressWarnings("unchecked") // What was asked for.
  private Map.@Nullable Entry<K, V> findEnd(boolean last) {
    Object end = tree.tryFindEnd(last, true);
    return end == OrderedContainer.RETRY
        ? readOne(ReadRequest.forOne(last))
        : (Map.Entry<K, V>) end;
  }

  /** The first or the last key, or null. */
  @SuppressWarnings("unchecked") // What was asked for.
  @Nullable K findEndKey(boolean last) {
    Object end = tree.tryFindEnd(last, false);
    return end == OrderedContainer.RETRY ? key(findEnd(last)) : (K) end;
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    return findEnd(false);
  }

  @Override
  public Map.@Nullable Entry<K, V> lastEntry() {
    return findEnd(true);
  }

  @Override
  public boolean isEmpty() {
    return firstEntry() == null;
  }

  /**
   * {@inheritDoc} The number is exact, as of one moment at which all writers wait. A call from a
   * function that runs for an update of this map waits for no writer. It is exact if no other
   * thread changes the map.
   */
  @Override
  public long mappingCount() {
    if (tree.callbacks.isInside()) {
      return mappingCount(everywhere());
    }
    BaseRange<K, V> range = new BaseRange<>(tree);
    return range.holding(
        () -> {
          range.lock(everywhere());
          return range.countMappings();
        });
  }

  /** Takes no lock that it would have to wait for. */
  @Override
  long estimatedCount() {
    return Math.min(tree.roughCount(), Long.MAX_VALUE - 1); // Below what forbids parallel work.
  }

  @Override
  ContentionAdaptingCursor<K, V> cursor(KeyBounds<K> bounds, boolean descending) {
    return new ContentionAdaptingCursor<>(tree, bounds, descending);
  }

  @Override
  Cursor<K, V> consistentCursor(KeyBounds<K> bounds, boolean descending) {
    return new RunCursor<>(readAtOnce(bounds, descending));
  }

  /** The mappings of a range as of one moment. */
  EntryRun<K, V> readAtOnce(KeyBounds<K> bounds, boolean descending) {
    EntryRun<K, V> run = new EntryRun<>(0);
    ReadRequest<K> request = ReadRequest.<K>forAll(descending).within(bounds);
    new AdaptingTreeReader<>(tree, request, run).readAtOnce();
    return run;
  }

  /**
   * Returns a read-only copy of this map as of one moment. It takes time and memory linear in the
   * size of the map. {@link #forEachInRange} reads a range as of one moment. {@link
   * LockFreeAdaptingTreeMap} has snapshots in constant time.
   *
   * @return a map whose update methods throw {@link UnsupportedOperationException}
   */
  public NavigableMap<K, V> snapshot() {
    return Collections.unmodifiableNavigableMap(copy());
  }

  /** Returns a copy of this map as of one moment. */
  ContentionAdaptingTreeMap<K, V> copy() {
    ContentionAdaptingTreeMap<K, V> copy = new ContentionAdaptingTreeMap<>(order, tree.options);
    EntryRun<K, V> mappings = readAtOnce(everywhere(), false);
    BaseRange<K, V> all = new BaseRange<>(copy.tree);
    all.holding(
        () -> {
          all.lock(everywhere());
          all.replaceAll(mappings);
          return copy;
        });
    return copy;
  }

  /** Returns the numbers of splits and joins. Takes constant time. */
  public MapStructure structure() {
    return new MapStructure(0, 0, tree.splits(), tree.joins(), 0);
  }

  /**
   * Returns the shape into which the map has split itself. Takes time in proportion to its routing
   * nodes.
   */
  public AdaptingTreeShape shape() {
    return tree.shape();
  }

  /**
   * Returns the ranges of keys into which the map has split itself, in key order, with their
   * contention. A range that is split or joined meanwhile may be seen partly in its old state.
   * Takes time linear in the number of base nodes. Base nodes that have not been counted yet are
   * counted, which takes time linear in their mappings.
   */
  public List<AdaptingTreeRegion<K>> regions() {
    return tree.regions();
  }

  @Override
  void validate() {
    tree.validate();
  }
}
