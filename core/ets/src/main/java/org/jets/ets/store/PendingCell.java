package org.jets.ets.store;

import org.jspecify.annotations.Nullable;

/**
 * What an insert of many objects puts in the place of a cell until it has taken effect for all of
 * them: the cell before and the cell after, and what decides between them.
 */
final class PendingCell {
  private final Transaction transaction;
  private final @Nullable Object before;
  private final @Nullable Object after;

  PendingCell(Transaction transaction, @Nullable Object before, @Nullable Object after) {
    this.transaction = transaction;
    this.before = before;
    this.after = after;
  }

  /** The cell that a map's value stands for. */
  static @Nullable Object resolve(@Nullable Object held) {
    return held instanceof PendingCell pending ? pending.value() : held;
  }

  Transaction transaction() {
    return transaction;
  }

  boolean isUndecided() {
    return transaction.isUndecided();
  }

  /** Whether the key was not there before. */
  boolean isNewKey() {
    return before == null;
  }

  /** The cell that this stands for now. */
  @Nullable Object value() {
    return transaction.isCommitted() ? after : before;
  }

  /** By how many objects the decision has changed the cell. */
  int objectGrowth() {
    return ObjectList.count(value()) - ObjectList.count(before);
  }

  /** By how many keys, which is 1 or 0. */
  int keyGrowth() {
    return before == null && value() != null ? 1 : 0;
  }
}
