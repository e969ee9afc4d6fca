package org.jets.ets.cell;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import org.jets.collections.internal.sync.BucketLock;
import org.jspecify.annotations.Nullable;

/**
 * Counts the removals of a store that are in progress, so that a thread can wait for all that began
 * before a moment: it {@linkplain #replacedBy replaces} the count by a new one, and waits until the
 * old one and those before it are drained. Removals that begin later use the new count, and do not
 * prolong the wait.
 *
 * <p><b>Memory order.</b> A removal {@linkplain #begin begins} before it reads whether its count is
 * still the current one and what the waiting thread has written before the replacement, with a full
 * fence in between. So a removal that does not see those writes is in a count that the thread waits
 * for. {@link #ended} is read before {@link #begun}: if they are equal, each removal that had begun
 * by then has ended. The sum of an adder that only grows includes each increment made before the
 * call.
 *
 * <p><b>Errors.</b> {@link #begin} fails if it lacks memory, before anything has changed. {@link
 * #end} never fails. Without memory it counts in one field instead of the adder.
 *
 * <p><b>Progress.</b> To begin and to end wait for nobody. {@link #awaitPrevious} waits for the
 * removals in progress. These may wait for a lock of the map, or for a batch insert.
 */
public final class RemovalCount {
  private static final VarHandle ENDED_WITHOUT_MEMORY =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(),
          "endedWithoutMemory",
          VarHandle.class,
          RemovalCount.class,
          long.class);

  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();

  /** The removals that could not be added to {@link #ended}. Written by atomic additions. */
  private volatile long endedWithoutMemory;

  /** The count that this one has replaced; null for none, or once it is drained. */
  private volatile @Nullable RemovalCount previous;

  public RemovalCount() {}

  /** Returns a new count that is to replace this one. */
  public RemovalCount replacedBy() {
    RemovalCount next = new RemovalCount();
    next.previous = this;
    return next;
  }

  /** Begins a removal. The caller must check then that this is still the current count. */
  public void begin() {
    begun.increment();
    VarHandle.fullFence();
  }

  /** Ends a removal. */
  public void end() {
    try {
      ended.increment();
    } catch (VirtualMachineError e) {
      ENDED_WITHOUT_MEMORY.getAndAdd(this, 1L);
    }
  }

  /** Waits until the removals of all counts before this one have ended. Is not interrupted. */
  public void awaitPrevious() {
    boolean wasInterrupted = false;
    for (RemovalCount count = previous; count != null; count = count.previous) {
      for (int round = 0; !count.isDrained(); round++) {
        // An interrupted thread would not sleep, and could keep the removal's thread from running.
        wasInterrupted |= Thread.interrupted();
        BucketLock.backOff(round);
      }
    }
    previous = null;
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isDrained() {
    long done = ended.sum() + endedWithoutMemory;
    return begun.sum() == done;
  }
}
