package org.jets.ets.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Iterator;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one iterator, as a list of blocks that grows when a cursor reaches its end. So
 * several cursors can share it, each at its own pace and from its own place. Blocks that all
 * cursors have passed can be collected.
 *
 * <p>A program may keep a copy of a cursor for any length of time. From the first copy on, only
 * {@linkplain OpenIterators the store keeps} the iterator, which ends with the map that it reads.
 *
 * <p>{@link #lock} also guards the block that is filled from the iterator; lists of {@link
 * OpenIterators} are locked inside. A block does not change once it is the successor of another
 * one. A successor is written once, under the lock. If the iterator fails, the keys read so far
 * stay in a block that the next call continues to fill.
 */
final class SharedIterator {
  private static final int BLOCK_SIZE = 64;

  private final OverflowSafeLock lock = new OverflowSafeLock();
  private final OpenIterators openIterators;

  /** Null once a copy of a cursor is kept, and at its end. */
  @GuardedBy("lock") private @Nullable Source own;

  /** Null before a copy of a cursor is kept. */
  @GuardedBy("lock") private OpenIterators.@Nullable Kept shared;

  /** A block that a failed call has begun to fill, and that no cursor has seen. */
  @GuardedBy("lock") private @Nullable Block unfinished;

  private SharedIterator(OpenIterators openIterators, Source source) {
    this.openIterators = openIterators;
    this.own = source;
  }

  private record Source(Iterator<Term> keys, Object map) {}

  /**
   * Returns an empty block that all keys follow.
   *
   * @param map the map that has the keys
   */
  static Block of(Iterator<Term> keys, Object map, OpenIterators openIterators) {
    return new SharedIterator(openIterators, new Source(keys, map)).new Block(0);
  }

  private void share() {
    lock.lock();
    try {
      if (own != null) {
        shared = openIterators.keep(this, own.keys, own.map);
        own = null;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the rest of the iterator; null if nothing is left to read. */
  @GuardedBy("lock") private @Nullable Iterator<Term> unread() {
    if (own != null) {
      return own.keys;
    }
    return shared == null ? null : shared.keys();
  }

  @GuardedBy("lock") private @Nullable Block read() {
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

  /** Some keys, and the next block. */
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

    /** Returns the next block, which has keys; null at the end. */
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

    /** Moves the iterator to the store, since a program may keep this block for long. */
    void share() {
      SharedIterator.this.share();
    }
  }
}
