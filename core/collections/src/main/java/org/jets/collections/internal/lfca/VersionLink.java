package org.jets.collections.internal.lfca;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * A link from a leaf to the previous version of its place, while a {@link SnapshotVersion} keeps
 * that, and on to earlier versions. A version is a leaf, or for a joined leaf a {@link
 * JoinedLeaves} for each snapshot.
 *
 * <p>The link to earlier versions is not in the version itself, which belongs to later snapshots
 * and may be reclaimed first.
 */
public abstract class VersionLink extends WeakReference<Object> {
  private volatile @Nullable VersionLink next;

  private VersionLink(Object mortal, @Nullable VersionLink next) {
    super(mortal);
    this.next = next;
  }

  /** Returns a link to a leaf, which leads there while the leaf is kept. */
  static VersionLink toLeaf(ImmutableLeaf<?, ?> leaf, @Nullable VersionLink next) {
    return new ToLeaf(leaf, next);
  }

  /**
   * Returns a link to the leaves of a snapshot, which leads there while the snapshot is reachable.
   */
  static VersionLink toRow(
      SnapshotVersion snapshot, JoinedLeaves<?, ?> row, @Nullable VersionLink next) {
    return new ToRow(snapshot, row, next);
  }

  @Nullable VersionLink next() {
    return next;
  }

  /** A leaf or row of this time; null if this link does not lead to one. */
  abstract @Nullable Object versionAt(long time);

  /**
   * Returns the maximum number of leaves of one moment for which the leaf with these links stands.
   */
  static int longestRow(@Nullable VersionLink links) {
    int longest = 1;
    for (VersionLink link = links; link != null; link = link.next) {
      if (link instanceof ToRow toRow) {
        longest = Math.max(longest, toRow.row.length());
      }
    }
    return longest;
  }

  /** The same as {@link #longestRow}, of snapshots that may be looked at. */
  static int longestRowInUse(@Nullable VersionLink links) {
    int longest = 1;
    for (VersionLink link = links; link != null; link = link.next) {
      if (link instanceof ToRow toRow && !toRow.viewer.isDead()) {
        longest = Math.max(longest, toRow.row.length());
      }
    }
    return longest;
  }

  /** The same links without those whose versions have gone. */
  static @Nullable VersionLink pruned(@Nullable VersionLink links) {
    VersionLink first = present(links);
    for (VersionLink link = first; link != null; ) {
      VersionLink following = link.next;
      VersionLink kept = present(following);
      if (kept != following) {
        link.next = kept; // Others may write here what they saw before: that leads on as well.
      }
      link = kept;
    }
    return first;
  }

  private static @Nullable VersionLink present(@Nullable VersionLink links) {
    VersionLink link = links;
    while (link != null && link.refersTo(null)) {
      link = link.next;
    }
    return link;
  }

  private static final class ToLeaf extends VersionLink {
    private final long stamp;

    ToLeaf(ImmutableLeaf<?, ?> leaf, @Nullable VersionLink next) {
      super(leaf, next);
      this.stamp = leaf.stamp();
    }

    /** Gets no leaf of another time: while the collector marks, that would keep it alive. */
    @Override
    @Nullable Object versionAt(long time) {
      return stamp <= time ? get() : null;
    }
  }

  private static final class ToRow extends VersionLink {
    private final SnapshotVersion.Viewer viewer;
    private final JoinedLeaves<?, ?> row;

    ToRow(SnapshotVersion snapshot, JoinedLeaves<?, ?> row, @Nullable VersionLink next) {
      super(snapshot, next);
      this.viewer = snapshot.viewer;
      this.row = row;
    }

    @Override
    @Nullable Object versionAt(long ofTime) {
      return ofTime == viewer.time() && !refersTo(null) ? row : null;
    }
  }
}
