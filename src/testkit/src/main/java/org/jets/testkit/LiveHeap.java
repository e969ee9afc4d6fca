package org.jets.testkit;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * A measure of the reachable objects on the heap, by HotSpot's class histogram.
 *
 * <p>The used bytes of the heap are no such measure. After a full collection they still include
 * gaps between objects, which vary by some megabytes from one time to the next.
 */
public final class LiveHeap {
  /** The classes that fill the room of dead objects if the collector does not move live ones. */
  private static final String FILLERS = "\\[I|\\[Ljdk\\.internal\\.vm\\.FillerElement;";

  private LiveHeap() {}

  /** Returns the bytes of all reachable objects, except arrays of int. Runs a full collection. */
  public static long bytes() {
    return histogram()
        .lines()
        .map(line -> line.trim().split("\\s+"))
        .filter(row -> row[0].endsWith(":") && !row[3].matches(FILLERS))
        .mapToLong(row -> Long.parseLong(row[2]))
        .sum();
  }

  private static String histogram() {
    try {
      return (String)
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {null},
                  new String[] {String[].class.getName()});
    } catch (JMException e) {
      throw new AssertionError(e);
    }
  }
}
