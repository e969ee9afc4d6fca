package org.jets.ets;

/** One reason for which a table is fixed. */
final class Fixation {
  private final Fixations fixations;
  private final Owner owner;
  private final LocalHandle handle;
  private final boolean isOfTraversal;

  /**
   * Makes one.
   *
   * @param handle by which it was asked for, and with which it ends
   * @param isOfTraversal whether a traversal releases it, and not {@code safe_fixtable}
   */
  Fixation(Fixations fixations, Owner owner, LocalHandle handle, boolean isOfTraversal) {
    this.fixations = fixations;
    this.owner = owner;
    this.handle = handle;
    this.isOfTraversal = isOfTraversal;
  }

  Owner owner() {
    return owner;
  }

  LocalHandle handle() {
    return handle;
  }

  boolean isOfTraversal() {
    return isOfTraversal;
  }

  /** Ends this; nothing if it has been ended. */
  void release() {
    fixations.release(this);
  }
}
