package org.jets.node.process;

import java.util.Set;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The options of a spawn request that apply to a process of this node.
 *
 * @param isValid whether Erlang knows all of the options
 */
public record SpawnOptions(boolean isValid, boolean isLinked, boolean isMonitored) {
  private static final Atom LINK = Atom.of("link");
  private static final Atom MONITOR = Atom.of("monitor");

  /** The options with a value that tell a BEAM how to run the process. */
  private static final Set<String> TUNING =
      Set.of(
          "async_dist",
          "fullsweep_after",
          "max_heap_size",
          "message_queue_data",
          "min_bin_vheap_size",
          "min_heap_size",
          "monitor",
          "priority");

  private static final SpawnOptions INVALID = new SpawnOptions(false, false, false);

  /** Reads a list of options. */
  public static SpawnOptions parse(Term options) {
    if (!(options instanceof ListTerm list) || !list.isProper()) {
      return INVALID;
    }
    boolean isLinked = false;
    boolean isMonitored = false;
    for (Term option : list) {
      if (option == LINK) {
        isLinked = true;
      } else if (option == MONITOR) {
        isMonitored = true;
      } else if (option instanceof Tuple pair
          && pair.arity() == 2
          && pair.element(1) instanceof Atom name
          && TUNING.contains(name.name())) {
        isMonitored |= name == MONITOR;
      } else {
        return INVALID;
      }
    }
    return new SpawnOptions(true, isLinked, isMonitored);
  }
}
