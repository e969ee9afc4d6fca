package org.jets.testkit;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The objects that are reachable on the heap, by HotSpot's class histogram.
 *
 * <p>The used bytes of the heap are no measure for that: after a full collection they still have
 * what the collector did not move together, some megabytes more or less from one time to the next.
 */
public final class LiveHeap {
  /** Filler of the room of dead objects where the collector does not move live ones. */
  private static final String FILLERS = "\\[I|\\[Ljdk\\.internal\\.vm\\.FillerElement;";

  private LiveHeap() {}

  /** The bytes of all reachable objects, arrays of int aside. Takes a full collection. */
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
