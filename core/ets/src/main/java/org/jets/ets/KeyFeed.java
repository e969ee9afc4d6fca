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
 * <p>Guarded by {@link #lock}: the iterator. A block's content is final, and its successor is
 * written once, under the lock.
 */
final class KeyFeed {
  private static final int BLOCK_SIZE = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Iterator<Term> keys;

  private KeyFeed(Iterator<Term> keys) {
    this.keys = keys;
  }

  /** Returns a block without keys, behind which all keys follow. */
  static Block of(Iterator<Term> keys) {
    return new KeyFeed(keys).new Block(new Term[0], 0);
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
          if (following == null && keys.hasNext()) {
            following = read();
            next = following;
          }
        } finally {
          lock.unlock();
        }
      }
      return following;
    }

    private Block read() {
      Term[] read = new Term[BLOCK_SIZE];
      int count = 0;
      while (count < BLOCK_SIZE && keys.hasNext()) {
        read[count++] = keys.next();
      }
      return new Block(read, count);
    }
  }
}
