package org.jets.node.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Steps from key to key of a table of another node, many with one round trip if there is an agent.
 * Each key comes with its objects. For one thread at a time.
 */
final class RemoteCursor {
  private final RemoteHandle table;
  private final RemoteTraversal traversal;
  private final boolean isBackward;

  /** The last key; null before the first step from an end of the table. */
  private @Nullable Term key;

  private boolean isDone;

  /**
   * Begins before a step.
   *
   * @param after the key before the first step; null to begin outside the table
   */
  RemoteCursor(
      RemoteHandle table, RemoteTraversal traversal, boolean isBackward, @Nullable Term after) {
    this.table = table;
    this.traversal = traversal;
    this.isBackward = isBackward;
    this.key = after;
  }

  /** Returns the next keys with their objects; null if there are none. */
  @Nullable List<Map.Entry<Term, List<Tuple>>> next() {
    if (isDone) {
      return null;
    }
    List<Map.Entry<Term, List<Tuple>>> entries =
        table.calls.hasAgent() ? many(table.calls.options().chunkSize()) : one();
    if (entries.isEmpty()) {
      isDone = true;
      return null;
    }
    key = entries.get(entries.size() - 1).getKey();
    return entries;
  }

  private List<Map.Entry<Term, List<Tuple>>> many(int limit) {
    String step = isBackward ? "prev" : "next";
    Term from = key;
    Term answer =
        from == null
            ? table.serve(
                isBackward ? "last" : "first",
                RemoteAgent.walkFromEnd(table.id(), isBackward ? "last" : "first", step, limit),
                table.id())
            : table.serve(
                step, RemoteAgent.walkFrom(table.id(), from, step, limit), table.id(), from);
    List<Map.Entry<Term, List<Tuple>>> entries = entries(answer);
    isDone = entries.size() < limit;
    return entries;
  }

  private List<Map.Entry<Term, List<Tuple>>> one() {
    Term from = key;
    Optional<Map.Entry<Term, List<Tuple>>> entry;
    if (from == null) {
      entry = isBackward ? traversal.lastLookup() : traversal.firstLookup();
    } else {
      entry = isBackward ? traversal.prevLookup(from) : traversal.nextLookup(from);
    }
    return entry.map(List::of).orElse(List.of());
  }

  private static List<Map.Entry<Term, List<Tuple>>> entries(Term answer) {
    List<Map.Entry<Term, List<Tuple>>> entries = new ArrayList<>();
    for (Term element : RemoteAnswers.list(answer)) {
      entries.add(entry(element));
    }
    return entries;
  }

  /** Reads a key and its objects. */
  static Map.Entry<Term, List<Tuple>> entry(Term answer) {
    Tuple pair = RemoteAnswers.pair(answer);
    return Map.entry(pair.element(1), RemoteAnswers.objects(pair.element(2)));
  }
}
