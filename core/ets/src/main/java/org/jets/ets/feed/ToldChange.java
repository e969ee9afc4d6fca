package org.jets.ets.feed;

import java.util.List;
import org.jets.ets.cell.Cells;
import org.jets.ets.event.TableChange;
import org.jets.ets.event.TableChange.Cause;
import org.jets.ets.event.TableChange.Kind;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.StoreConfig;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A change of one key, or a clear, for the subscriptions that it concerns. It is made before the
 * change, so that to tell it takes no memory. The queues of the subscriptions share it.
 */
final class ToldChange {
  private static final ChangeSubscription[] NONE = {};

  /**
   * The subscriptions that the change concerns, until it is in their queues. So a change that waits
   * for one of them keeps no other in memory.
   */
  private ChangeSubscription[] receivers;

  private @Nullable Object before;
  private @Nullable Object after;
  private Cause cause = Cause.CALL;
  private boolean isMade;
  private long sequence;

  /** The bytes of both cells, as far as a receiver limits them. */
  private long bytes;

  ToldChange(ChangeSubscription[] receivers) {
    this.receivers = receivers;
  }

  /** Sets the cells; two nulls for a clear. */
  void make(@Nullable Object cellBefore, @Nullable Object cellAfter, Cause reason) {
    before = cellBefore;
    after = cellAfter;
    cause = reason;
    isMade = true;
  }

  /** Returns whether the change has been made, as far as is known. */
  boolean isMade() {
    return isMade;
  }

  void setSequence(long number) {
    sequence = number;
  }

  long sequence() {
    return sequence;
  }

  /**
   * Measures the change if a receiver limits the bytes. If memory runs out, it counts as too large.
   */
  void measure() {
    long limit = 0;
    for (ChangeSubscription receiver : receivers) {
      limit = Math.max(limit, receiver.limitedBytes());
    }
    if (limit > 0) {
      bytes = Long.MAX_VALUE;
      try {
        bytes = addTo(addTo(0, before, limit), after, limit);
      } catch (OutOfMemoryError e) {
        // It is lost for these receivers.
      }
    }
  }

  /**
   * Returns an estimate of the bytes of the objects before and after. If they exceed the largest
   * limit of a receiver it is some number above that.
   */
  long bytes() {
    return bytes;
  }

  /** Puts the change, whose number is set, into the queues of its receivers. */
  void offer() {
    for (ChangeSubscription receiver : receivers) {
      receiver.offer(this);
    }
    receivers = NONE;
  }

  private static long addTo(long sum, @Nullable Object cell, long limit) {
    long bytes = sum;
    for (Tuple object : Cells.objects(cell)) {
      if (bytes > limit) {
        break;
      }
      bytes += TermBytes.of(object, limit - bytes);
    }
    return bytes;
  }

  /** Returns the change as subscribers get it. Constant time. */
  TableChange event(StoreConfig config) {
    Object cell = after == null ? before : after;
    return new TableChange(
        config.table(),
        sequence,
        kind(),
        cell == null ? null : config.keyOf(cell),
        Cells.objects(before),
        Cells.objects(after),
        cause,
        0);
  }

  private Kind kind() {
    if (after != null) {
      return before == null ? Kind.INSERTED : Kind.REPLACED;
    }
    return before == null ? Kind.CLEARED : Kind.DELETED;
  }

  /** Returns the event for lost changes. */
  static TableChange gap(StoreConfig config, long sequence, long lost) {
    return new TableChange(
        config.table(), sequence, Kind.LOST, null, List.of(), List.of(), Cause.CALL, lost);
  }
}
