package org.jets.ets.store;

import java.util.List;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jets.ets.KeyRange;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * What holds the objects of a table: a map from keys to cells.
 *
 * <p>A <i>cell</i> is everything that the table has under one key: a {@link Tuple} for one object,
 * or, in a bag or duplicate_bag, an {@link ObjectList} for several. A cell is a value; it is
 * replaced and never changed. Keys are equal as the type of the table says: by {@code ==} in an
 * ordered_set, by {@code =:=} in the others. The key of an object is taken from the object, never
 * from the map, since an ordered_set may replace the key {@code 1} by {@code 1.0}.
 *
 * <p>What a store promises, whatever it stands on: operations on one key are atomic and
 * linearizable; {@link #insertAll} and {@link #clear} take effect at one moment for all keys and
 * all observers; {@link #size} is exact when nobody writes; iteration survives concurrent change,
 * shows each object that is there from its start to its end exactly once, and each other one at
 * most once. After {@link #close} each call that began later fails.
 *
 * <p>There are three ways to go through a store. {@link #objects} is the fastest and can be split.
 * {@link #cells} can be left and resumed at any place: continuations are made of it. Steps from key
 * to key need nothing but the key.
 *
 * <p>Arguments are checked by the caller.
 */
public interface TableStore {

  /** Returns what the store knows of its table. */
  StoreConfig config();

  /**
   * Returns about how many bytes the store takes beside the objects, in constant time.
   *
   * @param size how many objects there are
   */
  long overheadBytes(long size);

  /** Returns the cell of a key. */
  @Nullable Object get(Term key);

  /** Sets the cell of a key in a table of a set type, whatever was there. */
  void put(Term key, Tuple object);

  /** Sets the cell of a key where there is none; false, and nothing done, where there is one. */
  boolean putIfAbsent(Term key, Tuple object);

  /** Removes and returns the cell of a key. */
  @Nullable Object remove(Term key);

  /**
   * Replaces the cell of a key by what the update makes of it, as one atomic step. The update may
   * be run more than once; only its last run counts. An exception that it throws reaches the
   * caller, and nothing has changed.
   */
  void compute(Term key, CellUpdate update);

  /**
   * Inserts all objects, at one moment.
   *
   * @param ifAbsent whether to do so only when none of the keys is there
   * @return false if a key was there and nothing has been done
   */
  boolean insertAll(Batch batch, boolean ifAbsent);

  /**
   * Removes all objects, at one moment.
   *
   * @return how many there were; exact when nobody else writes
   */
  long clear();

  /** Returns the number of objects. */
  long size();

  /**
   * Returns the number of objects, or any larger one than a bound if there are more than that.
   * Where they have to be counted one by one, no more of them are.
   */
  long sizeUpTo(long most);

  /** Returns a spliterator over all objects, in key order where keys are ordered. */
  Spliterator<Tuple> objects();

  /**
   * Returns a spliterator over the objects with keys in the range, in their order.
   *
   * @throws UnsupportedOperationException if keys are not ordered
   */
  Spliterator<Tuple> objects(KeyRange range);

  /**
   * Goes through all cells in one call, in key order where keys are ordered: faster than {@link
   * #objects}, and as safe but for this: a key that is removed and put again meanwhile may be come
   * to a second time. {@link #firstTime} tells.
   */
  void forEachCell(Consumer<Object> action);

  /**
   * Returns a test that tells of each key that {@link #forEachCell} comes to, or only of those that
   * matter, in their order, whether that is for the first time. For one thread.
   */
  Predicate<Term> firstTime();

  /** Returns the first cell, in the order of keys or in that of this store. */
  @Nullable Object firstCell();

  /** Returns the last cell; where keys are not ordered, the first. */
  @Nullable Object lastCell();

  /**
   * Returns the cell that follows a key, whether that is there or not.
   *
   * @throws NoSuchKeyException if keys are not ordered and this one is not there, nor was since the
   *     table has been {@linkplain #fix fixed}
   */
  @Nullable Object cellAfter(Term key);

  /** As {@link #cellAfter}, the other way; where keys are not ordered, the same. */
  @Nullable Object cellBefore(Term key);

  /**
   * Returns the key of the {@linkplain #firstCell first cell}; from the map where that has it as
   * the objects do, which spares fetching them from memory.
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

  private @Nullable Term keyOf(@Nullable Object cell) {
    return cell == null ? null : config().keyOf(cell);
  }

  /**
   * Returns a walk over all cells. Constant time, and no memory but what the walk itself takes: a
   * store whose map can only be iterated reads its keys as the walk comes to them, or, while the
   * table is fixed, walks the list of them that steps keep.
   *
   * @param direction means nothing where keys are not ordered
   */
  CellCursor cells(Direction direction);

  /**
   * Returns a walk over the cells with keys in the range.
   *
   * @throws UnsupportedOperationException if keys are not ordered
   */
  CellCursor cells(KeyRange range, Direction direction);

  /**
   * Returns a walk over the cells that follow a key, in this direction, as if by {@link
   * #cellAfter}. Where keys are not ordered and the table is not {@linkplain #fix fixed} it costs
   * linear time and memory, unless the store can go on from a key.
   *
   * @throws NoSuchKeyException as {@link #cellAfter}
   */
  CellCursor cellsAfter(Term key, Direction direction);

  /**
   * Returns the objects of a slot, from 0: {@code ets:slot}. Together the slots have all objects.
   *
   * @return null if it is the number of slots
   * @throws IndexOutOfBoundsException if it is larger
   */
  @Nullable List<Tuple> slot(long number);

  /**
   * Keeps deleted keys in mind from now on, so that {@link #cellAfter} goes on from them, until
   * {@link #unfix} has been called as many times as this. Takes no lock. A store of ordered keys
   * needs nothing of it.
   */
  void fix();

  /**
   * Has the keys counted that are remembered while the table is fixed; called before others use it.
   */
  void countBy(TableMeter counts);

  /** Returns whether keys that are deleted now are remembered. Constant time, without a lock. */
  boolean remembersKeys();

  /**
   * Returns about how many bytes keys take that are remembered while the table is fixed, and large
   * ones that the store has beside those of its objects. Linear in the number of keys.
   *
   * @param limit where measuring stops
   * @param visits bounds the time as well
   */
  long keptBytes(long limit, TermBytes.Visits visits);

  /** Ends one {@link #fix}. Takes no lock but those of counts, allocates nothing. */
  void unfix();

  /**
   * Returns the store of a table of its own with what is here at one moment. It does not change any
   * more: nobody may write to it.
   *
   * @param table the identifier of that table
   */
  TableStore snapshot(Reference table);

  /** Lets go of all objects; the table has been deleted. */
  void close();
}
