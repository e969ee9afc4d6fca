package org.jets.app.node;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.FlightRecorder;
import jdk.jfr.RecordingState;

/**
 * The recordings of the Flight Recorder that are written at the end of the JVM. A thread of the JDK
 * does that when the JVM is told to end. It works beside the thread that closes the node, which
 * would halt the JVM before the files are complete.
 */
final class FlightRecordings {
  private static final long PAUSE_NANOS = Duration.ofMillis(5).toNanos();

  private FlightRecordings() {}

  /**
   * Waits until the recordings of a JVM that has been told to end are there. The wait has no limit:
   * it does not end if a file cannot be written, and blocks on a lock while the JDK writes one.
   */
  static void awaitWritten() {
    while (remain()) {
      LockSupport.parkNanos(FlightRecordings.class, PAUSE_NANOS);
    }
  }

  /** Returns whether a recording is not written yet. One that is written is closed and gone. */
  static boolean remain() {
    return ModuleLayer.boot().findModule("jdk.jfr").isPresent() && Recordings.remain();
  }

  /** Apart, since a runtime without the module has none of its classes. */
  private static final class Recordings {
    /**
     * States of a recording that has not begun. The JDK writes none of it. One that is stopped has
     * perhaps not been written yet.
     */
    private static final Set<RecordingState> WITHOUT_EVENTS =
        EnumSet.of(RecordingState.NEW, RecordingState.DELAYED);

    static boolean remain() {
      return FlightRecorder.isInitialized()
          && FlightRecorder.getFlightRecorder().getRecordings().stream()
              .anyMatch(each -> !WITHOUT_EVENTS.contains(each.getState()) && each.getDumpOnExit());
    }
  }
}
