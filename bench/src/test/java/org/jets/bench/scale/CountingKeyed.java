package org.jets.bench.scale;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts what is done to it, and to which keys. */
final class CountingKeyed extends Keyed implements OrderedOperations, TableOperations {
  final Map<Operation, Integer> operations = new EnumMap<>(Operation.class);
  private final int range;
  private final int[] keys;

  CountingKeyed(int range) {
    this.range = range;
    keys = new int[range + 2];
  }

  /** Returns the number of uses of the most frequent key. */
  int most() {
    return Arrays.stream(keys).max().orElseThrow();
  }

  /** Returns the number of keys that were used. */
  long used() {
    return Arrays.stream(keys).filter(times -> times > 0).count();
  }

  boolean isUsed(int key) {
    return keys[key] > 0;
  }

  private void count(Operation operation, int key) {
    operations.merge(operation, 1, Integer::sum);
    keys[key]++;
  }

  @Override
  @Nullable Object lookup(int key) {
    count(Operation.LOOKUP, key);
    return null;
  }

  @Override
  void insert(int key) {
    count(Operation.INSERT, key);
  }

  @Override
  void delete(int key) {
    count(Operation.DELETE, key);
  }

  @Override
  long readAll() {
    operations.merge(Operation.SELECTALL, 1, Integer::sum);
    return 0;
  }

  @Override
  Object readAtOnce() {
    return readAll();
  }

  @Override
  public long readRange(int from, int to) {
    if (to - from != 1000) {
      throw new IllegalArgumentException("a range of " + (to - from));
    }
    count(Operation.PARTIAL_SELECT1000, from);
    return 0;
  }

  @Override
  public Object select(int from, int to) {
    if (to - from == 1000) {
      count(Operation.SELECT1000, from);
    } else if (from == 1 && to == 1 + range / 2) {
      operations.merge(Operation.SELECT_HALF, 1, Integer::sum);
    } else {
      throw new IllegalArgumentException(from + " to " + to);
    }
    return List.of();
  }

  @Override
  public Object count(int key) {
    count(Operation.COUNT, key);
    return key;
  }

  @Override
  public long steps(int from, int steps) {
    count(steps == 1 ? Operation.NEXT : Operation.valueOf("NEXTSEQ" + steps), from);
    return 0;
  }

  @Override
  Keyed another() {
    return new CountingKeyed(range);
  }

  @Override
  Object whole() {
    return keys;
  }
}
