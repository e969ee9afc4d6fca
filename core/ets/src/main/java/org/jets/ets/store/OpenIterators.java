package org.jets.ets.store;

import java.lang.ref.PhantomReference;
import java.util.Iterator;
import java.util.function.Predicate;
import org.jets.ets.reclaim.LiveEntries;
import org.jets.ets.reclaim.Reclaimable;
import org.jets.ets.reclaim.ResourceReclaimer;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The iterators of a store's map that {@link SharedIterator}s read from. An iterator refers to the
 * whole map, and is reachable only from its {@link Kept}. So the map can be collected once the
 * store has dropped it, even if a program keeps a walk over its keys. An iterator is also dropped
 * with its shared iterator, without another use of the store.
 *
 * <p>The store replaces its map first and then calls {@link #dropReplaced}. {@link #keep} enters
 * the iterator first and then checks whether the map is still the store's. So one of them finds
 * each iterator of an older map. The only locks are those of {@link LiveEntries}.
 */
final class OpenIterators {
  private final Predicate<Object> isCurrent;
  private final LiveEntries<Kept> kept = new LiveEntries<>();

  /**
   * Makes one without iterators.
   *
   * @param isCurrent whether a map is that of the store
   */
  OpenIterators(Predicate<Object> isCurrent) {
    this.isCurrent = isCurrent;
  }

  /** The source that a shared iterator reads, until it is dropped. */
  static final class Kept extends PhantomReference<SharedIterator> implements Reclaimable {
    private final LiveEntries<Kept> all;
    private final LiveEntries.Entry<Kept> place = new LiveEntries.Entry<>(this);

    /** Null after {@link #drop}, as is {@link #map}. */
    private volatile @Nullable Iterator<Term> keys;

    private volatile @Nullable Object map;

    /** The next source that has been removed and must be entered again. */
    private @Nullable Kept next;

    private Kept(SharedIterator shared, Iterator<Term> keys, Object map, LiveEntries<Kept> all) {
      super(shared, ResourceReclaimer.queue());
      this.keys = keys;
      this.map = map;
      this.all = all;
    }

    /** Returns the rest of the iterator; null once it has been dropped. */
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

    /** Drops the iterator. */
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

  /** Keeps the iterator of a shared one, unless the store has replaced the map. */
  Kept keep(SharedIterator shared, Iterator<Term> keys, Object map) {
    Kept added = new Kept(shared, keys, map, kept);
    added.enter();
    if (!isCurrent.test(map)) {
      added.drop();
    }
    return added;
  }

  /** Drops the iterators of all maps except the store's. Allocates nothing. */
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
