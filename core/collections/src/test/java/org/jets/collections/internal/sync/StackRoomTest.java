package org.jets.collections.internal.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StackRoomTest {
  private static final long STACK_BYTES = 512 << 10;

  /** Enough for the compilers. */
  private static final int CALLS = 30_000;

  /** Interpreted frames that the JDK needs to take a lock that others hold. */
  private static final int CALLS_OF_A_STEP = 40;

  private static int step(int calls, long a, long b, long c, long d) {
    return calls == 0 ? (int) (a + b + c + d) : 1 + step(calls - 1, b, c, d, a);
  }

  /** Goes to the end of the stack; on the way back, the first that has room goes the step. */
  @SuppressWarnings("InfiniteRecursion") // To the end of the stack.
  private static void stepWhereThereIsRoom(Runnable require, AtomicInteger steps) {
    try {
      stepWhereThereIsRoom(require, steps);
    } catch (StackOverflowError e) {
      // Here the stack ends, or there is too little room.
    }
    if (steps.get() == 0) {
      require.run();
      steps.set(-1);
      step(CALLS_OF_A_STEP, 1, 2, 3, 4);
      steps.set(1);
    }
  }

  private static int stepsAtTheEnd(Runnable require) throws InterruptedException {
    AtomicInteger steps = new AtomicInteger();
    Thread thread =
        new Thread(null, () -> stepWhereThereIsRoom(require, steps), "stack", STACK_BYTES);
    thread.start();
    thread.join();
    return steps.get();
  }

  @Test
  void require_compiled_leavesRoomForInterpretedCalls() throws InterruptedException {
    for (int i = 0; i < CALLS; i++) {
      StackRoom.require();
    }

    assertThat(stepsAtTheEnd(StackRoom::require)).isEqualTo(1);
  }
}
