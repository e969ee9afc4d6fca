package org.jets.testkit.faults;

import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/** Operations at each of the last depths of a small stack. For one thread, in one of its own. */
public final class StackEnd {
  /** The size of a small stack. */
  public static final long BYTES = 180 << 10;

  /** The number of last frames that operate. */
  public static final int DEPTHS = 40;

  private final IntConsumer operation;
  private int number;
  private int depth;

  /**
   * Prepares operations that have numbers, from one on.
   *
   * @param operation is called with its number
   */
  public StackEnd(int first, IntConsumer operation) {
    this.number = first;
    this.operation = operation;
  }

  /** Operates at the last depths of the stack, and goes on where each overflow has ended it. */
  public void overflow() {
    depth = 0;
    try {
      operateAtEachDepth();
    } catch (StackOverflowError e) {
      // That is what is tried.
    }
  }

  /** Goes down to the end of the stack, and operates at each depth on the way back. */
  @SuppressWarnings("InfiniteRecursion") // To the end of the stack.
  private void operateAtEachDepth() {
    try {
      operateAtEachDepth();
    } catch (StackOverflowError e) {
      // Here the stack ends, or a bit below.
    }
    int next = number++;
    if (depth++ < DEPTHS) { // Those near the end overflow.
      operation.accept(next);
    }
  }

  /**
   * Works in a thread of its own.
   *
   * @param stackBytes {@link #BYTES}, or 0 for the usual stack
   * @return completed when it has ended
   */
  public static CompletableFuture<Boolean> start(long stackBytes, Runnable work) {
    CompletableFuture<Boolean> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                work.run();
                end.complete(true);
              } catch (Throwable t) {
                end.completeExceptionally(t);
              }
            },
            "overflowing",
            stackBytes);
    thread.setDaemon(true);
    thread.start();
    return end;
  }
}
