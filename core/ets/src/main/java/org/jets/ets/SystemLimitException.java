package org.jets.ets;

import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;

/** There would be more than a {@link Quota} allows, or a larger integer than Erlang has. */
public final class SystemLimitException extends EtsException {
  private static final long serialVersionUID = 1;

  /**
   * There would be more of something than a quota allows.
   *
   * @param what what is counted, such as {@code objects}
   * @param whose for whom it is counted
   * @param limit how many there may be
   */
  public SystemLimitException(String what, String whose, long limit) {
    super(() -> what + " of " + whose + ": too many (expected: <= " + limit + ")", 2, null);
  }

  private SystemLimitException(int maxBits) {
    super(() -> "counter: too large (expected: <= " + maxBits + " bits)", 3, null);
  }

  /** A counter would be larger than any integer of Erlang's. */
  static SystemLimitException ofCounter(int maxBits) {
    return new SystemLimitException(maxBits);
  }

  /**
   * There would be more bytes in tables than a share of the heap, where no quota is set. That is an
   * estimate, and what has been deleted can still be in it.
   */
  SystemLimitException(String whose, int percent, long limit) {
    super(
        () ->
            "bytes of "
                + whose
                + ": too many (expected: <= "
                + limit
                + ", which is "
                + percent
                + " % of the heap; TableSpace.limit sets another limit). After deletions it takes a"
                + " moment until there is room again: the same write may pass then",
        2,
        null);
  }

  private SystemLimitException(long maxParts) {
    super(
        () ->
            "element of a replacement: too many terms in it (expected: <= "
                + maxParts
                + ", those that it shares counted each time)",
        2,
        null);
  }

  /** An object that a search puts in the place of another has too many terms in one element. */
  static SystemLimitException ofReplacement(long maxParts) {
    return new SystemLimitException(maxParts);
  }

  private SystemLimitException(Pid process) {
    super(
        () ->
            "process: "
                + process
                + ": its node has too many owners, heirs or fixations here (expected: fewer)",
        2,
        null);
  }

  /** The node that the tables belong to remembers no more of processes of other nodes. */
  static SystemLimitException ofProcess(Pid process) {
    return new SystemLimitException(process);
  }

  /** Makes the error as the node tells it that keeps the table. */
  public SystemLimitException(String function) {
    super(() -> "ets:" + function + ": more than that node can do", 2, null);
  }

  /** Returns {@code system_limit}. */
  @Override
  public Term reason() {
    return Atom.of("system_limit");
  }
}
