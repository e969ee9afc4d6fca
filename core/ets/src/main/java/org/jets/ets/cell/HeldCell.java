package org.jets.ets.cell;

import org.jspecify.annotations.Nullable;

/**
 * A cell together with what a store around the map's store keeps of it, such as the time of its
 * end. That store puts this form into the map by {@code compute} and {@code insertAll}, and takes
 * the cell out again in each read. So cell and addition change as one. The map's store itself only
 * needs the key and the number of the objects.
 */
public abstract class HeldCell {
  private final Object cell;

  /**
   * Makes one.
   *
   * @param cell a tuple or {@link ObjectList}
   */
  protected HeldCell(Object cell) {
    this.cell = cell;
  }

  /** Returns the cell without the addition. */
  public final Object cell() {
    return cell;
  }

  /** Returns the bytes of this in the heap without the cell. */
  public abstract int bytes();

  /** Returns a cell without any addition. */
  static @Nullable Object plain(@Nullable Object cell) {
    Object plain = cell;
    while (plain instanceof HeldCell held) {
      plain = held.cell;
    }
    return plain;
  }

  /** Returns the bytes of all additions of a cell. */
  static int addedBytes(@Nullable Object cell) {
    int bytes = 0;
    for (Object form = cell; form instanceof HeldCell held; form = held.cell) {
      bytes += held.bytes();
    }
    return bytes;
  }
}
