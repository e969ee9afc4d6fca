package org.jets.collections.internal.lfca;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jets.collections.internal.sync.StackRoom;
import org.jspecify.annotations.Nullable;

/**
 * An operation on a {@link LockFreeTree} that has been retried many times. It distinguishes changes
 * by other threads, after which it must retry, from those by its own callbacks. After these it
 * would retry for ever.
 *
 * <p>Written by its own thread alone; other threads only compare theirs with it.
 */
public final class TreeReentry {
  /** Tries after which an update registers. */
  public static final int CALM = 8;

  /** The number of tries that the update's own callbacks may fail. */
  static final int MOST = 64;

  /** A mark that means all leaves. */
  static final Object ANY_LEAF = new Object();

  /** The updates of one map that have been tried many times. A tree passes it to its successor. */
  static final class Registry {
    private static final VarHandle FIRST =
        ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "first", VarHandle.class, Registry.class, TreeReentry.class);

    /** The first registered update; null most of the time. */
    private volatile @Nullable TreeReentry first;

    /** About the number of updates that have registered. Written and read without order. */
    private long longRetries;

    long longRetries() {
      return longRetries;
    }

    /** Registers an update of the calling thread that has been retried often. */
    TreeReentry beginRetried() {
      longRetries++;
      return begin();
    }

    /** Registers an operation of the calling thread. */
    TreeReentry begin() {
      StackRoom.require();
      TreeReentry retries = new TreeReentry();
      TreeReentry head;
      do {
        head = first;
        TreeReentry next = head;
        while (next != null && next.isOver()) {
          next = next.next;
        }
        retries.next = next;
      } while (!FIRST.compareAndSet(this, head, retries));
      return retries;
    }

    /**
     * Notes that the calling thread has replaced a leaf, for those of its updates that are under
     * way further up its stack.
     */
    void noteReplaced(Object leaf) {
      TreeReentry head = first;
      if (head != null) {
        noteReplaced(head, leaf);
      }
    }

    private void noteReplaced(TreeReentry head, Object leaf) {
      if (head.isOver()) {
        FIRST.compareAndSet(this, head, head.next);
      }
      for (TreeReentry retries = head; retries != null; retries = retries.next) {
        retries.noteReplaced(leaf);
      }
    }
  }

  /** The next registered update. Changed only before this is published. */
  private @Nullable TreeReentry next;

  /** The thread of the update, or null when the update is over. */
  private volatile @Nullable Thread thread = Thread.currentThread();

  private @Nullable Object leaf;
  private @Nullable Object secondLeaf;
  private int vain;

  private TreeReentry() {}

  private boolean isOver() {
    return thread == null;
  }

  void end() {
    thread = null;
    leaf = null;
    secondLeaf = null;
  }

  /** Begins a try that counts only if this leaf is still in its place at the end. */
  void begin(Object present) {
    leaf = present;
    secondLeaf = null;
  }

  /** Makes the try depend on another leaf besides. */
  void dependOn(Object present) {
    secondLeaf = present;
  }

  /**
   * Notes that a thread has replaced a leaf. At the end of a try the thread itself has not: then
   * the leaf was replaced by a callback.
   */
  private void noteReplaced(Object replaced) {
    boolean counts = leaf == replaced || secondLeaf == replaced || leaf == ANY_LEAF;
    if (counts && thread == Thread.currentThread()) {
      leaf = null;
      secondLeaf = null;
      vain++;
    }
  }

  /** Ends a try that has brought the update nearer to its end, by replacing what it depends on. */
  void noteProgress() {
    vain--;
  }

  /**
   * Ends an update that only its own callbacks keep from its end.
   *
   * @throws IllegalStateException if they have done so too often
   */
  void requireNotVain() {
    if (vain > MOST) {
      throw new IllegalStateException(
          "Recursive update: a function, or a method of a key or value, makes each attempt of the"
              + " update that calls it fail; make its changes after the operation");
    }
  }
}
