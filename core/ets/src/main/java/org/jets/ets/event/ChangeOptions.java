package org.jets.ets.event;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jets.ets.KeyRange;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The options of a subscription to the changes of a table. Immutable: each method returns changed
 * options.
 */
public final class ChangeOptions {
  /** The number of changes that wait for a subscriber by default. */
  public static final int DEFAULT_CAPACITY = 1024;

  /** The largest number of changes that can wait for a subscriber. */
  public static final int MAX_CAPACITY = 1 << 20;

  private static final ChangeOptions DEFAULT =
      new ChangeOptions(DEFAULT_CAPACITY, Long.MAX_VALUE, null, null, ForkJoinPool.commonPool());

  private final int capacity;
  private final long maxBytes;
  private final @Nullable KeyRange range;
  private final @Nullable List<Term> keys;
  private final Executor executor;

  private ChangeOptions(
      int capacity,
      long maxBytes,
      @Nullable KeyRange range,
      @Nullable List<Term> keys,
      Executor executor) {
    this.capacity = capacity;
    this.maxBytes = maxBytes;
    this.range = range;
    this.keys = keys;
    this.executor = executor;
  }

  /** Returns the options for all keys, with the default capacity and executor. */
  public static ChangeOptions defaults() {
    return DEFAULT;
  }

  /**
   * Sets the number of changes that wait for a subscriber; {@value #DEFAULT_CAPACITY} by default. A
   * change for which there is no room is lost for this subscriber, which gets a {@linkplain
   * TableChange.Kind#LOST gap} instead. The objects of waiting changes stay in memory.
   *
   * @param capacity 1 to {@value #MAX_CAPACITY}
   * @throws IllegalArgumentException if it is out of this range
   */
  public ChangeOptions withCapacity(int capacity) {
    if (capacity < 1 || capacity > MAX_CAPACITY) {
      throw new IllegalArgumentException(
          "capacity: " + capacity + " (expected: 1.." + MAX_CAPACITY + ")");
    }
    return new ChangeOptions(capacity, maxBytes, range, keys, executor);
  }

  /**
   * Sets the number of bytes of the changes that wait for a subscriber; unlimited by default. A
   * change counts the objects of its key before and after, with all their parts. It is lost for
   * this subscriber if it would exceed the limit, as without {@linkplain #withCapacity room}. So a
   * change that is larger itself is always lost.
   *
   * <p>Cost: each change is measured, in time linear in its size and in the limit at the most.
   *
   * @param bytes from 1
   * @throws IllegalArgumentException if it is below 1
   */
  public ChangeOptions withMaxBytes(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("bytes: " + bytes + " (expected: >= 1)");
    }
    return new ChangeOptions(capacity, bytes, range, keys, executor);
  }

  /** Limits the subscription to the keys in a range, in an ordered_set. */
  public ChangeOptions withRange(KeyRange range) {
    Objects.requireNonNull(range, "range");
    return new ChangeOptions(capacity, maxBytes, range, keys, executor);
  }

  /** Limits the subscription to these keys, as the table compares keys. */
  public ChangeOptions withKeys(Collection<? extends Term> keys) {
    List<Term> copy = List.copyOf(Objects.requireNonNull(keys, "keys"));
    return new ChangeOptions(capacity, maxBytes, range, copy, executor);
  }

  /**
   * Sets the executor whose threads call the subscriber, {@link ForkJoinPool#commonPool} by
   * default. An executor that refuses a task ends the subscription.
   */
  public ChangeOptions withExecutor(Executor executor) {
    Objects.requireNonNull(executor, "executor");
    return new ChangeOptions(capacity, maxBytes, range, keys, executor);
  }

  /** Returns the number of changes that wait for a subscriber. */
  public int capacity() {
    return capacity;
  }

  /** Returns the number of bytes of these changes; {@link Long#MAX_VALUE} if there is no limit. */
  public long maxBytes() {
    return maxBytes;
  }

  /** Returns the range of keys; empty if there is no limit. */
  public Optional<KeyRange> range() {
    return Optional.ofNullable(range);
  }

  /** Returns the keys; empty if there is no limit. */
  public Optional<List<Term>> keys() {
    return Optional.ofNullable(keys);
  }

  /** Returns the executor whose threads call the subscriber. */
  public Executor executor() {
    return executor;
  }

  @Override
  public String toString() {
    return "ChangeOptions[capacity="
        + capacity
        + ", maxBytes="
        + (maxBytes == Long.MAX_VALUE ? "unlimited" : maxBytes)
        + ", range="
        + (range == null ? "all" : range)
        + ", keys="
        + (keys == null ? "all" : keys.size())
        + ", executor="
        + executor
        + "]";
  }
}
