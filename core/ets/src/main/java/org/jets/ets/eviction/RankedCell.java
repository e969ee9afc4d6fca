package org.jets.ets.eviction;

import org.jets.ets.cell.HeldCell;
import org.jets.ets.quota.HeapLayout;
import org.jspecify.annotations.Nullable;

/**
 * A cell with its place in an {@link EvictionPolicy}.
 *
 * <p><b>Guarded by.</b> The neighbours and the segment: the lock of the policy.
 */
final class RankedCell extends HeldCell {
  /** The bytes of one. */
  static final int BYTES = HeapLayout.ofThisJvm().objectBytes(3, 2 * Integer.BYTES);

  /** The bytes in a unit of weight, of which a cell has a whole number. */
  private static final int UNIT_BITS = 3;

  private static final int SEGMENT_BITS = 2;
  private static final int SEGMENT = (1 << SEGMENT_BITS) - 1;

  /** Marks a cell that has left the map and is not linked again. */
  private static final RankedCell RETIRED = new RankedCell("retired", 0, 0);

  /** The neighbours in a list of the policy; null if this is in none. */
  @Nullable RankedCell previous;

  @Nullable RankedCell next;

  /** The high bits of the key's hash, and the number of the segment. */
  private int hashAndSegment;

  private final int units;

  /**
   * Makes one.
   *
   * @param hash of the key
   * @param bytes the weight; one of 16 GB and more counts as 16 GB
   */
  RankedCell(Object cell, int hash, long bytes) {
    super(cell);
    this.hashAndSegment = hash << SEGMENT_BITS;
    this.units = (int) Math.max(0, Math.min(Integer.MAX_VALUE, bytes >> UNIT_BITS));
  }

  /** Returns the hash of the key, with some bits lost. */
  int hash() {
    return hashAndSegment >>> SEGMENT_BITS;
  }

  int segment() {
    return hashAndSegment & SEGMENT;
  }

  void setSegment(int segment) {
    hashAndSegment = (hashAndSegment & ~SEGMENT) | segment;
  }

  /** Returns the weight in bytes. */
  long weight() {
    return (long) units << UNIT_BITS;
  }

  /** Returns whether the weight may be larger than this cell tells. */
  boolean isWeightLimited() {
    return units == Integer.MAX_VALUE;
  }

  boolean isLinked() {
    return previous != null;
  }

  /** Returns whether the cell has been {@linkplain #retire retired}. */
  boolean isRetired() {
    return next == RETIRED;
  }

  /** Marks a cell, in no list, as one that is not linked again. */
  void retire() {
    next = RETIRED;
  }

  @Override
  public int bytes() {
    return BYTES;
  }
}
