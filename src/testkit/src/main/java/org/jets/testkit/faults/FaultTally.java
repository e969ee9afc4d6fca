package org.jets.testkit.faults;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;

/** The faults and the damage of a run, and the end of its threads if it stands still. */
final class FaultTally {
  static final int INJECTED = 0;
  static final int LOST = 1;
  static final int LOCKED = 2;
  static final int MISCOUNTED = 3;
  static final int UNSOUND = 4;
  private static final int COUNTERS = 5;

  @GuardedBy("this") private final long[] counters = new long[COUNTERS];

  @GuardedBy("this") private final List<String> damages = new ArrayList<>();

  @GuardedBy("this") private final List<FaultPoints.Fuse> fuses = new ArrayList<>();

  @GuardedBy("this") private long progress;

  /** The counter for an error that the validation of a map has thrown. */
  static int counterOf(Throwable fault) {
    String message = String.valueOf(fault.getMessage());
    return message.contains("count") ? MISCOUNTED : message.contains("held") ? LOCKED : UNSOUND;
  }

  synchronized void add(int counter, long number) {
    counters[counter] += number;
  }

  synchronized void damaged(int counter, String what) {
    counters[counter]++;
    damages.add(what);
  }

  synchronized void progressed() {
    progress++;
  }

  /** Adds a fuse of a thread that has to end if the run is given up. */
  synchronized void abandonWith(FaultPoints.Fuse fuse) {
    fuses.add(fuse);
  }

  /** Ends all threads at their next step. */
  synchronized void abandon() {
    fuses.forEach(FaultPoints.Fuse::abandon);
  }

  synchronized long progress() {
    return progress;
  }

  synchronized long count(int counter) {
    return counters[counter];
  }

  synchronized List<String> damages() {
    return List.copyOf(damages);
  }
}
