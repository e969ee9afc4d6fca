package org.jets.collections;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
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
 * write nothing that is shared.
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
 * <p>The functions given to {@code compute}, {@code computeIfAbsent}, {@code computeIfPresent} and
 * {@code merge} run once, under the lock of their key, which others share: they should be short and
 * must not change the map. One that waits for itself gets an {@link IllegalStateException}; other
 * changes to the map may succeed, or wait for ever for another such function. Reading the map is
 * allowed.
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
   * Guarded by. A bucket: the stripe of its number, which is the stripe of all hashes in it, see
   * StripeSet. bucketCount and directory: geometry, and for a split or merge the stripe of both
   * buckets, for another segment size and clear all stripes. So who holds a stripe may rely on the
   * address of each hash of that stripe, and nobody else's. Counts and tombstones: their stripe.
   * Order of locks: geometry, then stripes by number; who holds a stripe at most tries the rest.
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
   * Progress. Writers block one another for the time of one change in one bucket, or of a user's
   * function. Readers are lock-free against writers of other buckets and wait for those of their
   * own at most. Resizing never waits: what cannot be had at once is left to a later operation.
   *
   * Cost. get reads the words of its bucket and, at the same time, the beginning of its slots; then
   * the value, and the key unless the hash says all about it, as for Integer and small Long keys. An
   * update is one CAS, and some stores to the bucket and its stripe. An entry takes 29 bytes: 8
   * slots with 12 bytes each, two words and a reference, shared by 4 entries on average. Growing
   * splits a bucket for every fourth insertion, without a look at its keys. Worst case of one
   * operation: some ten splits, a segment of 116 KB, or a function that somebody else runs under
   * the lock.
   *
   * Tried instead: buckets without hashes, tags alone (21 bytes for an entry, but get of a present
   * key half as fast: it has to read the key as well, and a split to hash each); five entries for
   * a bucket (fewer bytes, more spills, slower throughout); iteration by HashOrder for everything
   * (orderly, but each bucket a cache miss: three times slower).
   */

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
   * @param options how many locks it has, and for whom it counts
   */
  public StripedHashMap(StripedOptions options) {
    this(options, HashingStrategy.natural());
  }

  /**
   * An empty map whose keys are compared in their own way.
   *
   * @param options how many locks it has, and for whom it counts
   * @param strategy which keys are equal
   */
  public StripedHashMap(StripedOptions options, HashingStrategy<? super K> strategy) {
    super(requireNonNull(strategy, "strategy"), TableSizer.initialBuckets(options));
    locks = new StripeSet(options);
    sizer = new TableSizer<>(this, locks, fixations, options);
    centralCounter = options.centralCounter;
  }

  // Reading

  @Override
  public @Nullable V get(Object key) {
    @SuppressWarnings("unchecked") // As far as hash and equal want to know.
    K sought = (K) requireNonNull(key, "key");
    return live(find(sought, order.hash(sought)));
  }

  @SuppressWarnings("unchecked") // Where values are.
  @Nullable V live(@Nullable Object value) {
    return value == TOMBSTONE ? null : (V) value;
  }

  @Override
  @Nullable Object findLocked(K key, int hash) {
    Stripe stripe = locks.lockShared(hash);
    try {
      return bucket(hash).seek(order, key, hash);
    } finally {
      stripe.unlockShared();
    }
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
    int hash = order.hash(requireNonNull(key, "key"));
    int counted = 0;
    adaptLocks();
    Stripe stripe = locks.lock(hash);
    V old;
    try {
      Bucket<K> bucket = bucket(hash);
      Object present = bucket.seek(order, key, hash);
      old = live(present);
      if (Expected.isMet(expected, old)) {
        counted = write(stripe, bucket, key, hash, present, value);
      } else if (!(expected instanceof Expected)) {
        return null;
      }
    } finally {
      stripe.unlock();
    }
    if (counted != 0) {
      sizer.publish(counted);
    }
    return old;
  }

  /**
   * Writes what {@link Bucket#seek} has prepared, and counts it.
   *
   * @param present what it has found
   * @return what is to be published
   */
  private int write(
      Stripe stripe,
      Bucket<K> bucket,
      K key,
      int hash,
      @Nullable Object present,
      @Nullable Object value) {
    boolean wasThere = present != null && present != TOMBSTONE;
    if (value == null) {
      if (!wasThere) {
        return 0;
      }
      if (fixations.get() > 0) {
        bucket.set(TOMBSTONE);
        stripe.addTombstone(hash);
      } else {
        bucket.remove(order);
      }
      return sizer.count(stripe, -1);
    }
    if (present == null) {
      bucket.insert(order, key, hash, value);
    } else {
      bucket.set(value);
    }
    return wasThere ? 0 : sizer.count(stripe, 1);
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
    int hash = order.hash(requireNonNull(key, "key"));
    adaptLocks();
    Stripe stripe = locks.lock(hash);
    V value;
    int counted;
    try {
      Bucket<K> bucket = bucket(hash);
      Object present = bucket.seek(order, key, hash);
      V old = live(present);
      if (old == null ? !ifAbsent : !ifPresent) {
        return old;
      }
      stripe.enterFunction();
      try {
        value = function.apply(key, old);
      } finally {
        stripe.exitFunction();
      }
      counted = write(stripe, bucket, key, hash, present, value);
    } finally {
      stripe.unlock();
    }
    if (counted != 0) {
      sizer.publish(counted);
    }
    return value;
  }

  // Writing many keys at one moment

  /**
   * Inserts all mappings at one moment, or none if one of the keys is there: whoever sees one of
   * them sees all. Waits until nobody else writes any of these keys.
   *
   * @return false if one of the keys was there, and nothing has changed
   * @throws NullPointerException if a key or a value is null, and nothing has changed
   */
  public boolean putAllIfAbsent(Map<? extends K, ? extends V> mappings) {
    return updateAll(mappings, true);
  }

  /**
   * Puts all mappings at one moment: whoever sees one of them sees all.
   *
   * @throws NullPointerException if a key or a value is null, and nothing has changed
   */
  public void putAllAtOnce(Map<? extends K, ? extends V> mappings) {
    updateAll(mappings, false);
  }

  private boolean updateAll(Map<? extends K, ? extends V> mappings, boolean ifAbsent) {
    Object[] pairs = pairsOf(mappings);
    int counted = 0;
    lockGeometry();
    try {
      Stripe[] all = locks.lockAll();
      try {
        if (isAnyPresent(pairs) && ifAbsent) {
          return false;
        }
        bucketCount |= EXCLUSIVE;
        try {
          for (int i = 0; i < pairs.length; i += 2) {
            K key = order.key(pairs, i);
            int hash = order.hash(key);
            Bucket<K> bucket = bucket(hash);
            Object present = bucket.seek(order, key, hash);
            counted +=
                write(all[hash & (all.length - 1)], bucket, key, hash, present, pairs[i + 1]);
          }
        } finally {
          bucketCount = buckets();
        }
      } finally {
        StripeSet.unlock(all, all.length);
      }
    } finally {
      sizer.geometry.unlock();
    }
    if (counted != 0) {
      sizer.publish(counted);
    }
    return true;
  }

  private void lockGeometry() {
    boolean locked = sizer.geometry.lock();
    assert locked; // Never retired.
  }

  private Object[] pairsOf(Map<? extends K, ? extends V> mappings) {
    List<Object> pairs = new ArrayList<>(2 * mappings.size());
    mappings.forEach(
        (key, value) -> {
          pairs.add(requireNonNull(key, "key"));
          pairs.add(requireNonNull(value, "value"));
        });
    return pairs.toArray();
  }

  private boolean isAnyPresent(Object[] pairs) {
    boolean present = false;
    for (int i = 0; i < pairs.length; i += 2) {
      K key = order.key(pairs, i);
      int hash = order.hash(key);
      present |= live(bucket(hash).seek(order, key, hash)) != null;
    }
    return present;
  }

  /** Removes all mappings at one moment. */
  @Override
  public void clear() {
    int counted = 0;
    lockGeometry();
    try {
      Stripe[] all = locks.lockAll();
      try {
        bucketCount |= EXCLUSIVE;
        if (fixations.get() > 0 || locks.hasTombstones(all)) {
          counted = removeEach(all);
        } else {
          reset(Math.max(sizer.minBuckets(), all.length));
          sizer.reset(all);
        }
      } finally {
        bucketCount = buckets();
        StripeSet.unlock(all, all.length);
      }
    } finally {
      sizer.geometry.unlock();
    }
    if (counted != 0) {
      sizer.publish(counted);
    }
  }

  private int removeEach(Stripe[] all) {
    int counted = 0;
    for (int index = 0; index < buckets(); index++) {
      Object[] pairs = bucketAt(index).toArray();
      for (int i = 0; i < pairs.length; i += 2) {
        K key = order.key(pairs, i);
        int hash = order.hash(key);
        Bucket<K> bucket = bucketAt(index);
        Object present = bucket.seek(order, key, hash);
        counted += write(all[hash & (all.length - 1)], bucket, key, hash, present, null);
      }
    }
    return counted;
  }

  // Fixation

  /**
   * Keeps the places of keys that are removed from now on: {@link #nextKey} and {@link
   * #entriesAfter} go on from them exactly, and {@link #isKnown} tells them from keys that never
   * were there. The map grows and shrinks on. Removed mappings take memory until {@link #unfix} has
   * been called as often as this.
   */
  public void fix() {
    fixations.incrementAndGet();
    try {
      locks.awaitOperations(); // Those that remove and have not seen it.
    } catch (IllegalStateException e) {
      unfix();
      throw e;
    }
  }

  /**
   * Takes back one {@link #fix}.
   *
   * @throws IllegalStateException if the map is not fixed
   */
  public void unfix() {
    int before = fixations.getAndUpdate(count -> Math.max(0, count - 1));
    if (before == 0) {
      throw new IllegalStateException("The map is not fixed");
    }
    if (before == 1) {
      purge();
    }
  }

  /** Whether {@link #fix} has been called more often than {@link #unfix}. */
  public boolean isFixed() {
    return fixations.get() > 0;
  }

  /** Whether a key is there, or has been removed since the map is {@linkplain #fix fixed}. */
  public boolean isKnown(K key) {
    return find(requireNonNull(key, "key"), order.hash(key)) != null;
  }

  /** Takes out the tombstones, unless the map has been fixed again: then later ones do. */
  private void purge() {
    for (Stripe stripe : locks.all()) {
      if (stripe.lock()) { // A retired one has no tombstones.
        try {
          if (fixations.get() == 0) {
            purge(stripe);
          }
        } finally {
          stripe.unlock();
        }
      }
    }
  }

  private void purge(Stripe stripe) {
    int[] hashes = stripe.tombstones;
    for (int i = 0; hashes != null && i < stripe.tombstoneCount; i++) {
      bucket(hashes[i]).removeAll(order, TOMBSTONE);
    }
    stripe.tombstones = null;
    stripe.tombstoneCount = 0;
  }

  // Size and iteration

  /**
   * How many mappings there are: exactly, at some moment during the call, unless there is a
   * {@linkplain StripedOptions#centralCounter central counter}.
   */
  @Override
  public long mappingCount() {
    return centralCounter ? sizer.estimate() : locks.exactCount();
  }

  /**
   * About how many bytes the map takes beyond keys and values: its buckets and locks, without the
   * few mappings that have found no place in their buckets. Constant time.
   */
  public long estimatedBytes() {
    return capacity() * (long) Bucket.BYTES + locks.count() * (long) Stripe.BYTES;
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
    Stripe stripe = locks.lockShared(hash);
    try {
      readLocked(hash, reader);
    } finally {
      stripe.unlockShared();
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
    }
    check(sizer.geometry.isFree(), "locked", "geometry", 0);
    int buckets = bucketCount;
    check(buckets >= all.length, "fewer than locks", "buckets", buckets);
    check(capacity() >= buckets, "no room", "buckets", buckets);
    long mappings = 0;
    for (int index = 0; index < capacity(); index++) {
      Bucket<K> bucket = bucketAt(index);
      Object[] pairs = bucket.toArray();
      check(bucket.isAtRest() == index < buckets, "not as its number says", "bucket", index);
      check(index < buckets || pairs.length == 0, "not empty", "unused bucket", index);
      for (int i = 0; i < pairs.length; i += 2) {
        K key = order.key(pairs, i);
        int hash = order.hash(key);
        check(address(hash, buckets) == index, "a key of another one", "bucket", index);
        check(bucket.seek(order, key, hash) == pairs[i + 1], "a key lost", "bucket", index);
        check(find(key, hash) == pairs[i + 1], "a key lost to readers", "bucket", index);
        boolean removed = pairs[i + 1] == TOMBSTONE;
        check(!removed || isFixed(), "a forgotten tombstone", "bucket", index);
        mappings += removed ? 0 : 1;
      }
    }
    check(mappings == locks.exactCount(), "other than counted", "mappings", mappings);
  }

  private static void check(boolean isRight, String what, String where, long number) {
    if (!isRight) {
      throw new AssertionError(where + " " + number + ": " + what);
    }
  }
}
