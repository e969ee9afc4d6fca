package org.jets.ets.event;

import java.util.List;
import java.util.Objects;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A change of the objects of one key, the removal of all objects, or a gap. Immutable; the lists
 * cannot be changed.
 *
 * @param table the identifier of the table
 * @param sequence the number of the change. In one subscription the numbers ascend, with steps for
 *     changes that are not told. That of a gap is the number of the last lost change
 * @param kind what has changed
 * @param key the key; null for {@link Kind#CLEARED} and {@link Kind#LOST}
 * @param before the objects of the key before the change, oldest first; not those that {@link
 *     Kind#CLEARED} removes
 * @param after the objects of the key after the change, oldest first
 * @param cause the reason for the change
 * @param lost the number of changes that {@link Kind#LOST} stands for; otherwise 0
 */
public record TableChange(
    Reference table,
    long sequence,
    Kind kind,
    @Nullable Term key,
    List<Tuple> before,
    List<Tuple> after,
    Cause cause,
    long lost) {

  /** The kinds of changes. */
  public enum Kind {
    /** The key was absent, and has objects now. */
    INSERTED,

    /** The key had objects, and has others or equal new ones now. */
    REPLACED,

    /** The key had objects, and is absent now. */
    DELETED,

    /** All objects of the table have been removed at one moment. */
    CLEARED,

    /**
     * The subscriber has missed changes: it had no room for more, or an error kept them from being
     * told.
     */
    LOST
  }

  /** The reasons for changes. */
  public enum Cause {
    /** A call of a table's operation, or the loss of changes. */
    CALL,

    /** The end of the time that objects had to live. */
    EXPIRY,

    /** The removal of a key because the table has exceeded a bound. */
    EVICTION
  }

  public TableChange {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(after, "after");
    Objects.requireNonNull(cause, "cause");
  }
}
