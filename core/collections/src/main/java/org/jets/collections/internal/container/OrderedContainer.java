package org.jets.collections.internal.container;

import java.lang.invoke.VarHandle;
import org.jets.collections.internal.cursor.CursorHints;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * A sequential sorted map, the content of a base node of a {@code ContentionAdaptingTreeMap}. One
 * thread at a time changes it, under the lock of the base node. Any number of threads read it
 * concurrently, without a lock or writes.
 *
 * <p><b>Racing readers.</b>
 *
 * <ul>
 *   <li>{@link #tryGet} returns the state of one moment during the call, or {@link #RETRY}.
 *   <li>{@link #tryRead} collects mappings that may be inconsistent, together with witnesses. They
 *       count only if {@link EntryRun#isValid} then finds all witnesses unchanged. In this case all
 *       mappings were present at one moment.
 *   <li>Both throw an exception of a comparator only if its arguments were present keys and not
 *       keys that were being moved.
 *   <li>Both always end, and publish valid results safely. Under the lock both always succeed.
 * </ul>
 *
 * <p><b>The stamp</b> is a sequence word. It is odd while the container changes, and permanently
 * odd once other containers have replaced this one. A container need not change it if its readers
 * detect a change in another way.
 *
 * <p><b>Errors.</b> A method that changes the container compares keys and allocates before it
 * changes anything. The change itself consists of loads and stores, or is undone by loads and
 * stores in a {@code finally}. So an exception leaves the container unchanged, and the stamp even.
 * {@link #split} and {@link #join} change nothing: the caller publishes what they return.
 */
public abstract class OrderedContainer<K, V> {
  /** The answer of a reader that has met a change. */
  public static final Object RETRY = new Object();

  public final PrefixOrder<K> order;

  /**
   * Written by the holder of the lock. Volatile, so that a change can be ended by a store alone. In
   * a {@code finally} even a call may fail, where there is no stack left for it.
   */
  public volatile long stamp;

  /** True while several mappings are changed at one moment. */
  public volatile boolean hidden;

  /**
   * The root of all mappings. A change of many keys is made in a {@link #fork} and takes effect by
   * storing that one's top here.
   */
  public volatile Object top;

  public OrderedContainer(PrefixOrder<K> order, Object top) {
    this.order = order;
    this.top = top;
  }

  /**
   * The two parts into which {@link #split} cuts a container: keys from the separator on are on the
   * right.
   *
   * @param prefix of the separator
   */
  public record Halves<K, V>(
      OrderedContainer<K, V> left, long prefix, K separator, OrderedContainer<K, V> right) {}

  // Read by anybody

  /** The value of a key, null if it is absent, or {@link #RETRY}. */
  public abstract @Nullable Object tryGet(long prefix, K key);

  /**
   * The neighbour of a key, if it is easily found: the key, or the mapping as an entry. Else {@link
   * #RETRY}, and {@link #tryRead} tells.
   *
   * @param steps where to note what has been found, for the calling thread's next step
   */
  public Object tryFindNear(
      long prefix,
      K key,
      Relation relation,
      boolean asEntry,
      CursorHints<CursorPlace<K, V>> steps) {
    return RETRY;
  }

  /**
   * The first or the last key, or its mapping as an entry, if that is easily found. Else {@link
   * #RETRY}, and {@link #tryRead} tells.
   */
  public Object tryFindEnd(boolean last, boolean asEntry) {
    return RETRY;
  }

  /**
   * Adds mappings to a run, and witnesses for them.
   *
   * @return false if a change is under way, and what has been added is to be thrown away
   */
  public final boolean tryRead(ReadRequest<K> request, EntryRun<K, V> run) {
    long seen = stampAcquire();
    if (isChanging(seen) || isHidden()) {
      return false;
    }
    run.witness(this, seen);
    return tryRead(request, run, seen);
  }

  /**
   * Does that.
   *
   * @param seen the stamp
   */
  public abstract boolean tryRead(ReadRequest<K> request, EntryRun<K, V> run, long seen);

  /**
   * A key that parts these bounds, at about their middle if that is easily found; it need not be in
   * the map. To part the work of a traversal: any key is right, and null if there is none at hand.
   */
  public abstract @Nullable K middle(KeyBounds<K> bounds);

  // Under the lock

  /** Adds mappings to a run, also while readers are sent away. */
  public final void read(ReadRequest<K> request, EntryRun<K, V> run) {
    run.witness(this, stamp);
    check(tryRead(request, run, stamp), "a change under somebody's lock");
  }

  /**
   * Takes these mappings, which are in ascending order, in the place of all that it has. Compares
   * no keys, but may ask for their prefixes; takes linear time.
   */
  public abstract void setAll(EntryRun<K, V> all);

  /** Returns the value that the key had, or null. */
  public abstract @Nullable V put(long prefix, K key, V value);

  /** Returns the value that was removed, or null. */
  public abstract @Nullable V remove(long prefix, K key);

  public abstract boolean isEmpty();

  /** Counts; takes time in proportion to the container's nodes. */
  public abstract long count();

  /**
   * A container of the same mappings, for one thread, that is changed without changing anything
   * that this one has: what would be changed is copied. Takes constant time.
   */
  public abstract OrderedContainer<K, V> fork();

  /**
   * Parts this container at about its middle. It stays as it is, but is no longer to be changed
   * when the halves are in use: they share most of what it has.
   *
   * @return null if there are fewer than two mappings
   */
  public abstract @Nullable Halves<K, V> split();

  /**
   * A container of the mappings of this one and of another of the same class behind it. Both stay
   * as they are, but are no longer to be changed when the new one is in use. Compares no keys, but
   * may ask for prefixes and for what keys share.
   *
   * @param prefix of the separator
   * @param separator greater than all keys here, and not greater than any there
   */
  public abstract OrderedContainer<K, V> join(
      long prefix, K separator, OrderedContainer<K, V> right);

  /** Checks the whole structure. */
  public abstract void validate();

  /** Returns true while readers are sent to the lock. */
  public final boolean isHidden() {
    return hidden;
  }

  // The stamp

  /** Odd if nothing that is read from now on counts. */
  public final long stampAcquire() {
    return stamp;
  }

  /** Returns true if the stamp is still this one, after all that has been read before. */
  public final boolean isUnchangedSince(long seen) {
    VarHandle.acquireFence();
    return stamp == seen;
  }

  /**
   * Throws what a comparator has thrown, if it is meant and not because it was given what moves.
   *
   * @return {@link #RETRY}
   */
  public final Object retryOrThrow(long seen, RuntimeException thrown) {
    if (isUnchangedSince(seen)) {
      throw thrown;
    }
    return RETRY;
  }

  public static boolean isChanging(long stamp) {
    return (stamp & 1) != 0;
  }

  public static void check(boolean isRight, String what) {
    if (!isRight) {
      throw new AssertionError(what);
    }
  }
}
