package org.jets.observe.page;

import java.lang.management.ManagementFactory;

/** The bytes that a thread has allocated, if the module jdk.management is there and tells. */
final class AllocatedBytes {
  private static final boolean IS_KNOWN =
      ModuleLayer.boot().findModule("jdk.management").isPresent() && Known.isEnabled();

  private AllocatedBytes() {}

  /** Returns the bytes that a thread has allocated so far; always the same number if unknown. */
  static long of(Thread thread) {
    return IS_KNOWN ? Known.of(thread) : 0;
  }

  /** Loaded only if its interface is there. */
  private static final class Known {
    static boolean isEnabled() {
      return ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
          && threads.isThreadAllocatedMemorySupported()
          && threads.isThreadAllocatedMemoryEnabled();
    }

    static long of(Thread thread) {
      return ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
          ? threads.getThreadAllocatedBytes(thread.getId())
          : 0;
    }
  }
}
