package org.jets.collections;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Leads from a leaf to a version that was in its place before, a leaf or a {@link LeafPair}, as
 * long as a {@link Moment} keeps that, and on to the versions before.
 *
 * <p>The way on does not lead through the version: that belongs to other moments than older ones,
 * and may go before them.
 */
final class VersionLink extends WeakReference<Object> {
  private volatile @Nullable VersionLink next;

  VersionLink(Object version, @Nullable VersionLink next) {
    super(version);
    this.next = next;
  }

  @Nullable VersionLink next() {
    return next;
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
}
