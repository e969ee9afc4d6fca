package org.jets.ets.quota;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.Quota;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * The amounts that one table takes, counted as usage of its owner's node and of the space. If the
 * table refuses what exceeds its own bounds, its objects also count against these.
 *
 * <p>One lock guards everything, so that the counted amounts move as a whole with the table. No
 * other lock is acquired inside.
 */
public final class TableMeter {
  private final QuotaUsages usages;
  private final OverflowSafeLock lock = new OverflowSafeLock();

  /** The objects, and their bytes, against the bounds of the table; null if it has none. */
  private final @Nullable QuotaUsage own;

  /** The node against whose quota the owner counts. */
  @GuardedBy("lock") private Atom node;

  @GuardedBy("lock") private @Nullable QuotaUsage peer;

  @GuardedBy("lock") private long objects;

  @GuardedBy("lock") private long bytes;

  /** The bytes kept beside objects. */
  @GuardedBy("lock") private long bytesBeside;

  @GuardedBy("lock") private boolean isEnded;

  /** False while changes are counted regardless of the quota. */
  @GuardedBy("lock") private boolean isChecked = true;

  /** Counts a table. Throws, and counts nothing, if there are too many. */
  public TableMeter(QuotaUsages usages, Atom node) {
    this(usages, node, null);
  }

  /**
   * As {@link #TableMeter(QuotaUsages, Atom)}.
   *
   * @param bounds the bounds of the table's own objects and bytes; null for none
   */
  public TableMeter(QuotaUsages usages, Atom node, @Nullable Quota bounds) {
    this.usages = usages;
    this.own = bounds == null ? null : new QuotaUsage("the table", bounds);
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

  /**
   * Sets whether changes are refused if a quota is exceeded. While a table gets the objects that it
   * had, it may have some of different times, and more than a quota allows.
   */
  public void setChecked(boolean isChecked) {
    lock.lock();
    try {
      this.isChecked = isChecked;
    } finally {
      lock.unlock();
    }
  }

  /** Throws if a quota of this table's is exceeded, as it can be after unchecked changes. */
  public void check() {
    lock.lock();
    try {
      usages.all().check();
      if (peer != null) {
        peer.check();
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void add(long addedTables, long addedObjects, long addedBytes) {
    if (!isChecked) {
      usages.all().addUnchecked(addedTables, addedObjects, addedBytes);
      if (peer != null) {
        peer.addUnchecked(addedTables, addedObjects, addedBytes);
      }
      return;
    }
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

  @GuardedBy("lock") private void addToOwn(long addedObjects, long addedBytes) {
    if (own == null) {
      add(0, addedObjects, addedBytes);
      return;
    }
    if (isChecked) {
      own.add(0, addedObjects, addedBytes);
    } else {
      own.addUnchecked(0, addedObjects, addedBytes);
    }
    boolean isCounted = false;
    try {
      add(0, addedObjects, addedBytes);
      isCounted = true;
    } finally {
      if (!isCounted) {
        own.addUnchecked(0, -addedObjects, -addedBytes);
      }
    }
  }

  /** Counts a change. Throws, and counts nothing, if a quota is exceeded. */
  public void count(long addedObjects, long addedBytes) {
    lock.lock();
    try {
      if (!isEnded) {
        addToOwn(addedObjects, addedBytes);
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
    lock.lock();
    try {
      count(-objects, -bytes);
    } finally {
      lock.unlock();
    }
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

  @GuardedBy("lock") private void moveTo(@Nullable QuotaUsage next, boolean isChecked) {
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
