package org.jets.collections.internal.catree;

import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.sync.BucketLock;

/**
 * The lock of a {@link BaseNode}. It guards its own fields: what decides on splits and joins, and
 * the number of mappings. Writers own its cache line anyway. Readers that succeed without the lock
 * do not touch it.
 */
public final class BaseLock extends BucketLock {
  public static final long UNKNOWN = -1;
  static final int NO_WRITER = 0;

  /**
   * The statistic: high after operations that had to wait, low after others. Other threads read it
   * as a hint.
   */
  public int contention;

  /**
   * The reluctance to join the base node: the limit of its statistic is multiplied by 2 to this
   * power. It is higher the more often joined base nodes have soon been split again.
   */
  byte reluctance;

  /** The number of routes that were above the base node when it was made, about. */
  byte depth;

  /** The number in {@code ThreadSpread} of the last writer that did not have to wait. */
  int lastWriter = NO_WRITER;

  /** True if the base node has come of a join, so that a split of it would repeat one. */
  boolean isJoined;

  /** The number of mappings, or {@link #UNKNOWN} until it is first requested. */
  public long mappings = UNKNOWN;

  // To the next object's fields 128 bytes: a cache line, and the one fetched along with it.
  byte p000, p001, p002, p003, p004, p005, p006, p007, p010, p011, p012, p013, p014, p015, p016;
  byte p020, p021, p022, p023, p024, p025, p026, p027, p030, p031, p032, p033, p034, p035, p036;
  byte p040, p041, p042, p043, p044, p045, p046, p047, p050, p051, p052, p053, p054, p055, p056;
  byte p060, p061, p062, p063, p064, p065, p066, p067, p070, p071, p072, p073, p074, p075, p076;

  BaseLock() {
    super(null);
  }

  /**
   * Returns the number of mappings, or a negative number if they have not been counted. The read is
   * racy.
   */
  long mappingsIfKnown() {
    return mappings;
  }

  /** Returns the number of mappings of the container that this lock, which is held, guards. */
  long mappings(OrderedContainer<?, ?> container) {
    if (mappings == UNKNOWN) {
      mappings = container.count();
    }
    return mappings;
  }
}
