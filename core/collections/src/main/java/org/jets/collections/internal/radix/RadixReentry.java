package org.jets.collections.internal.radix;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An update that has been tried several times, since its mapping has changed each time while its
 * callback ran. It tells changes by its own callback, after which it would go on for ever, from
 * those of other threads.
 */
public final class RadixReentry {
  /** The tries that an update's own callbacks may spoil. */
  private static final int MOST = 64;

  /** The updates of a map that have been tried several times. */
  public static final class Registry {
    private static final VarHandle FIRST =
        ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "first", VarHandle.class, Registry.class, RadixReentry.class);

    /** The update registered last; null most of the time. */
    private volatile @Nullable RadixReentry first;

    /** Makes a register. */
    Registry() {}

    /** Registers an update of the calling thread. */
    public RadixReentry begin(byte[] key) {
      RadixReentry update = new RadixReentry(key);
      RadixReentry head;
      do {
        head = first;
        update.next = liveFrom(head);
      } while (!FIRST.compareAndSet(this, head, update));
      return update;
    }

    private static @Nullable RadixReentry liveFrom(@Nullable RadixReentry from) {
      RadixReentry live = from;
      while (live != null && live.thread == null) {
        live = live.next;
      }
      return live;
    }

    /**
     * Notes that the calling thread has changed a mapping.
     *
     * @param key null for all
     */
    public void noteChange(byte @Nullable [] key) {
      RadixReentry head = first;
      if (head == null) {
        return;
      }
      if (head.thread == null) {
        FIRST.compareAndSet(this, head, liveFrom(head));
      }
      Thread current = Thread.currentThread();
      for (RadixReentry update = head; update != null; update = update.next) {
        if (update.thread == current && (key == null || Arrays.equals(key, update.key))) {
          update.spoilt = true;
        }
      }
    }
  }

  private final byte[] key;
  private @Nullable RadixReentry next;

  /** The thread of the update; null when it is over. */
  private volatile @Nullable Thread thread = Thread.currentThread();

  /** True if the thread itself has changed the mapping in this try. Its own, as the number is. */
  private boolean spoilt;

  private int vain;

  private RadixReentry(byte[] key) {
    this.key = key;
  }

  /**
   * Ends a try that has failed, and begins another.
   *
   * @throws IllegalStateException if the update's own callbacks have spoilt too many
   */
  public void noteFailure() {
    if (spoilt) {
      spoilt = false;
      vain++;
    }
    if (vain > MOST) {
      throw new IllegalStateException(
          "Recursive update: a function, or a method of a key or value, makes each attempt of the"
              + " update that calls it fail; make its changes after the operation");
    }
  }

  /** Ends the update. */
  public void end() {
    thread = null;
  }
}
