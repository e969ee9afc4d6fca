package org.jets.observe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** The last slow calls. Safe for use by many threads. */
final class SlowCalls {
  private final int most;
  private final Object monitor = new Object();

  @GuardedBy("monitor") private final Deque<SlowCall> calls = new ArrayDeque<>();

  @GuardedBy("monitor") private long count;

  SlowCalls(int most) {
    this.most = most;
  }

  void add(SlowCall call) {
    synchronized (monitor) {
      count++;
      if (calls.size() == most) {
        calls.removeFirst();
      }
      calls.addLast(call);
    }
  }

  /** Returns the last ones, the newest first. */
  List<SlowCall> newestFirst() {
    synchronized (monitor) {
      List<SlowCall> all = new ArrayList<>(calls);
      Collections.reverse(all);
      return all;
    }
  }

  /** Returns how many there have been. */
  long count() {
    synchronized (monitor) {
      return count;
    }
  }
}
