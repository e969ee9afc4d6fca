package org.jets.collections.internal.linear;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.ReaderGroups;
import org.jspecify.annotations.Nullable;

/**
 * The lock of every {@code stripes}-th bucket of a {@code StripedHashMap}, with what is counted
 * under it. A writer owns the cache line of the lock anyway, so that counting costs it nothing.
 *
 * <p>{@link #inserted} and {@link #removed} only grow. If a thread reads both twice, with the lock
 * free each time, and finds the same numbers, then nothing was inserted or removed in between.
 *
 * <p>Everything here is guarded by this lock; the two counts are read without it too.
 */
public final class Stripe extends BucketLock {
  /** The bytes of a lock without reader groups. */
  static final int BYTES = 128;

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  static final VarHandle INSERTED =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "inserted", VarHandle.class, Stripe.class, long.class);
  static final VarHandle REMOVED =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "removed", VarHandle.class, Stripe.class, long.class);

  long inserted;
  long removed;

  /** The change of this stripe's count since it was last added to the map's estimate. */
  int unpublished;

  /** Rises with each operation that had to wait for the lock, falls slowly with each other one. */
  int contention;

  // To the next stripe's fields 128 bytes: a cache line, and the one fetched along with it.
  byte p000, p001, p002, p003, p004, p005, p006, p007, p010, p011, p012, p013, p014, p015, p016;
  byte p020, p021, p022, p023, p024, p025, p026, p027, p030, p031, p032, p033, p034, p035, p036;
  byte p040, p041, p042, p043, p044, p045, p046, p047, p050, p051, p052, p053, p054, p055, p056;
  byte p060, p061, p062, p063, p064, p065, p066, p067, p070, p071, p072, p073, p074, p075, p076;

  Stripe(@Nullable ReaderGroups readers) {
    super(readers);
  }

  /** Counts insertions and removals, or what another stripe had counted. */
  public void count(long insertions, long removals) {
    INSERTED.setOpaque(this, inserted + insertions);
    REMOVED.setOpaque(this, removed + removals);
    unpublished += (int) (insertions - removals);
  }

  public long insertedAcquire() {
    return (long) INSERTED.getAcquire(this);
  }

  long removedAcquire() {
    return (long) REMOVED.getAcquire(this);
  }
}
