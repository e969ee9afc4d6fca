package org.jets.collections;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The clock of a map, and who looks at its past.
 *
 * <p>The clock counts the moments that somebody looks at: it stands still otherwise. A leaf is
 * stamped with the time when it was put in its place, by whoever comes first, the one who put it or
 * one who reads it; to a moment belongs of each place the youngest leaf that is not younger than
 * the moment. When a leaf is replaced, and a moment lies between the two stamps, the moment keeps
 * the old leaf; nothing else does.
 */
final class LeafVersions {
  /*
   * Constant-time snapshots after Y. Wei, N. Ben-David, G. Blelloch, P. Fatourou, E. Ruppert, Y.
   * Sun, "Constant-Time Snapshots with Applications to Concurrent Data Structures", PPoPP 2021. Their
   * lists of versions grow without end or are pruned by epochs. Here a version is held by the moments
   * that it belongs to, and otherwise by weak references alone: the collector takes it with the last
   * of its moments, whether that has been closed or forgotten.
   *
   * Guarded by. clock: CAS to one more. active: CAS of an array that does not change. A stamp and a
   * moment's time: CAS from 0. previous: set by all who settle a leaf, each to a value that is right for all moments that
   * there are; those that come after are not before the leaf's stamp, and do not ask.
   *
   * Memory order. The clock, active and a moment's time are volatile. Who opens a moment writes active
   * and then reads the clock; who settles a leaf has read the clock for its stamp and then reads
   * active. So one of them sees the other: a moment that is not seen has a time that is not before the
   * stamp. One that is seen without a time gets it from whoever sees it, who reads the clock for it,
   * and moves it on, as the one who opens does: later than the opening began, and before it ends.
   *
   * Joins. What stands for two leaves has for each moment before it a row of all leaves of then in
   * its place. Rows belong to the leaf that has them, and go with it; a moment keeps leaves of its
   * own time alone. Each place of that time is replaced only once by something younger, so a moment
   * keeps no more than there was, however often leaves are split and joined afterwards.
   *
   * Rule. A leaf is replaced only after it has been settled, so stamps rise along the versions of a
   * place, and only the youngest may be without one.
   */
  static final long START = 1;

  private static final Viewer[] NOBODY = {};

  private static final VarHandle CLOCK =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "clock", VarHandle.class, LeafVersions.class, long.class);
  private static final VarHandle ACTIVE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "active", VarHandle.class, LeafVersions.class, Viewer[].class);

  /** A moment that somebody may look at, as long as he has it. */
  private static final class Viewer extends WeakReference<Moment> {
    Viewer(Moment moment) {
      super(moment);
    }
  }

  private volatile long clock = START;
  private volatile Viewer[] active = NOBODY;

  /** A moment between the call and the return. */
  Moment open() {
    Moment moment = new Moment();
    Viewer viewer = new Viewer(moment);
    Viewer[] old;
    do {
      old = active;
    } while (!ACTIVE.compareAndSet(this, old, living(old, null, viewer)));
    timeOf(moment);
    return moment;
  }

  /** The time of a moment that is active; it gets one if it has none yet. */
  private long timeOf(Moment moment) {
    if (moment.time() == 0) {
      long now = clock;
      CLOCK.compareAndSet(
          this, now, now + 1); // Where it fails somebody else's has ended this time.
      moment.trySetTime(now);
    }
    return moment.time();
  }

  /** Nobody looks at the moment any more. To forget it does as well, only later. */
  void close(Moment moment) {
    Viewer[] old;
    do {
      old = active;
    } while (!ACTIVE.compareAndSet(this, old, living(old, moment, null)));
  }

  private static Viewer[] living(
      Viewer[] viewers, @Nullable Moment closed, @Nullable Viewer added) {
    List<Viewer> living = new ArrayList<>(viewers.length + 1);
    for (Viewer viewer : viewers) {
      Moment moment = viewer.get();
      if (moment != null && moment != closed) {
        living.add(viewer);
      }
    }
    if (added != null) {
      living.add(added);
    }
    return living.isEmpty() ? NOBODY : living.toArray(NOBODY);
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
  <K, V> void settle(ImmutableLeaf<K, V> leaf) {
    stamp(leaf);
    ImmutableLeaf<K, V> before = leaf.unsettledPrevious();
    if (before != null) {
      leaf.settlePrevious(linksTo(before, leaf.stamp()));
    }
  }

  /** What is to lead to a leaf that has been replaced at a time, and to those before it. */
  private @Nullable VersionLink linksTo(ImmutableLeaf<?, ?> before, long until) {
    Viewer[] viewers = active;
    if (viewers.length == 0) {
      return null;
    }
    VersionLink older = VersionLink.pruned(before.links());
    return keep(viewers, before, until) ? VersionLink.toLeaf(before, older) : older;
  }

  private boolean keep(Viewer[] viewers, ImmutableLeaf<?, ?> leaf, long until) {
    boolean kept = false;
    long from = leaf.stamp();
    if (from < until) {
      for (Viewer viewer : viewers) {
        Moment moment = viewer.get();
        if (moment != null && from <= timeOf(moment) && timeOf(moment) < until) {
          moment.keep(leaf);
          kept = true;
        }
      }
    }
    return kept;
  }

  /**
   * What is to lead from the join of two leaves to the versions before: all that there will ever
   * be, if the leaves are settled and stay where they are. Who joins them then calls {@link
   * #keepBoth}.
   *
   * @param separator the least key of the right one
   */
  <K, V> @Nullable VersionLink linksToRows(
      PrefixOrder<K> order, ImmutableLeaf<K, V> left, ImmutableLeaf<K, V> right, K separator) {
    long younger = Math.max(left.stamp(), right.stamp());
    VersionLink links = null;
    for (Viewer viewer : active) {
      Moment moment = viewer.get();
      if (moment != null && timeOf(moment) < younger) {
        try {
          LeafRow<K, V> ofLeft = left.rowAt(moment.time());
          LeafRow<K, V> row = ofLeft.joinedWith(right.rowAt(moment.time()), separator, order);
          links = VersionLink.toRow(moment, row, links);
        } finally {
          Reference.reachabilityFence(moment); // It holds what rows lead to.
        }
      }
    }
    return links;
  }

  /** Keeps two leaves that cannot change any more for the moments before the younger of them. */
  void keepBoth(ImmutableLeaf<?, ?> left, ImmutableLeaf<?, ?> right) {
    Viewer[] viewers = active;
    keep(viewers, left, right.stamp());
    keep(viewers, right, left.stamp());
  }

  /** How many moments somebody may look at. */
  int countActive() {
    return living(active, null, null).length;
  }
}
