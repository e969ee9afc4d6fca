package org.jets.collections.internal.linear;

import java.util.function.BiFunction;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.CallbackGuard;
import org.jspecify.annotations.Nullable;

/**
 * Updates of one key of a {@link LinearHashTable}, each under the stripe of its hash: prepared
 * first, then done by stores.
 */
public final class StripedUpdates<K, V> {
  static {
    // Links the calls of steps that cannot be undone: the JVM allocates before the first one.
    Stripe stripe = new Stripe(null);
    Stripe.INSERTED.setOpaque(stripe, 0L);
    Stripe.REMOVED.setOpaque(stripe, 0L);
  }

  private final StripedKeys<K> keys;
  private final LinearHashTable<K> table;
  private final LockStripes locks;
  private final TableSizer<K> sizer;

  public StripedUpdates(LinearHashTable<K> table, LockStripes locks, TableSizer<K> sizer) {
    this.keys = table.keys;
    this.table = table;
    this.locks = locks;
    this.sizer = sizer;
  }

  /**
   * Sets, or with null removes, the value of a key if the present one is as expected.
   *
   * @param expected what the value has to be equal to, or one of {@link Expected}
   * @return the value that was there; null if there was none, or not the one expected
   */
  public @Nullable V update(K key, @Nullable V value, Object expected) {
    int hash = keys.hash(key);
    long tag = keys.tag(key, hash);
    beforeUpdate();
    int published = 0;
    Stripe stripe = locks.lock(hash);
    V old;
    try { // One way out: javac copies the finally to each. Larger methods are not inlined.
      stripe.enterQuiet();
      Object[] segments = table.directory();
      int index = LinearHashTable.address(hash, table.buckets());
      Object[] slots = BucketLayout.slots(segments, index);
      int at = BucketWriter.find(segments, index, slots, keys, key, hash, tag);
      BucketWriter<K> bucket =
          at < 0 ? BucketWriter.ofOverflow(segments, index, keys, key, hash) : null;
      Object present = at >= 0 ? slots[at + 1] : bucket == null ? null : bucket.found();
      old = value(present);
      if (!isMet(expected, old)) {
        old = expected instanceof Expected ? old : null;
      } else if (at >= 0 && value != null) {
        stripe.exitQuiet();
        BucketWriter.set(slots, at, value); // Takes effect here.
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

  @SuppressWarnings("unchecked") // Where values are.
  private @Nullable V value(@Nullable Object found) {
    return (V) found;
  }

  /** Returns {@link Expected#isMet}, under a lock. */
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
   * @param sought what has looked for it in an overflow, if there is one
   * @param present what was found
   * @return what has been added to the estimate of the size
   */
  private int write(
      Stripe stripe,
      Object[] segments,
      int index,
      int at,
      @Nullable BucketWriter<K> sought,
      K key,
      int hash,
      long tag,
      @Nullable Object present,
      @Nullable V value) {
    if (value == null && present == null) {
      return 0;
    }
    int change = (value == null ? 0 : 1) - (present == null ? 0 : 1);
    BucketWriter<K> step =
        BucketWriter.prepare(segments, index, at, sought, keys, key, hash, tag, present, value);
    TableSizer<K> counter = sizer;
    stripe.exitQuiet();
    if (step == null) {
      BucketWriter.commitInSlots(
          segments, index, at, key, hash, tag, value); // Takes effect in here.
    } else {
      step.commit(); // Or in here.
    }
    if (change == 0) {
      return 0;
    }
    long inserted = stripe.inserted + (change > 0 ? 1 : 0);
    long removed = stripe.removed + (change > 0 ? 0 : 1);
    int unpublished = stripe.unpublished + change;
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
      counter.isBehind = true; // The next thread that asks for the estimate publishes it.
      return 0;
    }
    stripe.unpublished = 0;
    return unpublished;
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

  /**
   * Runs a function under the lock, if it is wanted for a key that is there or is not.
   *
   * @param function is given key and value; to merge, the present value and the other
   * @param merged the other value; null if this is not to merge
   */
  public @Nullable V compute(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<?, ?, ? extends @Nullable V> function,
      @Nullable V merged) {
    int hash = keys.hash(key);
    long tag = keys.tag(key, hash);
    beforeUpdate();
    int published = 0;
    Stripe stripe = locks.lock(hash);
    V value;
    try {
      stripe.enterQuiet();
      Object[] segments = table.directory();
      int index = LinearHashTable.address(hash, table.buckets());
      Object[] slots = BucketLayout.slots(segments, index);
      int at = BucketWriter.find(segments, index, slots, keys, key, hash, tag);
      BucketWriter<K> bucket =
          at < 0 ? BucketWriter.ofOverflow(segments, index, keys, key, hash) : null;
      Object present = at >= 0 ? slots[at + 1] : bucket == null ? null : bucket.found();
      V old = value(present);
      if (old == null ? !ifAbsent : !ifPresent) {
        value = old;
      } else {
        value = apply(key, old, function, merged);
        if (at >= 0 && value != null) {
          stripe.exitQuiet();
          BucketWriter.set(slots, at, value); // Takes effect here.
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
}
