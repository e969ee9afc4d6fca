package org.jets.ets;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jets.ets.argument.Positions;
import org.jets.ets.store.PauseCounter;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.PausableThread;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The update of {@code update_counter}. All operations are checked on the object before the first
 * is done.
 *
 * <p>In a {@link PausableThread}, long operations are not done while a store holds locks. The
 * update first leaves the cell as it is. {@link #work} then does the operations on the object that
 * it has seen. The next run stores the result if the cell is still the same.
 */
final class CounterUpdate extends KeyedUpdate {
  private final Ops ops;
  private final IntegerTerm[] results;

  /** A view of the results. Made before the change, since memory may run out. */
  private final List<IntegerTerm> answer;

  private final @Nullable PausableThread thread = PausableThread.current();

  /** The cell that the last run left for {@link #work}. */
  private @Nullable Object seenCell;

  private @Nullable Tuple seen;

  /** The result of {@link #work}. */
  private @Nullable Tuple worked;

  private boolean hasLeft;

  /**
   * Makes the update.
   *
   * @param initial the object for an absent key, which replaces the object's own key; null if that
   *     is an error
   */
  CounterUpdate(Term key, int keypos, Ops ops, @Nullable Tuple initial) {
    super(key, keypos, initial);
    this.ops = ops;
    this.results = new IntegerTerm[ops.ops().size()];
    this.answer = Collections.unmodifiableList(Arrays.asList(results));
  }

  @Override
  protected @Nullable Object update(@Nullable Object cell) {
    hasLeft = false;
    Tuple made = worked;
    if (made != null && cell == seenCell) {
      return made;
    }
    Tuple object = object(cell);
    if (object == null) {
      throw NoSuchKeyException.of(key());
    }
    boolean areSmall = true;
    for (CounterOp op : ops.ops()) {
      areSmall &= op.counter(object, keypos()).fitsLong() && op.isSmall();
    }
    if (ops.defect() != null) {
      throw ops.defect();
    }
    if (thread == null || results.length <= (areSmall ? PauseCounter.STEPS : 1)) {
      return written(result(object, null));
    }
    seenCell = cell;
    seen = object;
    worked = null;
    hasLeft = true;
    return cell;
  }

  private Tuple result(Tuple object, @Nullable PausableThread pausing) {
    List<CounterOp> operations = ops.ops();
    Term[] elements = object.toArray();
    for (int i = 0; i < results.length; i++) {
      CounterOp op = operations.get(i);
      int index = op.position(keypos()) - 1;
      results[i] = op.apply((IntegerTerm) elements[index]);
      elements[index] = results[i];
      if (pausing != null && (i % PauseCounter.STEPS == 0 || !results[i].fitsLong())) {
        pausing.pause();
      }
    }
    return Tuple.of(elements).packed();
  }

  /** Returns whether the last run left the operations to {@link #work}, and must be repeated. */
  boolean hasLeft() {
    return hasLeft;
  }

  /** Runs the operations that the last run has left. Called with no lock held. */
  void work() {
    if (seen != null) {
      worked = result(seen, thread);
    }
  }

  /** Returns the new values of the counters, in the order of the operations. */
  List<IntegerTerm> results() {
    return answer;
  }

  /**
   * The operations of one {@code update_counter}, read from Erlang's terms.
   *
   * @param ops the operations up to the first malformed one
   * @param isList whether the result is a list
   * @param defect the error about the operation after {@code ops}. It counts only if the key is
   *     present, and after errors about {@code ops}.
   */
  record Ops(List<CounterOp> ops, boolean isList, @Nullable BadArgumentException defect) {

    /**
     * Returns the operation if it is the only one; null if there are more or fewer, or a defect.
     */
    @Nullable CounterOp single() {
      return ops.size() == 1 && defect == null ? ops.get(0) : null;
    }

    static Ops parse(Term term) {
      if (term instanceof IntegerTerm increment) {
        return new Ops(List.of(CounterOp.add(increment)), false, null);
      }
      if (!(term instanceof ListTerm list)) {
        CounterOp op = parseTuple(term);
        return op == null
            ? new Ops(List.of(), false, invalid(term))
            : new Ops(List.of(op), false, null);
      }
      List<CounterOp> ops = new ArrayList<>(list.size());
      for (Term element : list) {
        CounterOp op = parseTuple(element);
        if (op == null) {
          return new Ops(ops, true, invalid(element));
        }
        ops.add(op);
      }
      return new Ops(ops, true, list.isProper() ? null : invalid(term));
    }

    private static BadArgumentException invalid(Term op) {
      return BadArgumentException.of(3, "operation", op, "a valid update operation");
    }

    private static @Nullable CounterOp parseTuple(Term term) {
      if (!(term instanceof Tuple tuple) || (tuple.arity() != 2 && tuple.arity() != 4)) {
        return null;
      }
      for (Term element : tuple.toList()) {
        if (!(element instanceof IntegerTerm)) {
          return null;
        }
      }
      if (!Positions.isPosition(tuple.element(1))) {
        return null;
      }
      int position = Positions.clamp((IntegerTerm) tuple.element(1));
      IntegerTerm increment = (IntegerTerm) tuple.element(2);
      return tuple.arity() == 2
          ? CounterOp.add(position, increment)
          : CounterOp.add(
              position, increment, (IntegerTerm) tuple.element(3), (IntegerTerm) tuple.element(4));
    }
  }
}
