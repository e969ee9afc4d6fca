package org.jets.collections.internal.linear;

import java.util.Arrays;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.collections.internal.sync.ThreadSpread;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of a striped hash map, with lookups without a lock, splits and merges: Litwin's
 * linear hashing in Larson's version for main memory. The table grows and shrinks by one bucket at
 * a time, at its end. The keys of the last bucket come from the bucket whose number lacks the
 * highest bit, and return there.
 *
 * <p>The directory has two arrays for each segment of buckets, see {@link BucketWriter}. A
 * directory never changes; a new one replaces it. A table of less than one segment has a smaller
 * segment. That is copied, under all locks, into a segment of twice or half the size.
 */
public final class LinearHashTable<K> {
  /*
   * Sources. P.-A. Larson, Dynamic Hash Tables (1988), for the table. The locks are those of OTP's
   * erl_db_hash.c since R13B02, adapting since OTP 25. Differences:
   * - Readers take no lock but validate what they have read.
   * - Buckets are wide and flat instead of chains, and counts are kept with the locks.
   * - Growing, shrinking and iteration are independent, because a cursor keeps its place as a hash
   *   and not as a bucket.
   * - Several keys are changed at one moment without a lock that all other operations would have to
   *   take as well.
   *
   * Guarded by.
   * - A bucket: the stripe of its number, which is the stripe of all hashes in it, see LockStripes.
   * - bucketCount and directory: geometry. A split or merge also needs the stripe of both buckets;
   *   another segment size and clear also need all stripes. So a thread that holds a stripe may
   *   rely on the address of each hash of that stripe.
   * - Counts: their stripe. The estimate of the size is added to under a stripe.
   * - Order of locks: geometry, then stripes by number. A thread that holds a stripe only tries
   *   locks that come earlier in this order. LockStripes.counting comes first of all, and its
   *   holder only tries.
   *
   * An update of one key.
   * - Step 1: hash the key, without a lock. Refuse the update if this thread runs a callback of
   *   this map.
   * - Step 2: take the stripe. It is quiet: its holder has changed nothing yet, so that a count
   *   does not wait.
   * - Step 3: prepare: find the key, run the function, make the next overflow. All callbacks and
   *   allocations are here, and the callback is registered. An exception here leaves the map
   *   unchanged.
   * - Step 4: commit: end the quiet; write the bucket, then the counts. Nothing is allocated or
   *   called.
   * - Step 5: release the stripe. Resize if that is due; if it fails, a later operation does it.
   *
   * On errors, OutOfMemoryError and StackOverflowError included.
   * - No stripe stays held or quiet, and no callback registered: a finally ends all three, and
   *   neither allocates nor calls foreign code.
   * - No bucket stays in the middle of a change, and bucketCount does not stay exclusive. The
   *   writes between are in one method, which calls no method that calls others.
   * - Many keys change in copies of their buckets, which are all made before the first is
   *   published.
   * - A split and a merge prepare and commit too. Counts are written with the bucket.
   * - If there is no stack for a call, plain stores do a commit of one key, its count and a
   *   release. A step of several buckets has room on the stack: StackRoom goes deeper just before
   *   it.
   * - Not covered: an error that another thread throws into this one (Thread.stop).
   *
   * Reading.
   * - Step 1: read bucketCount. If it is marked exclusive, take the lock.
   * - Step 2: read the directory, and through it the bucket's version. If the bucket is not at
   *   rest, retry.
   * - Step 3: read bucketCount again, and then the directory. If either has changed, retry, for the
   *   keys may have moved before the version was read.
   * - Step 4: read tags, keys, value.
   * - Step 5: read the version again. If it has changed, retry.
   * - After three attempts, take the lock.
   *
   * Step 3 suffices even if the table has grown and shrunk in between. A bucket is at rest only
   * while its number is in use, and has another version when it comes back. If its segment was
   * dropped or copied, it comes back in another array, under another directory, and no directory is
   * reused. A reader may still hold arrays that were copied or cleared after step 3. It then reads
   * their last state, which is later than its beginning.
   *
   * Linearization points.
   * - get, a hit: its read of the value.
   * - get, a miss: its read of the tags.
   * - get in arrays that are no longer in use: just before they went out of use.
   * - put of a new key: the write of its tag (a free slot), or the end of the bucket's change (an
   *   overflow).
   * - put of a present key, replace: the write of the value.
   * - remove: the end of the bucket's change.
   * - These updates if they change nothing: the read of the value under the lock.
   * - compute and its kin: as the put or remove in which they end.
   * - putAllAtOnce, putAllIfAbsent, clear: when bucketCount is marked exclusive, under all locks. A
   *   reader that began before may still see either state, of its own key alone. A reader that
   *   begins later takes a lock until the mark is removed.
   * - mappingCount: between the two times it reads all counts, or under all locks.
   *
   * Memory order.
   *   version                 a seqlock: begun with an opaque write and a store-store fence, ended
   *                           with a release write; read with acquire before the data, and after
   *                           them behind an acquire fence
   *   tags, keys, values      written with release. The tag publishes key and value. The key is
   *                           released too, since a reader calls its equals before validation.
   *   bucketCount, directory  volatile
   *   locks                   volatile
   *
   * Progress.
   * - Writers of a stripe block one another for the time of a change, or of a callback. They get
   *   the stripe in turn: BucketLock says how often a waiter can be overtaken.
   * - Readers do not wait for callbacks: no bucket is in the middle of a change while one runs. A
   *   reader fails if its bucket or the size of the table changes. After three failures it retries
   *   while the stripe is held and quiet; otherwise it queues for the stripe. There it waits for a
   *   callback only if another writer has entered the queue before it. A reader inside a callback
   *   always retries, so that callbacks do not wait for one another.
   * - mappingCount waits for no callback. It is lock-free while counts are the same in two
   *   readings; after three attempts it keeps writers out, stripe by stripe.
   * - putAllAtOnce, putAllIfAbsent and clear wait for all stripes.
   * - Resizing never waits: what cannot be locked at once is left to a later operation.
   *
   * Cost. get reads the words of its bucket and, at the same time, the beginning of its slots. Then
   * it reads the value, and the key unless the hash determines the key, as for Integer and small
   * Long keys. An update is two CAS for the lock, and some stores to the bucket and its stripe; it
   * allocates only for an overflow. An entry takes 29 bytes: 8 slots of 12 bytes each, two words
   * and a reference, shared by 4 entries on average. Growing splits a bucket for every fourth
   * insertion, without a look at its keys. The worst case of one operation is some ten splits, a
   * segment of 116 KB, or another thread's function under the lock. Registering a function, or
   * foreign code of a key, is a CAS.
   *
   * Alternatives that were measured:
   * - Buckets with tags and without hashes: 21 bytes for an entry, but get of a present key is half as fast, since it reads the key as well. A split also hashes each key.
   * - Five entries for a bucket: fewer bytes, more overflows, slower throughout.
   * - Iteration by place for everything: ordered, but three times slower, since each bucket is a
   *   cache miss.
   */

  /** The number of mappings for each bucket of a table that grows. */
  public static final int LOAD = 4;

  public static final int MIN_BUCKETS = 4;
  static final int MAX_BUCKETS = 1 << 28;

  /** The bit that is set in {@link #bucketCount} while several keys are changed at one moment. */
  static final int EXCLUSIVE = Integer.MIN_VALUE;

  private static final int ATTEMPTS = 3;

  static {
    EarlyInitialization.of(
        BucketLayout.class,
        BucketResize.class,
        BucketWriter.class,
        OverflowEntries.class,
        OverflowRefill.class,
        StackRoom.class,
        Expected.class,
        ThreadSpread.class);
  }

  final StripedKeys<K> keys;

  /**
   * The number of buckets that are in use. Changed under {@code geometry} and the locks of those
   * concerned.
   */
  volatile int bucketCount;

  private volatile Object[] directory;

  private final LockStripes locks;

  public LinearHashTable(StripedKeys<K> keys, LockStripes locks, int buckets) {
    this.keys = keys;
    this.locks = locks;
    directory = newDirectory(buckets);
    bucketCount = buckets;
  }

  static Object[] newDirectory(int buckets) {
    int segments = Math.max(1, (buckets + BucketLayout.SEGMENT - 1) / BucketLayout.SEGMENT);
    int size =
        segments > 1 || buckets == BucketLayout.SEGMENT
            ? BucketLayout.SEGMENT
            : Integer.highestOneBit(Math.max(MIN_BUCKETS, 2 * buckets - 1));
    Object[] directory = new Object[2 * segments];
    for (int i = 0; i < segments; i++) {
      directory[2 * i] = BucketLayout.newWords(size);
      directory[2 * i + 1] = BucketLayout.newSlots(size);
    }
    for (int i = 0; i < buckets; i++) {
      new BucketWriter<>(directory, i).open();
    }
    return directory;
  }

  // Addresses

  /** The number of the bucket for a hash among so many buckets, at least two. */
  static int address(int hash, int buckets) {
    int mask = -1 >>> Integer.numberOfLeadingZeros(buckets - 1);
    int address = hash & mask;
    int beyond = (buckets - 1 - address) >> 31; // Without a branch: nobody could predict it.
    return address & ~(beyond & (mask ^ mask >>> 1));
  }

  /** Returns the number of lowest bits of the hash that all keys of a bucket have in common. */
  static int depth(int bucket, int buckets) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(buckets - 1);
    return (bucket | 1 << (bits - 1)) < buckets ? bits : bits - 1;
  }

  /** The number of the bucket from which this one is split off. */
  static int buddy(int bucket) {
    return bucket ^ Integer.highestOneBit(bucket);
  }

  public int buckets() {
    return bucketCount & ~EXCLUSIVE;
  }

  // Without the lock

  /** The value of a key, or null. */
  public @Nullable Object find(K key, int hash) {
    int kind = keys.kind(key);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int buckets = bucketCount;
      if (buckets < 0) {
        break;
      }
      Object[] segments = directory;
      int index = address(hash, buckets);
      if (2 * (index / BucketLayout.SEGMENT) >= segments.length) {
        continue;
      }
      long[] words = BucketLayout.words(segments, index);
      Object[] slots = BucketLayout.slots(segments, index);
      int word = BucketLayout.wordOf(index);
      int first = BucketLayout.slotOf(index);
      if (word >= words.length) {
        continue;
      }
      long version =
          BucketLayout.fetch(slots, first) ? BucketLayout.versionAcquire(words, word) : 0;
      if ((version & BucketLayout.AT_REST) == 0 || isNewer(buckets, segments)) {
        continue;
      }
      long tags = BucketLayout.tagsAcquire(words, word);
      Object value = null;
      for (long matches = BucketLayout.matches(tags, BucketLayout.tag(hash, kind));
          matches != 0;
          matches &= matches - 1) {
        int slot = BucketLayout.nextMatch(matches);
        if (BucketLayout.hash(words, word, slot) == hash
            && (kind != StripedKeys.ANY || isAt(slots, first + 2 * slot, key))) {
          value = BucketLayout.getAcquire(slots, first + 2 * slot + 1);
          break;
        }
      }
      if (value == null && (version & BucketLayout.HAS_OVERFLOW) != 0) {
        value = findOverflow(slots, first, key, hash);
      }
      if (BucketLayout.versionAfterwards(words, word) == version) {
        return value;
      }
    }
    return findSlowly(key, hash);
  }

  /**
   * Returns true if the table is no longer the one that was read. The number of buckets may be what
   * it was, but arrays that have been copied in between were left with the number they had then. So
   * the directory comes second.
   */
  private boolean isNewer(int buckets, Object[] segments) {
    return buckets != bucketCount || segments != directory;
  }

  private boolean isAt(Object[] slots, int at, K key) {
    @SuppressWarnings("unchecked") // Where keys are.
    K other = (K) BucketLayout.getAcquire(slots, at);
    return other != null && keys.equal(key, other);
  }

  private @Nullable Object findOverflow(Object[] slots, int first, K key, int hash) {
    @SuppressWarnings("unchecked") // Where overflows are.
    OverflowEntries<K> overflow = (OverflowEntries<K>) BucketLayout.overflowAcquire(slots, first);
    return OverflowEntries.find(overflow, keys, key, hash, null);
  }

  /**
   * Reads a bit of a bucket, for nothing but that the processor fetches it. Several calls in a row
   * are answered at the same time.
   */
  int touch(int hash) {
    Object[] segments = directory;
    int index = address(hash, buckets());
    if (2 * (index / BucketLayout.SEGMENT) >= segments.length) {
      return 0;
    }
    long[] words = BucketLayout.words(segments, index);
    int word = BucketLayout.wordOf(index);
    if (word >= words.length) {
      return 0;
    }
    boolean isFree =
        BucketLayout.getAcquire(BucketLayout.slots(segments, index), BucketLayout.slotOf(index))
            == null;
    return (int) BucketLayout.versionOpaque(words, word) + (isFree ? 1 : 0);
  }

  /** Finds a key, as {@link #find}, while other threads keep changing the bucket. */
  private @Nullable Object findSlowly(K key, int hash) {
    SameHashReader<K> reader = new SameHashReader<>(hash);
    read(hash, reader);
    return reader.find(keys, key);
  }

  /** Reads the bucket for a hash at one moment. */
  public void read(int hash, BucketReader reader) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
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
   * callback, or need not. A stripe that is held and quiet may be so for a long callback, while its
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

  /**
   * Reads the whole bucket for a hash.
   *
   * @return false if it has changed meanwhile; what has been read counts for nothing then
   */
  private boolean tryRead(int hash, BucketReader reader) {
    int buckets = bucketCount;
    Object[] segments = directory;
    if (buckets < 0) {
      return false;
    }
    int index = address(hash, buckets);
    if (2 * (index / BucketLayout.SEGMENT) >= segments.length) {
      return false;
    }
    long[] words = BucketLayout.words(segments, index);
    int word = BucketLayout.wordOf(index);
    if (word >= words.length) {
      return false;
    }
    long version = BucketLayout.versionAcquire(words, word);
    if ((version & BucketLayout.AT_REST) == 0 || isNewer(buckets, segments)) {
      return false;
    }
    reader.read(words, BucketLayout.slots(segments, index), index, depth(index, buckets));
    return BucketLayout.versionAfterwards(words, word) == version;
  }

  // Under the lock of the bucket

  final Object[] directory() {
    return directory;
  }

  public BucketWriter<K> bucket(int hash) {
    return new BucketWriter<>(directory, address(hash, buckets()));
  }

  public BucketWriter<K> bucketAt(int index) {
    return new BucketWriter<>(directory, index);
  }

  private void readLocked(int hash, BucketReader reader) {
    int buckets = buckets();
    int index = address(hash, buckets);
    Object[] segments = directory;
    reader.read(
        BucketLayout.words(segments, index),
        BucketLayout.slots(segments, index),
        index,
        depth(index, buckets));
  }

  /** Splits the bucket whose turn it is. There must be room, see {@link #capacity}. */
  void split() {
    int last = bucketCount;
    Object[] segments = directory;
    BucketWriter<K> target = new BucketWriter<>(segments, last);
    BucketResize.split(new BucketWriter<>(segments, buddy(last)), target, keys, this, last);
  }

  /** Merges the last bucket into the one it came from. */
  void merge() {
    int last = bucketCount - 1;
    Object[] segments = directory;
    BucketWriter<K> source = new BucketWriter<>(segments, last);
    BucketResize.merge(new BucketWriter<>(segments, buddy(last)), source, keys, this, last);
  }

  // Under geometry

  /**
   * Returns the number of buckets for which there is room: at most {@link #MAX_BUCKETS}, an int.
   */
  public int capacity() {
    Object[] segments = directory;
    return segments.length / 2 * BucketLayout.capacity(BucketLayout.words(segments, 0));
  }

  /** Makes room for another segment, in a table that has one of full size. */
  void addSegment() {
    Object[] segments = directory;
    Object[] more = Arrays.copyOf(segments, segments.length + 2);
    more[segments.length] = BucketLayout.newWords(BucketLayout.SEGMENT);
    more[segments.length + 1] = BucketLayout.newSlots(BucketLayout.SEGMENT);
    directory = more;
  }

  /** Lets go of the last segment, none of whose buckets is in use. */
  void dropSegment() {
    Object[] segments = directory;
    directory = Arrays.copyOf(segments, segments.length - 2);
  }

  // Under geometry and all locks

  /** Gives the only segment another size. */
  void resizeSegment(int size) {
    Object[] segments = directory;
    Object[] resized = {BucketLayout.newWords(size), BucketLayout.newSlots(size)};
    long[] words = BucketLayout.words(segments, 0);
    Object[] slots = BucketLayout.slots(segments, 0);
    int buckets = Math.min(size, BucketLayout.capacity(words));
    System.arraycopy(
        words, 0, resized[0], 0, BucketLayout.wordOf(buckets - 1) + BucketLayout.wordOf(1));
    System.arraycopy(
        slots, 0, resized[1], 0, BucketLayout.slotOf(buckets - 1) + BucketLayout.slotOf(1));
    directory = resized;
  }

  /** Takes the place of the directory and all its buckets; keeps readers out from then on. */
  void setDirectory(Object[] fresh, int buckets) {
    bucketCount |= EXCLUSIVE;
    directory = fresh;
    bucketCount = buckets | EXCLUSIVE;
  }
}
