package org.jets.ets.cell;

import org.jspecify.annotations.Nullable;

/**
 * The placeholder of a cell until a batch insert has taken effect for all its keys. It has the cell
 * before, the cell after, and the transaction that decides between them.
 */
public final class PendingCell {
  private final Transaction transaction;
  private final @Nullable Object before;
  private final @Nullable Object after;

  public PendingCell(Transaction transaction, @Nullable Object before, @Nullable Object after) {
    this.transaction = transaction;
    this.before = before;
    this.after = after;
  }

  /** Returns the cell that a map's value stands for. */
  public static @Nullable Object resolve(@Nullable Object held) {
    if (held instanceof PendingCell pending) {
      return pending.value();
    }
    return held instanceof CounterCell counter ? counter.object() : held;
  }

  /**
   * Returns the cell that a map's value stands for, and ensures that this cell does not change
   * before the value leaves the map. For a writer that is about to replace the value. A pending
   * cell must be decided, or belong to the writer.
   */
  public static @Nullable Object seal(@Nullable Object held) {
    if (held instanceof CounterCell counter) {
      counter.seal();
    }
    return resolve(held);
  }

  /**
   * Returns a cell with the key and the number of objects of the one that a map's value stands for.
   * Never allocates.
   */
  public static @Nullable Object outline(@Nullable Object held) {
    return held instanceof CounterCell counter ? counter.outline() : resolve(held);
  }

  public Transaction transaction() {
    return transaction;
  }

  public boolean isUndecided() {
    return transaction.isUndecided();
  }

  /** Returns whether the key was absent before. */
  public boolean isNewKey() {
    return before == null;
  }

  /** Returns the cell that this stands for now. */
  public @Nullable Object value() {
    return transaction.isCommitted() ? after : before;
  }

  /** Returns the number of objects by which the decision has changed the cell. */
  public int objectGrowth() {
    return ObjectList.count(value()) - ObjectList.count(before);
  }

  /** Returns the number of keys by which the decision has changed the table: 1 or 0. */
  public int keyGrowth() {
    return before == null && value() != null ? 1 : 0;
  }
}
