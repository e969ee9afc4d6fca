package org.jets.ets.store;

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
 * <p>Guarded by {@link #lock}: the iterator, and the block that is filled from it; lists of {@link
 * OpenFeeds} are locked inside. A block's content does not change once it is the successor of
 * another, which is written once, under the lock. If the iterator fails, the keys that it has given
 * stay in a block that the next call goes on to fill.
 */
final class KeyFeed {
  private static final int BLOCK_SIZE = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final OpenFeeds openFeeds;

  /** Null once the feed is shared, and at its end. */
  private @Nullable Source own;

  /** Null before the feed is shared. */
  private OpenFeeds.@Nullable Kept shared;

  /** A block that a failed call has begun to fill, which nobody else has seen. */
  private @Nullable Block unfinished;

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
    return new KeyFeed(openFeeds, new Source(keys, map)).new Block(0);
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
      unfinished = null;
      return null;
    }
    Block block = unfinished == null ? new Block(BLOCK_SIZE) : unfinished;
    unfinished = block;
    while (block.size < BLOCK_SIZE && keys.hasNext()) {
      block.block[block.size] = keys.next();
      block.size++;
    }
    unfinished = null;
    if (block.size < BLOCK_SIZE) {
      own = null;
      if (shared != null) {
        shared.drop();
      }
    }
    return block.size == 0 ? null : block;
  }

  /** Some keys, and what follows. */
  final class Block {
    private final Term[] block;
    private int size;
    private volatile @Nullable Block next;

    private Block(int capacity) {
      this.block = new Term[capacity];
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
