package org.jets.ets;

import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The keys that one iterator gives, as a list of blocks that is extended when somebody comes to its
 * end. So several walks can go over them, each at its own pace and from where it likes, and what
 * all of them have passed can be collected.
 *
 * <p>A walk that is copied may be kept for as long as somebody likes. From the first copy on the
 * iterator is {@linkplain OpenFeeds kept by the store} alone, and ends with the map that it reads.
 *
 * <p>Guarded by {@link #lock}: the iterator; lists of {@link OpenFeeds} are locked inside. A
 * block's content is final, and its successor is written once, under the lock.
 */
final class KeyFeed {
  private static final int BLOCK_SIZE = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final OpenFeeds openFeeds;

  /** Null once the feed is shared, and at its end. */
  private @Nullable Source own;

  /** Null before the feed is shared. */
  private OpenFeeds.@Nullable Kept shared;

  private KeyFeed(OpenFeeds openFeeds, Source source) {
    this.openFeeds = openFeeds;
    this.own = source;
  }

  private record Source(Iterator<Term> keys, Object map) {}

  /**
   * Returns a block without keys, behind which all keys follow.
   *
   * @param map what the keys are of
   */
  static Block of(Iterator<Term> keys, Object map, OpenFeeds openFeeds) {
    return new KeyFeed(openFeeds, new Source(keys, map)).new Block(new Term[0], 0);
  }

  private void share() {
    lock.lock();
    try {
      if (own != null) {
        shared = openFeeds.keep(this, own.keys, own.map);
        own = null;
      }
    } finally {
      lock.unlock();
    }
  }

  /** What is left to read; null for nothing. */
  private @Nullable Iterator<Term> unread() {
    if (own != null) {
      return own.keys;
    }
    return shared == null ? null : shared.keys();
  }

  private @Nullable Block read() {
    Iterator<Term> keys = unread();
    if (keys == null) {
      return null;
    }
    Term[] read = new Term[BLOCK_SIZE];
    int count = 0;
    while (count < BLOCK_SIZE && keys.hasNext()) {
      read[count++] = keys.next();
    }
    if (count < BLOCK_SIZE) {
      own = null;
      if (shared != null) {
        shared.drop();
      }
    }
    return count == 0 ? null : new Block(read, count);
  }

  /** Some keys, and what follows. */
  final class Block {
    private final Term[] block;
    private final int size;
    private volatile @Nullable Block next;

    private Block(Term[] block, int size) {
      this.block = block;
      this.size = size;
    }

    int size() {
      return size;
    }

    Term key(int i) {
      return block[i];
    }

    /** Returns the block behind this one, which has keys; null if there are none. */
    @Nullable Block next() {
      Block following = next;
      if (following == null) {
        lock.lock();
        try {
          following = next;
          if (following == null) {
            following = read();
            next = following;
          }
        } finally {
          lock.unlock();
        }
      }
      return following;
    }

    /** Says that somebody may keep this block for long. */
    void share() {
      KeyFeed.this.share();
    }
  }
}
