package org.jets.ets;

import org.jets.ets.match.MatchSpec;

/**
 * A table of this JVM, as {@link Owner} and {@link EtsTable#newTable} return it. It has the
 * operations that a table of another node cannot support.
 */
public interface LocalTable extends EtsTable {
  /** Returns the owner whose rights this handle carries. */
  Owner caller();

  /** Returns the store that holds the objects. */
  Backend backend();

  /**
   * Returns the plan of this table for a specification, and the reason for it. If heads and guards
   * limit the key, the table looks keys up, or scans ranges of keys in an ordered_set. Otherwise it
   * scans all objects. A guard limits the key if it compares the key, or an element of it, with a
   * constant. So do {@code andalso}, {@code orelse}, {@code and}, {@code or} and {@code not} of
   * such guards. In an ordered_set, the first elements of a tuple or list limit it as a key. In the
   * other types the whole key must be known: by {@code =:=}, or by {@code ==} if it is a number or
   * contains none. Results do not depend on the plan.
   */
  SelectPlan explain(MatchSpec spec);

  /**
   * Returns a table of the same type with the objects that this one has at one moment. It never
   * changes: it belongs to no owner, and a write to it is a {@link TableAccessException}. It is not
   * among the tables of the space, and is collected once it is unreachable. For {@link #info} its
   * owner is a pid that no owner has, and its access is {@code protected}. So any owner that has it
   * may read it, even after this table has been given away, made private or dropped.
   *
   * <p>Cost: on {@link Backend#LOCK_FREE_TREE} constant time; it blocks only on a batch insert in
   * progress, and retains objects that are later replaced in the table. On the other stores a copy
   * in linear time, for a part of which writers block. In the trees they block while the objects
   * are gathered, in the others while each key is changed twice.
   */
  LocalTable snapshot();
}
