package org.jets.ets;

import java.util.Map;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store over the JDK's {@link ConcurrentSkipListMap} in the standard order, in which {@code 1}
 * and {@code 1.0} are one key. A step from key to key takes logarithmic time.
 */
final class SkipListStore extends MapStore<ConcurrentSkipListMap<Term, Object>> {
  private static final int CHARACTERISTICS =
      Spliterator.NONNULL
          | Spliterator.CONCURRENT
          | Spliterator.DISTINCT
          | Spliterator.ORDERED
          | Spliterator.SORTED;

  SkipListStore(StoreConfig config) {
    super(config);
  }

  @Override
  ConcurrentSkipListMap<Term, Object> newMap() {
    return new ConcurrentSkipListMap<>(TermOrder.STANDARD);
  }

  @Override
  long keyCount(ConcurrentSkipListMap<Term, Object> map) {
    return map.size();
  }

  @Override
  public Spliterator<Tuple> objects() {
    return objects(map());
  }

  @Override
  public Spliterator<Tuple> objects(KeyRange range) {
    return objects(range.of(map()));
  }

  private Spliterator<Tuple> objects(ConcurrentNavigableMap<Term, Object> part) {
    return new ObjectSpliterator(part.values().spliterator(), CHARACTERISTICS, this::compareKeys);
  }

  private int compareKeys(Tuple a, Tuple b) {
    return TermOrder.STANDARD.compare(config().key(a), config().key(b));
  }

  @Override
  public @Nullable Term firstKey() {
    ConcurrentSkipListMap<Term, Object> map = map();
    return upwards(map, map.firstEntry());
  }

  @Override
  public @Nullable Term nextKey(Term key) {
    ConcurrentSkipListMap<Term, Object> map = map();
    return upwards(map, map.higherEntry(key));
  }

  private @Nullable Term upwards(
      ConcurrentSkipListMap<Term, Object> map, Map.@Nullable Entry<Term, Object> from) {
    for (Map.Entry<Term, Object> entry = from; entry != null; ) {
      Object cell = PendingCell.resolve(entry.getValue());
      if (cell != null) {
        return config().keyOf(cell);
      }
      entry = map.higherEntry(entry.getKey());
    }
    return null;
  }

  @Override
  public @Nullable Term lastKey() {
    ConcurrentSkipListMap<Term, Object> map = map();
    return downwards(map, map.lastEntry());
  }

  @Override
  public @Nullable Term previousKey(Term key) {
    ConcurrentSkipListMap<Term, Object> map = map();
    return downwards(map, map.lowerEntry(key));
  }

  private @Nullable Term downwards(
      ConcurrentSkipListMap<Term, Object> map, Map.@Nullable Entry<Term, Object> from) {
    for (Map.Entry<Term, Object> entry = from; entry != null; ) {
      Object cell = PendingCell.resolve(entry.getValue());
      if (cell != null) {
        return config().keyOf(cell);
      }
      entry = map.lowerEntry(entry.getKey());
    }
    return null;
  }
}
