package org.jets.bench.rivals;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.StackRoom;

/**
 * A node that is its own lock, in one word. A thread that finds the lock held spins, then sleeps
 * and looks again. The lock is neither fair nor reentrant.
 *
 * <p>Neither method allocates. A caller makes sure of {@link StackRoom} before it takes the first
 * of its locks. So nothing is thrown until it has given them all back.
 *
 * <p><b>Memory order.</b> The lock is taken by a volatile CAS and given back by a release.
 */
abstract class NodeLock {
  private static final VarHandle LOCKED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "locked", VarHandle.class, NodeLock.class, boolean.class);

  @SuppressWarnings("unused") // By its handle.
  private boolean locked;

  final void lock() {
    for (int round = 0; isLocked() || !LOCKED.compareAndSet(this, false, true); round++) {
      BucketLock.backOff(round);
    }
  }

  final void unlock() {
    LOCKED.setRelease(this, false);
  }

  final boolean isLocked() {
    return (boolean) LOCKED.getOpaque(this);
  }
}
