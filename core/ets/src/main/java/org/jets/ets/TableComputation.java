package org.jets.ets;

import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jets.ets.argument.ValueText;
import org.jets.ets.store.ExchangeUpdate;
import org.jets.ets.store.KeyWatch;
import org.jets.ets.store.TableStore;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the object of one key that depend on the object. A caller's function runs between a
 * read of the object and an {@linkplain ExchangeUpdate exchange} of what was read, so no lock is
 * held meanwhile. The right to write is checked before the first read and after each run of the
 * function, which may have ended it.
 *
 * <p>If another thread changes the object meanwhile, the function runs again, however often. If the
 * function itself changes it each time, that would never end. So after a few runs the {@link Runs}
 * find out whether it does. The other threads' changes are no reason to fail.
 */
final class TableComputation {
  private TableComputation() {}

  static boolean replaceIf(TableHandle table, Term key, Tuple expected, Tuple object) {
    TableStore store = table.forWritingOnce();
    checkArguments(table, key);
    Objects.requireNonNull(expected, "expected");
    Tuple checked = checkObject(table, key, Objects.requireNonNull(object, "object"));
    return exchange(table, store, key, expected, checked);
  }

  static Optional<Tuple> compute(
      TableHandle table, Term key, UnaryOperator<Optional<Tuple>> function) {
    TableStore store = table.forWriting();
    checkArguments(table, key);
    Objects.requireNonNull(function, "function");
    Runs runs = new Runs(store, key);
    while (true) {
      Tuple before = (Tuple) store.get(key);
      Optional<Tuple> result;
      runs.begin();
      try {
        result = function.apply(Optional.ofNullable(before));
      } finally {
        runs.end();
      }
      Tuple after = Objects.requireNonNull(result, "result of the function").orElse(null);
      table.forWritingInPlace();
      if (after == before) {
        return result;
      }
      Tuple checked = after == null ? null : checkObject(table, key, after);
      // Made before the exchange, since memory may run out here.
      Optional<Tuple> left = Optional.ofNullable(checked);
      if (exchange(table, store, key, before, checked)) {
        return left;
      }
      runs.wasInVain();
    }
  }

  static Tuple computeIfAbsent(
      TableHandle table, Term key, Function<? super Term, Tuple> function) {
    TableStore store = table.forWriting();
    checkArguments(table, key);
    Objects.requireNonNull(function, "function");
    Tuple present;
    while ((present = (Tuple) store.get(key)) == null) {
      Tuple object = checkResult(table, key, function.apply(key));
      if (exchange(table, table.forWritingInPlace(), key, null, object)) {
        return object;
      }
    }
    return present;
  }

  static Tuple merge(TableHandle table, Tuple object, BinaryOperator<Tuple> function) {
    TableStore store = table.forWriting();
    Tuple added = TableObjects.checkObject(table, object);
    Term key = store.config().key(added);
    checkArguments(table, key);
    Objects.requireNonNull(function, "function");
    Runs runs = new Runs(store, key);
    while (true) {
      Tuple before = (Tuple) store.get(key);
      Tuple after = before == null ? added : merged(table, runs, before, added, function);
      if (exchange(table, store, key, before, after)) {
        return after;
      }
      runs.wasInVain();
    }
  }

  private static Tuple merged(
      TableHandle table, Runs runs, Tuple before, Tuple added, BinaryOperator<Tuple> function) {
    Tuple result;
    runs.begin();
    try {
      result = function.apply(before, added);
    } finally {
      runs.end();
    }
    Tuple checked = checkResult(table, runs.key, result);
    table.forWritingInPlace();
    return checked;
  }

  /** The runs of a caller's function in one call. */
  private static final class Runs {
    /** The number of runs of which none is watched, since watching has a cost. */
    private static final int UNWATCHED = 8;

    private final TableStore store;
    private final Term key;
    private int count;

    /** The watch of the current run, or of the last one; null if that is not watched. */
    private @Nullable KeyWatch watch;

    Runs(TableStore store, Term key) {
      this.store = store;
      this.key = key;
    }

    /** Called before a run. */
    void begin() {
      watch = count < UNWATCHED ? null : store.watch(key);
      count++;
    }

    /** Called after a run that was begun. */
    void end() {
      if (watch != null) {
        watch.end();
      }
    }

    /** Called when the object was no longer the one that the last run has been given. */
    void wasInVain() {
      if (watch != null && watch.hasChanged()) {
        throw new IllegalStateException(
            "function: has changed the object of its own key "
                + ValueText.of(key)
                + " in run "
                + count
                + " (expected: to leave it to its result)");
      }
    }
  }

  private static void checkArguments(TableHandle table, Term key) {
    Objects.requireNonNull(key, "key");
    if (!table.type().isSet()) {
      throw TableTypeException.withoutCause(table.id(), table.type(), "set or ordered_set");
    }
  }

  private static Tuple checkResult(TableHandle table, Term key, @Nullable Tuple result) {
    return checkObject(table, key, Objects.requireNonNull(result, "result of the function"));
  }

  /** Returns an object in the form in which a table has it, if it has the key. */
  private static Tuple checkObject(TableHandle table, Term key, Tuple object) {
    Tuple checked = TableObjects.checkObject(table, object);
    Term own = checked.element(table.keypos());
    if (!table.table().config().isSameKey(own, key)) {
      throw BadArgumentException.of(
          3, "object", object, "an object with the key " + ValueText.of(key));
    }
    return checked;
  }

  /** Exchanges the object of a key, unless another thread has changed it meanwhile. */
  private static boolean exchange(
      TableHandle table,
      TableStore store,
      Term key,
      @Nullable Tuple expected,
      @Nullable Tuple object) {
    ExchangeUpdate update = new ExchangeUpdate(store.config(), expected, object);
    HeapCharge charge = object == null ? null : HeapCharge.count(table, store, object);
    boolean isDone = false;
    try {
      store.compute(object == null ? key : store.config().key(object), update);
      isDone = update.isDone();
    } finally {
      if (!isDone) {
        HeapCharge.takeBack(charge);
      }
    }
    HeapCharge.removedBy(table, key, update);
    return isDone;
  }
}
