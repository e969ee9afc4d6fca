package org.jets.app.node;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Ends the JVM when it is told to end. Closes the node first, and ends the JVM whatever closing
 * ends with, and if closing takes too long. Then it waits for the files of the Flight Recorder,
 * since halting the JVM would cut them. That wait has a limit of its own, and does not change the
 * status. The thread that measures the time exists before, and allocates nothing. So neither a full
 * heap nor a wait that blocks keeps the JVM from its end.
 */
final class Ending {
  private static final int TOLD_TO_END = 0;
  private static final int FAILURE = 1;

  /** The status while the node is not closed. */
  private static final int OPEN = -1;

  private static final Duration WRITING_BOUND = Duration.ofSeconds(5);

  private final AutoCloseable node;
  private final long boundNanos;
  private final Consumer<byte[]> errors;
  private final IntConsumer halt;
  private final byte[] notClosed;
  private final byte[] tooLong;
  private final Runnable writing;
  private final long writingNanos;
  private final byte[] notWritten;
  private final Thread bound;

  /** Set by the thread that ends the JVM, and awaited by {@link #bound}. */
  private volatile boolean isEnding;

  /**
   * The status to end with; set once by the thread that ends the JVM, when closing has returned.
   */
  private volatile int status = OPEN;

  /**
   * Prepares the end.
   *
   * @param node closed first
   * @param bound the limit of time for closing
   * @param errors gets a line about a failure
   * @param halt ends the JVM with a status
   */
  Ending(AutoCloseable node, Duration bound, Consumer<byte[]> errors, IntConsumer halt) {
    this(node, bound, FlightRecordings::awaitWritten, WRITING_BOUND, errors, halt);
  }

  /**
   * Prepares the end.
   *
   * @param writing waits until the files of the Flight Recorder are complete; may block
   * @param writingBound the limit of time for that, which begins when the node is closed
   */
  Ending(
      AutoCloseable node,
      Duration bound,
      Runnable writing,
      Duration writingBound,
      Consumer<byte[]> errors,
      IntConsumer halt) {
    this.node = node;
    this.boundNanos = bound.toNanos();
    this.errors = errors;
    this.halt = halt;
    this.notClosed = ServedNode.line("the node cannot be closed");
    this.tooLong = ServedNode.line("the node is not closed within " + bound.toSeconds() + " s");
    this.writing = writing;
    this.writingNanos = writingBound.toNanos();
    this.notWritten =
        ServedNode.line(
            "the recording of the Flight Recorder is not written within "
                + writingBound.toSeconds()
                + " s");
    this.bound = new Thread(this::awaitBound, "jets-node-bound");
    this.bound.setDaemon(true);
    this.bound.start();
  }

  /**
   * Closes the node and ends the JVM. Otherwise its status would be 128 plus the number of the
   * signal.
   */
  void run() {
    int ended = FAILURE;
    isEnding = true;
    LockSupport.unpark(bound);
    try {
      ended = close();
      status = ended;
      LockSupport.unpark(bound);
      writing.run();
    } finally {
      halt.accept(ended);
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
    for (long left = boundNanos; isOpen() && left > 0; left = left(begin, boundNanos)) {
      LockSupport.parkNanos(this, left);
    }
    if (isOpen()) {
      end(tooLong, FAILURE);
      return;
    }
    begin = System.nanoTime();
    for (long left = writingNanos; left > 0; left = left(begin, writingNanos)) {
      LockSupport.parkNanos(this, left);
    }
    end(notWritten, status);
  }

  private boolean isOpen() {
    return status == OPEN;
  }

  private static long left(long begin, long nanos) {
    return nanos - (System.nanoTime() - begin);
  }

  private void end(byte[] line, int with) {
    try {
      errors.accept(line);
    } finally {
      halt.accept(with);
    }
  }
}
