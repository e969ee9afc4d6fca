package org.jets.ets;

import org.jets.ets.cell.CellUpdate;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A change of elements in the only object of a key, or in a default object if there is none. The
 * result is {@linkplain Tuple#packed packed}, as all objects of a table.
 */
abstract class KeyedUpdate extends CellUpdate {
  private final Term key;
  private final int keypos;
  private final @Nullable Tuple initial;

  /** The object that the last run wrote; null if it wrote none. */
  private @Nullable Tuple written;

  /**
   * Makes the update.
   *
   * @param initial the object for an absent key, which replaces the object's own key; null for none
   */
  KeyedUpdate(Term key, int keypos, @Nullable Tuple initial) {
    this.key = key;
    this.keypos = keypos;
    this.initial = initial;
  }

  @Override
  public final boolean mayRemove() {
    return false;
  }

  final Term key() {
    return key;
  }

  final int keypos() {
    return keypos;
  }

  /** Returns the object to change: the present one, or else the default with the key, or null. */
  final @Nullable Tuple object(@Nullable Object cell) {
    written = null;
    if (cell != null) {
      return (Tuple) cell;
    }
    return initial == null ? null : initial.with(keypos, key);
  }

  /** Notes the object that a run writes, and returns it. */
  final Tuple written(Tuple object) {
    written = object;
    return object;
  }

  @Override
  public final @Nullable Tuple inserted() {
    return written;
  }

  /** Checks that an operation may change this position of an object. */
  static void checkChangeable(Object op, int position, int keypos, Tuple object) {
    if (position == keypos) {
      throw BadArgumentException.keypos(3, "operation", op);
    }
    if (position < 1 || position > object.arity()) {
      throw BadArgumentException.position(3, position, object.arity());
    }
  }
}
