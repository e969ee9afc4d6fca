package org.jets.ets;

import org.jets.ets.match.MatchSpec;

/**
 * A table of this JVM: what {@link Owner} and {@link EtsTable#newTable} return. It has what a table
 * of another node cannot have.
 */
public interface LocalTable extends EtsTable {
  /** Returns the owner whose rights this handle carries. */
  Owner caller();

  /** Returns the store that holds the objects. */
  Backend backend();

  /**
   * Returns the plan of this table for a specification, and the reason for it. The table looks keys
   * up, or goes through ranges of keys in an ordered_set, as far as heads and guards limit the key;
   * else it looks at each object. A guard limits the key where it compares it, or an element of it,
   * with a constant, and so do {@code andalso}, {@code orelse}, {@code and}, {@code or} and {@code
   * not} of such guards. A key that is a tuple or a list is limited by its first elements; in other
   * types than ordered_set it has to be known as a whole, by {@code =:=}, or by {@code ==} if it is
   * a number or has none in it. Results do not depend on the plan.
   */
  SelectPlan explain(MatchSpec spec);

  /**
   * Returns a table of the same type with the objects that this one has at one moment. It never
   * changes: it belongs to no owner and may only be read, is not among the tables of the space, and
   * goes when nothing refers to it any more. {@link #info} gives as its owner a pid that no owner
   * has, and {@code protected} as its access; to write to it is a {@link TableAccessException}.
   *
   * <p>Cost: on {@link Backend#LOCK_FREE_TREE} constant time, and only an insert of many that is
   * under way is waited for; objects that are replaced in the table stay in memory as long as the
   * snapshot does. On the other stores a copy, in linear time, for a part of which writers wait: in
   * the trees while the objects are gathered, in the others while each key is changed twice.
   */
  LocalTable snapshot();
}
