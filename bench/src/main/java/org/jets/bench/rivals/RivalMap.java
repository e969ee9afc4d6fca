package org.jets.bench.rivals;

import org.jets.bench.skeleton.Change;
import org.jets.bench.skeleton.Presence;
import org.jets.bench.skeleton.SkeletalMap;
import org.jets.bench.skeleton.Walk;
import org.jspecify.annotations.Nullable;

/** A map of a paper, made of one kind of update. Its size is counted by a walk. */
abstract class RivalMap<K, V> extends SkeletalMap<K, V> {
  /**
   * Sets, or with null removes, the value of a key if the present one meets a condition. Never
   * calls a {@link Change}.
   *
   * @param condition one of {@link Presence}, or a change whose {@link Change#before} is expected
   * @return the value before, whether it met the condition or not; null if there was none
   */
  abstract @Nullable V exchange(Object key, @Nullable V value, Object condition);

  /** Returns true if a value, or its absence, meets a condition of {@link #exchange}. */
  static boolean isMet(Object condition, @Nullable Object present) {
    if (condition instanceof Change<?> change) {
      return change.before() == present;
    }
    return condition == Presence.ANYTHING
        || condition == (present == null ? Presence.ABSENT : Presence.PRESENT);
  }

  @Override
  protected final @Nullable V update(Object key, @Nullable V value, Presence expected) {
    return exchange(key, value, expected);
  }

  @Override
  protected final void change(Object key, Change<V> change) {
    V before = get(key);
    while (change.call(before) != before) {
      V found = exchange(key, change.after(), change);
      if (found == before) {
        return;
      }
      before = found;
    }
  }

  @Override
  public final int size() {
    int size = 0;
    Walk<K, V> walk = walk();
    while (walk.advance() && size < Integer.MAX_VALUE) {
      size++;
    }
    return size;
  }

  @Override
  public final boolean isEmpty() {
    return !walk().advance();
  }

  @Override
  public final void clear() {
    Walk<K, V> walk = walk();
    while (walk.advance()) {
      remove(walk.key());
    }
  }

  /** Fails if an invariant does not hold. */
  static void check(boolean holds, String invariant, @Nullable Object where) {
    if (!holds) {
      throw new IllegalStateException(invariant + ": " + where);
    }
  }
}
