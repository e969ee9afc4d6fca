package org.jets.collections;

/**
 * Spreads threads over places that each is to have for itself as far as possible.
 *
 * <p>The low bits of a thread's id are its place: threads that work together have mostly been
 * started one after the other, and as many of them as there are places then share none. A hash
 * would have two of them meet on two places in every second JVM.
 */
final class ThreadSpread {
  private ThreadSpread() {}

  /** A number that is always the same for a thread, and whose low bits differ between threads. */
  static int of(Thread thread) {
    return Long.hashCode(thread.getId());
  }
}
