package org.jets.bench.rivals;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jets.bench.skeleton.Walk;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jets.collections.internal.sync.StackRoom;
import org.jspecify.annotations.Nullable;

/**
 * A hash table without locks. The number of its buckets is given once, and each bucket is a list
 * without locks.
 *
 * <p>After M. M. Michael: High Performance Dynamic Lock-Free Hash Tables and List-Based Sets
 * (2002). The differences:
 *
 * <ul>
 *   <li>The paper has a set. Here a node has a value, which is replaced by CAS, and is null once
 *       the node is removed.
 *   <li>The paper marks a removed node in a bit of its link. A link of the JVM has no such bit. So
 *       a <em>marker</em>, a node without a key, is appended to a removed node, and its link never
 *       changes again.
 *   <li>A list is in the order of hashes, not of keys. A new key comes behind all of the same hash.
 *   <li>The garbage collector frees nodes, so that links have no tags against reuse.
 * </ul>
 *
 * <p><b>Algorithm.</b>
 *
 * <ol>
 *   <li>A search for an update goes along a list to the key, or behind its hash. It unlinks each
 *       removed node that it meets, after it has made sure of its marker. If the link before has
 *       changed, it begins anew.
 *   <li>An insertion links its node by a CAS of the link before. That fails if the link has
 *       changed, or if a marker has been appended to the node before.
 *   <li>A replacement is a CAS of the value.
 *   <li>A removal is a CAS of the value to null. Then it appends the marker, and unlinks the node
 *       if the link before has not changed. Otherwise the next update that meets the node unlinks
 *       it.
 *   <li>A lookup goes along the list and changes nothing.
 * </ol>
 *
 * <p><b>Linearization.</b>
 *
 * <ul>
 *   <li>Insertion: the CAS of the link before. Replacement and removal: the CAS of the value.
 *   <li>A hit: the value is read.
 *   <li>A miss at a node of the key: its value is read as null if it has been removed within the
 *       call; otherwise a moment of the call at which the removed node was still linked. A node of
 *       the same key is inserted only after it has been unlinked.
 *   <li>Another miss: the link that passes the place of the key is read, or is frozen by a marker
 *       within the call.
 *   <li>A condition that is not met: as a hit or a miss.
 * </ul>
 *
 * <p><b>Progress.</b> Updates are lock-free. Lookups are wait-free, as long as keys are not
 * inserted before them for ever.
 *
 * <p><b>Memory order.</b> Links, buckets and values are volatile, and change by volatile CAS. The
 * key and hash of a node are final. The link of a new node is written plainly before the CAS that
 * publishes it.
 *
 * <p><b>Iteration</b> goes from bucket to bucket, weakly consistent. A removed node keeps its link.
 *
 * <p><b>Errors.</b> A hash or equality that throws does so before the CAS that takes effect. Node
 * and marker are allocated before that CAS too. The rest of a removal may fail: the node stays
 * linked until the next update that meets it.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class MichaelHashMap<K, V> extends RivalMap<K, V> {
  private static final VarHandle BUCKET = MethodHandles.arrayElementVarHandle(Node[].class);
  private static final VarHandle NEXT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "next", VarHandle.class, Node.class, Node.class);
  private static final VarHandle VALUE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "value", VarHandle.class, Node.class, Object.class);

  private static final int MULTIPLIER = 0x9e37_79b9;

  static {
    EarlyInitialization.of(MichaelHashMap.class);
  }

  private final @Nullable Node<K, V>[] buckets;

  /**
   * An empty map.
   *
   * @param buckets their number, which does not change
   * @throws IllegalArgumentException if it is not positive
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of generic types.
  public MichaelHashMap(int buckets) {
    if (buckets <= 0) {
      throw new IllegalArgumentException("buckets: " + buckets + " (expected: 1 or more)");
    }
    this.buckets = new Node[buckets];
  }

  private static final class Node<K, V> {
    final int hash;

    /** Null in a marker. */
    final @Nullable K key;

    /** Null in a removed node and in a marker. */
    volatile @Nullable V value;

    volatile @Nullable Node<K, V> next;

    Node(int hash, @Nullable K key, @Nullable V value, @Nullable Node<K, V> next) {
      this.hash = hash;
      this.key = key;
      this.value = value;
      NEXT.set(this, next);
    }

    boolean isMarker() {
      return key == null;
    }

    boolean has(int itsHash, Object itsKey) {
      return hash == itsHash && (key == itsKey || itsKey.equals(key));
    }

    /** Returns the next node that is no marker. */
    @Nullable Node<K, V> following() {
      Node<K, V> following = next;
      return following != null && following.isMarker() ? following.next : following;
    }

    /**
     * Makes sure that this removed node has a marker, so that its link does not change any more.
     *
     * @param marker is appended if there is none
     * @return the node behind
     */
    @Nullable Node<K, V> freeze(@Nullable Node<K, V> marker) {
      Node<K, V> own = marker;
      for (; ; ) {
        Node<K, V> following = next;
        if (following != null && following.isMarker()) {
          return following.next;
        }
        if (own == null) {
          own = new Node<>(hash, null, null, null);
        }
        NEXT.set(own, following);
        if (NEXT.compareAndSet(this, following, own)) {
          return following;
        }
      }
    }
  }

  private static int hash(Object key) {
    return key.hashCode() * MULTIPLIER;
  }

  /** Buckets have ranges of hashes. */
  private int bucket(int hash) {
    return (int) ((Integer.toUnsignedLong(hash) * buckets.length) >>> Integer.SIZE);
  }

  @SuppressWarnings("unchecked") // Only such are set.
  private @Nullable Node<K, V> first(int bucket) {
    return (Node<K, V>) BUCKET.getVolatile(buckets, bucket);
  }

  /** Changes the link of a node, or with null that of a bucket. */
  private boolean casLink(
      int bucket,
      @Nullable Node<K, V> before,
      @Nullable Node<K, V> expected,
      @Nullable Node<K, V> to) {
    return before == null
        ? BUCKET.compareAndSet(buckets, bucket, expected, to)
        : NEXT.compareAndSet(before, expected, to);
  }

  /** A place in a list, for one call. */
  private static final class Place<K, V> {
    /** The node before, or null for the bucket itself. */
    @Nullable Node<K, V> before;

    /** The node of the key; or the first one of a greater hash, or null, if the key is absent. */
    @Nullable Node<K, V> at;

    boolean isFound;
  }

  private void find(int hash, Object key, Place<K, V> place) {
    while (!tryFind(hash, key, place)) {
      Thread.onSpinWait();
    }
  }

  /** Searches for a key, and unlinks removed nodes. Returns false if it must begin anew. */
  private boolean tryFind(int hash, Object key, Place<K, V> place) {
    int bucket = bucket(hash);
    Node<K, V> before = null;
    Node<K, V> at = first(bucket);
    boolean isFound = false;
    while (at != null && !isFound && Integer.compareUnsigned(at.hash, hash) <= 0) {
      if (at.isMarker()) {
        return false; // The node before has been removed.
      }
      if (at.value == null) {
        Node<K, V> following = at.freeze(null);
        if (!casLink(bucket, before, at, following)) {
          return false;
        }
        at = following;
      } else if (at.has(hash, key)) {
        isFound = true;
      } else {
        before = at;
        at = at.next;
      }
    }
    place.before = before;
    place.at = at;
    place.isFound = isFound;
    return true;
  }

  @Override
  public @Nullable V get(Object key) {
    int hash = hash(key);
    Node<K, V> at = first(bucket(hash));
    while (at != null && Integer.compareUnsigned(at.hash, hash) <= 0) {
      if (at.has(hash, key)) {
        return at.value;
      }
      at = at.following();
    }
    return null;
  }

  @Override
  @SuppressWarnings("unchecked") // A key of another class is never found, and not inserted.
  @Nullable V exchange(Object key, @Nullable V value, Object condition) {
    int hash = hash(key);
    Place<K, V> place = new Place<>();
    Node<K, V> made = null; // The node that is inserted, or the marker.
    for (; ; ) {
      find(hash, key, place);
      Node<K, V> at = place.at;
      V present = place.isFound && at != null ? at.value : null;
      if (!place.isFound) {
        if (value == null || !isMet(condition, null)) {
          return null;
        }
        made = made == null ? new Node<>(hash, (K) key, value, null) : made;
        NEXT.set(made, at);
        if (casLink(bucket(hash), place.before, at, made)) { // An insertion takes effect here.
          return null;
        }
      } else if (at != null && present != null) {
        if (!isMet(condition, present)) {
          return present;
        }
        if (value != null) {
          if (VALUE.compareAndSet(at, present, value)) { // A replacement takes effect here.
            return present;
          }
        } else {
          made = made == null ? new Node<>(hash, null, null, null) : made;
          StackRoom.require();
          if (VALUE.compareAndSet(at, present, null)) { // A removal takes effect here.
            Node<K, V> following = at.freeze(made);
            casLink(bucket(hash), place.before, at, following); // Or else a later search does it.
            return present;
          }
        }
      }
    }
  }

  @Override
  protected Walk<K, V> walk() {
    return new BucketWalk();
  }

  @Override
  protected int order() {
    return 0;
  }

  private final class BucketWalk implements Walk<K, V> {
    /** The bucket after that of the node. */
    private int nextBucket;

    private @Nullable Node<K, V> at;
    private @Nullable V value;
    private @Nullable K kept;
    private boolean isOver;

    @Override
    public boolean advance() {
      int bucket = nextBucket;
      Node<K, V> next = at == null || isOver ? null : at.following();
      V present = next == null ? null : next.value;
      while (present == null && (next != null || bucket < buckets.length)) {
        next = next == null ? first(bucket++) : next.following();
        present = next == null ? null : next.value;
      }
      nextBucket = bucket;
      if (next == null) {
        isOver = true;
        return false;
      }
      at = next;
      value = present;
      return true;
    }

    @Override
    public K key() {
      return Objects.requireNonNull(Objects.requireNonNull(at, "at").key, "key");
    }

    @Override
    public void keepKey() {
      kept = key();
    }

    @Override
    public K keptKey() {
      return Objects.requireNonNull(kept, "kept");
    }

    @Override
    public V value() {
      return Objects.requireNonNull(value, "value");
    }
  }

  /**
   * Checks that hashes ascend within the range of each bucket, that no key is there twice, and that
   * each marker belongs to a removed node. Such a node may be linked, where an unlinking lost to an
   * insertion.
   */
  @Override
  public void validate() {
    for (int bucket = 0; bucket < buckets.length; bucket++) {
      Set<Object> keys = new HashSet<>();
      Node<K, V> last = null;
      for (Node<K, V> at = first(bucket); at != null; at = at.next) {
        if (at.isMarker()) {
          check(last != null && !last.isMarker() && last.value == null, "a marker ends", bucket);
        } else {
          check(bucket(at.hash) == bucket, "a node is in its bucket", at.key);
          check(at.value == null || keys.add(Objects.requireNonNull(at.key)), "one node", at.key);
        }
        check(
            last == null || Integer.compareUnsigned(last.hash, at.hash) <= 0,
            "hashes ascend",
            at.key);
        last = at;
      }
    }
  }
}
