package org.jets.node.services;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes to which compressed terms expand in calls of {@code binary_to_term}: those of
 * one call, and those of all calls that are being served. Safe for use by many threads.
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

  /** Takes bytes; false, and nothing taken, if there are not so many. */
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

  /** Gives back what has been taken. */
  void giveBack(int count) {
    left.addAndGet(count);
  }
}
