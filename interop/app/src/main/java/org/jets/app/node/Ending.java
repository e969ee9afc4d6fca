package org.jets.app.node;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Ends the JVM when it is told to: closes what there is to close, and ends the JVM whatever that
 * comes to, and when it takes too long. The thread that looks at the time is there before, and
 * allocates nothing: a full heap does not keep the JVM from its end.
 */
final class Ending {
  private static final int TOLD_TO_END = 0;
  private static final int FAILURE = 1;

  private final AutoCloseable node;
  private final long boundNanos;
  private final Consumer<byte[]> errors;
  private final IntConsumer halt;
  private final byte[] notClosed;
  private final byte[] tooLong;
  private final Thread bound;
  private volatile boolean isEnding;

  /**
   * Makes one.
   *
   * @param node what to close
   * @param bound how long that may take
   * @param errors gets a line about what has gone wrong
   * @param halt ends the JVM with a status
   */
  Ending(AutoCloseable node, Duration bound, Consumer<byte[]> errors, IntConsumer halt) {
    this.node = node;
    this.boundNanos = bound.toNanos();
    this.errors = errors;
    this.halt = halt;
    this.notClosed = ServedNode.line("the node cannot be closed");
    this.tooLong = ServedNode.line("the node is not closed within " + bound.toSeconds() + " s");
    this.bound = new Thread(this::awaitBound, "jets-node-bound");
    this.bound.setDaemon(true);
    this.bound.start();
  }

  /**
   * Closes the node and ends the JVM. Its status would else be 128 and the number of the signal.
   */
  void run() {
    int status = FAILURE;
    isEnding = true;
    LockSupport.unpark(bound);
    try {
      status = close();
    } finally {
      halt.accept(status);
    }
  }

  private int close() {
    try {
      node.close();
      return TOLD_TO_END;
    } catch (Exception | Error e) {
      errors.accept(notClosed);
      return FAILURE;
    }
  }

  private void awaitBound() {
    while (!isEnding) {
      LockSupport.park(this);
    }
    long begin = System.nanoTime();
    for (long left = boundNanos; left > 0; left = boundNanos - (System.nanoTime() - begin)) {
      LockSupport.parkNanos(this, left);
    }
    try {
      errors.accept(tooLong);
    } finally {
      halt.accept(FAILURE);
    }
  }
}
