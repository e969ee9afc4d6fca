package org.jets.ets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Verifies the guarantees of {@link HashStepOperations}. A step from key to key reads several keys,
 * one after the other. So it has a beginning and an end, while the other operations have one
 * moment. There must be an order of these moments, beginnings and ends in which an operation that
 * returned before another began comes first, and in which
 *
 * <ul>
 *   <li>an operation that is no step has its sequential result;
 *   <li>{@code first} returns a key that was present at some time between its beginning and its
 *       end; none, if no key was present all that time;
 *   <li>{@code next} returns another key that was present at some time meanwhile, or none. Its own
 *       key was present at some time. It fails only if its own key was absent at some time.
 * </ul>
 *
 * <p>A single step has no other guarantees: it may skip a key that is inserted meanwhile, and the
 * order of keys is the store's own.
 *
 * <p>Sets of keys are bit sets.
 */
public class HashStepVerifier extends CallOrderVerifier<Integer> {
  private static final int ALL = 0b1110;

  /** Makes a verifier, as Lincheck requires. */
  public HashStepVerifier(@SuppressWarnings("unused") Class<?> specification) {
    super(0);
  }

  @Override
  Set<Integer> ends(List<List<Call>> threads, Set<Integer> starts) {
    Set<Integer> ends = new HashSet<>();
    starts.forEach(keys -> ends.addAll(new Search(threads, keys).ends()));
    return ends;
  }

  private static boolean isStep(Call call) {
    return call.name().equals("first") || call.name().equals("next");
  }

  /** Returns the keys that are present after the call; or -1 if its result is impossible. */
  private static int effect(Call call, int keys) {
    int bit = 1 << call.first();
    return switch (call.name()) {
      case "insert" -> keys | bit;
      case "insertOthers" -> keys | (ALL & ~bit);
      case "delete" -> keys & ~bit;
      case "deleteAllObjects" -> 0;
      case "member" -> call.returns((keys & bit) != 0) ? keys : -1;
      default -> throw new IllegalArgumentException(call.name());
    };
  }

  /** Returns whether a step can have this result. */
  private static boolean isPossible(Call call, int everThere, int alwaysThere) {
    int found = (Integer) call.result();
    if (call.name().equals("first")) {
      return found == 0 ? alwaysThere == 0 : (everThere & (1 << found)) != 0;
    }
    if (found == HashStepOperations.NO_SUCH_KEY) {
      return (alwaysThere & (1 << call.first())) == 0;
    }
    boolean isFromThere = (everThere & (1 << call.first())) != 0;
    return isFromThere
        && (found == 0 || (found != call.first() && (everThere & (1 << found)) != 0));
  }

  /**
   * The progress of a thread; in a step, the keys that were present at some time or all the time of
   * it.
   */
  private record Progress(int done, boolean isInStep, int everThere, int alwaysThere) {
    Progress beginStep(int keys) {
      return new Progress(done, true, keys, keys);
    }

    Progress see(int keys) {
      return new Progress(done, isInStep, everThere | keys, alwaysThere & keys);
    }

    Progress finish() {
      return new Progress(done + 1, false, 0, 0);
    }
  }

  /** Enumerates all orders of the calls of several threads. */
  private static final class Search {
    private final List<List<Call>> threads;
    private final Set<Integer> ends = new HashSet<>();

    Search(List<List<Call>> threads, int keys) {
      this.threads = threads;
      search(keys, Collections.nCopies(threads.size(), new Progress(0, false, 0, 0)));
    }

    /**
     * Returns the sets of keys that can be present at the end; empty if no order explains the
     * results.
     */
    Set<Integer> ends() {
      return ends;
    }

    private void search(int keys, List<Progress> all) {
      boolean isEnd = true;
      for (int thread = 0; thread < threads.size(); thread++) {
        Progress one = all.get(thread);
        if (one.done < threads.get(thread).size()) {
          isEnd = false;
          advance(keys, all, thread, threads.get(thread).get(one.done));
        }
      }
      if (isEnd) {
        ends.add(keys);
      }
    }

    private void advance(int keys, List<Progress> all, int thread, Call call) {
      Progress one = all.get(thread);
      if (one.isInStep) {
        if (isPossible(call, one.everThere, one.alwaysThere)) {
          search(keys, with(all, thread, one.finish()));
        }
      } else if (call.mayBegin(other -> all.get(other).done)) {
        if (isStep(call)) {
          search(keys, with(all, thread, one.beginStep(keys)));
        } else {
          int after = effect(call, keys);
          if (after >= 0) {
            List<Progress> seen = all.stream().map(each -> each.see(after)).toList();
            search(after, with(seen, thread, one.finish()));
          }
        }
      }
    }

    private static List<Progress> with(List<Progress> all, int thread, Progress one) {
      List<Progress> changed = new ArrayList<>(all);
      changed.set(thread, one);
      return changed;
    }
  }
}
