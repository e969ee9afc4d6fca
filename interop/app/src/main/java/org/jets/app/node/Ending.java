package org.jets.app.node;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Ends the JVM when it is told to end. Closes the node first, and ends the JVM whatever closing
 * ends with, and if closing takes too long. The files of the Flight Recorder are complete before,
 * since halting the JVM would cut them. The thread that measures the time exists before, and
 * allocates nothing. So a full heap does not keep the JVM from its end.
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

  /** Set by the thread that ends the JVM, and awaited by {@link #bound}. */
  private volatile boolean isEnding;

  /**
   * Prepares the end.
   *
   * @param node closed first
   * @param bound the limit of time for closing
   * @param errors gets a line about a failure
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
   * Closes the node and ends the JVM. Otherwise its status would be 128 plus the number of the
   * signal.
   */
  void run() {
    int status = FAILURE;
    isEnding = true;
    LockSupport.unpark(bound);
    try {
      status = close();
      FlightRecordings.awaitWritten();
    } finally {
      halt.accept(status);
    }
  }

  private int close() {
    try {
      node.close();
      NodeLogManager.release();
      return TOLD_TO_END;
    } catch (Exception | Error e) {
      errors.accept(lineOf(e));
      return FAILURE;
    }
  }

  /** Returns a line with the cause, or the one that exists if memory is missing. */
  private byte[] lineOf(Throwable e) {
    try {
      return ServedNode.line(
          "the node cannot be closed: " + Objects.requireNonNullElse(e.getMessage(), e.toString()));
    } catch (OutOfMemoryError none) {
      return notClosed;
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
