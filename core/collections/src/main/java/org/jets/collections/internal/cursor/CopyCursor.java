package org.jets.collections.internal.cursor;

import org.jspecify.annotations.Nullable;

/** A cursor over a copy: over what a map, or a range of it, has been at one moment. */
public final class CopyCursor<K, V> extends Cursor<K, V> {
  /** Parting fewer is not worth a task. */
  private static final int LEAST_TO_SPLIT = 16;

  private final MappingCopy<K, V> copy;
  private final int end;
  private int at;

  public CopyCursor(MappingCopy<K, V> copy) {
    this(copy, -1, copy.size());
  }

  private CopyCursor(MappingCopy<K, V> copy, int at, int end) {
    this.copy = copy;
    this.at = at;
    this.end = end;
  }

  @Override
  public boolean advance() {
    if (at < end) {
      at++;
    }
    return at < end;
  }

  @Override
  public K key() {
    return copy.key(at);
  }

  @Override
  public V value() {
    return copy.value(at);
  }

  @Override
  public @Nullable Cursor<K, V> trySplit() {
    int ahead = end - at - 1;
    if (ahead < LEAST_TO_SPLIT) {
      return null;
    }
    int middle = at + ahead / 2;
    Cursor<K, V> part = new CopyCursor<>(copy, at, middle + 1);
    at = middle;
    return part;
  }

  @Override
  public long estimateSize() {
    return Math.max(0, end - at - 1);
  }
}
