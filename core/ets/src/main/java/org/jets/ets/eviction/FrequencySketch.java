package org.jets.ets.eviction;

import java.util.function.IntFunction;

/**
 * Estimates how often hashes have been met lately: a count-min sketch of counters of 4 bits (G.
 * Einziger, R. Friedman, B. Manes: TinyLFU, 2017), with the layout of Caffeine's. A hash has four
 * counters in one block of 64 bytes, and its frequency is the least of them. After ten times as
 * many additions as there are cells all counters are halved. So the past counts less and less.
 *
 * <p>Differences from the paper: the sketch grows with the table, and keeps its counts then. Each
 * half of the larger one is a copy of the smaller. There is no doorkeeper.
 *
 * <p>Not thread-safe.
 */
final class FrequencySketch {
  private static final int BLOCK_LONGS = 8;
  private static final int BLOCK_BITS = 3;
  private static final int COUNTERS = 4;
  private static final int MAX_LONGS = 1 << 26;
  private static final int AGE = 10;
  private static final long LOW_BITS = 0x1111_1111_1111_1111L;
  private static final long HALVED = 0x7777_7777_7777_7777L;

  /** Stands for the counters of a deleted table. */
  private static final long[] NONE = new long[BLOCK_LONGS];

  private long[] table = new long[BLOCK_LONGS * 2];
  private long capacity = BLOCK_LONGS * 2L;
  private long additions;

  /** The number of cells from which on more counters are tried again. */
  private long nextTry;

  private final IntFunction<long[]> newTable;

  FrequencySketch() {
    this(long[]::new);
  }

  /**
   * Makes an empty sketch.
   *
   * @param newTable makes all tables except the first
   */
  FrequencySketch(IntFunction<long[]> newTable) {
    this.newTable = newTable;
  }

  /** Returns the bytes of the counters. */
  long bytes() {
    return (long) table.length * Long.BYTES;
  }

  /** Returns the number of additions between two halvings. */
  long period() {
    return AGE * capacity;
  }

  /**
   * Prepares for this many cells. If there is no memory for more counters, it goes on with fewer,
   * until there are twice as many cells.
   */
  void ensureCapacity(long cells) {
    if (cells <= capacity) {
      return;
    }
    capacity = cells;
    if (cells > table.length && table.length < MAX_LONGS && cells >= nextTry) {
      try {
        long[] larger = newTable.apply(table.length * 2);
        System.arraycopy(table, 0, larger, 0, table.length);
        System.arraycopy(table, 0, larger, table.length, table.length);
        table = larger;
      } catch (OutOfMemoryError e) {
        nextTry = 2 * cells; // Until then estimates are less exact.
      }
    }
  }

  /** Returns the estimate, from 0 to 15. */
  int frequency(int hash) {
    int blockHash = spread(hash);
    int counterHash = rehash(blockHash);
    int block = block(blockHash);
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < COUNTERS; i++) {
      int bits = counterHash >>> (i << 3);
      long counters = table[block + (bits & 1) + (i << 1)];
      least = Math.min(least, (int) (counters >>> shift(bits)) & 0xf);
    }
    return least;
  }

  /** Counts a hash once more. */
  void add(int hash) {
    int blockHash = spread(hash);
    int counterHash = rehash(blockHash);
    int block = block(blockHash);
    boolean isAdded = false;
    for (int i = 0; i < COUNTERS; i++) {
      int bits = counterHash >>> (i << 3);
      int slot = block + (bits & 1) + (i << 1);
      long mask = 0xfL << shift(bits);
      if ((table[slot] & mask) != mask) {
        table[slot] += 1L << shift(bits);
        isAdded = true;
      }
    }
    if (isAdded && ++additions >= period()) {
      halve();
    }
  }

  private int block(int blockHash) {
    return (blockHash & ((table.length >> BLOCK_BITS) - 1)) << BLOCK_BITS;
  }

  private static int shift(int bits) {
    return ((bits >>> 1) & 15) << 2;
  }

  private static int spread(int hash) {
    int spread = hash ^ (hash >>> 17);
    spread *= 0xed5ad4bb;
    spread ^= spread >>> 11;
    spread *= 0xac4c1b51;
    return spread ^ (spread >>> 15);
  }

  private static int rehash(int hash) {
    int rehashed = hash * 0x31848bab;
    return rehashed ^ (rehashed >>> 14);
  }

  private void halve() {
    int odd = 0;
    for (int i = 0; i < table.length; i++) {
      odd += Long.bitCount(table[i] & LOW_BITS);
      table[i] = (table[i] >>> 1) & HALVED;
    }
    additions = (additions - (odd >>> 2)) >>> 1;
  }

  /** Gives the counters back, since the table has been deleted. */
  void drop() {
    table = NONE;
  }
}
