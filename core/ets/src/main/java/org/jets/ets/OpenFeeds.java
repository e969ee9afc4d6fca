package org.jets.ets;

import java.util.Iterator;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The iterators of a store's map that {@link KeyFeed}s go on reading from. They are kept here, and
 * here alone, since an iterator leads to the whole map: so the map can be collected once the store
 * has let go of it, whoever keeps a walk over its keys. An iterator goes with its feed, too.
 *
 * <p>Guarded by {@link #lock}: everything. The store replaces its map first and calls {@link
 * #dropAll} then, and {@link #keep} looks under the lock whether the map is still the store's: so
 * no iterator of an older map stays.
 */
final class OpenFeeds {
  private final Predicate<Object> isCurrent;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Map<KeyFeed, Iterator<Term>> iterators;

  /**
   * Makes one without feeds.
   *
   * @param isCurrent whether a map is that of the store
   */
  OpenFeeds(Predicate<Object> isCurrent) {
    this.isCurrent = isCurrent;
  }

  /** Keeps what a feed reads from, unless the store has another map by now. */
  void keep(KeyFeed feed, Iterator<Term> keys, Object map) {
    lock.lock();
    try {
      if (isCurrent.test(map)) {
        if (iterators == null) {
          iterators = new WeakHashMap<>();
        }
        iterators.put(feed, keys);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Lets go of what a feed has read to its end. */
  void drop(KeyFeed feed) {
    lock.lock();
    try {
      if (iterators != null) {
        iterators.remove(feed);
      }
    } finally {
      lock.unlock();
    }
  }

  void dropAll() {
    lock.lock();
    try {
      iterators = null;
    } finally {
      lock.unlock();
    }
  }
}
