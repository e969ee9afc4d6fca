package org.jets.node.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jets.ets.BadArgumentException;
import org.jets.ets.NoSuchTableException;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A search with a limit in a table of another node. A continuation of an Erlang node loses its
 * compiled specification on its way here. It gets it back there.
 */
final class RemoteChunkedSelect {
  private final RemoteHandle table;
  private final Term spec;
  private final boolean isReverse;

  /** Null before the first chunk. */
  private @Nullable Term continuation;

  private boolean isDone;

  RemoteChunkedSelect(RemoteHandle table, Term spec, boolean isReverse) {
    this.table = table;
    this.spec = spec;
    this.isReverse = isReverse;
  }

  /**
   * Returns a supplier of one chunk of results at a time; it returns null when there are no more.
   */
  <T> Supplier<@Nullable List<T>> chunks(Function<Term, T> reading) {
    return () -> {
      if (isDone) {
        return null;
      }
      Term place = continuation;
      Term answer =
          place == null
              ? table.apply(
                  function(isReverse), spec, IntegerTerm.of(table.calls.options().chunkSize()))
              : resume(table, isReverse, place, spec);
      if (RemoteAnswers.isEnd(answer)) {
        isDone = true;
        return null;
      }
      Tuple chunk = RemoteAnswers.pair(answer);
      continuation = chunk.element(2);
      isDone = RemoteAnswers.isEnd(chunk.element(2));
      List<T> results = new ArrayList<>();
      for (Term result : RemoteAnswers.list(chunk.element(1))) {
        results.add(reading.apply(result));
      }
      return results;
    };
  }

  private static String function(boolean isReverse) {
    return isReverse ? "select_reverse" : "select";
  }

  /**
   * Continues a search.
   *
   * @return {@code '$end_of_table'} or <code>{Results, Continuation}</code>
   */
  static Term resume(RemoteHandle table, boolean isReverse, Term continuation, Term spec) {
    String function = function(isReverse);
    try {
      if (table.calls.hasAgent()) {
        return table.serve(
            function, RemoteAgent.resume(function, continuation, spec), continuation);
      }
      return select(table, function, continuation, spec);
    } catch (BadArgumentException e) {
      // Erlang does not tell that the table is the cause.
      if (!table.exists()) {
        throw new NoSuchTableException(table.id());
      }
      throw e;
    }
  }

  /**
   * Continues a search. A jets node knows a continuation for a while, and then needs the
   * specification again.
   */
  private static Term select(RemoteHandle table, String function, Term continuation, Term spec) {
    try {
      return table.applyAlone(function, continuation);
    } catch (BadArgumentException e) {
      return table.applyAlone(
          function, table.applyAlone("repair_continuation", continuation, spec));
    }
  }
}
