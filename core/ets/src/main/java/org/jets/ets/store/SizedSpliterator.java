package org.jets.ets.store;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The objects of a table that does not change, with their number until it is split. */
public final class SizedSpliterator implements Spliterator<Tuple> {
  private static final long UNKNOWN = -1;

  private final Spliterator<Tuple> objects;
  private long left;

  /**
   * Makes one over all objects.
   *
   * @param size the number of objects
   */
  public SizedSpliterator(Spliterator<Tuple> objects, long size) {
    this.objects = objects;
    this.left = size;
  }

  @Override
  public boolean tryAdvance(Consumer<? super Tuple> action) {
    // Before the action, which may throw after the object has been taken.
    if (left > 0) {
      left--;
    }
    return objects.tryAdvance(action);
  }

  @Override
  public void forEachRemaining(Consumer<? super Tuple> action) {
    if (left > 0) {
      left = 0;
    }
    objects.forEachRemaining(action);
  }

  @Override
  public @Nullable Spliterator<Tuple> trySplit() {
    Spliterator<Tuple> prefix = objects.trySplit();
    if (prefix == null) {
      return null;
    }
    left = UNKNOWN;
    return new SizedSpliterator(prefix, UNKNOWN);
  }

  @Override
  public long estimateSize() {
    return left == UNKNOWN ? objects.estimateSize() : left;
  }

  @Override
  public int characteristics() {
    int fixed = (objects.characteristics() & ~CONCURRENT) | IMMUTABLE;
    return left == UNKNOWN ? fixed : fixed | SIZED;
  }

  @Override
  public @Nullable Comparator<? super Tuple> getComparator() {
    return objects.getComparator();
  }
}
