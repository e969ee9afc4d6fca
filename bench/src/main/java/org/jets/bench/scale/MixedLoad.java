package org.jets.bench.scale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Random operations of a mix on a structure, with random keys from 1 up to a bound. As thread-safe
 * as the structure.
 */
final class MixedLoad {
  private final Mix mix;
  private final int range;
  private final Keyed keyed;

  /** The structure again, if it has steps; not null if the mix needs it. */
  private final @Nullable Steps steps;

  /** The structure again, if it has an order; not null if the mix needs it. */
  private final @Nullable OrderedOperations ordered;

  /** The structure again, if it is a table; not null if the mix needs it. */
  private final @Nullable TableOperations table;

  /**
   * Makes a load.
   *
   * @param range the greatest key
   * @throws IllegalArgumentException if the structure does not have the operations of the mix
   */
  MixedLoad(Mix mix, int range, Keyed keyed) {
    if (range < 1) {
      throw new IllegalArgumentException("range: " + range + " (expected: >= 1)");
    }
    this.mix = mix;
    this.range = range;
    this.keyed = keyed;
    this.steps = keyed instanceof Steps operations ? operations : null;
    this.ordered = keyed instanceof OrderedOperations operations ? operations : null;
    this.table = keyed instanceof TableOperations operations ? operations : null;
    if (mix.needsOrder() && ordered == null) {
      throw new IllegalArgumentException(
          "mix: steps or ranges, and a structure without order (expected: one in key order)");
    }
    if (mix.needsSteps() && steps == null) {
      throw new IllegalArgumentException(
          "mix: steps, and a structure without (expected: a table or one in key order)");
    }
    if (mix.needsTable() && table == null) {
      throw new IllegalArgumentException(
          "mix: selects or counts, and a structure that is no table (expected: a table)");
    }
  }

  /** Does one operation, and returns something that depends on it. */
  @Nullable Object run(long random) {
    int key = key(random);
    switch (mix.draw((int) random >>> (Integer.SIZE - Mix.LOT_BITS))) {
      case INSERT -> keyed.insert(key);
      case DELETE -> keyed.delete(key);
      case LOOKUP -> {
        return keyed.lookup(key);
      }
      case NEXT -> {
        return steps().steps(key, 1);
      }
      case NEXTSEQ10 -> {
        return steps().steps(key, 10);
      }
      case NEXTSEQ100 -> {
        return steps().steps(key, 100);
      }
      case NEXTSEQ1000 -> {
        return steps().steps(key, 1000);
      }
      case SELECTALL -> {
        return keyed.readAll();
      }
      case PARTIAL_SELECT1000 -> {
        return ordered().readRange(key, key + 1000);
      }
      case SELECT1000 -> {
        return table().select(key, key + 1000);
      }
      case SELECT_HALF -> {
        return table().select(1, 1 + range / 2);
      }
      case COUNT -> {
        return table().count(key);
      }
    }
    return null;
  }

  private Steps steps() {
    return Objects.requireNonNull(steps);
  }

  private OrderedOperations ordered() {
    return Objects.requireNonNull(ordered);
  }

  private TableOperations table() {
    return Objects.requireNonNull(table);
  }

  /** Returns the key that the high bits of a random number stand for. */
  private int key(long random) {
    return 1 + (int) (((random >>> 32) * range) >>> 32);
  }

  /** Inserts so many random keys, some of them twice. */
  void insertRandomly(int times) {
    new Random(7).ints(times, 1, range + 1).forEach(keyed::insert);
  }

  /** Inserts all keys, in random order. */
  void insertAll() {
    List<Integer> keys =
        IntStream.rangeClosed(1, range).boxed().collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(keys, new Random(7));
    keys.forEach(keyed::insert);
  }

  /** Inserts one half of all keys, in random order. */
  void insertHalf() {
    new Random(7).ints(1, range + 1).distinct().limit(range / 2).forEach(keyed::insert);
  }
}
