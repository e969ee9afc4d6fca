package org.jets.ets.store;

import java.lang.invoke.VarHandle;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentNavigableMap;
import org.jets.ets.KeyRange;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.cell.Cells;
import org.jets.ets.cell.PendingCell;
import org.jets.ets.quota.TableMeter;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store over an ordered map whose comparator is the standard order, in which {@code 1} and {@code
 * 1.0} are one key. A step from key to key takes logarithmic time. If the map's entries are not of
 * one moment, the step is made twice, so that it is linearizable.
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

  /**
   * False as long as each key ever written has a {@linkplain FixedForm fixed form}. Then the map's
   * key is written as that of the object. Set before the write of the first other key.
   */
  private volatile boolean hasOtherForms;

  NavigableMapStore(StoreConfig config) {
    super(config);
  }

  /** Makes a store over an existing map, in which keys may have other forms than in objects. */
  NavigableMapStore(StoreConfig config, M map, boolean hasOtherForms) {
    super(config, map);
    this.hasOtherForms = hasOtherForms;
  }

  final boolean hasOtherForms() {
    return hasOtherForms;
  }

  /** Notes the form of a key; called before its write. */
  final void admit(Term key) {
    if (!hasOtherForms && !FixedForm.has(key)) {
      hasOtherForms = true;
    }
  }

  /** Notes the forms of the keys of a batch, which may have several forms of one key. */
  final void admit(Batch batch) {
    if (!hasOtherForms && !batch.hasFixedForms()) {
      hasOtherForms = true;
    }
  }

  @Override
  public void put(Term key, Tuple object) {
    admit(key);
    super.put(key, object);
  }

  @Override
  public boolean putIfAbsent(Term key, Tuple object) {
    admit(key);
    return super.putIfAbsent(key, object);
  }

  @Override
  public void compute(Term key, CellUpdate update) {
    admit(key);
    super.compute(key, update);
  }

  @Override
  public boolean insertAll(Batch batch, boolean ifAbsent) {
    admit(batch);
    return super.insertAll(batch, ifAbsent);
  }

  /** Returns the mapping after a key; the key is most often that of the last result. */
  Map.@Nullable Entry<Term, Object> entryAfter(M map, Term key) {
    return map.higherEntry(key);
  }

  /**
   * Returns whether the entries of {@code firstEntry}, {@code higherEntry} and the like are of one
   * moment. Then the value was that of the key when the key was the next one.
   */
  boolean hasEntriesOfOneMoment() {
    return false;
  }

  /**
   * Returns a walk over a range of a map that reads each value when it reaches it. Returns null if
   * the map has no such walk, so that each step must be a search of its own.
   */
  @Nullable PresentValues presentValues(M map, KeyRange range, Direction direction) {
    return PresentValues.of(values(map, range, direction).spliterator());
  }

  /** Returns whether there is such a walk over all ranges. */
  boolean hasPresentValues() {
    return true;
  }

  @Override
  public Spliterator<Tuple> objects() {
    return objects(KeyRange.all());
  }

  @Override
  public Spliterator<Tuple> objects(KeyRange range) {
    return new ObjectSpliterator(() -> cellSpliterator(range), CHARACTERISTICS, this::compareKeys);
  }

  @Override
  public final Spliterator<Object> cellSpliterator() {
    return cellSpliterator(KeyRange.all());
  }

  @Override
  public final Spliterator<Object> cellSpliterator(KeyRange range) {
    return new RangeSpliterator<>(this, range);
  }

  /**
   * Returns a key inside a range with about as many keys before it as after it, judged by the map's
   * index. Returns null if the index has no such key. Logarithmic time.
   */
  @Nullable Term middle(KeyRange range) {
    Spliterator<Term> keys = map().keySet().spliterator();
    // A skip list's spliterator does not split before it has reached its first key.
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

  /** Returns false: a step returns a key and its object of one moment. */
  @Override
  final boolean supportsCounters() {
    return false;
  }

  private int compareKeys(Tuple a, Tuple b) {
    return TermOrder.STANDARD.compare(config().key(a), config().key(b));
  }

  @Override
  public @Nullable Object firstCell() {
    return cellOf(step(ConcurrentNavigableMap::firstEntry));
  }

  @Override
  public @Nullable Object lastCell() {
    return cellOf(step(ConcurrentNavigableMap::lastEntry));
  }

  @Override
  public @Nullable Object cellAfter(Term key) {
    return cellOf(stepAfter(key));
  }

  @Override
  public @Nullable Object cellBefore(Term key) {
    return cellOf(stepBefore(key));
  }

  private Map.@Nullable Entry<Term, Object> stepAfter(Term key) {
    return step(map -> entryAfter(map, key));
  }

  private Map.@Nullable Entry<Term, Object> stepBefore(Term key) {
    return step(map -> map.lowerEntry(key));
  }

  private static @Nullable Object cellOf(Map.@Nullable Entry<Term, Object> mapping) {
    return mapping == null ? null : mapping.getValue();
  }

  @Override
  public @Nullable Term keyAfter(Term key) {
    if (hasEntriesOfOneMoment()) {
      long before = readEpoch();
      Term next = map().higherKey(key);
      if (isNonePendingSince(before) && hasKeysOfObjects()) {
        return next;
      }
    }
    return keyOfObjectAfter(key);
  }

  @Override
  public @Nullable Term keyBefore(Term key) {
    if (hasEntriesOfOneMoment()) {
      long before = readEpoch();
      Term next = map().lowerKey(key);
      if (isNonePendingSince(before) && hasKeysOfObjects()) {
        return next;
      }
    }
    return keyOfObjectBefore(key);
  }

  /**
   * Returns whether each key that has been read from the map was written as that of its object. If
   * so, a step need not fetch the object. It returns the map's own key, from which the map's next
   * step starts without a search.
   */
  final boolean hasKeysOfObjects() {
    VarHandle.acquireFence(); // Orders the read of the map before that of the flag.
    return !hasOtherForms;
  }

  @Override
  public final Map.@Nullable Entry<Term, Object> mappingAfter(Term key) {
    return asOfObject(stepAfter(key));
  }

  @Override
  public final Map.@Nullable Entry<Term, Object> mappingBefore(Term key) {
    return asOfObject(stepBefore(key));
  }

  /** Returns a mapping of the map with the key as the object has it. */
  private Map.@Nullable Entry<Term, Object> asOfObject(Map.@Nullable Entry<Term, Object> mapping) {
    Term key = keyOf(mapping);
    return mapping == null || key == null || key == mapping.getKey()
        ? mapping
        : Map.entry(key, mapping.getValue());
  }

  final @Nullable Term keyOfObjectAfter(Term key) {
    return keyOf(stepAfter(key));
  }

  final @Nullable Term keyOfObjectBefore(Term key) {
    return keyOf(stepBefore(key));
  }

  /** Returns the key as the object has it; the map's own key if that is written alike. */
  private @Nullable Term keyOf(Map.@Nullable Entry<Term, Object> mapping) {
    if (mapping == null) {
      return null;
    }
    Term key = config().keyOf(mapping.getValue());
    return SharedKey.isSame(mapping.getKey(), key) ? mapping.getKey() : key;
  }

  @Override
  public CellCursor cells(Direction direction) {
    return cells(KeyRange.all(), direction);
  }

  @Override
  public CellCursor cells(KeyRange range, Direction direction) {
    return hasPresentValues()
        ? new OrderedCursor(this, range, direction)
        : new ReadAheadCursor<>(this, range, direction);
  }

  @Override
  public CellCursor cellsAfter(Term key, Direction direction) {
    return cells(direction.behind(key, KeyRange.all()), direction);
  }

  /** Returns the first mapping of a range in a direction. */
  Map.@Nullable Entry<Term, Object> firstEntry(M map, KeyRange range, Direction direction) {
    if (direction == Direction.ASCENDING) {
      Map.Entry<Term, Object> lowest = lowest(map, range);
      return lowest != null && range.isBelowUpper(lowest.getKey()) ? lowest : null;
    }
    Map.Entry<Term, Object> highest = highest(map, range);
    return highest != null && range.isAboveLower(highest.getKey()) ? highest : null;
  }

  private Map.@Nullable Entry<Term, Object> lowest(M map, KeyRange range) {
    Term lower = range.lower().orElse(null);
    if (lower == null) {
      return map.firstEntry();
    }
    return range.isLowerInclusive() ? map.ceilingEntry(lower) : entryAfter(map, lower);
  }

  private Map.@Nullable Entry<Term, Object> highest(M map, KeyRange range) {
    Term upper = range.upper().orElse(null);
    if (upper == null) {
      return map.lastEntry();
    }
    return range.isUpperInclusive() ? map.floorEntry(upper) : map.lowerEntry(upper);
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

  /** Returns the values that a map holds for the keys in a range. */
  final Collection<Object> values(M map, KeyRange range, Direction direction) {
    ConcurrentNavigableMap<Term, Object> part = part(map, range);
    return (direction == Direction.ASCENDING ? part : part.descendingMap()).values();
  }

  /**
   * Returns the object of a slot, of which each object has its own. Linear in the slot's number.
   */
  @Override
  public @Nullable List<Tuple> slot(long number) {
    CellCursor cells = cells(Direction.ASCENDING);
    Object cell = cells.next();
    PauseCounter pauses = new PauseCounter();
    for (long n = 0; n < number; n++) {
      pauses.step();
      if (cell == null) {
        throw new IndexOutOfBoundsException("slot: " + number + " (expected: 0.." + n + ")");
      }
      cell = cells.next();
    }
    return cell == null ? null : Cells.objects(cell);
  }

  /** Returns null, since a step resumes from any key. */
  @Override
  final @Nullable FixationLog newFixationLog(@Nullable TableMeter meter) {
    return null;
  }

  /**
   * Goes to an entry and returns its key and its cell. A map may find an entry first and read its
   * value later, when another key may have come in between. Or the value is pending, and a batch
   * insert adds this key and one in between at the same moment. So this repeats the step until two
   * steps in a row find the same value. At the second step the key was the next one. It had that
   * value then, since it had it before and after.
   */
  private Map.@Nullable Entry<Term, Object> step(Step<M> step) {
    M map = map();
    Map.Entry<Term, Object> entry = settled(map, step);
    while (entry != null) {
      Object held = entry.getValue();
      if (hasEntriesOfOneMoment() && !(held instanceof PendingCell)) {
        return entry;
      }
      Object cell = PendingCell.resolve(held);
      entry = settled(map, step);
      if (entry != null && entry.getValue() == held) {
        if (cell == null) {
          return null;
        }
        return cell == held ? entry : new SimpleImmutableEntry<>(entry.getKey(), cell);
      }
    }
    return null;
  }

  /** Goes to an entry, after settling a key that is arriving. */
  private Map.@Nullable Entry<Term, Object> settled(M map, Step<M> step) {
    Map.Entry<Term, Object> entry;
    do {
      entry = step.in(map);
    } while (wasArriving(map, entry));
    return entry;
  }

  /** A way to reach an entry. */
  private interface Step<M> {
    Map.@Nullable Entry<Term, Object> in(M map);
  }

  /**
   * Returns whether the step reached a key that a batch insert is about to add, or had just added.
   * This settles the key, and the caller must repeat the step. It is unknown whether the key was
   * present at the moment of the step, and the keys after it belong to another moment.
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
