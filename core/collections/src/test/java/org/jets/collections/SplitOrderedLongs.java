package org.jets.collections;

import java.util.Objects;
import org.jets.collections.internal.split.LongKeys;
import org.jets.collections.internal.split.SplitOrderedList;
import org.jspecify.annotations.Nullable;

/** A split-ordered list of {@link LongKeys} as a map. The library has no such map. */
final class SplitOrderedLongs<V> extends SplitOrderedMap<Long, V> {
  SplitOrderedLongs(int minBits, long multiplier) {
    super(new SplitOrderedList<>(new LongKeys(multiplier), minBits));
  }

  @Override
  public @Nullable V get(Object key) {
    Long number = (Long) Objects.requireNonNull(key, "key");
    return list.getByOrder(list.keys.order(number), number);
  }
}
