package org.jets.collections;

import java.util.Comparator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.LongConsumer;
import org.jets.collections.internal.catree.ContentionAdaptingCursor;
import org.jspecify.annotations.Nullable;

/** A spliterator over the keys of a {@link LongTreeMap}. */
final class SortedLongKeySpliterator implements Spliterator.OfLong {
  private final ContentionAdaptingCursor<Long, ?> cursor;

  SortedLongKeySpliterator(ContentionAdaptingCursor<Long, ?> cursor) {
    this.cursor = cursor;
  }

  @Override
  public boolean tryAdvance(LongConsumer action) {
    Objects.requireNonNull(action, "action");
    if (!cursor.advance()) {
      return false;
    }
    action.accept(cursor.longKey());
    return true;
  }

  @Override
  public void forEachRemaining(LongConsumer action) {
    Objects.requireNonNull(action, "action");
    cursor.forEachLong((key, value) -> action.accept(key));
  }

  @Override
  public @Nullable OfLong trySplit() {
    ContentionAdaptingCursor<Long, ?> part = cursor.trySplit();
    return part == null ? null : new SortedLongKeySpliterator(part);
  }

  @Override
  public long estimateSize() {
    return cursor.estimateSize();
  }

  @Override
  public int characteristics() {
    return CONCURRENT | DISTINCT | NONNULL | ORDERED | SORTED;
  }

  @Override
  public @Nullable Comparator<? super Long> getComparator() {
    return null;
  }
}
