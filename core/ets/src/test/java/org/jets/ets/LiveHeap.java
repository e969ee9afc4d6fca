package org.jets.ets;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The bytes that are reachable on the heap, by HotSpot's class histogram. The used bytes are no
 * measure: after a full collection they still have what the collector did not move together.
 */
final class LiveHeap {
  /** Classes of the objects that fill the room of dead ones where the collector moves none. */
  private static final String FILLERS = "\\[I|\\[Ljdk\\.internal\\.vm\\.FillerElement;";

  private LiveHeap() {}

  /** Returns the bytes of all reachable objects, arrays of int aside. Takes a full collection. */
  static long bytes() {
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
