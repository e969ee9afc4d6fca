package org.jets.collections;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent hash map after the tables of Erlang's ETS: linear hashing, which grows and shrinks
 * by one bucket at a time, under as many locks as there is contention. Readers take no lock and
 * write nothing that is shared, as long as nobody changes what they read: after three vain attempts
 * they may take the lock.
 *
 * <p>Take it where memory counts, for it has three quarters of the overhead of {@link
 * java.util.concurrent.ConcurrentHashMap} and gives memory back when it is emptied; where no single
 * operation may pay for a resize; where it is gone through from key to key with nothing kept in
 * between ({@link CursorMap}); or where several mappings have to change at one moment ({@link
 * #putAllAtOnce}, {@link #putAllIfAbsent}, {@link #clear}). Take ConcurrentHashMap for lookups
 * above all, for very small maps, and many of them; for many more writers than processors; and for
 * functions in {@code compute} that run long or change other keys of the map.
 *
 * <p>All operations on one key are atomic and linearizable, as are {@link #putAllAtOnce}, {@link
 * #putAllIfAbsent}, {@link #clear} and, without a {@linkplain StripedOptions#centralCounter central
 * counter}, {@link #mappingCount}. An action before a mapping is written happens before what
 * follows its reading. Iterators, spliterators and bulk operations are weakly consistent: they come
 * exactly once to each key that is there from their beginning to their end, however the map grows
 * and shrinks meanwhile, at most once to each other one, and never throw {@link
 * java.util.ConcurrentModificationException}.
 *
 * <p><b>Callbacks.</b> A callback is a function given to the map or a view, or a method of a key, a
 * value or a {@link HashingStrategy}.
 *
 * <ul>
 *   <li>A function of {@code compute} and its kin runs once, under the lock of its key, which other
 *       keys share: it should be short.
 *   <li>Functions of {@link #replaceAll}, of {@code removeIf} of a view, and of bulk operations run
 *       without a lock, and may update the map. That of {@code replaceAll} runs again for a value
 *       that changes meanwhile, up to 64 times, and then once under the lock of the key.
 *   <li>{@code equals} of the value given to {@code remove(key, value)} and {@code replace(key,
 *       old, new)}, and {@code equals} and {@code compareTo} of a key that is updated, run under
 *       that lock too, and under all locks in {@link #putAllAtOnce} and {@link #putAllIfAbsent}.
 *       {@code hashCode}, and all that a read calls, run without a lock.
 *   <li>A callback under a lock may read the map, also its size, and sees the state before the
 *       update that it runs for. An update by it throws {@link IllegalStateException}, whichever
 *       keys it concerns, and changes nothing.
 *   <li>Callbacks over two maps in opposite orders can wait for each other for ever, as those of
 *       {@link java.util.concurrent.ConcurrentHashMap}.
 *   <li>What a callback throws comes out of the operation. One on a single key, {@link
 *       #putAllAtOnce}, {@link #putAllIfAbsent} and {@link #clear} have then changed nothing. All
 *       others, such as {@link #putAll}, {@code replaceAll} and {@code removeIf}, keep what they
 *       did for the mappings before.
 * </ul>
 *
 * <p><b>Colliding keys.</b> Keys with equal hashes are told apart by their own {@link Comparable},
 * if their class is comparable to itself, or by a strategy that is a {@link java.util.Comparator}.
 * Neither may tell equal keys apart. Beside n such keys an operation, or a step of {@link
 * #nextKey}, takes
 *
 * <ul>
 *   <li>O(log n) time for a key that has such an order, and for the object that was put.
 *   <li>O(n) time for a key without an order, if it is another object that is equal to the one that
 *       was put, or is not there. From such a key that has been removed, a step goes back to the
 *       first of those without an order: it leaves out none.
 *   <li>O(log n + m) time if m of them are of other classes. A key can be equal to one of another
 *       class, so a key that is not found is compared with those m too. Strings, UUIDs and the
 *       boxes of primitives are equal to none of another class and are not compared with them.
 * </ul>
 *
 * <p>Some keys of one class refuse to be compared: their {@code compareTo} throws. Iterators come
 * to those that are in the map, in any order. A step of {@link #nextKey} and an iterator of {@link
 * #entriesAfter} beside such a key throw what it throws, as an update of many such keys does.
 *
 * <p><b>Cost.</b> Operations on one key take constant time on average; one may split or merge some
 * ten buckets besides. A mapping takes 30 bytes beyond key and value, with compressed references:
 * 29 in its bucket, and on average 1 for mappings that find no place in theirs (1,048,576 random
 * keys). {@link #mappingCount} takes time in proportion to the number of locks, and constant time
 * with a central counter.
 *
 * <p><b>Source.</b> The hash tables of Erlang's ETS ({@code erl_db_hash.c}), and P.-A. Larson:
 * Dynamic Hash Tables, CACM 31(4), 1988; with differences that the comment in the class lists.
 *
 * <p>Neither keys nor values can be null. The map is not {@link java.io.Serializable}. It can be
 * used from virtual threads: nothing here pins one, and there are no thread locals.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class StripedHashMap<K, V> extends LinearHashTable<K, V> implements CursorMap<K, V> {

  /*
   * P.-A. Larson, Dynamic Hash Tables (1988), for the table; the locks are those of OTP's
   * erl_db_hash.c since R13B02, adapting since OTP 25. Other than there: readers take no lock at
   * all but validate what they have read; buckets are wide and flat instead of chains; counts are
   * with the locks; growing, shrinking and iteration need not know of one another, because a walk
   * keeps its place as a hash and not as a bucket; and several keys are changed at one moment
   * without a lock that the others would have to take as well.
   *
   * Guarded by.
   * - A bucket: the stripe of its number, which is the stripe of all hashes in it, see StripeSet.
   * - bucketCount and directory: geometry; for a split or merge also the stripe of both buckets; for
   *   another segment size and clear also all stripes. So a thread that holds a stripe may rely on
   *   the address of each hash of that stripe.
   * - Counts and tombstones: their stripe. The estimate of the size is added to under a stripe.
   * - Order of locks: geometry, then stripes by number. A thread that holds a stripe at most tries
   *   the rest. StripeSet.counting comes first of all, and its holder only tries.
   *
   * An update of one key.
   * 1. Hash the key, without a lock. Refuse the update if this thread runs a callback of this map.
   * 2. Take the stripe. It is quiet: its holder has changed nothing, so that a count does not wait.
   * 3. Prepare: seek the key, run the function, make the next spill, reserve room for a tombstone.
   *    Callbacks and allocations are here, and the callback is registered. What is thrown leaves the
   *    map as it was.
   * 4. Commit: end the quiet; write the bucket, then the counts. Nothing is allocated or called.
   * 5. Give the stripe back. Resize if it is due; a failure of that is left to a later operation.
   *
   * On errors, OutOfMemoryError and StackOverflowError included.
   * - No stripe stays held or quiet, no callback registered: a finally takes them back, and neither
   *   allocates nor calls foreign code.
   * - No bucket stays in the middle of a change, and bucketCount does not stay exclusive: the writes
   *   between are those of one method, which calls no method but leaves.
   * - Many keys change in copies of their buckets, all made before the first of them takes its place.
   * - A split, a merge and a purge prepare and commit too. Counts are written with the bucket.
   * - unfix that throws leaves the map fixed; fix that throws takes itself back.
   * - A commit of one key, its count and a release that have no stack for a call are done by plain
   *   stores. For a step of several buckets there is room on the stack: StackRoom goes deeper just
   *   before it.
   * - What cannot be kept out: an error that a thread is given from outside (Thread.stop).
   *
   * Reading. 1. Read bucketCount; if it is marked exclusive, take the lock. 2. Read the directory,
   * and in it the bucket's version: at rest, else again. 3. Read bucketCount again, and then the
   * directory: as before, else again, for the keys may have moved before the version was read. 4.
   * Read tags, keys, value. 5. Read the version again: as before, else again. After three attempts
   * take the lock. Step 3 is enough against a table that has grown and shrunk in between: a bucket
   * is at rest only while its number is in use, and has another version when it comes back; in
   * another array if its segment was dropped or copied, which another directory tells, for none
   * comes back. A reader that still has arrays which were copied after that, or cleared, reads what
   * they were at that moment, which is later than its beginning.
   *
   * Linearization points. get that finds: its read of the value. get that does not: its read of the
   * tags. Either, where the arrays are no longer in use: just before they went out of use. put of a
   * new key: the write of its tag (a free slot), or the end of the bucket's change (a spill). put
   * of a present key, replace: the write of the value; remove: the end of the bucket's change; all
   * of these that change nothing: the read of the value under the lock. compute and its kin: as the
   * put or remove that they end in. putAllAtOnce, putAllIfAbsent, clear: when bucketCount is marked
   * exclusive, under all locks. A reader that began before may still see either state, alone: until
   * the mark goes, and all is done, nobody who begins later sees any but through a lock.
   * mappingCount: between the two times it reads all counts, or under all locks.
   *
   * Memory order. The version is begun with an opaque write and a store-store fence, ended with a
   * release write; read with acquire before, and behind an acquire fence after what it validates,
   * as a seqlock. Tags, keys and values are written with release: the tag publishes key and
   * value to readers, and the key itself is released, since a reader calls its equals before
   * anything is validated. bucketCount, directory and the locks are volatile. fixations is volatile
   * both ways: fix writes it and then looks at the locks, who removes locks and then reads it.
   *
   * Progress.
   * - Writers of a stripe block one another for the time of a change, or of a callback. They get the
   *   stripe in turn: BucketLock says how often one is overtaken.
   * - Readers do not wait for callbacks: no bucket is in the middle of a change while one runs. A
   *   reader that has failed three times, because its bucket or the size of the table kept changing,
   *   tries on while the stripe is held and quiet; else it takes its turn at the stripe. There it
   *   waits for a callback only if another writer has entered the queue before it. A reader in a
   *   callback always tries on, so that callbacks do not wait for one another.
   * - mappingCount waits for no callback. It is lock-free while counts stand still for two readings;
   *   after three attempts it keeps writers out, stripe by stripe.
   * - putAllAtOnce, putAllIfAbsent, clear, fix and unfix wait for all stripes.
   * - Resizing never waits: what cannot be had at once is left to a later operation.
   *
   * Cost. get reads the words of its bucket and, at the same time, the beginning of its slots; then
   * the value, and the key unless the hash says all about it, as for Integer and small Long keys. An
   * update is two CAS for the lock, and some stores to the bucket and its stripe; it allocates only
   * for a spill. An entry takes 29 bytes: 8 slots with 12 bytes each, two words and a reference,
   * shared by 4 entries on average. Growing splits a bucket for every fourth insertion, without a
   * look at its keys. Worst case of one operation: some ten splits, a segment of 116 KB, or another
   * thread's function under the lock. To register a function, or foreign code of a key, is a CAS.
   *
   * Tried instead: buckets without hashes, tags alone (21 bytes for an entry, but get of a present
   * key half as fast: it has to read the key as well, and a split to hash each); five entries for
   * a bucket (fewer bytes, more spills, slower throughout); iteration by place for everything
   * (orderly, but each bucket a cache miss: three times slower).
   */

  static {
    // Links the calls of steps that cannot be undone: the JVM allocates before the first one.
    Object[] objects = new Object[1];
    Stripe stripe = new Stripe(null);
    Bucket.OBJECTS.setRelease(objects, 0, TOMBSTONE);
    Stripe.INSERTED.setOpaque(stripe, 0L);
    Stripe.REMOVED.setOpaque(stripe, 0L);
  }

  final StripeSet locks;
  private final TableSizer<K, V> sizer;
  private final boolean centralCounter;

  /** How often the map is fixed. While it is, removed keys stay as tombstones. */
  private final AtomicInteger fixations = new AtomicInteger();

  /** An empty map with {@linkplain StripedOptions#defaults default options}. */
  public StripedHashMap() {
    this(StripedOptions.defaults());
  }

  /**
   * An empty map.
   *
   * @param options its locks, its counters and its first size
   */
  public StripedHashMap(StripedOptions options) {
    this(options, HashingStrategy.natural());
  }

  /**
   * An empty map whose keys are compared in their own way.
   *
   * @param options its locks, its counters and its first size
   * @param strategy tells which keys are equal
   */
  public StripedHashMap(StripedOptions options, HashingStrategy<? super K> strategy) {
    super(
        requireNonNull(strategy, "strategy"),
        TableSizer.initialBuckets(requireNonNull(options, "options")));
    locks = new StripeSet(options);
    sizer = new TableSizer<>(this, locks, fixations, options);
    centralCounter = options.centralCounter;
  }

  // Reading

  @Override
  public @Nullable V get(Object key) {
    @SuppressWarnings("unchecked") // As far as hash and equal want to know.
    K sought = (K) requireNonNull(key, "key");
    return live(find(sought, keys.hash(sought)));
  }

  @SuppressWarnings("unchecked") // Where values are.
  @Nullable V live(@Nullable Object value) {
    return value == TOMBSTONE ? null : (V) value;
  }

  @Override
  @Nullable Object findSlowly(K key, int hash) {
    SameHashReader<K> reader = new SameHashReader<>(hash);
    read(hash, reader);
    return reader.find(keys, key);
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
  @SuppressWarnings("unchecked") // As far as hash and equal want to know.
  public @Nullable V remove(Object key) {
    return update((K) key, null, Expected.PRESENT);
  }

  @Override
  @SuppressWarnings("unchecked") // As far as hash and equal want to know.
  public boolean remove(Object key, Object value) {
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
    int hash = keys.hash(requireNonNull(key, "key"));
    long tag = keys.tag(key, hash);
    beforeUpdate();
    int published = 0;
    Stripe stripe = locks.lock(hash);
    V old;
    try { // One way out: javac copies the finally to each. Larger methods are not inlined.
      stripe.enterQuiet();
      Object[] segments = directory();
      int index = address(hash, buckets());
      Object[] slots = Bucket.slots(segments, index);
      int at = Bucket.find(segments, index, slots, keys, key, hash, tag);
      Bucket<K> bucket = at < 0 ? Bucket.ofSpilled(segments, index, keys, key, hash) : null;
      Object present = at >= 0 ? slots[at + 1] : bucket == null ? null : bucket.found();
      old = live(present);
      if (!isMet(expected, old)) {
        old = expected instanceof Expected ? old : null;
      } else if (at >= 0 && old != null && value != null) {
        stripe.exitQuiet();
        Bucket.set(slots, at, value); // Takes effect here.
      } else {
        published = write(stripe, segments, index, at, bucket, key, hash, tag, present, value);
      }
    } finally {
      try {
        stripe.unlock();
      } catch (VirtualMachineError e) {
        stripe.quiet = false;
        stripe.word = BucketLock.QUEUED; // No stack for a call: waiters look again by themselves.
      }
    }
    if (published != 0) {
      sizer.follow(published);
    }
    return old;
  }

  /** As {@link Expected#isMet}, under a lock. */
  private boolean isMet(Object expected, @Nullable V present) {
    if (expected instanceof Expected
        || expected == present
        || present == null
        || CallbackGuard.isTrusted(expected)) {
      return Expected.isMet(expected, present);
    }
    CallbackGuard.Place place = keys.callbacks.enter();
    try {
      return expected.equals(present);
    } finally {
      place.thread = null;
    }
  }

  /**
   * Gives the key that was looked for another value, or none, and counts it. Prepares that first,
   * which changes nothing that others see. Once the bucket has changed nothing comes out of it:
   * where the stack ends, plain stores count.
   *
   * @param at where the key was found in the slots, or negative
   * @param sought what has looked for it in a spill, if there is one
   * @param present what was found
   * @return what has been added to the estimate of the size
   */
  private int write(
      Stripe stripe,
      Object[] segments,
      int index,
      int at,
      @Nullable Bucket<K> sought,
      K key,
      int hash,
      long tag,
      @Nullable Object present,
      @Nullable V value) {
    int change = change(present, value);
    if (value == null && change == 0) {
      return 0;
    }
    Object stored = stored(stripe, hash, value);
    Bucket<K> step =
        Bucket.prepare(segments, index, at, sought, keys, key, hash, tag, present, stored);
    TableSizer<K, V> counter = sizer;
    stripe.exitQuiet();
    if (step == null) {
      Bucket.commitInSlots(segments, index, at, key, hash, tag, stored); // Takes effect in here.
    } else {
      step.commit(); // Or in here.
    }
    if (change == 0) {
      return 0;
    }
    long inserted = stripe.inserted + (change > 0 ? 1 : 0);
    long removed = stripe.removed + (change > 0 ? 0 : 1);
    int unpublished = stripe.unpublished + change;
    if (change < 0) {
      stripe.tombstoneCount += stripe.pendingTombstones;
      stripe.pendingTombstones = 0;
    }
    stripe.unpublished = unpublished;
    try {
      Stripe.INSERTED.setOpaque(stripe, inserted);
      Stripe.REMOVED.setOpaque(stripe, removed);
    } catch (VirtualMachineError e) {
      stripe.inserted = inserted;
      stripe.removed = removed;
    }
    if (unpublished < counter.publishAt && -unpublished < counter.publishAt) {
      return 0;
    }
    try {
      counter.estimate.getAndAdd(TableSizer.ESTIMATE, unpublished);
    } catch (VirtualMachineError e) {
      counter.isBehind = true; // The next one who asks for the estimate publishes it.
      return 0;
    }
    stripe.unpublished = 0;
    return unpublished;
  }

  /** How many mappings there are more when a value, or null for none, replaces what was found. */
  private static int change(@Nullable Object present, @Nullable Object value) {
    boolean wasThere = present != null && present != TOMBSTONE;
    return (value == null ? 0 : 1) - (wasThere ? 1 : 0);
  }

  /** The object that a bucket stores for a value, or for none: a tombstone if the map is fixed. */
  private @Nullable Object stored(Stripe stripe, int hash, @Nullable V value) {
    stripe.pendingTombstones = 0;
    if (value != null || fixations.get() == 0) {
      return value;
    }
    stripe.reserveTombstone(hash);
    return TOMBSTONE;
  }

  private void beforeUpdate() {
    keys.callbacks.requireOutside();
    adaptLocks();
  }

  private void adaptLocks() {
    if (locks.wanted() != locks.count()) {
      sizer.adapt();
    }
  }

  @Override
  public @Nullable V computeIfAbsent(
      K key, Function<? super K, ? extends @Nullable V> mappingFunction) {
    requireNonNull(mappingFunction, "mappingFunction");
    keys.callbacks.requireOutside();
    V present = get(key);
    if (present != null) {
      return present;
    }
    BiFunction<K, @Nullable V, @Nullable V> function = (k, none) -> mappingFunction.apply(k);
    return compute(key, true, false, function, null);
  }

  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> remappingFunction) {
    requireNonNull(remappingFunction, "remappingFunction");
    return compute(key, false, true, remappingFunction, null);
  }

  @Override
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> remappingFunction) {
    return compute(key, true, true, requireNonNull(remappingFunction, "remappingFunction"), null);
  }

  @Override
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    requireNonNull(value, "value");
    requireNonNull(remappingFunction, "remappingFunction");
    return compute(key, true, true, remappingFunction, value);
  }

  /**
   * Runs a function under the lock, if it is wanted for a key that is there or is not.
   *
   * @param function is given key and value; to merge, the present value and the other
   * @param merged the other value; null if this is not to merge
   */
  private @Nullable V compute(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<?, ?, ? extends @Nullable V> function,
      @Nullable V merged) {
    int hash = keys.hash(requireNonNull(key, "key"));
    long tag = keys.tag(key, hash);
    beforeUpdate();
    int published = 0;
    Stripe stripe = locks.lock(hash);
    V value;
    try {
      stripe.enterQuiet();
      Object[] segments = directory();
      int index = address(hash, buckets());
      Object[] slots = Bucket.slots(segments, index);
      int at = Bucket.find(segments, index, slots, keys, key, hash, tag);
      Bucket<K> bucket = at < 0 ? Bucket.ofSpilled(segments, index, keys, key, hash) : null;
      Object present = at >= 0 ? slots[at + 1] : bucket == null ? null : bucket.found();
      V old = live(present);
      if (old == null ? !ifAbsent : !ifPresent) {
        value = old;
      } else {
        value = apply(key, old, function, merged);
        if (at >= 0 && old != null && value != null) {
          stripe.exitQuiet();
          Bucket.set(slots, at, value); // Takes effect here.
        } else {
          published = write(stripe, segments, index, at, bucket, key, hash, tag, present, value);
        }
      }
    } finally {
      try {
        stripe.unlock();
      } catch (VirtualMachineError e) {
        stripe.quiet = false;
        stripe.word = BucketLock.QUEUED; // No stack for a call: waiters look again by themselves.
      }
    }
    if (published != 0) {
      sizer.follow(published);
    }
    return value;
  }

  @SuppressWarnings("unchecked") // The function takes what merged says.
  private @Nullable V apply(
      K key,
      @Nullable V old,
      BiFunction<?, ?, ? extends @Nullable V> function,
      @Nullable V merged) {
    if (merged != null && old == null) {
      return merged;
    }
    BiFunction<Object, Object, ? extends @Nullable V> apply =
        (BiFunction<Object, Object, ? extends @Nullable V>) function;
    CallbackGuard.Place place = keys.callbacks.enter();
    try {
      return merged == null ? apply.apply(key, old) : apply.apply(old, merged);
    } finally {
      place.thread = null;
    }
  }

  // Writing many keys at one moment

  /**
   * Inserts all mappings at one moment, or none if one of the keys is there: whoever sees one of
   * them sees all. Waits until nobody else writes to the map.
   *
   * @return false if one of the keys was there, and nothing has changed
   * @throws NullPointerException if a key or a value is null, and nothing has changed
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public boolean putAllIfAbsent(Map<? extends K, ? extends V> mappings) {
    return updateAll(mappings, true);
  }

  /**
   * Puts all mappings at one moment: whoever sees one of them sees all. Waits until nobody else
   * writes to the map.
   *
   * @throws NullPointerException if a key or a value is null, and nothing has changed
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public void putAllAtOnce(Map<? extends K, ? extends V> mappings) {
    updateAll(mappings, false);
  }

  /** Changes copies of the buckets concerned, all of which then take their places. */
  private boolean updateAll(Map<? extends K, ? extends V> mappings, boolean ifAbsent) {
    Object[] pairs = pairsOf(requireNonNull(mappings, "mappings"));
    int[] hashes = new int[pairs.length / 2];
    long[] tags = new long[pairs.length / 2];
    for (int i = 0; i < hashes.length; i++) {
      K key = keys.key(pairs, 2 * i);
      hashes[i] = keys.hash(key);
      tags[i] = keys.tag(key, hashes[i]);
    }
    keys.callbacks.requireOutside();
    int published;
    lockGeometry();
    try {
      Stripe[] all = locks.lockAll();
      try {
        if (ifAbsent && isAnyPresent(pairs, hashes, tags)) {
          return false;
        }
        Map<Integer, BucketReplacement<K>> byIndex = new HashMap<>();
        for (int i = 0; i < hashes.length; i++) {
          int index = address(hashes[i], buckets());
          BucketReplacement<K> replacement = byIndex.get(index);
          if (replacement == null) {
            replacement = new BucketReplacement<>(index, bucketAt(index));
            byIndex.put(index, replacement);
          }
          putCopied(replacement, keys.key(pairs, 2 * i), hashes[i], tags[i], pairs[2 * i + 1]);
        }
        BucketReplacement<K>[] replacements = BucketReplacement.toArray(byIndex.values());
        published = commitAll(all, replacements);
      } finally {
        try {
          StripeSet.unlock(all, all.length);
        } catch (VirtualMachineError e) {
          for (Stripe stripe : all) {
            stripe.quiet = false;
            stripe.word = BucketLock.QUEUED;
          }
        }
      }
    } finally {
      try {
        sizer.geometry.unlock();
      } catch (VirtualMachineError e) {
        sizer.geometry.word = BucketLock.QUEUED;
      }
    }
    if (published != 0) {
      sizer.follow(published);
    }
    return true;
  }

  private void putCopied(BucketReplacement<K> to, K key, int hash, long tag, Object value) {
    Object present = to.copy.seek(keys, key, hash, tag);
    if (present == null) {
      to.copy.prepareInsert(keys, key, hash, tag, value);
    } else {
      to.copy.prepareSet(keys, hash, value);
    }
    to.copy.commit();
    to.added += live(present) == null ? 1 : 0;
  }

  /** Allocates nothing, and calls nothing that throws, from the first visible step on. */
  private int commitAll(Stripe[] all, BucketReplacement<K>[] replacements) {
    StackRoom.require();
    int published = 0;
    for (Stripe stripe : all) {
      stripe.exitQuiet();
    }
    int buckets = bucketCount;
    bucketCount = buckets | EXCLUSIVE; // Takes effect here.
    for (BucketReplacement<K> replacement : replacements) {
      replacement.bucket.commitCopy(replacement.copy);
      Stripe stripe = all[replacement.index & (all.length - 1)];
      Stripe.INSERTED.setOpaque(stripe, stripe.inserted + replacement.added);
      int unpublished = stripe.unpublished + replacement.added;
      stripe.unpublished = 0;
      sizer.estimate.getAndAdd(TableSizer.ESTIMATE, unpublished);
      published += unpublished;
    }
    bucketCount = buckets;
    return published;
  }

  private void lockGeometry() {
    boolean locked = sizer.geometry.lock();
    assert locked; // Never retired.
  }

  private Object[] pairsOf(Map<? extends K, ? extends V> mappings) {
    List<Object> pairs = new ArrayList<>();
    mappings.forEach(
        (key, value) -> {
          pairs.add(requireNonNull(key, "key"));
          pairs.add(requireNonNull(value, "value"));
        });
    return pairs.toArray();
  }

  private boolean isAnyPresent(Object[] pairs, int[] hashes, long[] tags) {
    for (int i = 0; i < hashes.length; i++) {
      K key = keys.key(pairs, 2 * i);
      if (live(bucket(hashes[i]).seek(keys, key, hashes[i], tags[i])) != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * Removes all mappings at one moment.
   *
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  @Override
  public void clear() {
    keys.callbacks.requireOutside();
    lockGeometry();
    try {
      Stripe[] all = locks.lockAll();
      try {
        if (fixations.get() > 0) {
          buryAll(all);
        } else {
          int buckets = Math.max(sizer.minBuckets(), all.length);
          commitClear(all, newDirectory(buckets), buckets);
        }
      } finally {
        try {
          StripeSet.unlock(all, all.length);
        } catch (VirtualMachineError e) {
          for (Stripe stripe : all) {
            stripe.quiet = false;
            stripe.word = BucketLock.QUEUED;
          }
        }
      }
      sizer.tunePublishing();
    } finally {
      try {
        sizer.geometry.unlock();
      } catch (VirtualMachineError e) {
        sizer.geometry.word = BucketLock.QUEUED;
      }
    }
  }

  /**
   * Whoever fixes the map from now on waits for the locks, so that the tombstones of earlier
   * fixations are of no use. Allocates nothing.
   */
  private void commitClear(Stripe[] all, Object[] fresh, int buckets) {
    StackRoom.require();
    for (Stripe stripe : all) {
      stripe.exitQuiet();
    }
    setDirectory(fresh, buckets); // Takes effect here.
    sizer.estimate.set(TableSizer.ESTIMATE, 0);
    for (Stripe stripe : all) {
      Stripe.REMOVED.setOpaque(stripe, stripe.inserted);
      Stripe.INSERTED.setOpaque(stripe, stripe.inserted);
      stripe.unpublished = 0;
      stripe.tombstones = null;
      stripe.tombstoneCount = 0;
    }
    bucketCount = buckets;
  }

  /** Gives all keys a tombstone. */
  private void buryAll(Stripe[] all) {
    for (Stripe stripe : all) {
      stripe.pendingTombstones = 0;
    }
    Burial burial = new Burial();
    for (int index = 0; index < buckets(); index++) {
      Stripe stripe = all[index & (all.length - 1)];
      bucketAt(index)
          .forEach(
              (hash, array, at) -> {
                if (array[at + 1] != TOMBSTONE) {
                  stripe.reserveTombstone(hash);
                  burial.add(array, at + 1);
                }
              });
    }
    commitBurial(all, burial.arrays, burial.indices, burial.count);
  }

  /** The places of the values that tombstones are to replace. */
  private static final class Burial {
    Object[][] arrays = new Object[64][];
    int[] indices = new int[64];
    int count;

    void add(Object[] array, int index) {
      if (count == indices.length) {
        arrays = Arrays.copyOf(arrays, 2 * count);
        indices = Arrays.copyOf(indices, 2 * count);
      }
      arrays[count] = array;
      indices[count++] = index;
    }
  }

  /** Takes effect when the buckets are marked exclusive. Allocates nothing. */
  private void commitBurial(Stripe[] all, Object[][] arrays, int[] indices, int count) {
    StackRoom.require();
    for (Stripe stripe : all) {
      stripe.exitQuiet();
    }
    int buckets = bucketCount;
    bucketCount = buckets | EXCLUSIVE;
    for (int i = 0; i < count; i++) {
      Bucket.OBJECTS.setRelease(arrays[i], indices[i], TOMBSTONE);
    }
    for (Stripe stripe : all) {
      Stripe.REMOVED.setOpaque(stripe, stripe.removed + stripe.pendingTombstones);
      int unpublished = stripe.unpublished - stripe.pendingTombstones;
      stripe.unpublished = 0;
      sizer.estimate.getAndAdd(TableSizer.ESTIMATE, unpublished);
      stripe.tombstoneCount += stripe.pendingTombstones;
      stripe.pendingTombstones = 0;
    }
    bucketCount = buckets;
  }

  // Fixation

  /**
   * Keeps the places of keys that are removed from now on: {@link #nextKey} and {@link
   * #entriesAfter} go on from them exactly, and {@link #isKnown} tells them from keys that never
   * were there. Removed mappings take memory until {@link #unfix} has been called as often as this:
   * for each different key once, however often it comes and goes. The map grows on, but shrinks
   * only then. Steps and iteration pass the removed keys that are ahead, in time in proportion to
   * their number; other operations on one key take constant time on average.
   *
   * <p>Waits until the updates that are under way have ended, functions included.
   *
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public void fix() {
    keys.callbacks.requireOutside();
    StackRoom.require(); // An overflow below could leave the map fixed.
    boolean isFixed = false;
    fixations.incrementAndGet();
    try {
      locks.awaitOperations(); // Those that remove and have not seen it.
      isFixed = true;
    } finally {
      if (!isFixed && fixations.decrementAndGet() == 0) {
        tryPurge();
      }
    }
  }

  /** Takes out the tombstones that can be. The next {@link #unfix} takes out the others. */
  private void tryPurge() {
    try {
      purge();
    } catch (RuntimeException | VirtualMachineError e) {
      return; // The error comes out of what the caller has done before.
    }
  }

  /**
   * Takes back one {@link #fix}. If it throws the map is as fixed as before.
   *
   * @throws IllegalStateException if the map is not fixed, or a callback of this map calls it
   */
  public void unfix() {
    keys.callbacks.requireOutside();
    StackRoom.require(); // An overflow below could leave the map not fixed.
    int before;
    do {
      before = fixations.get();
      if (before == 0) {
        throw new IllegalStateException("The map is not fixed");
      }
    } while (!fixations.compareAndSet(before, before - 1));
    if (before == 1) {
      boolean isPurged = false;
      try {
        purge();
        isPurged = true;
      } finally {
        if (!isPurged) {
          fixations.incrementAndGet();
        }
      }
      sizer.follow(Integer.MAX_VALUE); // Makes up for all that did not shrink. Throws nothing.
    }
  }

  /** Returns true if {@link #fix} has been called more often than {@link #unfix}. */
  public boolean isFixed() {
    return fixations.get() > 0;
  }

  /**
   * Returns true if a key is there, or has been removed since the map is {@linkplain #fix fixed}.
   */
  public boolean isKnown(K key) {
    return find(requireNonNull(key, "key"), keys.hash(key)) != null;
  }

  /** Takes out the tombstones, unless the map has been fixed again: then later ones do. */
  private void purge() {
    for (Stripe stripe : locks.all()) {
      if (stripe.lock()) { // A retired one has no tombstones.
        try {
          stripe.enterQuiet(); // It counts nothing.
          if (fixations.get() == 0) {
            purge(stripe);
          }
        } finally {
          try {
            stripe.unlock();
          } catch (VirtualMachineError e) {
            stripe.quiet = false;
            stripe.word =
                BucketLock.QUEUED; // No stack for a call: waiters look again by themselves.
          }
        }
      }
    }
  }

  /** Takes out the tombstones of a stripe, which knows them until all are out. */
  private void purge(Stripe stripe) {
    for (int hash : stripe.distinctTombstones()) {
      Bucket<K> bucket = bucket(hash);
      if (bucket.hasValue(TOMBSTONE)) {
        Bucket<K> copy = bucket.copyWithout(keys, TOMBSTONE);
        StackRoom.require();
        bucket.commitCopy(copy);
      }
    }
    stripe.tombstones = null;
    stripe.tombstoneCount = 0;
  }

  // Size and iteration

  /**
   * Returns the number of mappings: exactly, at some moment during the call, unless there is a
   * {@linkplain StripedOptions#centralCounter central counter}.
   */
  @Override
  public long mappingCount() {
    return centralCounter ? sizer.estimate() : locks.exactCount();
  }

  /**
   * Returns about the bytes that the map takes beyond keys and values: its buckets, locks and
   * reader groups, and the places of keys that have been removed since it is {@linkplain #fix
   * fixed}. It leaves out the few mappings that have found no place in their buckets, and the
   * removed key objects. Takes constant time; in a fixed map, time in proportion to its locks.
   *
   * <p>There are 2^28 buckets at most; beyond some 2^30 mappings their number stays, and buckets
   * take more mappings each.
   */
  public long estimatedBytes() {
    return capacity() * (long) Bucket.BYTES + locks.estimatedBytes(isFixed());
  }

  /** How many mappings there may be; without looking at all locks. */
  long estimatedSize() {
    return sizer.estimate();
  }

  @Override
  Traverser<K, V> traverser() {
    return StripedTraverser.overAll(this);
  }

  @Override
  Traverser<K, V> iteration() {
    return new StripedCursor<>(this);
  }

  /** Reads the bucket for a hash at one moment. */
  void read(int hash, BucketReader reader) {
    for (int attempt = 0; attempt < 3; attempt++) {
      if (tryRead(hash, reader)) {
        return;
      }
    }
    if (!isReadWithoutLock(hash, reader)) {
      readWithLock(hash, reader);
    }
  }

  /**
   * Goes on reading without a lock as long as the thread may not wait for one, because it runs a
   * callback, or need not: a stripe that is held and quiet may be so for a long callback, while its
   * buckets change for moments only.
   *
   * @return false if the thread should take the lock
   */
  private boolean isReadWithoutLock(int hash, BucketReader reader) {
    boolean isInside = keys.callbacks.isInside();
    boolean isInterrupted = false;
    try {
      for (int round = 0; isInside || locks.isHeldQuietly(hash); round++) {
        if (tryRead(hash, reader)) {
          return true;
        }
        BucketLock.backOff(round);
        isInterrupted |= Thread.interrupted();
      }
      return false;
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void readWithLock(int hash, BucketReader reader) {
    int spread = ThreadSpread.of(Thread.currentThread());
    StackRoom.require(); // A reader that overflows could not leave its group.
    Stripe stripe = locks.lockShared(hash, spread);
    try {
      readLocked(hash, reader);
    } finally {
      stripe.unlockShared(spread);
    }
  }

  @Override
  public @Nullable Step<K, V> firstStep() {
    return StripedStep.first(this);
  }

  @Override
  public @Nullable Step<K, V> stepFrom(K key) {
    return StripedStep.from(this, requireNonNull(key, "key"));
  }

  @Override
  public Iterator<Map.Entry<K, V>> entriesAfter(K key) {
    Traverser<K, V> behind = new StripedCursor<>(this, requireNonNull(key, "key"));
    return new TraversingIterator<>(this, behind, this::entryAt);
  }

  @Override
  void validate() {
    Stripe[] all = locks.all();
    for (int i = 0; i < all.length; i++) {
      check(all[i].isFree(), "held", "lock", i);
      check(all[i].tombstoneCount == 0 || isFixed(), "forgotten tombstones", "lock", i);
    }
    check(sizer.geometry.isFree(), "held", "geometry", 0);
    check(keys.callbacks.isEmpty(), "not taken back", "a callback", 0);
    int buckets = bucketCount;
    check(buckets >= all.length, "fewer than locks", "buckets", buckets);
    check(capacity() >= buckets, "no room", "buckets", buckets);
    long[] mappings = new long[1];
    for (int i = 0; i < capacity(); i++) {
      int index = i;
      Bucket<K> bucket = bucketAt(index);
      check(bucket.isAtRest() == index < buckets, "not as its number says", "bucket", index);
      bucket.forEach(
          (hash, array, at) -> {
            Object value = array[at + 1];
            K key = keys.key(array, at);
            check(index < buckets, "not empty", "unused bucket", index);
            check(keys.hash(key) == hash, "a key of another hash", "bucket", index);
            check(address(hash, buckets) == index, "a key of another one", "bucket", index);
            Object found = bucketAt(index).seek(keys, key, hash, keys.tag(key, hash));
            check(found == value, "a key lost", "bucket", index);
            check(find(key, hash) == value, "a key lost to readers", "bucket", index);
            check(value != TOMBSTONE || isFixed(), "a forgotten tombstone", "bucket", index);
            mappings[0] += value == TOMBSTONE ? 0 : 1;
          });
    }
    check(mappings[0] == locks.exactCount(), "other than counted", "mappings", mappings[0]);
    long published = sizer.estimate();
    for (Stripe stripe : all) {
      published += stripe.unpublished;
    }
    check(mappings[0] == published, "other than the estimate's count", "mappings", mappings[0]);
  }

  private static void check(boolean isRight, String what, String where, long number) {
    if (!isRight) {
      throw new AssertionError(where + " " + number + ": " + what);
    }
  }
}
