package org.jets.collections;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A sequential sorted map, as a base node of a {@link ContentionAdaptingTreeMap} holds one: changed
 * by one thread at a time, under the lock of the base node, and read by any number of threads
 * meanwhile, which take no lock and write nothing.
 *
 * <p><b>What a racing reader gets.</b> {@link #tryGet} answers for one moment between its call and
 * its return, or says {@link #RETRY}. {@link #tryRead} collects what may be garbage, together with
 * witnesses; the caller believes it only if {@link EntryRun#isValid} says afterwards that none of
 * them has changed, and then all of it was there at one moment. What a comparator throws comes out
 * only if it was given what is there, and not what is half moved. Neither goes on for ever, and
 * what they hand out as valid is published safely. Under the lock both always succeed.
 *
 * <p><b>The stamp</b> is a sequence word: odd while the container changes, and for good once it has
 * been {@linkplain #retire replaced} by others. A container may leave it alone in changes that its
 * readers notice in another way.
 *
 * <p>A method that changes the container compares keys before it changes anything: what a
 * comparator throws leaves all as it was. Nothing here recurses.
 */
abstract class OrderedContainer<K, V> {
  /** The answer of a reader that has met a change. */
  static final Object RETRY = new Object();

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final VarHandle STAMP =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "stamp", VarHandle.class, OrderedContainer.class, long.class);
  private static final VarHandle HIDDEN =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "hidden", VarHandle.class, OrderedContainer.class, boolean.class);

  final PrefixOrder<K> order;

  private long stamp;

  /** Set while several mappings are changed at one moment. */
  @SuppressWarnings("UnusedVariable") // Is used by the handle.
  private boolean hidden;

  OrderedContainer(PrefixOrder<K> order) {
    this.order = order;
  }

  /**
   * What {@link #split} parts a container into: keys from the separator on are on the right.
   *
   * @param prefix of the separator
   */
  record Halves<K, V>(
      OrderedContainer<K, V> left, long prefix, K separator, OrderedContainer<K, V> right) {}

  // Read by anybody

  /** The value of a key, null if it is absent, or {@link #RETRY}. */
  abstract @Nullable Object tryGet(long prefix, K key);

  /**
   * The neighbour of a key, if it is easily found: the key, or the mapping as an entry. Else {@link
   * #RETRY}, and {@link #tryRead} tells.
   *
   * @param steps where to note what has been found, for the calling thread's next step
   */
  Object tryFindNear(
      long prefix, K key, Relation relation, boolean asEntry, StepHints<BPlusPlace<K, V>> steps) {
    return RETRY;
  }

  /**
   * Adds mappings to a run, and witnesses for them.
   *
   * @return false if a change is under way, and what has been added is to be thrown away
   */
  final boolean tryRead(Scan<K> scan, EntryRun<K, V> run) {
    long seen = stampAcquire();
    if (isChanging(seen) || isHiddenAcquire()) {
      return false;
    }
    run.witness(this, seen);
    return tryRead(scan, run, seen);
  }

  /**
   * Does that.
   *
   * @param seen the stamp
   */
  abstract boolean tryRead(Scan<K> scan, EntryRun<K, V> run, long seen);

  /**
   * A key that parts these bounds, at about their middle if that is easily found; it need not be in
   * the map. To part the work of a traversal: any key is right, and null if there is none at hand.
   */
  abstract @Nullable K middle(KeyBounds<K> bounds);

  // Under the lock

  /** Adds mappings to a run, also while readers are sent away. */
  final void read(Scan<K> scan, EntryRun<K, V> run) {
    check(tryRead(scan, run, stamp), "a change under somebody's lock");
  }

  /**
   * Takes these mappings, which are in ascending order, in the place of all that it has. Compares
   * no keys; takes linear time.
   */
  abstract void setAll(EntryRun<K, V> all);

  /** Returns the value that the key had, or null. */
  abstract @Nullable V put(long prefix, K key, V value);

  /** Returns the value that was removed, or null. */
  abstract @Nullable V remove(long prefix, K key);

  abstract boolean isEmpty();

  /** Counts; takes time in proportion to the container's nodes. */
  abstract long count();

  /**
   * Parts this container, which is used by racing readers alone from then on, at about its middle.
   *
   * @return null if there are fewer than two mappings; then nothing has changed
   */
  abstract @Nullable Halves<K, V> split();

  /**
   * Puts another container of the same class behind this one. Both are used by racing readers alone
   * from then on. Compares no keys.
   *
   * @param prefix of the separator
   * @param separator greater than all keys here, and not greater than any there
   */
  abstract OrderedContainer<K, V> join(long prefix, K separator, OrderedContainer<K, V> right);

  /** Checks the whole structure. */
  abstract void validate();

  /**
   * Sends readers to the lock. Who begins to read from here on sees nothing of what is changed
   * until all of it is, or sees all; who began before sees what he meets, of one key, or finds the
   * stamp changed.
   */
  final void hide() {
    HIDDEN.setVolatile(this, true);
    STAMP.setVolatile(this, stamp + 2);
    VarHandle.storeStoreFence();
  }

  final void show() {
    HIDDEN.setRelease(this, false);
  }

  final boolean isHiddenAcquire() {
    return (boolean) HIDDEN.getAcquire(this);
  }

  // The stamp

  /** Odd if nothing that is read from now on counts. */
  final long stampAcquire() {
    return (long) STAMP.getAcquire(this);
  }

  /** Whether the stamp is still this one, after all that has been read before. */
  final boolean isUnchangedSince(long seen) {
    VarHandle.acquireFence();
    return (long) STAMP.getOpaque(this) == seen;
  }

  /**
   * Throws what a comparator has thrown, if it is meant and not because it was given what moves.
   *
   * @return {@link #RETRY}
   */
  final Object retryOrThrow(long seen, RuntimeException thrown) {
    if (isUnchangedSince(seen)) {
      throw thrown;
    }
    return RETRY;
  }

  static boolean isChanging(long stamp) {
    return (stamp & 1) != 0;
  }

  final void beginChange() {
    STAMP.setOpaque(this, stamp + 1);
    VarHandle.storeStoreFence();
  }

  final void endChange() {
    STAMP.setRelease(this, stamp + 1);
  }

  /** Others have taken this container's place. */
  final void retire() {
    if (!isChanging(stamp)) {
      beginChange();
    }
  }

  static void check(boolean isRight, String what) {
    if (!isRight) {
      throw new AssertionError(what);
    }
  }
}
