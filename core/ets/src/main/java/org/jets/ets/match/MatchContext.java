package org.jets.ets.match;

import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.Pid;

/**
 * On whose behalf a match specification runs: what the functions <code>{self}</code> and <code>
 * {node}</code> return.
 *
 * @param self the calling process
 * @param node the node that it runs on
 */
public record MatchContext(Pid self, Atom node) {
  private static final Atom NO_NODE = Atom.of("nonode@nohost");

  /** A process of a node without a name, for specifications that ask for neither. */
  public static final MatchContext NONE = new MatchContext(Pid.of(NO_NODE, 0, 0, 0), NO_NODE);

  /** Checks that neither is null. */
  public MatchContext {
    Objects.requireNonNull(self, "self");
    Objects.requireNonNull(node, "node");
  }
}
