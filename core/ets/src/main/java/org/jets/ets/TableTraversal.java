package org.jets.ets;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** How one goes through an {@link EtsTable} key by key, or slot by slot, and folds over it. */
abstract class TableTraversal extends TableUpdates {
  static final Atom END_OF_TABLE = Atom.of("$end_of_table");

  TableTraversal(Owner owner, Table table) {
    super(owner, table);
  }

  /**
   * Returns the first key, in an ordered_set the smallest: {@code ets:first(Table)}.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}
   */
  public Optional<Term> first() {
    return key(forReading().firstCell());
  }

  /**
   * Returns the last key, which is the largest in an ordered_set and the first in the other types:
   * {@code ets:last(Table)}.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}
   */
  public Optional<Term> last() {
    return key(forReading().lastCell());
  }

  /**
   * Returns the key that follows: {@code ets:next(Table, Key)}. In an ordered_set that is the
   * smallest larger key, whether this one is there or not; in the other types this one must be
   * there, and the order is the store's own. As in Erlang there is no way on from the key {@code
   * '$end_of_table'} of an ordered_set.
   *
   * <p>Cost: a store that cannot go on from a key takes a snapshot of all keys for the first step
   * and keeps it for the next ones, until a traversal ends, which takes another, or a new one
   * starts.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}
   * @throws NoSuchKeyException if the key is not there, but in an ordered_set; there if it is
   *     {@code '$end_of_table'}
   */
  public Optional<Term> next(Term key) {
    TableStore store = forReading();
    return key(store.cellAfter(checkStep(key)));
  }

  /**
   * Returns the key that comes before: {@code ets:prev(Table, Key)}; in other types than
   * ordered_set the same as {@link #next}.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}
   * @throws NoSuchKeyException if the key is not there, but in an ordered_set; there if it is
   *     {@code '$end_of_table'}
   */
  public Optional<Term> prev(Term key) {
    TableStore store = forReading();
    return key(store.cellBefore(checkStep(key)));
  }

  private Optional<Term> key(@Nullable Object cell) {
    return cell == null ? Optional.empty() : Optional.of(table.config().keyOf(cell));
  }

  /**
   * As {@link #first}, with the objects of the key as they are at the same moment: {@code
   * ets:first_lookup(Table)}.
   */
  public Optional<Map.Entry<Term, List<Tuple>>> firstLookup() {
    return entry(forReading().firstCell());
  }

  /**
   * As {@link #last}, with the objects of the key as they are at the same moment: {@code
   * ets:last_lookup(Table)}.
   */
  public Optional<Map.Entry<Term, List<Tuple>>> lastLookup() {
    return entry(forReading().lastCell());
  }

  /**
   * As {@link #next}, with the objects of the key that follows, as they are at the same moment:
   * {@code ets:next_lookup(Table, Key)}.
   *
   * @throws NoSuchKeyException as there
   */
  public Optional<Map.Entry<Term, List<Tuple>>> nextLookup(Term key) {
    TableStore store = forReading();
    return entry(store.cellAfter(checkStep(key)));
  }

  /**
   * As {@link #prev}, with the objects of the key that comes before, as they are at the same
   * moment: {@code ets:prev_lookup(Table, Key)}.
   *
   * @throws NoSuchKeyException as there
   */
  public Optional<Map.Entry<Term, List<Tuple>>> prevLookup(Term key) {
    TableStore store = forReading();
    return entry(store.cellBefore(checkStep(key)));
  }

  private Optional<Map.Entry<Term, List<Tuple>>> entry(@Nullable Object cell) {
    return cell == null
        ? Optional.empty()
        : Optional.of(Map.entry(table.config().keyOf(cell), Cells.objects(cell)));
  }

  private Term checkStep(Term key) {
    if (Objects.requireNonNull(key, "key") == END_OF_TABLE && type() == TableType.ORDERED_SET) {
      throw NoSuchKeyException.ofStep(key);
    }
    return key;
  }

  /**
   * Returns the objects in a slot: {@code ets:slot(Table, Slot)}. Slots are numbered from 0; all of
   * them together have all objects. In an ordered_set each object has a slot of its own, in key
   * order; in the other types each key, in the order of {@link #next} backwards, and there are at
   * least 256.
   *
   * <p>Cost: in an ordered_set linear in the number of the slot; in the other types as {@link
   * #next}.
   *
   * @return empty, where Erlang gives {@code '$end_of_table'}, for the number of slots itself
   * @throws BadArgumentException if there is no such slot
   */
  public Optional<List<Tuple>> slot(long slot) {
    TableStore store = forReading();
    if (slot < 0) {
      throw BadArgumentException.of(2, "slot", slot, ">= 0");
    }
    try {
      return Optional.ofNullable(store.slot(slot));
    } catch (IndexOutOfBoundsException e) {
      throw BadArgumentException.of(2, "slot", slot, "at most the number of slots");
    }
  }

  /**
   * As {@link #slot(long)}, with a number that may be any term.
   *
   * @throws BadArgumentException as there, and if it is no integer
   */
  public Optional<List<Tuple>> slot(Term slot) {
    forReading();
    if (!Positions.isPosition(Objects.requireNonNull(slot, "slot"))) {
      throw BadArgumentException.of(2, "slot", slot, "an integer >= 0, of one word");
    }
    return slot(((IntegerTerm) slot).longValue());
  }

  /**
   * Keeps the table fixed, once more, or once less: {@code ets:safe_fixtable(Table, Fix)}. While it
   * is fixed, by whomever, a walk with {@link #first} and {@link #next} comes to each object that
   * is there from its start to its end exactly once, and goes on from keys that are deleted
   * meanwhile. In an ordered_set it always does.
   *
   * <p>What this owner has fixed it releases by as many calls; all of it is released when the owner
   * ends, and what was fixed through this handle when that is {@linkplain EtsTable#close closed}.
   * To release what the owner has not fixed does nothing. Read access is enough for both.
   *
   * <p>Cost: while a table that is no ordered_set is fixed it remembers deleted keys and, on a
   * store that cannot go on from a key, from the first step on an order of all keys, about 16 bytes
   * each. There a walk from the first key takes linear time to begin if there may be new keys.
   *
   * @throws BadArgumentException if the table is to be fixed and this handle's owner has been
   *     closed: nobody would release it
   */
  public void safeFixtable(boolean fix) {
    forReading();
    if (!fix) {
      table.fixations().releaseLast(owner);
    } else if (table.fixations().fix(owner, this, false) == null) {
      throw BadArgumentException.of(1, "caller", owner.pid(), "an owner that has not ended");
    }
  }

  /**
   * As {@link #safeFixtable(boolean)}.
   *
   * @throws BadArgumentException as there, and if this is neither {@code true} nor {@code false}
   */
  public void safeFixtable(Term fix) {
    forReading();
    if (!(Objects.requireNonNull(fix, "fix") instanceof Atom atom) || !atom.isBoolean()) {
      throw BadArgumentException.of(2, "fix", fix, "true or false");
    }
    safeFixtable(atom == Atom.TRUE);
  }

  /**
   * Calls a function for each object, with what it returned for the one before: {@code
   * ets:foldl(Function, Initial, Table)}. In an ordered_set from the smallest key to the largest;
   * those of one key oldest first. The table is fixed meanwhile; the function may change it.
   *
   * @return what the function returned last
   * @throws NoSuchKeyException if an ordered_set has the key {@code '$end_of_table'}; as in Erlang
   *     there is no way on from it
   */
  public <A extends @Nullable Object> A foldl(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial) {
    return fold(function, initial, Direction.ASCENDING);
  }

  /**
   * As {@link #foldl}, from the largest key to the smallest, and newest first: {@code
   * ets:foldr(Function, Initial, Table)}. In other types than ordered_set keys come in the same
   * order as there.
   *
   * @throws NoSuchKeyException as there
   */
  public <A extends @Nullable Object> A foldr(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial) {
    return fold(function, initial, Direction.DESCENDING);
  }

  private <A extends @Nullable Object> A fold(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial, Direction direction) {
    TableStore store = forReading();
    Objects.requireNonNull(function, "function");
    TraversalFixation fixation = new TraversalFixation(table.fixations(), this);
    fixation.begin();
    try {
      A result = initial;
      CellCursor cells = store.cells(direction);
      for (Object cell; (cell = cells.nextCurrent(store)) != null; ) {
        List<Tuple> objects = Cells.objects(cell);
        int last = objects.size() - 1;
        for (int i = 0; i <= last; i++) {
          result =
              function.apply(objects.get(direction == Direction.ASCENDING ? i : last - i), result);
        }
        checkStep(table.config().keyOf(cell));
      }
      return result;
    } finally {
      fixation.end();
    }
  }
}
