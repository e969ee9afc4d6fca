package org.jets.ets.expiry;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jets.ets.cell.HeldCell;
import org.jets.ets.quota.HeapLayout;
import org.jspecify.annotations.Nullable;

/**
 * A cell with its time, and a node of a {@link TimerWheel}.
 *
 * <p>If objects expire after the last access, the time is that of the access: readers advance it,
 * and the reader or writer that finds the whole cell expired makes it the complement, which is
 * final. So no slower reader can renew what another has found expired. Otherwise the time is the
 * earliest end of an object, and does not change.
 *
 * <table>
 *   <caption>Shared fields</caption>
 *   <tr><th>field</th><th>written</th><th>read</th></tr>
 *   <tr><td>{@code time}</td><td>before the cell is published; then by CAS</td>
 *     <td>acquire</td></tr>
 *   <tr><td>{@code previous}, {@code next}</td><td>under the lock of the key's wheel</td>
 *     <td>likewise</td></tr>
 * </table>
 */
class DatedCell extends HeldCell {
  private static final VarHandle TIME =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "time", VarHandle.class, DatedCell.class, long.class);

  /** The bytes of one. */
  static final int BYTES = HeapLayout.ofThisJvm().objectBytes(3, Long.BYTES);

  @SuppressWarnings("UnusedVariable") // Read by way of TIME.
  private long time;

  /** The neighbours in a list of a wheel; null if this is in none. */
  @Nullable DatedCell previous;

  @Nullable DatedCell next;

  DatedCell(Object cell, long time) {
    super(cell);
    this.time = time;
  }

  final long time() {
    return (long) TIME.getAcquire(this);
  }

  final boolean casTime(long expected, long changed) {
    return TIME.compareAndSet(this, expected, changed);
  }

  @Override
  public int bytes() {
    return BYTES;
  }
}
