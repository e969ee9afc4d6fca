package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.ets.quota.HeapWatch;
import org.jets.terms.Bitstring;
import org.jets.terms.PausableThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a write for which garbage seems to leave no room: it waits until the tables are measured.
 */
class HeapQuotaWaitTest {
  private static final long HEAP = 10_000_000;

  /** More objects than a write walks over, so that another thread does. */
  private static final int MANY = 12_000;

  /** More than may be added before the first estimate. */
  private static final int LARGE = 1_000_000;

  private final AtomicLong used = new AtomicLong();
  private final HeapWatch watch = new HeapWatch(HEAP, used::get, () -> 0);
  private final TableSpace space = new TableSpace();
  private final BlockingQueue<Runnable> walks = new LinkedBlockingQueue<>();
  private final AtomicInteger clockReads = new AtomicInteger();
  private final Owner owner = space.newOwner();
  private final EtsTable table =
      owner.newTable(
          "t", TableOptions.set().withBackend(Backend.CONCURRENT_HASH_MAP).withPublicAccess());

  @BeforeEach
  void fillTheHeapWithGarbage() {
    watch.poll();
    for (int n = 0; n < MANY; n++) {
      table.insert(t(n, 1));
    }
    used.set(HEAP);
    watch.collected();
  }

  @AfterEach
  void end() {
    owner.close();
  }

  private void limit(long seconds) {
    space.heapQuota(
        new HeapQuota(
            space,
            watch,
            walks::add,
            () -> {
              clockReads.incrementAndGet();
              return System.nanoTime();
            },
            TimeUnit.SECONDS.toNanos(seconds)));
  }

  private void insert() {
    insertLarge(-1);
  }

  private void insertLarge(int key) {
    table.insert(t(key, Bitstring.of(new byte[LARGE], (long) LARGE * Byte.SIZE)));
  }

  @Test
  void insert_garbageLeavesNoRoom_waitsForTheEstimate() throws Exception {
    limit(60);

    CompletableFuture<Void> insert = CompletableFuture.runAsync(this::insert);
    Runnable walk = walks.take();
    // Reads and deletions do not wait.
    assertThat(table.lookup(i(1))).containsExactly(t(1, 1));
    table.delete(i(1));
    assertThat(insert).isNotDone();
    walk.run();

    insert.get(60, TimeUnit.SECONDS);
    assertThat(table.size()).isEqualTo(MANY);
  }

  @Test
  void insert_belowTheLimit_readsNoClock() {
    limit(0);
    assertThatThrownBy(this::insert).isInstanceOf(SystemLimitException.class);
    walks.remove().run();
    clockReads.set(0);

    table.insert(t(1, 2));
    assertThat(clockReads).hasValue(0);

    assertThatThrownBy(
            () -> {
              for (int n = 0; n < 2 * HEAP / LARGE; n++) {
                insertLarge(n);
              }
            })
        .isInstanceOf(SystemLimitException.class);
    assertThat(clockReads).hasPositiveValue();
  }

  @Test
  void insert_estimateComesTooLate_isRefused() {
    limit(0);

    assertThatThrownBy(this::insert).isInstanceOf(SystemLimitException.class);

    walks.remove().run();
    assertThatCode(this::insert).doesNotThrowAnyException();
  }

  @Test
  void insert_interruptedWhileItWaits_isRefusedAndKeepsTheInterrupt() throws Exception {
    limit(60);
    CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                insert();
                isInterrupted.complete(false);
              } catch (SystemLimitException e) {
                isInterrupted.complete(Thread.currentThread().isInterrupted());
              }
            });
    thread.start();
    walks.take();
    thread.interrupt();

    assertThat(isInterrupted.get(60, TimeUnit.SECONDS)).isTrue();
    thread.join();
  }

  @Test
  void insert_byAPausableThread_isRefusedAtOnce() throws Exception {
    limit(60);
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Thread thread = new Pausable(this::insert);
    thread.setUncaughtExceptionHandler((t, e) -> thrown.complete(e));
    thread.start();

    assertThat(thrown.get(60, TimeUnit.SECONDS)).isInstanceOf(SystemLimitException.class);
    assertThat(walks).hasSize(1);
    thread.join();
  }

  private static final class Pausable extends Thread implements PausableThread {
    Pausable(Runnable work) {
      super(work);
    }

    @Override
    public void pause() {}

    @Override
    public void checkCancelled() {}
  }
}
