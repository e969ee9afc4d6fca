package org.jets.collections;

import java.util.Objects;

/**
 * The options of a {@link StripedHashMap}: the locks that its buckets share, and its counters. No
 * option changes what the map promises, only what it costs. Immutable: each method returns options
 * of their own.
 *
 * <pre>{@code
 * var map = new StripedHashMap<String, Long>(StripedOptions.defaults().withFixedLocks(64));
 * }</pre>
 */
public final class StripedOptions {
  /** The most locks that a map can have. */
  public static final int MAX_LOCKS = 32_768;

  /** The most reader groups that a lock can have. */
  public static final int MAX_READER_GROUPS = 64;

  private static final int FIRST_ADAPTING_LOCKS = 4;
  private static final int MAX_ADAPTING_LOCKS = 8192;
  private static final StripedOptions DEFAULTS =
      new StripedOptions(FIRST_ADAPTING_LOCKS, MAX_ADAPTING_LOCKS, 0, false, 0);

  private final int minLocks;
  private final int maxLocks;
  private final int readerGroups;
  private final boolean centralCounter;
  private final int initialCapacity;

  private StripedOptions(
      int minLocks, int maxLocks, int readerGroups, boolean centralCounter, int initialCapacity) {
    this.minLocks = minLocks;
    this.maxLocks = maxLocks;
    this.readerGroups = readerGroups;
    this.centralCounter = centralCounter;
    this.initialCapacity = initialCapacity;
  }

  /** Adapting locks, no reader groups, decentralized counters, and room for a few mappings. */
  public static StripedOptions defaults() {
    return DEFAULTS;
  }

  /** Sets one lock for all buckets: the smallest map, for few writers. */
  public StripedOptions withSingleLock() {
    return withFixedLocks(1);
  }

  /**
   * Sets a fixed number of locks, each for its share of the buckets, of which there are at least as
   * many. A lock takes about 160 bytes, a bucket about 90.
   *
   * @param locks at least 1, at most {@link #MAX_LOCKS}; rounded down to a power of two
   * @throws IllegalArgumentException if the number is not in that range
   */
  public StripedOptions withFixedLocks(int locks) {
    int rounded = Integer.highestOneBit(requireInRange("locks", locks, 1, MAX_LOCKS));
    return new StripedOptions(rounded, rounded, readerGroups, centralCounter, initialCapacity);
  }

  /**
   * Sets four locks at first. Their number is doubled while operations wait for one another, up to
   * 8,192. It is halved again after ten million operations that did not wait.
   */
  public StripedOptions withAdaptingLocks() {
    return new StripedOptions(
        FIRST_ADAPTING_LOCKS, MAX_ADAPTING_LOCKS, readerGroups, centralCounter, initialCapacity);
  }

  /**
   * Lets readers share a lock, counted in so many places. Reading takes a lock only where writers
   * keep changing the bucket that is read. Then 4 to 8 groups serve well. Every writer has to look
   * at all of them. Without groups such a reader takes the lock for itself. With groups each lock
   * takes 128 bytes more for each group, and 184 besides: 64 groups take 280 MB with 32,768 locks.
   *
   * @param groups 0 for none, at most {@link #MAX_READER_GROUPS}; rounded up to a power of two
   * @throws IllegalArgumentException if the number is not in that range
   */
  public StripedOptions withReaderGroups(int groups) {
    int checked = requireInRange("groups", groups, 0, MAX_READER_GROUPS);
    int rounded = checked <= 1 ? checked : 2 * Integer.highestOneBit(checked - 1);
    return new StripedOptions(minLocks, maxLocks, rounded, centralCounter, initialCapacity);
  }

  /**
   * Counts mappings in one place, which every insertion and removal writes. {@code mappingCount} is
   * one read then, but may differ by the operations under way from what has been seen in the map.
   */
  public StripedOptions withCentralCounter() {
    return new StripedOptions(minLocks, maxLocks, readerGroups, true, initialCapacity);
  }

  /**
   * Counts mappings with each lock, which costs nothing; {@code mappingCount} has to read all of
   * them, twice, and is exact.
   */
  public StripedOptions withDecentralizedCounters() {
    return new StripedOptions(minLocks, maxLocks, readerGroups, false, initialCapacity);
  }

  /**
   * Sets the number of mappings that there is room for from the start, allocated by the
   * constructor; the map never shrinks below it. There are 2^28 buckets at most, for some 2^30
   * mappings.
   *
   * @param mappings at least 0
   * @throws IllegalArgumentException if the number is negative
   */
  public StripedOptions withInitialCapacity(int mappings) {
    requireInRange("mappings", mappings, 0, Integer.MAX_VALUE);
    return new StripedOptions(minLocks, maxLocks, readerGroups, centralCounter, mappings);
  }

  /** Returns the number of locks to begin with, which is never less. */
  public int minLocks() {
    return minLocks;
  }

  /** Returns the greatest number of locks; that of {@link #minLocks} if it is fixed. */
  public int maxLocks() {
    return maxLocks;
  }

  /** Returns the number of reader groups of each lock. */
  public int readerGroups() {
    return readerGroups;
  }

  /** Returns true if mappings are counted in one place. */
  public boolean hasCentralCounter() {
    return centralCounter;
  }

  /** Returns the number of mappings that there is room for from the start. */
  public int initialCapacity() {
    return initialCapacity;
  }

  private static int requireInRange(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: " + min + " to " + max + ")");
    }
    return value;
  }

  /** Equal options make equal maps. */
  @Override
  public boolean equals(Object other) {
    return other instanceof StripedOptions options
        && minLocks == options.minLocks
        && maxLocks == options.maxLocks
        && readerGroups == options.readerGroups
        && centralCounter == options.centralCounter
        && initialCapacity == options.initialCapacity;
  }

  @Override
  public int hashCode() {
    return Objects.hash(minLocks, maxLocks, readerGroups, centralCounter, initialCapacity);
  }

  @Override
  public String toString() {
    return "StripedOptions[locks="
        + (minLocks == maxLocks ? minLocks : "adapting")
        + ", readerGroups="
        + readerGroups
        + ", counters="
        + (centralCounter ? "central" : "decentralized")
        + ", initialCapacity="
        + initialCapacity
        + "]";
  }
}
