package org.jets.collections;

import java.util.Objects;
import java.util.Spliterator;
import java.util.function.LongConsumer;
import org.jets.collections.internal.longs.LongHashCursor;
import org.jspecify.annotations.Nullable;

/** A spliterator over the keys of a {@link LongHashMap}. */
final class LongKeySpliterator implements Spliterator.OfLong {
  private final LongHashCursor<?> cursor;

  LongKeySpliterator(LongHashCursor<?> cursor) {
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
    while (cursor.advance()) {
      action.accept(cursor.longKey());
    }
  }

  @Override
  public @Nullable OfLong trySplit() {
    LongHashCursor<?> part = cursor.trySplit();
    return part == null ? null : new LongKeySpliterator(part);
  }

  @Override
  public long estimateSize() {
    return cursor.estimateSize();
  }

  @Override
  public int characteristics() {
    return CONCURRENT | DISTINCT | NONNULL;
  }
}
