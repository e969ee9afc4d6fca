package org.jets.ets.quota;

import java.util.concurrent.locks.ReentrantLock;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * The amounts that one table takes, counted as usage of its owner's node and of the space.
 *
 * <p>Guarded by {@link #lock}: everything, so that the counted amounts move as a whole with the
 * table. No other lock is acquired inside.
 */
public final class TableMeter {
  private final QuotaUsages usages;
  private final ReentrantLock lock = new ReentrantLock();

  /** The node against whose quota the owner counts. */
  private Atom node;

  private @Nullable QuotaUsage peer;
  private long objects;
  private long bytes;

  /** The bytes kept beside objects. */
  private long bytesBeside;

  private boolean isEnded;

  /** Counts a table. Throws, and counts nothing, if there are too many. */
  public TableMeter(QuotaUsages usages, Atom node) {
    this.usages = usages;
    this.node = node;
    this.peer = usages.enter(node);
    boolean isCounted = false;
    try {
      add(1, 0, 0);
      isCounted = true;
    } finally {
      if (!isCounted) {
        usages.leave(node);
      }
    }
  }

  private void add(long addedTables, long addedObjects, long addedBytes) {
    usages.all().add(addedTables, addedObjects, addedBytes);
    if (peer != null) {
      boolean isCounted = false;
      try {
        peer.add(addedTables, addedObjects, addedBytes);
        isCounted = true;
      } finally {
        if (!isCounted) {
          usages.all().addUnchecked(-addedTables, -addedObjects, -addedBytes);
        }
      }
    }
  }

  /** Counts a change. Throws, and counts nothing, if a quota is exceeded. */
  public void count(long addedObjects, long addedBytes) {
    lock.lock();
    try {
      if (!isEnded) {
        add(0, addedObjects, addedBytes);
        objects += addedObjects;
        bytes += addedBytes;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Counts a change of the bytes kept beside objects. Throws, and counts nothing, if a quota is
   * exceeded.
   */
  public void countBeside(long addedBytes) {
    lock.lock();
    try {
      if (!isEnded) {
        add(0, 0, addedBytes);
        bytesBeside += addedBytes;
      }
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #countBeside}, regardless of the quota. */
  public void countBesideUnchecked(long addedBytes) {
    lock.lock();
    try {
      if (!isEnded) {
        usages.all().addUnchecked(0, 0, addedBytes);
        if (peer != null) {
          peer.addUnchecked(0, 0, addedBytes);
        }
        bytesBeside += addedBytes;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Sets the counts of objects and their bytes to zero. */
  public void clear() {
    count(-objects, -bytes);
  }

  /**
   * Moves the counts of the table to another owner.
   *
   * @param successor the node against whose quota that owner counts
   * @param isChecked whether to throw, and change nothing, if the quota is exceeded
   */
  public void move(Atom successor, boolean isChecked) {
    lock.lock();
    try {
      if (isEnded) {
        return;
      }
      QuotaUsage next = usages.enter(successor);
      boolean isMoved = false;
      try {
        moveTo(next, isChecked);
        isMoved = true;
      } finally {
        usages.leave(isMoved ? node : successor);
      }
      node = successor;
    } finally {
      lock.unlock();
    }
  }

  private void moveTo(@Nullable QuotaUsage next, boolean isChecked) {
    if (next != peer) {
      if (next != null && isChecked) {
        next.add(1, objects, bytes + bytesBeside);
      } else if (next != null) {
        next.addUnchecked(1, objects, bytes + bytesBeside);
      }
      if (peer != null) {
        peer.addUnchecked(-1, -objects, -bytes - bytesBeside);
      }
      peer = next;
    }
  }

  /** Takes back the counts of the table. */
  public void end() {
    lock.lock();
    try {
      if (!isEnded) {
        isEnded = true;
        usages.all().addUnchecked(-1, -objects, -bytes - bytesBeside);
        if (peer != null) {
          peer.addUnchecked(-1, -objects, -bytes - bytesBeside);
        }
        usages.leave(node);
      }
    } finally {
      lock.unlock();
    }
  }
}
