package org.jets.ets.store;

import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jets.collections.MapStructure;
import org.jets.ets.KeyRange;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.cell.CounterCell;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.limit.LimitRemovals;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A map from keys to cells, which holds the objects of a table.
 *
 * <p>A <i>cell</i> is everything that the table has under one key. It is a {@link Tuple} for one
 * object, or, in a bag or duplicate_bag, an {@link ObjectList} for several. A cell is a value,
 * which is replaced and never changed. Keys are equal by {@code ==} in an ordered_set, by {@code
 * =:=} in the other types. The key of an object is taken from the object, never from the map, since
 * an ordered_set may replace the key {@code 1} by {@code 1.0}.
 *
 * <p>Each store guarantees the following:
 *
 * <ul>
 *   <li>Operations on one key are atomic and linearizable.
 *   <li>{@link #insertAll} and {@link #clear} take effect at one moment for all keys and all
 *       observers.
 *   <li>{@link #size} is exact while no thread writes.
 *   <li>Iteration tolerates concurrent changes. It shows each object that is present from its start
 *       to its end exactly once, and each other one at most once.
 *   <li>Each call that begins after {@link #close} fails.
 * </ul>
 *
 * <p>There are three ways to traverse a store. {@link #objects} is the fastest and can be split.
 * {@link #cells} can be suspended and resumed at any place, as continuations need it. Steps from
 * key to key need only the key.
 *
 * <p>The caller checks arguments.
 */
public interface TableStore {

  /** Returns the properties of the store's table. */
  StoreConfig config();

  /**
   * Returns an estimate of the bytes of the store without its cells. Constant time.
   *
   * @param size the number of objects
   */
  long overheadBytes(long size);

  /**
   * Returns how the store's map has adapted; null if the map does not tell. Constant time. The
   * numbers begin anew when another map takes the place of this one.
   */
  default @Nullable MapStructure structure() {
    return null;
  }

  /** Returns the count of what the store removes by itself; null if it does not. */
  default @Nullable LimitRemovals removals() {
    return null;
  }

  /** Returns the measure of the bytes of the store's objects. */
  CellBytes cellBytes();

  /** Returns the cell of a key. */
  @Nullable Object get(Term key);

  /** As {@link #get}, for the store's own work: is no use of the key. */
  default @Nullable Object peek(Term key) {
    return get(key);
  }

  /** Sets the cell of a key, present or absent, in a table of a set type. */
  void put(Term key, Tuple object);

  /** Sets the cell of an absent key. Returns false, and does nothing, if the key is present. */
  boolean putIfAbsent(Term key, Tuple object);

  /** Removes and returns the cell of a key. */
  @Nullable Object remove(Term key);

  /**
   * Replaces the cell of a key atomically by the result of the update. The update may be run more
   * than once; only its last run counts. An exception of the update reaches the caller, and nothing
   * has changed.
   */
  void compute(Term key, CellUpdate update);

  /**
   * Returns a view of this store for all changes of one call, in one thread. A store whose changes
   * wait for something, such as a disk, does not wait in the view; {@link #endCall} of the view
   * waits once for all.
   */
  default TableStore forOneCall() {
    return this;
  }

  /** Waits for all changes that were made by this view. See {@link #forOneCall}. */
  default void endCall() {}

  /**
   * Returns the counter in a key's object if it can be changed in place. Null if it cannot, or if
   * the key is absent; then {@link #compute} changes the object.
   */
  default @Nullable CounterCell counter(Term key) {
    return null;
  }

  /**
   * Notes from now on whether this thread changes a key, until the thread {@linkplain KeyWatch#end
   * ends} the watch. A call that leaves the key as it is does not count, nor does one that fails.
   * Watches of one thread are nested.
   */
  KeyWatch watch(Term key);

  /**
   * Inserts all objects atomically.
   *
   * @param ifAbsent whether to insert only if all keys are absent
   * @return false if a key was present and nothing has been done
   */
  boolean insertAll(Batch batch, boolean ifAbsent);

  /**
   * Removes all objects atomically.
   *
   * @return the number of removed objects; exact if no other thread writes
   */
  long clear();

  /** Returns the number of objects. */
  long size();

  /**
   * Returns the number of objects; if they are more than a bound, any number above it. If the store
   * must count objects one by one, it stops there.
   */
  long sizeUpTo(long most);

  /**
   * Returns an estimate of the number of objects. Leaves the map as it is, and waits for no lock of
   * a key, unless nothing is known without. Takes much less time than {@link #size} where that
   * counts keys or takes locks. While no thread writes, a tree of locked base nodes is exact, a
   * hash table may leave out some changes of each lock, and a lock-free tree counts its leaves.
   */
  long roughSize();

  /** Returns a spliterator over all objects, in key order if keys are ordered. */
  Spliterator<Tuple> objects();

  /**
   * Returns a spliterator over the objects with keys in the range, in their order.
   *
   * @throws UnsupportedOperationException if keys are not ordered
   */
  Spliterator<Tuple> objects(KeyRange range);

  /** Returns the cells of {@link #objects()}. */
  Spliterator<Object> cellSpliterator();

  /** As {@link #cellSpliterator()}, but shows each cell in the form in which the map holds it. */
  default Spliterator<Object> heldCells() {
    return cellSpliterator();
  }

  /** Returns the cells of {@link #objects(KeyRange)}. */
  Spliterator<Object> cellSpliterator(KeyRange range);

  /**
   * Returns a test whether an object that was read earlier under a key may still be shown. A store
   * whose objects expire looks for the very object. Others show what has been read.
   */
  default Predicate<Tuple> objectsLeft(Term key) {
    return object -> true;
  }

  /**
   * Calls the action for all cells, in key order if keys are ordered. Faster than {@link #objects},
   * with the same guarantees except one: a key that is removed and put again meanwhile may be met a
   * second time. {@link #firstTime} detects this.
   */
  void forEachCell(Consumer<Object> action);

  /**
   * Returns a test whether {@link #forEachCell} meets a key for the first time. The caller asks it
   * for each key, or only for those that matter, in the order of the calls. For one thread.
   */
  Predicate<Term> firstTime();

  /** Returns the first cell, in the order of keys or in that of this store. */
  @Nullable Object firstCell();

  /** Returns the last cell; if keys are not ordered, the first. */
  @Nullable Object lastCell();

  /**
   * Returns the cell that follows a key, present or absent.
   *
   * @throws NoSuchKeyException if keys are not ordered, and this one is absent and has not been
   *     present since the table was {@linkplain #fix fixed}
   */
  @Nullable Object cellAfter(Term key);

  /** As {@link #cellAfter}, in the other direction; if keys are not ordered, in the same. */
  @Nullable Object cellBefore(Term key);

  /**
   * Returns the key of the {@linkplain #firstCell first cell}. If the map has the key in the form
   * of the objects, it is taken from there, so that no object is fetched from memory.
   */
  default @Nullable Term firstKey() {
    return keyOf(firstCell());
  }

  /** As {@link #firstKey}, of the {@linkplain #lastCell last cell}. */
  default @Nullable Term lastKey() {
    return keyOf(lastCell());
  }

  /** As {@link #firstKey}, of the cell that {@linkplain #cellAfter follows} a key. */
  default @Nullable Term keyAfter(Term key) {
    return keyOf(cellAfter(key));
  }

  /** As {@link #firstKey}, of the cell {@linkplain #cellBefore before} a key. */
  default @Nullable Term keyBefore(Term key) {
    return keyOf(cellBefore(key));
  }

  /**
   * Returns the key, as {@link #keyAfter} does, and the cell that {@linkplain #cellAfter follows} a
   * key, of one moment.
   */
  default Map.@Nullable Entry<Term, Object> mappingAfter(Term key) {
    return mappingOf(cellAfter(key));
  }

  /** As {@link #mappingAfter}, of the cell {@linkplain #cellBefore before} a key. */
  default Map.@Nullable Entry<Term, Object> mappingBefore(Term key) {
    return mappingOf(cellBefore(key));
  }

  private Map.@Nullable Entry<Term, Object> mappingOf(@Nullable Object cell) {
    return cell == null ? null : Map.entry(config().keyOf(cell), cell);
  }

  private @Nullable Term keyOf(@Nullable Object cell) {
    return cell == null ? null : config().keyOf(cell);
  }

  /**
   * Returns a walk over all cells. Constant time, and memory only for the walk itself. A store
   * whose map can only be iterated reads its keys as the walk reaches them. While the table is
   * fixed it walks the list of keys that steps keep.
   *
   * @param direction has no effect if keys are not ordered
   */
  CellCursor cells(Direction direction);

  /**
   * Returns a walk over the cells with keys in the range.
   *
   * @throws UnsupportedOperationException if keys are not ordered
   */
  CellCursor cells(KeyRange range, Direction direction);

  /**
   * Returns a walk over the cells that follow a key in this direction, as if by {@link #cellAfter}.
   * It costs linear time and memory if keys are not ordered, the table is not {@linkplain #fix
   * fixed}, and the store cannot resume from a key.
   *
   * @throws NoSuchKeyException as {@link #cellAfter}
   */
  CellCursor cellsAfter(Term key, Direction direction);

  /**
   * Returns the objects of a slot, from 0: {@code ets:slot}. Together the slots contain all
   * objects.
   *
   * @return null if the argument is the number of slots
   * @throws IndexOutOfBoundsException if the argument is larger
   */
  @Nullable List<Tuple> slot(long number);

  /**
   * Remembers deleted keys from now on, so that {@link #cellAfter} can resume from them, until
   * {@link #unfix} has been called as often as this. Takes no lock. A store of ordered keys does
   * nothing.
   */
  void fix();

  /**
   * Sets the meter that counts the keys remembered while the table is fixed. Called before the
   * store is published.
   */
  void countBy(TableMeter counts);

  /**
   * Returns whether the store remembers keys that are deleted now. Constant time, without a lock.
   */
  boolean remembersKeys();

  /**
   * Returns an estimate of the bytes of two groups of keys, and of counters that are added to in
   * place, beside their objects. The keys are those remembered while the table is fixed, and large
   * ones that the store has beside those of its objects. Linear in the number of keys.
   *
   * @param limit the number of bytes at which measuring stops
   * @param visits bounds the time as well
   */
  long keptBytes(long limit, TermBytes.Visits visits);

  /** Returns an estimate of the bytes of the keys remembered while the table is fixed. */
  long rememberedBytes();

  /** Ends one {@link #fix}. Takes only the locks of counts, and allocates nothing. */
  void unfix();

  /**
   * Returns a store for another table with the objects of one moment. It never changes, since no
   * thread may write to it.
   *
   * @param table the identifier of that table
   */
  TableStore snapshot(Reference table);

  /** Drops all objects, since the table has been deleted. */
  void close();
}
