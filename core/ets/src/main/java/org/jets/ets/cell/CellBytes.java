package org.jets.ets.cell;

import org.jets.ets.Quota;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The number of bytes that the objects of cells take in a store, as a {@link Quota} counts them.
 * Depends on the cells alone, so that what a write adds is what a removal takes back.
 *
 * <p>A map has one key object for each cell: that of the object which came first. It counts with
 * that object, unless that is {@linkplain Tuple#packed packed} and has no object for its key. Then
 * it counts once for the cell, unless the map has none either. The objects of a bag can share one
 * key object, which counts once for the cell.
 */
public final class CellBytes {
  private static final long KEY_BYTES = TermBytes.ofInteger(0);

  private final int keypos;
  private final boolean hasKeyObjects;

  /** The bytes that a store adds to each cell, beside those of a {@link HeldCell}. */
  private final int addedBytes;

  /**
   * Makes one for a store.
   *
   * @param keypos the position of the key in each object
   * @param hasKeyObjects whether the store's map has an object for each key that is an integer
   */
  public CellBytes(int keypos, boolean hasKeyObjects) {
    this(keypos, hasKeyObjects, 0);
  }

  private CellBytes(int keypos, boolean hasKeyObjects, int addedBytes) {
    this.keypos = keypos;
    this.hasKeyObjects = hasKeyObjects;
    this.addedBytes = addedBytes;
  }

  /** Returns the measure of cells that a store puts into a form of this many more bytes. */
  public CellBytes withAdded(int bytes) {
    return new CellBytes(keypos, hasKeyObjects, addedBytes + bytes);
  }

  /**
   * Returns the bytes of a cell beside its objects: of its list and additions, and of the key that
   * the map has for it.
   */
  public long ofCellAlone(Object cell) {
    Object plain = HeldCell.plain(cell);
    long bytes = plain instanceof ObjectList list ? list.bytes() : 0;
    return bytes + HeldCell.addedBytes(cell) + ofKeyBesideCell(plain);
  }

  /** Returns the bytes of a cell of one object, and what belongs to it. */
  public long of(Tuple object) {
    return ofObject(object) + ofKeyBeside(object) + addedBytes;
  }

  private static long ofObject(Tuple object) {
    return Quota.OBJECT_BYTES + TermBytes.of(object);
  }

  /**
   * Returns the bytes of the key that a map has for a cell if the cell has none; else 0.
   *
   * @param first the first object of the cell
   */
  public long ofKeyBeside(Tuple first) {
    return hasKeyObjects && !first.isHeld(keypos) ? KEY_BYTES : 0;
  }

  private long ofKeyBesideCell(@Nullable Object cell) {
    return cell == null ? 0 : ofKeyBeside(get(cell, 0));
  }

  /**
   * Returns the bytes of one more object of a cell, without a list.
   *
   * @param first the cell's first object; if it has the key object, that does not count
   */
  public long ofFurther(Tuple object, Tuple first) {
    return ofObject(object) - (sharesKey(object, first) ? ofKey(object) : 0);
  }

  /**
   * Returns the bytes of the terms of one more object of a cell, as far as {@link TermBytes} walks.
   */
  public long ofFurther(Tuple object, Tuple first, long limit, TermBytes.Visits visits) {
    if (!sharesKey(object, first)) {
      return TermBytes.of(object, limit, visits);
    }
    long bytes = TermBytes.ofTop(object, limit);
    for (int i = 1; i <= object.arity() && bytes <= limit; i++) {
      if (i != keypos && object.isHeld(i)) {
        visits.add(1);
        bytes +=
            Math.min(TermBytes.TOO_LARGE, TermBytes.of(object.element(i), limit - bytes, visits));
      }
    }
    return bytes;
  }

  /** Returns whether two objects of a cell have one key object. */
  @SuppressWarnings("ReferenceEquality") // An equal key takes memory of its own.
  public boolean sharesKey(Tuple object, Tuple first) {
    return object.isHeld(keypos)
        && first.isHeld(keypos)
        && object.element(keypos) == first.element(keypos);
  }

  /**
   * Returns the bytes of an object that replaces another one, or is replaced by it. An element that
   * both have at the same position does not count. Nor does a key beside both.
   *
   * @param other null for none
   */
  public long of(Tuple object, @Nullable Tuple other) {
    if (other == null) {
      return of(object);
    }
    if (object == other) {
      return 0;
    }
    long bytes = TermBytes.ofTop(object, Long.MAX_VALUE);
    bytes += Math.max(0, ofKeyBeside(object) - ofKeyBeside(other));
    for (int i = 1; i <= object.arity() && bytes < TermBytes.TOO_LARGE; i++) {
      if (object.isHeld(i) && !isShared(object.element(i), other, i)) {
        bytes += TermBytes.of(object.element(i));
      }
    }
    return bytes;
  }

  private static boolean isShared(Term element, Tuple other, int position) {
    return position <= other.arity()
        && other.isHeld(position)
        && other.element(position) == element;
  }

  /** Returns the bytes of all objects in a cell. */
  public long of(@Nullable Object cell) {
    return growth(null, cell);
  }

  /**
   * Returns the number of bytes by which a change makes a cell grow. Objects that are in both cells
   * are not measured. After an append to a list, time is constant unless the list was copied.
   */
  public long growth(@Nullable Object before, @Nullable Object after) {
    return growthOfPlain(HeldCell.plain(before), HeldCell.plain(after))
        + bytesAddedTo(after)
        - bytesAddedTo(before);
  }

  /** Returns what the cell has of it, and what the stores around its store add. */
  private int bytesAddedTo(@Nullable Object cell) {
    return cell == null ? 0 : HeldCell.addedBytes(cell) + addedBytes;
  }

  private long growthOfPlain(@Nullable Object before, @Nullable Object after) {
    int beforeEnd = ObjectList.count(before);
    int afterEnd = ObjectList.count(after);
    int first = isKnownToExtend(after, before) ? beforeEnd : 0;
    while (first < beforeEnd && first < afterEnd && get(before, first) == get(after, first)) {
      first++;
    }
    while (beforeEnd > first
        && afterEnd > first
        && get(before, beforeEnd - 1) == get(after, afterEnd - 1)) {
      beforeEnd--;
      afterEnd--;
    }
    long keyGrowth = ofKeyBesideCell(after) - ofKeyBesideCell(before);
    if (!(before instanceof ObjectList) && !(after instanceof ObjectList)) {
      return keyGrowth + sum(after, first, afterEnd) - sum(before, first, beforeEnd);
    }
    boolean haveSameKey =
        before != null && after != null && sharesKey(get(after, 0), get(before, 0));
    long growth = keyGrowth + ofParts(after, first, afterEnd) - ofParts(before, first, beforeEnd);
    if (haveSameKey) {
      return growth;
    }
    growth += ofKey(after) - ofKey(before);
    return before == null || after == null ? growth : growth + ofKeysKept(before, after, afterEnd);
  }

  /**
   * Returns the bytes of the keys that the last objects of two cells shared with the first object
   * of the one and do not share with that of the other, minus those of the opposite.
   */
  private long ofKeysKept(Object before, Object after, int afterEnd) {
    Tuple firstBefore = get(before, 0);
    Tuple firstAfter = get(after, 0);
    long bytes = 0;
    for (int i = afterEnd; i < ObjectList.count(after); i++) {
      Tuple object = get(after, i);
      boolean isSharedBefore = sharesKey(object, firstBefore);
      if (isSharedBefore != sharesKey(object, firstAfter)) {
        bytes += isSharedBefore ? ofKey(object) : -ofKey(object);
      }
    }
    return bytes;
  }

  /** Returns the bytes of the key of a cell's first object, if that has an object for it. */
  private long ofKey(@Nullable Object cell) {
    return cell == null ? 0 : ofKey(get(cell, 0));
  }

  private long ofKey(Tuple object) {
    return object.isHeld(keypos) ? TermBytes.of(object.element(keypos)) : 0;
  }

  /** Returns the bytes of objects of a cell, without the key of its first one. */
  private long ofParts(@Nullable Object cell, int from, int to) {
    long bytes = 0;
    for (int i = from; i < to; i++) {
      bytes += ofFurther(get(cell, i), get(cell, 0));
    }
    return bytes;
  }

  private static boolean isKnownToExtend(@Nullable Object after, @Nullable Object before) {
    return after instanceof ObjectList longer
        && before instanceof ObjectList shorter
        && longer.isKnownToExtend(shorter);
  }

  private static long sum(@Nullable Object cell, int from, int to) {
    long bytes = 0;
    for (int i = from; i < to; i++) {
      bytes += ofObject(get(cell, i));
    }
    return bytes;
  }

  private static Tuple get(@Nullable Object cell, int i) {
    if (cell instanceof ObjectList list) {
      return list.get(i);
    }
    if (cell instanceof Tuple object && i == 0) {
      return object;
    }
    throw new IndexOutOfBoundsException(i);
  }
}
