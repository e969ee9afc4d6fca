package org.jets.ets.store;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.UnaryOperator;
import org.jets.ets.KeyRange;
import org.jets.ets.quota.TableMeter;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store over an ordered map whose comparator is the standard order, in which {@code 1} and {@code
 * 1.0} are one key. A step from key to key takes logarithmic time; where the map's entries are not
 * of one moment, it is made twice, so that it is linearizable.
 *
 * @param <M> the kind of map
 */
abstract class NavigableMapStore<M extends ConcurrentNavigableMap<Term, Object>>
    extends MapStore<M> {
  private static final int CHARACTERISTICS =
      Spliterator.NONNULL
          | Spliterator.CONCURRENT
          | Spliterator.DISTINCT
          | Spliterator.ORDERED
          | Spliterator.SORTED;

  NavigableMapStore(StoreConfig config) {
    super(config);
  }

  /** Makes a store over a map that is there. */
  NavigableMapStore(StoreConfig config, M map) {
    super(config, map);
  }

  /** The mapping behind a key; more often than not that to which the last such call has come. */
  Map.@Nullable Entry<Term, Object> entryAfter(M map, Term key) {
    return map.higherEntry(key);
  }

  /**
   * Whether an entry that the map comes to, by {@code firstEntry}, {@code higherEntry} and the
   * like, has the value that its key had when it was the one to come to.
   */
  boolean hasEntriesOfOneMoment() {
    return false;
  }

  /**
   * A walk over a whole map that reads each value when it comes to it; null if the map has none,
   * and each step is to be a search of its own.
   */
  @Nullable Spliterator<Object> walk(M map) {
    return null;
  }

  @Override
  public Spliterator<Tuple> objects() {
    return objects(KeyRange.all());
  }

  @Override
  public Spliterator<Tuple> objects(KeyRange range) {
    return new ObjectSpliterator(
        () -> new RangeSpliterator<>(this, range),
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
    // A skip list's spliterator does not split before it has come to its first key.
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
    return step(ConcurrentNavigableMap::firstEntry);
  }

  @Override
  public @Nullable Object lastCell() {
    return step(ConcurrentNavigableMap::lastEntry);
  }

  @Override
  public @Nullable Object cellAfter(Term key) {
    return step(map -> entryAfter(map, key));
  }

  @Override
  public @Nullable Object cellBefore(Term key) {
    return step(map -> map.lowerEntry(key));
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
    return new OrderedCursor(this, direction.behind(key, KeyRange.all()), direction);
  }

  /** The first mapping of a range. */
  Map.@Nullable Entry<Term, Object> firstEntry(M map, KeyRange range) {
    Term lower = range.lower().orElse(null);
    Map.Entry<Term, Object> first =
        lower == null
            ? map.firstEntry()
            : range.isLowerInclusive() ? map.ceilingEntry(lower) : entryAfter(map, lower);
    return first != null && range.isBelowUpper(first.getKey()) ? first : null;
  }

  /** Returns the part of a map whose keys lie in a range. */
  private static ConcurrentNavigableMap<Term, Object> part(
      ConcurrentNavigableMap<Term, Object> map, KeyRange range) {
    Term lower = range.lower().orElse(null);
    Term upper = range.upper().orElse(null);
    if (lower == null) {
      return upper == null ? map : map.headMap(upper, range.isUpperInclusive());
    }
    if (upper == null) {
      return map.tailMap(lower, range.isLowerInclusive());
    }
    return range.isEmpty()
        ? map.subMap(lower, false, lower, false)
        : map.subMap(lower, range.isLowerInclusive(), upper, range.isUpperInclusive());
  }

  /** What the map holds for the keys in a range. */
  Collection<Object> values(KeyRange range, Direction direction) {
    ConcurrentNavigableMap<Term, Object> part = part(map(), range);
    return (direction == Direction.ASCENDING ? part : part.descendingMap()).values();
  }

  /** Each object has a slot of its own. Linear in the number of the slot. */
  @Override
  public @Nullable List<Tuple> slot(long number) {
    CellCursor cells = cells(Direction.ASCENDING);
    Object cell = cells.next();
    Pace pace = new Pace();
    for (long n = 0; n < number; n++) {
      pace.step();
      if (cell == null) {
        throw new IndexOutOfBoundsException("slot: " + number + " (expected: 0.." + n + ")");
      }
      cell = cells.next();
    }
    return cell == null ? null : Cells.objects(cell);
  }

  /** Returns none: a step goes on from any key. */
  @Override
  final @Nullable KeyMemory newKeyMemory(@Nullable TableMeter meter) {
    return null;
  }

  /**
   * Goes to an entry and gives its cell. A map may come to an entry first and read its value later,
   * when another key may have come between; or the value is pending, and an insert of many gives
   * this key its cell at one moment with another key between. So it goes there until two steps in a
   * row find the same value: at the second step the key was the one to come to, and had that value,
   * since it had it before and after.
   */
  private @Nullable Object step(Step<M> step) {
    M map = map();
    Map.Entry<Term, Object> entry = settled(map, step);
    while (entry != null) {
      Object held = entry.getValue();
      if (hasEntriesOfOneMoment() && !(held instanceof PendingCell)) {
        return held;
      }
      Object cell = PendingCell.resolve(held);
      entry = settled(map, step);
      if (entry != null && entry.getValue() == held) {
        return cell;
      }
    }
    return null;
  }

  /** Goes to an entry; a key that is arriving is settled first. */
  private Map.@Nullable Entry<Term, Object> settled(M map, Step<M> step) {
    Map.Entry<Term, Object> entry;
    do {
      entry = step.in(map);
    } while (wasArriving(map, entry));
    return entry;
  }

  /** How to come to an entry. */
  private interface Step<M> {
    Map.@Nullable Entry<Term, Object> in(M map);
  }

  /**
   * Whether the step came to a key that an insert of many is about to add, or had just added. It
   * has been settled now, and the step has to be made again: whether the key was there at the
   * moment of the step cannot be told, and what lies behind it belongs to another moment.
   */
  private boolean wasArriving(M map, Map.@Nullable Entry<Term, Object> entry) {
    if (entry == null
        || !(entry.getValue() instanceof PendingCell pending)
        || !pending.isNewKey()) {
      return false;
    }
    if (pending.isUndecided()) {
      pending.transaction().await();
    }
    settleMet(map, entry.getKey(), pending);
    return true;
  }
}
