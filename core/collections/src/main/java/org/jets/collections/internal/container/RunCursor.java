package org.jets.collections.internal.container;

import java.util.function.BiConsumer;
import org.jets.collections.internal.cursor.Cursor;
import org.jspecify.annotations.Nullable;

/** A cursor over mappings that have been copied. */
public final class RunCursor<K, V> extends Cursor<K, V> {
  private final EntryRun<K, V> run;
  private final int end;
  private int at;

  public RunCursor(EntryRun<K, V> run) {
    this(run, 0, run.size());
  }

  private RunCursor(EntryRun<K, V> run, int start, int end) {
    this.run = run;
    this.at = start - 1;
    this.end = end;
  }

  @Override
  public boolean advance() {
    if (at + 1 >= end) {
      return false;
    }
    at++;
    return true;
  }

  @Override
  public void forEachRemaining(BiConsumer<? super K, ? super V> action) {
    int from = at + 1;
    at = end - 1;
    run.forEach(from, end, action);
  }

  @Override
  public K key() {
    return run.key(at);
  }

  @Override
  public V value() {
    return run.value(at);
  }

  @Override
  public @Nullable Cursor<K, V> trySplit() {
    int middle = (at + 1 + end) >>> 1;
    if (middle <= at + 1) {
      return null;
    }
    Cursor<K, V> first = new RunCursor<>(run, at + 1, middle);
    at = middle - 1;
    return first;
  }

  @Override
  public long estimateSize() {
    return (long) end - at - 1;
  }
}
