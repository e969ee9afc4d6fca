package org.jets.ets;

import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;

/**
 * The error for a call that would exceed a {@link Quota} or another limit, or make a larger integer
 * than Erlang's largest.
 */
public final class SystemLimitException extends EtsException {
  private static final long serialVersionUID = 1;

  /**
   * Makes the error for an exceeded quota.
   *
   * @param what the name of the counted items, such as {@code objects}
   * @param whose the name of the node or space that they count for
   * @param limit the largest number
   */
  public SystemLimitException(String what, String whose, long limit) {
    super(() -> what + " of " + whose + ": too many (expected: <= " + limit + ")", 2, null);
  }

  private SystemLimitException(int maxBits) {
    super(() -> "counter: too large (expected: <= " + maxBits + " bits)", 3, null);
  }

  /** Returns the error for a counter that would be larger than any integer of Erlang's. */
  static SystemLimitException ofCounter(int maxBits) {
    return new SystemLimitException(maxBits);
  }

  /**
   * Makes the error for tables that would exceed their share of the heap. Their size is an
   * estimate, which can still include deleted objects.
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

  /** Returns the error for a replacement by a search that has too many terms in one element. */
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

  /** Returns the error for a node that cannot keep more records about processes of other nodes. */
  static SystemLimitException ofProcess(Pid process) {
    return new SystemLimitException(process);
  }

  /** Makes an error that was reported by the node of the table. */
  public SystemLimitException(String function) {
    super(() -> "ets:" + function + ": more than that node can do", 2, null);
  }

  /** Returns {@code system_limit}. */
  @Override
  public Term reason() {
    return Atom.of("system_limit");
  }
}
