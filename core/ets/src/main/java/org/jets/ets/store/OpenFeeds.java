package org.jets.ets.store;

import java.lang.ref.PhantomReference;
import java.util.Iterator;
import java.util.function.Predicate;
import org.jets.ets.reclaim.Forgettable;
import org.jets.ets.reclaim.Forgotten;
import org.jets.ets.reclaim.LiveEntries;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The iterators of a store's map that {@link KeyFeed}s go on reading from. An iterator leads to the
 * whole map, and is reachable from its {@link Kept} alone: so the map can be collected once the
 * store has let go of it, whoever keeps a walk over its keys. An iterator goes with its feed, too,
 * without another use of the store.
 *
 * <p>The store replaces its map first and calls {@link #dropReplaced} then. {@link #keep} enters
 * the iterator first and looks then whether the map is still the store's. So one of them finds each
 * iterator of an older map. Nothing is locked but the lists of {@link LiveEntries}.
 */
final class OpenFeeds {
  private final Predicate<Object> isCurrent;
  private final LiveEntries<Kept> kept = new LiveEntries<>();

  /**
   * Makes one without feeds.
   *
   * @param isCurrent whether a map is that of the store
   */
  OpenFeeds(Predicate<Object> isCurrent) {
    this.isCurrent = isCurrent;
  }

  /** The source that a feed reads, until it is dropped. */
  static final class Kept extends PhantomReference<KeyFeed> implements Forgettable {
    private final LiveEntries<Kept> all;
    private final LiveEntries.Entry<Kept> place = new LiveEntries.Entry<>(this);

    /** Null from {@link #drop} on, as {@link #map} is. */
    private volatile @Nullable Iterator<Term> keys;

    private volatile @Nullable Object map;

    /** The next of those that have been taken out and are to be entered again. */
    private @Nullable Kept next;

    private Kept(KeyFeed feed, Iterator<Term> keys, Object map, LiveEntries<Kept> all) {
      super(feed, Forgotten.queue());
      this.keys = keys;
      this.map = map;
      this.all = all;
    }

    /** Returns what is left to read; null for nothing. */
    @Nullable Iterator<Term> keys() {
      return keys;
    }

    /** Enters this, unless it has been dropped. */
    private void enter() {
      all.add(place);
      if (keys == null) {
        all.remove(place);
      }
    }

    /** Lets go of the iterator. */
    void drop() {
      keys = null;
      map = null;
      all.remove(place);
    }

    @Override
    public void forgotten() {
      drop();
    }
  }

  /** Keeps what a feed reads from, unless the store has another map by now. */
  Kept keep(KeyFeed feed, Iterator<Term> keys, Object map) {
    Kept added = new Kept(feed, keys, map, kept);
    added.enter();
    if (!isCurrent.test(map)) {
      added.drop();
    }
    return added;
  }

  /** Drops the iterators of all maps but the store's. Allocates nothing. */
  void dropReplaced() {
    Kept current = null;
    for (Kept taken; (taken = kept.poll()) != null; ) {
      Object map = taken.map;
      if (map != null && isCurrent.test(map)) {
        taken.next = current;
        current = taken;
      } else {
        taken.drop();
      }
    }
    while (current != null) {
      Kept following = current.next;
      current.next = null;
      current.enter();
      current = following;
    }
  }
}
