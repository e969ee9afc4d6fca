package org.jets.ets.store;

import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Notes whether the thread that made it changes one key of a store, from {@link TableStore#watch}
 * until {@link #end}. For that thread alone.
 */
public final class KeyWatch {
  private final KeyWatches watches;
  private final Term key;

  /** The watch of the same thread that is hidden until this one ends; null for none. */
  private final @Nullable KeyWatch outer;

  /** The next watch outside this one that has the same key; null for none. */
  private final @Nullable KeyWatch outerOfKey;

  private boolean hasChanged;

  KeyWatch(KeyWatches watches, Term key, @Nullable KeyWatch outer, @Nullable KeyWatch outerOfKey) {
    this.watches = watches;
    this.key = key;
    this.outer = outer;
    this.outerOfKey = outerOfKey;
  }

  Term key() {
    return key;
  }

  @Nullable KeyWatch outer() {
    return outer;
  }

  /** Ends this watch, which must be the last one that the thread has begun. */
  public void end() {
    watches.end(this);
  }

  /** Returns whether the thread has changed the key. */
  public boolean hasChanged() {
    return hasChanged;
  }

  /** Notes a change of the key for this watch and those around it. Allocates nothing. */
  void noteChange() {
    for (KeyWatch watch = this; watch != null; watch = watch.outerOfKey) {
      watch.hasChanged = true;
    }
  }
}
