package org.jets.node.services;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/** The time for which this JVM has had processors, if the module jdk.management is there. */
final class ProcessorTime {
  private static final boolean IS_KNOWN =
      ModuleLayer.boot().findModule("jdk.management").isPresent();

  private ProcessorTime() {}

  /** Returns the time of all processors together; -1 if it is not known. */
  static long nanos() {
    return IS_KNOWN ? Known.nanos() : -1;
  }

  /** Loaded only if its superinterface is there. */
  private static final class Known {
    static long nanos() {
      OperatingSystemMXBean bean = ManagementFactory.getOperatingSystemMXBean();
      return bean instanceof com.sun.management.OperatingSystemMXBean known
          ? known.getProcessCpuTime()
          : -1;
    }
  }
}
