package org.jets.node.services;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes to which compressed terms expand in calls of {@code binary_to_term}: those of
 * one call, and those of all running calls. Safe for use by many threads.
 */
public final class DecodeBudget {
  private final int ofOne;
  private final AtomicLong left;

  public DecodeBudget(int ofOne, long ofAll) {
    this.ofOne = ofOne;
    this.left = new AtomicLong(ofAll);
  }

  /** Returns how many bytes one call may take. */
  int ofOne() {
    return ofOne;
  }

  /** Takes bytes from the budget. Returns false, and takes nothing, if too few are left. */
  boolean take(int count) {
    if (count > ofOne) {
      return false;
    }
    if (left.addAndGet(-count) >= 0) {
      return true;
    }
    left.addAndGet(count);
    return false;
  }

  /** Returns bytes to the budget. */
  void giveBack(int count) {
    left.addAndGet(count);
  }
}
