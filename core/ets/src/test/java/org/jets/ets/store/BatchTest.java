package org.jets.ets.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jets.ets.TableType;
import org.jets.ets.Terms;
import org.jets.terms.PausableThread;
import org.jets.terms.Reference;
import org.junit.jupiter.api.Test;

class BatchTest {
  private static final StoreConfig CONFIG =
      new StoreConfig(Reference.of(Terms.a("n"), 0, 1), TableType.SET, 1, Concurrency.UNNAMED);

  /** Notes how it is acquired. */
  private static final class NotedLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    private final transient List<String> calls;

    NotedLock(List<String> calls) {
      this.calls = calls;
    }

    @Override
    public void lock() {
      calls.add("lock");
      super.lock();
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
      calls.add("tryLock");
      return super.tryLock(time, unit);
    }
  }

  private static final class Pausing extends Thread implements PausableThread {
    Pausing(Runnable work) {
      super(work);
    }

    @Override
    public void pause() {}

    @Override
    public void checkCancelled() {}
  }

  @Test
  void lock_afterAllWereGivenBack_canPauseAgain() throws InterruptedException {
    List<String> calls = new ArrayList<>();
    NotedLock first = new NotedLock(calls);
    NotedLock second = new NotedLock(calls);
    Thread thread =
        new Pausing(
            () -> {
              Batch batch = new Batch(CONFIG, List.of());
              for (int attempt = 0; attempt < 2; attempt++) {
                batch.lock(first);
                batch.lock(second);
                second.unlock();
                first.unlock();
                batch.unlocked();
              }
            });
    thread.start();
    thread.join();

    assertThat(calls).containsExactly("tryLock", "lock", "tryLock", "lock");
  }
}
