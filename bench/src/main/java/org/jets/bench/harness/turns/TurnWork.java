package org.jets.bench.harness.turns;

import java.util.List;

/**
 * A kind of work that contestants do by turns. Implementations are public, with a public
 * constructor without arguments. Each contestant has an instance of a copy of the class, by a class
 * loader of its own. The instance that makes the input belongs to none of them.
 */
public interface TurnWork {
  /**
   * Makes what all contestants share, such as keys.
   *
   * @param workload in a form that the work defines
   * @return an object whose classes are those of the JDK
   */
  Object input(String workload);

  /**
   * Makes and fills the structure of a contestant.
   *
   * @param input of {@link #input}
   * @return a loop for each thread; the loops of a thread make the same calls for all contestants
   */
  List<TurnLoop> loops(String workload, Object input, String contestant, int threads);

  /**
   * Returns the words by which {@code jets_scale.erl} does the workload on a table: the mix, the
   * threads, the range, the filling.
   *
   * @throws UnsupportedOperationException if Erlang does not have the workload
   */
  default List<String> erlangRequest(String workload, int threads) {
    throw new UnsupportedOperationException(workload);
  }
}
