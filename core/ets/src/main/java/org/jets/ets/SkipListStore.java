package org.jets.ets;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.UnaryOperator;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store over the JDK's {@link ConcurrentSkipListMap} in the standard order, in which {@code 1}
 * and {@code 1.0} are one key.
 *
 * <p><b>Steps from key to key</b> are linearizable. The map comes to an entry at one moment and
 * reads its value a little later; another key may have come between meanwhile. Two things are done
 * about that.
 *
 * <p>A step that gives a cell is made again until two in a row find the same value: at the second
 * one the key was the one to come to, and had that value, since it had it before and after.
 *
 * <p>A step that gives a key alone is made once, and takes effect when the map comes to the entry,
 * if the value that is read later says nothing of the key that was not true then:
 *
 * <ul>
 *   <li>The key was there: the map never gives an entry a value again that has lost it.
 *   <li>It was there for all: no insert of many, whose keys come one by one and are there at one
 *       moment, has been under way during the step.
 *   <li>It was this term, of those that are {@code ==}: none has been replaced by another one but
 *       by an insert of many. {@link #isRewritten} tells; it is written before that can be seen,
 *       and read after the value, both volatile.
 * </ul>
 *
 * <p>Else a step that gives a cell is made.
 */
final class SkipListStore extends MapStore<ConcurrentSkipListMap<Term, Object>> {
  private static final Step FIRST = (map, from) -> map.firstEntry();
  private static final Step LAST = (map, from) -> map.lastEntry();
  private static final Step NEXT = ConcurrentSkipListMap::higherEntry;
  private static final Step PREVIOUS = ConcurrentSkipListMap::lowerEntry;

  private static final int CHARACTERISTICS =
      Spliterator.NONNULL
          | Spliterator.CONCURRENT
          | Spliterator.DISTINCT
          | Spliterator.ORDERED
          | Spliterator.SORTED;

  /** Whether a key may have been replaced by another term that is equal to it by {@code ==}. */
  private volatile boolean isRewritten;

  SkipListStore(StoreConfig config) {
    super(config);
  }

  @Override
  void replacing(Object held, Object object) {
    if (!isRewritten) {
      Object before = PendingCell.resolve(held);
      if (before != null && !config().keyOf(before).equals(config().keyOf(object))) {
        isRewritten = true;
      }
    }
  }

  @Override
  ConcurrentSkipListMap<Term, Object> newMap() {
    return new ConcurrentSkipListMap<>(TermOrder.STANDARD);
  }

  @Override
  MapStore<ConcurrentSkipListMap<Term, Object>> newStore(StoreConfig config) {
    return new SkipListStore(config);
  }

  @Override
  long keyCount(ConcurrentSkipListMap<Term, Object> map) {
    return map.size();
  }

  @Override
  public Spliterator<Tuple> objects() {
    return objects(KeyRange.all());
  }

  @Override
  public Spliterator<Tuple> objects(KeyRange range) {
    return new ObjectSpliterator(
        () -> new RangeSpliterator(this, range),
        UnaryOperator.identity(),
        CHARACTERISTICS,
        this::compareKeys);
  }

  /**
   * Returns a key inside a range with about as many before it as behind it, as far as the map's
   * index tells; null if that knows of none. Logarithmic time.
   */
  @Nullable Term middle(KeyRange range) {
    Spliterator<Term> keys = map().keySet().spliterator();
    // The map's own spliterator does not split before it has come to its first key.
    keys.tryAdvance(key -> {});
    for (Spliterator<Term> prefix; (prefix = keys.trySplit()) != null; ) {
      Term[] first = new Term[1];
      if (!keys.tryAdvance(key -> first[0] = key) || !range.isBelowUpper(first[0])) {
        keys = prefix;
      } else if (range.isAboveLower(first[0])) {
        return first[0];
      }
    }
    return null;
  }

  private int compareKeys(Tuple a, Tuple b) {
    return TermOrder.STANDARD.compare(config().key(a), config().key(b));
  }

  @Override
  public @Nullable Object firstCell() {
    return step(FIRST, null);
  }

  @Override
  public @Nullable Term firstKey() {
    return stepToKey(FIRST, null);
  }

  @Override
  public @Nullable Object lastCell() {
    return step(LAST, null);
  }

  @Override
  public @Nullable Term lastKey() {
    return stepToKey(LAST, null);
  }

  @Override
  public @Nullable Object cellAfter(Term key) {
    return step(NEXT, key);
  }

  @Override
  public @Nullable Term keyAfter(Term key) {
    return stepToKey(NEXT, key);
  }

  @Override
  public @Nullable Object cellBefore(Term key) {
    return step(PREVIOUS, key);
  }

  @Override
  public @Nullable Term keyBefore(Term key) {
    return stepToKey(PREVIOUS, key);
  }

  @Override
  public CellCursor cells(Direction direction) {
    return new OrderedCursor(this, KeyRange.all(), direction);
  }

  @Override
  public CellCursor cells(KeyRange range, Direction direction) {
    return new OrderedCursor(this, range, direction);
  }

  @Override
  public CellCursor cellsAfter(Term key, Direction direction) {
    return new OrderedCursor(this, KeyRange.all().behind(key, direction), direction);
  }

  /** What the map holds for the keys in a range. */
  Collection<Object> values(KeyRange range, Direction direction) {
    ConcurrentNavigableMap<Term, Object> part = range.of(map());
    return (direction == Direction.ASCENDING ? part : part.descendingMap()).values();
  }

  /** Each object has a slot of its own. Linear in the number of the slot. */
  @Override
  public @Nullable List<Tuple> slot(long number) {
    CellCursor cells = cells(Direction.ASCENDING);
    Object cell = cells.next();
    for (long n = 0; n < number; n++) {
      if (cell == null) {
        throw new IndexOutOfBoundsException("slot: " + number + " (expected: 0.." + n + ")");
      }
      cell = cells.next();
    }
    return cell == null ? null : Cells.objects(cell);
  }

  /** Does nothing: a step goes on from any key. */
  @Override
  public void fix() {}

  @Override
  public void unfix() {}

  /** Goes to an entry and gives its key. */
  private @Nullable Term stepToKey(Step step, @Nullable Term from) {
    long batches = batchCount();
    if (!isRewritten && batches % 2 == 0) {
      Map.Entry<Term, Object> entry = step.from(map(), from);
      Object held = entry == null ? null : entry.getValue();
      if (!(held instanceof PendingCell) && batchCount() == batches && !isRewritten) {
        return held == null ? null : config().keyOf(held);
      }
    }
    Object cell = step(step, from);
    return cell == null ? null : config().keyOf(cell);
  }

  /** Goes to an entry and gives its cell. */
  private @Nullable Object step(Step step, @Nullable Term from) {
    ConcurrentSkipListMap<Term, Object> map = map();
    Map.Entry<Term, Object> entry = settled(map, step, from);
    while (entry != null) {
      Object held = entry.getValue();
      Object cell = PendingCell.resolve(held);
      entry = settled(map, step, from);
      if (entry != null && entry.getValue() == held) {
        return cell;
      }
    }
    return null;
  }

  /** Goes to an entry; a key that is arriving is settled first. */
  private static Map.@Nullable Entry<Term, Object> settled(
      ConcurrentSkipListMap<Term, Object> map, Step step, @Nullable Term from) {
    Map.Entry<Term, Object> entry;
    do {
      entry = step.from(map, from);
    } while (wasArriving(map, entry));
    return entry;
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
}
