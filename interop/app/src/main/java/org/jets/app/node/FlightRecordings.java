package org.jets.app.node;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * The recordings of the Flight Recorder that are written at the end of the JVM. A thread of the JDK
 * does that when the JVM is told to end. It works beside the thread that closes the node, which
 * would halt the JVM before the files are complete.
 */
final class FlightRecordings {
  private static final long BOUND_NANOS = Duration.ofSeconds(5).toNanos();
  private static final long PAUSE_NANOS = Duration.ofMillis(5).toNanos();

  private FlightRecordings() {}

  /**
   * Waits, for a bounded time, until the recordings of a JVM that has been told to end are there.
   */
  static void awaitWritten() {
    if (ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
      long begin = System.nanoTime();
      while (Recordings.remain() && System.nanoTime() - begin < BOUND_NANOS) {
        LockSupport.parkNanos(FlightRecordings.class, PAUSE_NANOS);
      }
    }
  }

  /** Apart, since a runtime without the module has none of its classes. */
  private static final class Recordings {
    /** Returns whether a recording is not written yet. One that is written is closed and gone. */
    static boolean remain() {
      return FlightRecorder.isInitialized()
          && FlightRecorder.getFlightRecorder().getRecordings().stream()
              .anyMatch(Recording::getDumpOnExit);
    }
  }
}
