package org.jets.ets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Verifies the guarantees of {@link LimitedOperations}. There must be an order of the operations in
 * which one that returned before another began comes first, and each has its sequential result,
 * except that
 *
 * <ul>
 *   <li>in a table that evicts, any key may be removed at any time;
 *   <li>in a table that rejects, a write may be refused because another write runs meanwhile;
 *   <li>an operation reads the clock at one moment, and takes effect with that time at the same or
 *       a later moment. An object may be removed once its end has come. If objects expire after the
 *       last access, one that has been found expired is absent for all.
 * </ul>
 */
public class LimitedVerifier extends CallOrderVerifier<LimitedVerifier.State> {
  private static final int KEYS = 3;
  private static final long NEVER = Long.MAX_VALUE;
  private static final Set<String> READS = Set.of("lookup", "advance");

  private final boolean evicts;
  private final boolean rejects;
  private final boolean expires;
  private final boolean isAccess;

  /** Makes a verifier, as Lincheck requires. */
  public LimitedVerifier(Class<?> specification) {
    super(State.EMPTY);
    evicts = specification == LimitedOperations.EvictingOperations.class;
    rejects = specification == LimitedOperations.RejectingOperations.class;
    expires = LimitedOperations.ExpiringOperations.class.isAssignableFrom(specification);
    isAccess = specification == LimitedOperations.AccessedOperations.class;
  }

  @Override
  Set<State> ends(List<List<Call>> threads, Set<State> starts) {
    Search search = new Search(threads);
    starts.forEach(search::from);
    return search.ends;
  }

  /**
   * The content of the table at a time.
   *
   * @param values of the objects of the keys; 0 for an absent one
   * @param ends of the objects
   */
  record State(List<Integer> values, List<Long> ends, long now) {
    static final State EMPTY =
        new State(Collections.nCopies(KEYS + 1, 0), Collections.nCopies(KEYS + 1, 0L), 0);

    int value(int key) {
      return values.get(key);
    }

    long end(int key) {
      return ends.get(key);
    }

    State with(int key, int value, long end) {
      List<Integer> newValues = new ArrayList<>(values);
      newValues.set(key, value);
      List<Long> newEnds = new ArrayList<>(ends);
      newEnds.set(key, end);
      return new State(newValues, newEnds, now);
    }

    State without(int key) {
      return with(key, 0, 0);
    }

    int size() {
      return (int) values.stream().filter(value -> value != 0).count();
    }
  }

  /**
   * The progress of a thread.
   *
   * @param time the time that the operation under way has read; -1 for none
   */
  private record Progress(int done, long time) {}

  private record Node(State state, List<Progress> all) {}

  /** Enumerates all orders of the calls of several threads. */
  private final class Search {
    private final List<List<Call>> threads;
    private final Set<Node> seen = new HashSet<>();

    /** The states that there can be at the end; empty if no order explains the results. */
    final Set<State> ends = new HashSet<>();

    Search(List<List<Call>> threads) {
      this.threads = threads;
    }

    void from(State state) {
      search(new Node(state, Collections.nCopies(threads.size(), new Progress(0, -1))));
    }

    private void search(Node node) {
      if (!seen.add(node)) {
        return;
      }
      boolean isEnd = true;
      for (int thread = 0; thread < threads.size(); thread++) {
        Progress one = node.all.get(thread);
        if (one.done < threads.get(thread).size()) {
          isEnd = false;
          advance(node, thread, threads.get(thread).get(one.done));
        }
      }
      if (isEnd) {
        ends.add(node.state);
      }
      for (int key = 1; key <= KEYS; key++) {
        if (mayVanish(node.state, key)) {
          search(new Node(node.state.without(key), node.all));
        }
      }
    }

    private boolean mayVanish(State state, int key) {
      return state.value(key) != 0 && (evicts || state.end(key) <= state.now);
    }

    private void advance(Node node, int thread, Call call) {
      Progress one = node.all.get(thread);
      if (one.time < 0) {
        if (call.mayBegin(other -> node.all.get(other).done)) {
          search(with(node, node.state, thread, new Progress(one.done, node.state.now)));
        }
        return;
      }
      State after = new Effect(call, one.time, isBesideWrite(thread, one.done)).on(node.state);
      if (after != null) {
        search(with(node, after, thread, new Progress(one.done + 1, -1)));
      }
    }

    /** Returns whether a call overlaps with a write of another thread. */
    private boolean isBesideWrite(int thread, int number) {
      List<Integer> done = threads.get(thread).get(number).done();
      for (int other = 0; other < done.size(); other++) {
        List<Call> calls = threads.get(other);
        for (int i = done.get(other); other != thread && i < calls.size(); i++) {
          if (calls.get(i).done().get(thread) <= number && !READS.contains(calls.get(i).name())) {
            return true;
          }
        }
      }
      return false;
    }

    private static Node with(Node node, State state, int thread, Progress one) {
      List<Progress> changed = new ArrayList<>(node.all);
      changed.set(thread, one);
      return new Node(state, changed);
    }
  }

  /** The effect of a call that has read this time. */
  private final class Effect {
    private final Call call;
    private final long time;
    private final boolean isBesideWrite;

    Effect(Call call, long time, boolean isBesideWrite) {
      this.call = call;
      this.time = time;
      this.isBesideWrite = isBesideWrite;
    }

    /** Returns the state after the call; null if its result is impossible. */
    State on(State state) {
      int key = call.first();
      int value = call.second();
      boolean isPresent = isPresent(state, key);
      int held = isPresent ? state.value(key) : 0;
      return switch (call.name()) {
        case "insert" -> inserted(state, 0, key);
        case "insertBoth" -> inserted(state, 0, key, LimitedOperations.other(key));
        case "insertNew" -> isPresent ? ifReturned(0, used(state, key)) : inserted(state, 1, key);
        case "updateCounter" ->
            isPresent
                ? ifReturned(held + 1, written(state, key, held + 1))
                : ifReturned(LimitedOperations.NO_SUCH_KEY, used(state, key));
        case "replaceIf" ->
            isPresent && held == value
                ? ifReturned(true, written(state, key, 4 - value))
                : ifReturned(false, used(state, key));
        case "lookup" -> ifReturned(held, used(state, key));
        case "take" -> ifReturned(held, state.without(key));
        case "delete" -> state.without(key);
        case "deleteAllObjects" -> new State(State.EMPTY.values, State.EMPTY.ends, state.now);
        case "advance" -> new State(state.values, state.ends, state.now + call.first());
        default -> throw new IllegalArgumentException(call.name());
      };
    }

    private State ifReturned(Object expected, State after) {
      return call.returns(expected) ? after : null;
    }

    private boolean isPresent(State state, int key) {
      return state.value(key) != 0 && state.end(key) > time;
    }

    /** Returns the state after an access that leaves the object. */
    private State used(State state, int key) {
      if (!isAccess || state.value(key) == 0) {
        return state;
      }
      return isPresent(state, key)
          ? state.with(key, state.value(key), end(state, key))
          : state.without(key);
    }

    private State written(State state, int key, int value) {
      return state.with(key, value, end(state, key));
    }

    private long end(State state, int key) {
      if (!expires) {
        return NEVER;
      }
      long end = time + LimitedOperations.ExpiringOperations.LIFE;
      return isAccess && isPresent(state, key) ? Math.max(end, state.end(key)) : end;
    }

    private State inserted(State state, int result, int... keys) {
      State after = state;
      for (int key : keys) {
        after = written(after, key, call.second());
      }
      boolean isTooMuch =
          rejects
              && after.size() > state.size()
              && after.size() > LimitedOperations.RejectingOperations.MOST;
      if (call.returns(LimitedOperations.REFUSED)) {
        return isTooMuch || (rejects && isBesideWrite) ? state : null;
      }
      return isTooMuch ? null : ifReturned(result, after);
    }
  }
}
