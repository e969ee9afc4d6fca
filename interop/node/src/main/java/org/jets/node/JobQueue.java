package org.jets.node;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jets.node.distribution.Spin;
import org.jspecify.annotations.Nullable;

/** Jobs that wait for a thread of their pool, which looks for one a moment before it blocks. */
final class JobQueue extends LinkedBlockingQueue<Runnable> {
  private static final long serialVersionUID = 1L;

  @Override
  public @Nullable Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
    Spin.until(() -> !isEmpty());
    return super.poll(timeout, unit);
  }
}
