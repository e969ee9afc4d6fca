package org.jets.collections.internal.lfca;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import org.jets.collections.internal.lfca.SnapshotVersion.Viewer;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * The clock of a map, and the snapshots of its past.
 *
 * <p>The clock counts the open snapshots, and stands still otherwise. A leaf is stamped with the
 * time at which it was put in its place. The thread that put it does so, or the first reader. Of
 * each place, the youngest leaf that is not younger than a snapshot belongs to that snapshot. When
 * a leaf is replaced and a snapshot is between the two stamps, the snapshot keeps the old leaf.
 * Nothing else does.
 */
public final class LeafVersions {
  /*
   * Source. Y. Wei, N. Ben-David, G. Blelloch, P. Fatourou, E. Ruppert, Y. Sun, "Constant-Time
   * Snapshots with Applications to Concurrent Data Structures", PPoPP 2021. Their lists of versions
   * grow without end or are pruned by epochs. Here the snapshots to which a version belongs hold
   * it, and otherwise only weak references do. The garbage collector reclaims it with the last of
   * its snapshots, whether that has been closed or forgotten.
   *
   * Guarded by.
   *   clock                       CAS to the next number
   *   youngest                    CAS
   *   older                       written only to skip dead viewers
   *   a stamp, a snapshot's time  CAS from 0
   *   previous                    set by each thread that settles a leaf, to a value that is right
   *                               for all present snapshots. Later snapshots are not before the
   *                               leaf's stamp and do not read it.
   *
   * Memory order. The clock, the list and a snapshot's time are volatile. A thread that opens a
   * snapshot writes the list and then reads the clock. A thread that settles a leaf has read the
   * clock for its stamp and then reads the list. So one of them sees the other. A snapshot that is
   * not seen has a time that is not before the stamp. A snapshot that is seen without a time gets
   * it from the thread that sees it. That thread, like the opening one, reads the clock and
   * advances it. So the time is later than the beginning of the opening and before its end.
   *
   * Joins. A leaf that was joined from two has, for each snapshot before it, a row of all leaves of
   * that time at its place. Rows belong to the leaf and are reclaimed with it; a snapshot keeps
   * only leaves of its own time. Each place of that time is replaced only once by something
   * younger. So a snapshot keeps no more than there was, however often leaves are split and joined
   * afterwards.
   *
   * Rule. A leaf is replaced only after it has been settled. So stamps rise along the versions of a
   * place, and only the youngest may be without one.
   */
  static final long START = 1;

  /**
   * A leaf that stands for the leaves of more snapshots than this is not joined with another one:
   * each of them would need a row.
   */
  public static final int MOST_ROWS = 64;

  /** The list is cleaned when it has become so much longer than twice what was left last time. */
  private static final int LONGER = 64;

  private static final VarHandle CLOCK =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "clock", VarHandle.class, LeafVersions.class, long.class);
  private static final VarHandle YOUNGEST =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "youngest", VarHandle.class, LeafVersions.class, Viewer.class);

  private volatile long clock = START;

  /** The viewers of open snapshots, from the one opened last: their times fall. */
  private volatile @Nullable Viewer youngest;

  /** The snapshots to be opened until the list is cleaned again. A hint. */
  private int untilCleaning = LONGER;

  /** A moment between the call and the return. Constant time on average. */
  public SnapshotVersion open() {
    SnapshotVersion snapshot = new SnapshotVersion();
    Viewer viewer = snapshot.viewer;
    Viewer first;
    do {
      first = youngest;
      viewer.older = living(first);
    } while (!YOUNGEST.compareAndSet(this, first, viewer));
    timeOf(viewer);
    if (--untilCleaning < 0) {
      untilCleaning = LONGER + 2 * clean();
    }
    return snapshot;
  }

  /**
   * The time of a viewer in the list; it gets one if it has none yet, after all that are older. So
   * times fall along the list.
   */
  private long timeOf(Viewer viewer) {
    while (viewer.time() == 0) {
      Viewer oldest = viewer;
      Viewer older = viewer.older;
      while (older != null && older.time() == 0) {
        oldest = older;
        older = older.older;
      }
      long now = clock;
      CLOCK.compareAndSet(this, now, now + 1); // Where it fails another has ended this time.
      oldest.trySetTime(now);
    }
    return viewer.time();
  }

  /** The moment is not looked at any more. To forget it does as well, only later. */
  public void close(SnapshotVersion snapshot) {
    snapshot.close();
    Viewer first = youngest;
    if (first == snapshot.viewer) {
      YOUNGEST.compareAndSet(this, first, living(first));
    }
  }

  /** The first viewer of a list that leads to a snapshot. */
  private static @Nullable Viewer living(@Nullable Viewer viewers) {
    Viewer viewer = viewers;
    while (viewer != null && viewer.isDead()) {
      viewer = viewer.older;
    }
    return viewer;
  }

  /** Takes those that lead nowhere out of the list. Returns how many are left. */
  private int clean() {
    Viewer first = youngest;
    Viewer living = living(first);
    if (living != first) {
      YOUNGEST.compareAndSet(this, first, living);
    }
    int count = 0;
    for (Viewer viewer = living; viewer != null; ) {
      Viewer older = viewer.older;
      Viewer next = living(older);
      if (next != older) {
        viewer.older = next; // Others may write here what they have found: that leads on as well.
      }
      viewer = next;
      count++;
    }
    return count;
  }

  /** Makes sure that it is known since when a leaf counts. To be done before it is relied on. */
  void stamp(ImmutableLeaf<?, ?> leaf) {
    if (leaf.stamp() == 0) {
      leaf.tryStamp(clock); // An update takes effect here: with this reading of the clock.
    }
  }

  /**
   * Makes sure besides that a leaf does not hold the one before. To be done before it is replaced.
   */
  public <K, V> void settle(ImmutableLeaf<K, V> leaf) {
    stamp(leaf);
    ImmutableLeaf<K, V> before = leaf.unsettledPrevious();
    if (before != null) {
      leaf.settlePrevious(linksTo(before, leaf.stamp()));
    }
  }

  /** Returns the links to a leaf that has been replaced at a time, and to those before it. */
  private @Nullable VersionLink linksTo(ImmutableLeaf<?, ?> before, long until) {
    if (youngest == null) {
      return null;
    }
    VersionLink older = VersionLink.pruned(before.links());
    return keep(before, until) ? VersionLink.toLeaf(before, older) : older;
  }

  /** Looks only at snapshots that are not older than the leaf. */
  private boolean keep(ImmutableLeaf<?, ?> leaf, long until) {
    boolean kept = false;
    boolean hasMetDead = false;
    long from = leaf.stamp();
    for (Viewer viewer = from < until ? youngest : null; viewer != null; viewer = viewer.older) {
      if (viewer.isDead()) {
        hasMetDead = true;
        continue;
      }
      long time = timeOf(viewer);
      if (time < from) {
        break;
      }
      SnapshotVersion snapshot = time < until ? viewer.get() : null;
      if (snapshot != null) {
        snapshot.keep(leaf);
        kept = true;
      }
    }
    if (hasMetDead) {
      clean();
    }
    return kept;
  }

  /** Returns true if more snapshots than a join may have rows for are before one of two leaves. */
  boolean hasTooManyBefore(ImmutableLeaf<?, ?> left, ImmutableLeaf<?, ?> right) {
    long younger = Math.max(left.stamp(), right.stamp());
    int count = 0;
    for (Viewer viewer = youngest; viewer != null; viewer = viewer.older) {
      if (!viewer.isDead() && timeOf(viewer) < younger && ++count > MOST_ROWS) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the links from the join of two leaves to the versions before. These are all that there
   * will ever be, if the leaves are settled and stay where they are. The thread that joins them
   * then calls {@link #keepBoth}.
   *
   * @param separator the least key of the right one
   */
  public <K, V> @Nullable VersionLink linksToRows(
      PrefixOrder<K> order, ImmutableLeaf<K, V> left, ImmutableLeaf<K, V> right, K separator) {
    long younger = Math.max(left.stamp(), right.stamp());
    VersionLink links = null;
    for (Viewer viewer = youngest; viewer != null; viewer = viewer.older) {
      SnapshotVersion snapshot = viewer.isDead() || timeOf(viewer) >= younger ? null : viewer.get();
      if (snapshot != null) {
        try {
          JoinedLeaves<K, V> ofLeft = left.rowAt(snapshot.time());
          JoinedLeaves<K, V> ofRight = right.rowAt(snapshot.time());
          if (ofLeft != null && ofRight != null) { // Else it has been closed just now.
            JoinedLeaves<K, V> row = ofLeft.joinedWith(ofRight, separator, order);
            links = VersionLink.toRow(snapshot, row, links);
          }
        } finally {
          Reference.reachabilityFence(snapshot); // It holds what rows lead to.
        }
      }
    }
    return links;
  }

  /** Keeps two leaves that cannot change any more for the snapshots before the younger of them. */
  public void keepBoth(ImmutableLeaf<?, ?> left, ImmutableLeaf<?, ?> right) {
    keep(left, right.stamp());
    keep(right, left.stamp());
  }

  /** Returns the number of snapshots that may be looked at. */
  public int countActive() {
    return clean();
  }
}
