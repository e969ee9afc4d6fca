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
    return step((map, from) -> map.firstEntry(), null);
  }

  @Override
  public @Nullable Term lastKey() {
    return step((map, from) -> map.lastEntry(), null);
  }

  @Override
  public @Nullable Term nextKey(Term key) {
    return step(ConcurrentSkipListMap::higherEntry, key);
  }

  @Override
  public @Nullable Term previousKey(Term key) {
    return step(ConcurrentSkipListMap::lowerEntry, key);
  }

  /** Goes to an entry and gives its key; a key that is arriving is settled first. */
  private @Nullable Term step(Step step, @Nullable Term from) {
    ConcurrentSkipListMap<Term, Object> map = map();
    Map.Entry<Term, Object> entry;
    do {
      entry = step.from(map, from);
    } while (wasArriving(map, entry));
    return keyOf(entry);
  }

  /** How to come to an entry, from a key if the step needs one. */
  private interface Step {
    Map.@Nullable Entry<Term, Object> from(
        ConcurrentSkipListMap<Term, Object> map, @Nullable Term key);
  }

  /**
   * Whether the step came to a key that an insert of many is about to add, or had just added. It
   * has been settled now, and the step has to be made again: whether the key was there at the
   * moment of the step cannot be told, and what lies behind it belongs to another moment.
   */
  private static boolean wasArriving(
      ConcurrentSkipListMap<Term, Object> map, Map.@Nullable Entry<Term, Object> entry) {
    if (entry == null
        || !(entry.getValue() instanceof PendingCell pending)
        || !pending.isNewKey()) {
      return false;
    }
    if (pending.isUndecided()) {
      pending.transaction().await();
    }
    settle(map, entry.getKey(), pending);
    return true;
  }

  private @Nullable Term keyOf(Map.@Nullable Entry<Term, Object> entry) {
    Object cell = entry == null ? null : PendingCell.resolve(entry.getValue());
    return cell == null ? null : config().keyOf(cell);
  }
}
