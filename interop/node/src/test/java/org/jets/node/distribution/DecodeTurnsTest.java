package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jets.node.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Turns that are granted in order, and are not lost with the threads that had them. */
@Timeout(60)
class DecodeTurnsTest {
  private static DecodeTurns.Turn begun(DecodeTurns turns) {
    DecodeTurns.Turn turn = new DecodeTurns.Turn();
    turns.begin(turn);
    return turn;
  }

  /** A thread that waits for a turn. */
  static final class Waiter {
    final DecodeTurns.Turn turn = new DecodeTurns.Turn();
    final CompletableFuture<Boolean> granted = new CompletableFuture<>();
    final Thread thread;

    Waiter(DecodeTurns turns) {
      this(turns::begin);
    }

    /** Starts a thread, and returns once it waits. */
    Waiter(Consumer<DecodeTurns.Turn> begin) {
      thread =
          new Thread(
              () -> {
                begin.accept(turn);
                granted.complete(Thread.currentThread().isInterrupted());
              });
      thread.start();
      Await.until("it waits", () -> thread.getState() == Thread.State.WAITING);
    }
  }

  @Test
  void begin_allTurnsGranted_waitsInOrderOfArrival() throws Exception {
    DecodeTurns turns = new DecodeTurns(2);
    DecodeTurns.Turn first = begun(turns);
    DecodeTurns.Turn second = begun(turns);
    Waiter third = new Waiter(turns);
    Waiter fourth = new Waiter(turns);

    turns.end(second);
    assertThat(Await.value(third.granted)).isFalse();
    assertThat(fourth.granted).isNotDone();
    turns.end(first);
    assertThat(Await.value(fourth.granted)).isFalse();
  }

  @Test
  void end_ofAWaitingTurn_endsTheWaitAndLeavesTheOthers() throws Exception {
    DecodeTurns turns = new DecodeTurns(1);
    DecodeTurns.Turn first = begun(turns);
    List<Waiter> waiters = List.of(new Waiter(turns), new Waiter(turns), new Waiter(turns));

    turns.end(waiters.get(1).turn);
    turns.end(waiters.get(1).turn);
    Await.value(waiters.get(1).granted);
    turns.end(first);
    Await.value(waiters.get(0).granted);
    turns.end(waiters.get(0).turn);
    Await.value(waiters.get(2).granted);

    turns.end(waiters.get(2).turn);
    begun(turns);
  }

  @Test
  void end_twice_grantsOneTurn() {
    DecodeTurns turns = new DecodeTurns(1);
    DecodeTurns.Turn first = begun(turns);
    turns.end(first);
    turns.end(first);
    begun(turns);

    Waiter waiter = new Waiter(turns);

    assertThat(waiter.granted).isNotDone();
    turns.end(waiter.turn);
  }

  @Test
  void begin_interrupted_waitsAndKeepsTheInterrupt() throws Exception {
    DecodeTurns turns = new DecodeTurns(1);
    DecodeTurns.Turn first = begun(turns);
    Waiter waiter = new Waiter(turns);

    waiter.thread.interrupt();
    Await.until("the interrupt is taken", () -> !waiter.thread.isInterrupted());
    assertThat(waiter.granted).isNotDone();
    turns.end(first);

    assertThat(Await.value(waiter.granted)).isTrue();
  }

  @Test
  void begin_manyThreads_neverMoreThanGranted() throws Exception {
    DecodeTurns turns = new DecodeTurns(2);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      CompletableFuture<Void> end = new CompletableFuture<>();
      ends.add(end);
      new Thread(
              () -> {
                DecodeTurns.Turn turn = new DecodeTurns.Turn();
                for (int j = 0; j < 5_000; j++) {
                  turns.begin(turn);
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  running.decrementAndGet();
                  turns.end(turn);
                }
                end.complete(null);
              })
          .start();
    }
    for (CompletableFuture<Void> end : ends) {
      Await.value(end);
    }

    assertThat(most).hasValueBetween(1, 2);
  }
}
