package org.jets.collections;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of a {@link StripedHashMap}, and what is done to them without asking who may:
 * Litwin's linear hashing as Larson put it into main memory. The table grows and shrinks by one
 * bucket at a time, the last one, whose keys come from and go to the one bucket that has its number
 * without its highest bit.
 *
 * <p>The directory has two arrays for each segment of buckets, see {@link Bucket}; it is replaced
 * and never changed. A table of less than one segment has a smaller one, which is copied into one
 * of twice or half the size under all locks.
 */
abstract class LinearHashTable<K, V> extends AbstractConcurrentMap<K, V> {
  /** The number of mappings for each bucket of a table that grows. */
  static final int LOAD = 4;

  static final int MIN_BUCKETS = 4;
  static final int MAX_BUCKETS = 1 << 28;

  /** Stands for the value of a key that has been removed while the map is fixed. */
  static final Object TOMBSTONE = new Object();

  /** Set in {@link #bucketCount} while something is done to several keys at one moment. */
  static final int EXCLUSIVE = Integer.MIN_VALUE;

  private static final int ATTEMPTS = 3;

  static {
    EarlyInitialization.of(
        Bucket.class, Spill.class, StackRoom.class, Expected.class, ThreadSpread.class);
  }

  final StripedKeys<K> keys;

  /**
   * The number of buckets that are in use. Changed under {@code geometry} and the locks of those
   * concerned.
   */
  volatile int bucketCount;

  private volatile Object[] directory;

  LinearHashTable(HashingStrategy<? super K> strategy, int buckets) {
    keys = new StripedKeys<>(strategy);
    directory = newDirectory(buckets);
    bucketCount = buckets;
  }

  static Object[] newDirectory(int buckets) {
    int segments = Math.max(1, (buckets + Bucket.SEGMENT - 1) / Bucket.SEGMENT);
    int size =
        segments > 1 || buckets == Bucket.SEGMENT
            ? Bucket.SEGMENT
            : Integer.highestOneBit(Math.max(MIN_BUCKETS, 2 * buckets - 1));
    Object[] directory = new Object[2 * segments];
    for (int i = 0; i < segments; i++) {
      directory[2 * i] = Bucket.newWords(size);
      directory[2 * i + 1] = Bucket.newSlots(size);
    }
    for (int i = 0; i < buckets; i++) {
      new Bucket<>(directory, i).open();
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

  /** How many of the lowest bits of the hash all keys of a bucket have in common. */
  static int depth(int bucket, int buckets) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(buckets - 1);
    return (bucket | 1 << (bits - 1)) < buckets ? bits : bits - 1;
  }

  /** The number of the bucket from which this one is split off. */
  static int buddy(int bucket) {
    return bucket ^ Integer.highestOneBit(bucket);
  }

  int buckets() {
    return bucketCount & ~EXCLUSIVE;
  }

  // Without the lock

  /** The value of a key, or {@link #TOMBSTONE}, or null. */
  @Nullable Object find(K key, int hash) {
    int kind = keys.kind(key);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int buckets = bucketCount;
      if (buckets < 0) {
        break;
      }
      Object[] segments = directory;
      int index = address(hash, buckets);
      if (2 * (index / Bucket.SEGMENT) >= segments.length) {
        continue;
      }
      long[] words = Bucket.words(segments, index);
      Object[] slots = Bucket.slots(segments, index);
      int word = Bucket.wordOf(index);
      int first = Bucket.slotOf(index);
      if (word >= words.length) {
        continue;
      }
      long version = Bucket.fetch(slots, first) ? Bucket.versionAcquire(words, word) : 0;
      if ((version & Bucket.AT_REST) == 0 || isNewer(buckets, segments)) {
        continue;
      }
      long tags = Bucket.tagsAcquire(words, word);
      Object value = null;
      for (long matches = Bucket.matches(tags, Bucket.tag(hash, kind));
          matches != 0;
          matches &= matches - 1) {
        int slot = Bucket.nextMatch(matches);
        if (Bucket.hash(words, word, slot) == hash
            && (kind != StripedKeys.ANY || isAt(slots, first + 2 * slot, key))) {
          value = Bucket.getAcquire(slots, first + 2 * slot + 1);
          break;
        }
      }
      if (value == null && (version & Bucket.SPILLED) != 0) {
        value = findSpilled(slots, first, key, hash);
      }
      if (Bucket.versionAfterwards(words, word) == version) {
        return value;
      }
    }
    return findSlowly(key, hash);
  }

  /**
   * Whether the table is no longer the one that was read. The number of buckets may be what it was,
   * but arrays that have been copied in between were left with the number they had then; so the
   * directory comes second.
   */
  private boolean isNewer(int buckets, Object[] segments) {
    return buckets != bucketCount || segments != directory;
  }

  private boolean isAt(Object[] slots, int at, K key) {
    @SuppressWarnings("unchecked") // Where keys are.
    K other = (K) Bucket.getAcquire(slots, at);
    return other != null && keys.equal(key, other);
  }

  private @Nullable Object findSpilled(Object[] slots, int first, K key, int hash) {
    @SuppressWarnings("unchecked") // Where spills are.
    Spill<K> spill = (Spill<K>) Bucket.spillAcquire(slots, first);
    return Spill.find(spill, keys, key, hash, null);
  }

  /**
   * Reads a bit of a bucket, for nothing but that the processor fetches it. Several calls in a row
   * are answered at the same time.
   */
  int touch(int hash) {
    Object[] segments = directory;
    int index = address(hash, buckets());
    if (2 * (index / Bucket.SEGMENT) >= segments.length) {
      return 0;
    }
    long[] words = Bucket.words(segments, index);
    int word = Bucket.wordOf(index);
    if (word >= words.length) {
      return 0;
    }
    boolean isFree = Bucket.getAcquire(Bucket.slots(segments, index), Bucket.slotOf(index)) == null;
    return (int) Bucket.versionOpaque(words, word) + (isFree ? 1 : 0);
  }

  /** As {@link #find}, where other threads keep changing the bucket. */
  abstract @Nullable Object findSlowly(K key, int hash);

  /**
   * Reads the whole bucket for a hash.
   *
   * @return false if it has changed meanwhile; what has been read counts for nothing then
   */
  boolean tryRead(int hash, BucketReader reader) {
    int buckets = bucketCount;
    Object[] segments = directory;
    if (buckets < 0) {
      return false;
    }
    int index = address(hash, buckets);
    if (2 * (index / Bucket.SEGMENT) >= segments.length) {
      return false;
    }
    long[] words = Bucket.words(segments, index);
    int word = Bucket.wordOf(index);
    if (word >= words.length) {
      return false;
    }
    long version = Bucket.versionAcquire(words, word);
    if ((version & Bucket.AT_REST) == 0 || isNewer(buckets, segments)) {
      return false;
    }
    reader.read(words, Bucket.slots(segments, index), index, depth(index, buckets));
    return Bucket.versionAfterwards(words, word) == version;
  }

  // Under the lock of the bucket

  final Object[] directory() {
    return directory;
  }

  Bucket<K> bucket(int hash) {
    return new Bucket<>(directory, address(hash, buckets()));
  }

  Bucket<K> bucketAt(int index) {
    return new Bucket<>(directory, index);
  }

  void readLocked(int hash, BucketReader reader) {
    int buckets = buckets();
    int index = address(hash, buckets);
    Object[] segments = directory;
    reader.read(
        Bucket.words(segments, index), Bucket.slots(segments, index), index, depth(index, buckets));
  }

  /** Splits the bucket whose turn it is. There must be room, see {@link #capacity}. */
  void split() {
    int last = bucketCount;
    Object[] segments = directory;
    Bucket<K> target = new Bucket<>(segments, last);
    new Bucket<K>(segments, buddy(last)).splitInto(target, keys, this, last);
  }

  /** Merges the last bucket into the one it came from. */
  void merge() {
    int last = bucketCount - 1;
    Object[] segments = directory;
    Bucket<K> source = new Bucket<>(segments, last);
    new Bucket<K>(segments, buddy(last)).absorb(source, keys, this, last);
  }

  // Under geometry

  /** For how many buckets there is room: never more than {@link #MAX_BUCKETS}, an int. */
  int capacity() {
    Object[] segments = directory;
    return segments.length / 2 * Bucket.capacity(Bucket.words(segments, 0));
  }

  /** Makes room for another segment, in a table that has one of full size. */
  void addSegment() {
    Object[] segments = directory;
    Object[] more = Arrays.copyOf(segments, segments.length + 2);
    more[segments.length] = Bucket.newWords(Bucket.SEGMENT);
    more[segments.length + 1] = Bucket.newSlots(Bucket.SEGMENT);
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
    Object[] resized = {Bucket.newWords(size), Bucket.newSlots(size)};
    long[] words = Bucket.words(segments, 0);
    Object[] slots = Bucket.slots(segments, 0);
    int buckets = Math.min(size, Bucket.capacity(words));
    System.arraycopy(words, 0, resized[0], 0, Bucket.wordOf(buckets - 1) + Bucket.wordOf(1));
    System.arraycopy(slots, 0, resized[1], 0, Bucket.slotOf(buckets - 1) + Bucket.slotOf(1));
    directory = resized;
  }

  /** Takes the place of the directory and all its buckets; keeps readers out from then on. */
  void setDirectory(Object[] fresh, int buckets) {
    bucketCount |= EXCLUSIVE;
    directory = fresh;
    bucketCount = buckets | EXCLUSIVE;
  }
}
