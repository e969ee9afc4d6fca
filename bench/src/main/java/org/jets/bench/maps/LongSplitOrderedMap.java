package org.jets.bench.maps;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.split.LongKeys;
import org.jets.collections.internal.split.SplitCursor;
import org.jets.collections.internal.split.SplitMultiplier;
import org.jets.collections.internal.split.SplitOrderedList;
import org.jspecify.annotations.Nullable;

/**
 * A split-ordered list whose keys are {@code long}, with the calls that are measured. It is here
 * only to be compared with {@link org.jets.collections.LongHashMap}.
 */
final class LongSplitOrderedMap extends AbstractMap<Long, Object> {
  private final long multiplier = SplitMultiplier.random();
  private final LongKeys keys = new LongKeys(multiplier);
  private final SplitOrderedList<Long, Object> list =
      new SplitOrderedList<>(keys, SplitOrderedList.DEFAULT_BITS);

  @Nullable Object get(long key) {
    return list.getByOrder(key * multiplier, 0L);
  }

  @Nullable Object put(long key, Object value) {
    return list.update(key * multiplier, 0L, value, Expected.ANYTHING);
  }

  @Nullable Object remove(long key) {
    return list.update(key * multiplier, 0L, null, Expected.PRESENT);
  }

  long sumOfKeys() {
    long sum = 0;
    SplitCursor<Long, Object> cursor = new SplitCursor<>(list, 0);
    while (cursor.advance()) {
      sum += keys.ofOrder(cursor.order());
    }
    return sum;
  }

  @Override
  public Set<Map.Entry<Long, Object>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return (int) list.mappingCount();
      }

      @Override
      public Iterator<Map.Entry<Long, Object>> iterator() {
        return new EntryIterator(new SplitCursor<>(list, 0));
      }
    };
  }

  private static final class EntryIterator implements Iterator<Map.Entry<Long, Object>> {
    private final SplitCursor<Long, Object> cursor;
    private boolean hasNext;

    EntryIterator(SplitCursor<Long, Object> cursor) {
      this.cursor = cursor;
      this.hasNext = cursor.advance();
    }

    @Override
    public boolean hasNext() {
      return hasNext;
    }

    @Override
    public Map.Entry<Long, Object> next() {
      if (!hasNext) {
        throw new NoSuchElementException();
      }
      Map.Entry<Long, Object> entry = Map.entry(cursor.key(), cursor.value());
      hasNext = cursor.advance();
      return entry;
    }
  }
}
