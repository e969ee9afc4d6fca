package org.jets.bench.scale;

import java.util.List;
import org.jets.bench.harness.ForkedMeasurement;
import org.jets.bench.harness.HeapSize;
import org.jets.bench.harness.Samples;

/**
 * Bytes on the heap of a structure with random keys, as JOL counts everything that can be reached
 * from it and not from an empty one of its kind. Arguments: the structure, the number of keys, and
 * the {@link Kind}. Keys, which are objects of their own, count; the values of maps and the counts
 * of tables, which are one for all, do not.
 */
public final class FootprintMeasurement implements ForkedMeasurement {
  /** The kind of footprint. */
  enum Kind {
    /** Bytes for each key, or object {@code {Key}} of a table. */
    PER_KEY(ObjectShape.KEY),
    /** Bytes for each object {@code {Key, Count}} of a table. */
    PER_COUNTER(ObjectShape.COUNTER),
    /** Bytes in all, with no key. */
    EMPTY(ObjectShape.KEY),
    /** Bytes in all. */
    FULL(ObjectShape.KEY),
    /** Bytes in all when nine keys of ten have been removed. */
    REST(ObjectShape.KEY);

    private final ObjectShape shape;

    Kind(ObjectShape shape) {
      this.shape = shape;
    }

    private boolean isForEach() {
      return this == PER_KEY || this == PER_COUNTER;
    }
  }

  private static final int KEY_MASK = Integer.MAX_VALUE;
  private static final int REMOVED_OF = 10;

  /** For the runner. */
  public FootprintMeasurement() {}

  @Override
  public void measure(List<String> arguments, Samples samples) {
    String structure = arguments.get(0);
    int keys = Integer.parseInt(arguments.get(1));
    Kind kind = Kind.valueOf(arguments.get(2));
    Keyed empty = KeyedStructures.newStructure(structure, kind.shape);
    long before = HeapSize.ofGraph(empty.whole());
    Keyed filled = empty.another();
    if (kind != Kind.EMPTY) {
      for (int i = 0; i < keys; i++) {
        filled.insert(key(i));
      }
    }
    for (int i = 0; kind == Kind.REST && i < keys; i++) {
      if (i % REMOVED_OF != 0) {
        filled.delete(key(i));
      }
    }
    double bytes = HeapSize.ofGraph(empty.whole(), filled.whole()) - before;
    samples.sample(kind.isForEach() ? bytes / keys : bytes);
  }

  /**
   * Returns another number of 31 bits for each one, in an order without a pattern: each step can be
   * undone.
   */
  static int key(int i) {
    int mixed = (i * 0x45d9_f3b) & KEY_MASK;
    mixed ^= mixed >>> 15;
    mixed = (mixed * 0x2c1b_3c6d) & KEY_MASK;
    return mixed ^ (mixed >>> 12);
  }
}
