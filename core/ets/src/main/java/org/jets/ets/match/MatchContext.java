package org.jets.ets.match;

import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jspecify.annotations.Nullable;

/**
 * The caller for which a match specification runs, as the functions <code>{self}</code> and <code>
 * {node}</code> return it. Immutable.
 */
public final class MatchContext {
  private static final Atom NO_NODE = Atom.of("nonode@nohost");

  /** A process of a node without a name, for specifications that use neither function. */
  public static final MatchContext NONE = new MatchContext(Pid.of(NO_NODE, 0, 0, 0), NO_NODE);

  private final Pid self;
  private final Atom node;
  private final boolean isLocked;

  /**
   * Makes the context of a caller that holds no lock.
   *
   * @param self the calling process
   * @param node the node that it runs on
   */
  public MatchContext(Pid self, Atom node) {
    this(self, node, false);
  }

  private MatchContext(Pid self, Atom node, boolean isLocked) {
    this.self = Objects.requireNonNull(self, "self");
    this.node = Objects.requireNonNull(node, "node");
    this.isLocked = isLocked;
  }

  /** Returns the calling process. */
  public Pid self() {
    return self;
  }

  /** Returns the node that the calling process runs on. */
  public Atom node() {
    return node;
  }

  /**
   * Returns the same context for a caller that holds locks. A specification that runs there can be
   * cancelled, but never pauses the thread.
   *
   * @see org.jets.terms.PausableThread
   */
  public MatchContext whileLocked() {
    return isLocked ? this : new MatchContext(self, node, true);
  }

  boolean isLocked() {
    return isLocked;
  }

  /** Returns whether the other object is a context of the same process and node. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MatchContext that && self.equals(that.self) && node == that.node;
  }

  @Override
  public int hashCode() {
    return 31 * self.hashCode() + node.hashCode();
  }

  @Override
  public String toString() {
    return "MatchContext[self=" + self + ", node=" + node + "]";
  }
}
