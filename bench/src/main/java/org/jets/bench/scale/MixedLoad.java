package org.jets.bench.scale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Random operations of a mix on random keys from 1 up to a bound. Immutable. */
final class MixedLoad {
  private final Mix mix;
  private final int range;

  /**
   * Says what is to be done.
   *
   * @param range the greatest key
   */
  MixedLoad(Mix mix, int range) {
    if (range < 1) {
      throw new IllegalArgumentException("range: " + range + " (expected: >= 1)");
    }
    this.mix = mix;
    this.range = range;
  }

  /** Does one operation, and returns something that depends on it. */
  @Nullable Object run(Keyed keyed, long random) {
    int key = key(random);
    switch (mix.draw((int) random >>> (Integer.SIZE - Mix.LOT_BITS))) {
      case INSERT -> keyed.insert(key);
      case DELETE -> keyed.delete(key);
      case LOOKUP -> {
        return keyed.lookup(key);
      }
      case NEXTSEQ10 -> {
        return keyed.steps(key, 10);
      }
      case NEXTSEQ100 -> {
        return keyed.steps(key, 100);
      }
      case NEXTSEQ1000 -> {
        return keyed.steps(key, 1000);
      }
      case SELECTALL -> {
        return keyed.readAll();
      }
      case PARTIAL_SELECT1000 -> {
        return keyed.readRange(key, key + 1000);
      }
      case SELECT1000 -> {
        return keyed.select(key, key + 1000);
      }
      case SELECT_HALF -> {
        return keyed.select(1, 1 + range / 2);
      }
      case COUNT -> {
        return keyed.count(key);
      }
    }
    return null;
  }

  /** The key that the high bits of a random number stand for. */
  private int key(long random) {
    return 1 + (int) (((random >>> 32) * range) >>> 32);
  }

  /** Inserts so many random keys, some of them twice. */
  void insertRandomly(Keyed keyed, int times) {
    new Random(7).ints(times, 1, range + 1).forEach(keyed::insert);
  }

  /** Inserts all keys, in random order. */
  void insertAll(Keyed keyed) {
    List<Integer> keys =
        IntStream.rangeClosed(1, range).boxed().collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(keys, new Random(7));
    keys.forEach(keyed::insert);
  }

  /** Inserts one half of all keys, in random order. */
  void insertHalf(Keyed keyed) {
    new Random(7).ints(1, range + 1).distinct().limit(range / 2).forEach(keyed::insert);
  }
}
