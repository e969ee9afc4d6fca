package org.jets.node.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jets.node.jobs.RefusalLog;
import org.jets.terms.Atom;
import org.junit.jupiter.api.Test;

/** The texts that wait, the order in which they are written, and their counts after that. */
class OutputQueueTest {
  private static final Atom BUSY = Atom.of("busy@h");
  private static final Atom QUIET = Atom.of("quiet@h");
  private static final int SMALL = 100;
  private static final int LARGE = 20_000;

  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private final List<String> written = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private final OutputQueue queue =
      new OutputQueue(new OutputQueue.Limits(3, 5, 100_000, 150_000), tasks::add, new RefusalLog());

  private OutputQueue.Text text(String name) {
    return new OutputQueue.Text() {
      @Override
      public void write() {
        written.add(name);
      }

      @Override
      public void refuse() {
        refused.add(name);
      }
    };
  }

  private void runAll() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  @Test
  void add_moreTextsThanAPeerMayHave_areRefusedAndTheOthersWrittenInOrder() {
    for (String name : List.of("a", "b", "c", "d")) {
      queue.add(BUSY, SMALL, text(name));
    }
    assertThat(queue.heldBytes(BUSY)).isEqualTo(3 * SMALL);

    runAll();

    assertThat(written).containsExactly("a", "b", "c");
    assertThat(refused).containsExactly("d");
    assertThat(queue.heldBytes()).isZero();
    queue.add(BUSY, SMALL, text("e"));
    assertThat(refused).containsExactly("d");
  }

  @Test
  void add_moreBytesThanAPeerMayHave_areRefused() {
    queue.add(BUSY, 90_000, text("a"));
    queue.add(BUSY, LARGE, text("b"));

    assertThat(refused).containsExactly("b");
  }

  @Test
  void add_othersHaveAllThereIs_aSmallTextIsLetInAndALargeOneIsNot() {
    for (int i = 0; i < 5; i++) {
      queue.add(Atom.of("busy" + i + "@h"), 30_000, text("busy"));
    }
    queue.add(QUIET, LARGE, text("large"));
    queue.add(QUIET, SMALL, text("small"));
    queue.add(QUIET, SMALL, text("second"));

    assertThat(refused).containsExactly("large", "second");
    runAll();
    assertThat(written).contains("small");
    assertThat(queue.heldBytes()).isZero();
  }

  @Test
  void add_eachNameHasOneText_areBoundedInAll() {
    for (int i = 0; i < 200; i++) {
      queue.add(Atom.of("name" + i + "@h"), SMALL, text("text"));
    }

    assertThat(refused).hasSize(200 - 5 - OutputQueue.SMALL_TEXTS);
    assertThat(queue.heldBytes()).isEqualTo((5 + OutputQueue.SMALL_TEXTS) * SMALL);
    runAll();
    assertThat(queue.heldBytes()).isZero();
  }

  @Test
  void refuse_thatFails_isNotCountedAndTheNextIsRefused() {
    OutputQueue closed =
        new OutputQueue(
            new OutputQueue.Limits(3, 5, 100_000, 150_000),
            task -> {
              throw new RejectedExecutionException("closed, for a test");
            },
            new RefusalLog());

    closed.add(
        BUSY,
        SMALL,
        new OutputQueue.Text() {
          @Override
          public void write() {}

          @Override
          public void refuse() {
            throw new OutOfMemoryError("none left, for a test");
          }
        });
    closed.add(BUSY, SMALL, text("next"));

    assertThat(refused).containsExactly("next");
    assertThat(closed.heldBytes()).isZero();
  }

  @Test
  void add_twoPeers_areServedInTurn() {
    queue.add(BUSY, SMALL, text("busy 1"));
    queue.add(BUSY, SMALL, text("busy 2"));
    queue.add(QUIET, SMALL, text("quiet"));

    runAll();

    assertThat(written).containsExactly("busy 1", "quiet", "busy 2");
  }

  @Test
  void write_thatFails_isNotCountedAndTheNextIsWritten() {
    queue.add(
        BUSY,
        SMALL,
        new OutputQueue.Text() {
          @Override
          public void write() {
            throw new OutOfMemoryError("none left, for a test");
          }

          @Override
          public void refuse() {}
        });
    queue.add(BUSY, SMALL, text("next"));

    assertThatThrownBy(this::runAll).isInstanceOf(OutOfMemoryError.class);
    runAll();

    assertThat(written).containsExactly("next");
    assertThat(queue.heldBytes()).isZero();
  }

  @Test
  void add_executorRejects_isRefusedAndNotCounted() {
    OutputQueue closed =
        new OutputQueue(
            new OutputQueue.Limits(3, 5, 100_000, 150_000),
            task -> {
              throw new RejectedExecutionException("closed, for a test");
            },
            new RefusalLog());

    closed.add(BUSY, SMALL, text("a"));
    closed.add(BUSY, SMALL, text("b"));

    assertThat(refused).containsExactly("a", "b");
    assertThat(closed.heldBytes()).isZero();
  }
}
