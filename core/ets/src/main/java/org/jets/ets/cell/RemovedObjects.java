package org.jets.ets.cell;

import java.lang.invoke.VarHandle;
import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a removed cell, as an unmodifiable list. It is made before the cell is removed, so
 * that the objects are not lost if memory runs out. Empty until it is filled.
 */
public final class RemovedObjects extends AbstractList<Tuple> implements RandomAccess {
  private @Nullable Object cell;

  /** Fills the list, once, before any other thread has it. Allocates nothing. */
  public void fill(@Nullable Object removed) {
    cell = removed;
    // As after a constructor: a thread that gets the list, by whatever way, sees its objects.
    VarHandle.releaseFence();
  }

  @Override
  public Tuple get(int i) {
    Objects.checkIndex(i, size());
    return cell instanceof ObjectList list ? list.get(i) : (Tuple) Objects.requireNonNull(cell);
  }

  @Override
  public int size() {
    return ObjectList.count(cell);
  }
}
