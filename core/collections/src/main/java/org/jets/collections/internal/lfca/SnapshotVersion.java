package org.jets.collections.internal.lfca;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * A time at which a reader looks at a map, with the leaves of that time that have been replaced
 * since. They live until this object is closed or cannot be reached.
 */
public final class SnapshotVersion {
  private static final VarHandle KEPT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "kept", VarHandle.class, SnapshotVersion.class, Kept.class);

  private record Kept(ImmutableLeaf<?, ?> version, @Nullable Kept next) {}

  /** Leads to a snapshot as long as that is looked at. See {@link LeafVersions}. */
  static final class Viewer extends WeakReference<SnapshotVersion> {
    private static final VarHandle TIME =
        ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "time", VarHandle.class, Viewer.class, long.class);

    /** The time, or 0 until it is known. It is known before the first read. */
    private volatile long time;

    /** The one that was opened before. Is changed only to skip those that lead nowhere. */
    volatile @Nullable Viewer older;

    Viewer(SnapshotVersion snapshot) {
      super(snapshot);
    }

    long time() {
      return time;
    }

    void trySetTime(long known) {
      TIME.compareAndSet(this, 0L, known);
    }

    /** Returns true if the snapshot is closed or has been collected. Keeps nothing alive. */
    boolean isDead() {
      return refersTo(null);
    }
  }

  final Viewer viewer = new Viewer(this);

  private volatile boolean isClosed;

  private volatile @Nullable Kept kept;

  public long time() {
    return viewer.time();
  }

  void keep(ImmutableLeaf<?, ?> version) {
    Kept first;
    do {
      first = kept;
      if (isClosed || (first != null && first.version == version)) {
        return; // Several settle a leaf, and a join may begin again.
      }
    } while (!KEPT.compareAndSet(this, first, new Kept(version, first)));
    if (isClosed) {
      kept = null;
    }
  }

  /** Lets go of all leaves. */
  void close() {
    isClosed = true;
    viewer.clear();
    kept = null;
  }

  /**
   * Refuses to read what may be gone.
   *
   * @throws IllegalStateException if this is closed
   */
  public void requireOpen() {
    if (isClosed) {
      throw new IllegalStateException("snapshot: closed (expected: open)");
    }
  }

  /** The number of versions that are kept, some perhaps twice. */
  public int countKept() {
    int count = 0;
    for (Kept k = kept; k != null; k = k.next) {
      count++;
    }
    return count;
  }
}
