package org.jets.ets.feed;

import java.util.List;
import org.jets.ets.cell.Cells;
import org.jets.ets.event.TableChange;
import org.jets.ets.event.TableChange.Kind;
import org.jets.ets.store.StoreConfig;
import org.jspecify.annotations.Nullable;

/**
 * A change of one key, or a clear, for the subscriptions that it concerns. It is made before the
 * change, so that to tell it takes no memory. The queues of the subscriptions share it.
 */
final class ToldChange {
  /** The subscriptions that the change concerns; other threads read nothing here before a lock. */
  final ChangeSubscription[] receivers;

  private @Nullable Object before;
  private @Nullable Object after;
  private boolean isMade;
  private long sequence;

  ToldChange(ChangeSubscription[] receivers) {
    this.receivers = receivers;
  }

  /** Sets the cells; two nulls for a clear. */
  void make(@Nullable Object cellBefore, @Nullable Object cellAfter) {
    before = cellBefore;
    after = cellAfter;
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
    return new TableChange(config.table(), sequence, Kind.LOST, null, List.of(), List.of(), lost);
  }
}
