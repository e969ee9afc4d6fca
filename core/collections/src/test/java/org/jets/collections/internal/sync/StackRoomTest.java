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

  private static int step(int calls, Runnable last, long a, long b, long c, long d) {
    if (calls == 0) {
      last.run();
      return (int) (a + b + c + d);
    }
    return 1 + step(calls - 1, last, b, c, d, a);
  }

  /** Goes to the end of the stack; on the way back, the first that has room goes the step. */
  @SuppressWarnings("InfiniteRecursion") // To the end of the stack.
  private static void stepWhereThereIsRoom(Runnable require, Runnable step, AtomicInteger steps) {
    try {
      stepWhereThereIsRoom(require, step, steps);
    } catch (StackOverflowError e) {
      // Here the stack ends, or there is too little room.
    }
    if (steps.get() == 0) {
      require.run();
      steps.set(-1);
      step.run();
      steps.set(1);
    }
  }

  private static int stepsAtTheEnd(Runnable require, Runnable step) throws InterruptedException {
    AtomicInteger steps = new AtomicInteger();
    Thread thread =
        new Thread(null, () -> stepWhereThereIsRoom(require, step, steps), "stack", STACK_BYTES);
    thread.start();
    thread.join();
    return steps.get();
  }

  @Test
  void require_compiled_leavesRoomForInterpretedCalls() throws InterruptedException {
    for (int i = 0; i < CALLS; i++) {
      StackRoom.require();
    }

    assertThat(stepsAtTheEnd(StackRoom::require, () -> step(CALLS_OF_A_STEP, () -> {}, 1, 2, 3, 4)))
        .isEqualTo(1);
  }

  @Test
  void requireForCall_compiled_leavesRoomForStepsThatRequireIt() throws InterruptedException {
    for (int i = 0; i < CALLS; i++) {
      StackRoom.requireForCall();
      StackRoom.require();
    }

    assertThat(
            stepsAtTheEnd(
                StackRoom::requireForCall,
                () -> step(CALLS_OF_A_STEP, StackRoom::require, 1, 2, 3, 4)))
        .isEqualTo(1);
  }
}
