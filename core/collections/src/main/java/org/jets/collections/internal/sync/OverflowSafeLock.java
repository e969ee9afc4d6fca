package org.jets.collections.internal.sync;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A reentrant lock that is taken only where the stack has {@linkplain StackRoom room}. So what runs
 * under it, and its release in a {@code finally}, do not overflow, unless they call foreign code or
 * recurse. Where there is less room, taking it throws {@link StackOverflowError}, and it is not
 * held. A thread that has changed something before it takes the lock, or takes the lock once more
 * to give something back, calls {@link StackRoom#requireForCall} before that.
 *
 * <p>The lock of the JDK alone does not promise that: near the end of the stack the call of {@link
 * #unlock} in a {@code finally} can overflow itself.
 */
public final class OverflowSafeLock extends ReentrantLock {
  private static final long serialVersionUID = 1;

  @Override
  public void lock() {
    StackRoom.require();
    super.lock();
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    StackRoom.require();
    super.lockInterruptibly();
  }

  @Override
  public boolean tryLock() {
    StackRoom.require();
    return super.tryLock();
  }

  @Override
  public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
    StackRoom.require();
    return super.tryLock(timeout, unit);
  }
}
