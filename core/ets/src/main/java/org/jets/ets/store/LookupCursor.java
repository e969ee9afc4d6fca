package org.jets.ets.store;

import java.util.List;
import org.jets.ets.NoSuchKeyException;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** A walk over the cells of given distinct keys. */
public final class LookupCursor implements CellCursor {
  private final TableStore store;
  private final List<Term> keys;
  private final Direction direction;
  private int done;

  public LookupCursor(TableStore store, List<Term> keys, Direction direction) {
    this(store, keys, direction, 0);
  }

  private LookupCursor(TableStore store, List<Term> keys, Direction direction, int done) {
    this.store = store;
    this.keys = keys;
    this.direction = direction;
    this.done = done;
  }

  /**
   * Returns a walk over the cells of the keys that follow this one, present or absent.
   *
   * @throws NoSuchKeyException if the key is none of the given ones
   */
  public LookupCursor after(Term key) {
    int i = keys.indexOf(key);
    if (i < 0) {
      throw NoSuchKeyException.ofStep(key);
    }
    return new LookupCursor(
        store, keys, direction, direction == Direction.ASCENDING ? i + 1 : keys.size() - i);
  }

  @Override
  public @Nullable Object next() {
    while (done < keys.size()) {
      int i = direction == Direction.ASCENDING ? done : keys.size() - 1 - done;
      done++;
      Object cell = store.get(keys.get(i));
      if (cell != null) {
        return cell;
      }
    }
    return null;
  }

  /** Returns the next cell, since the walk reads ahead only keys. */
  @Override
  public @Nullable Object nextCurrent(TableStore walked) {
    return next();
  }

  @Override
  public CellCursor copy() {
    return new LookupCursor(store, keys, direction, done);
  }
}
