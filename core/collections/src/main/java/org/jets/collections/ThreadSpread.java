package org.jets.collections;

/** Spreads threads over places that each is to have for itself as far as possible. */
final class ThreadSpread {
  private ThreadSpread() {}

  /** A number that is always the same for a thread, and whose low bits differ between threads. */
  static int of(Thread thread) {
    int mixed = Long.hashCode(thread.getId()) * 0x9E3779B9;
    return mixed ^ mixed >>> 15;
  }
}
