package org.jets.ets;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Spliterator;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * How much memory a table takes: its store's {@linkplain TableStore#overheadBytes own}, and its
 * number of objects times the size of the first {@value #SAMPLE} of them; terms that are shared
 * count each time.
 */
final class MemoryEstimate {
  private static final int WORD_BYTES = 8;

  /** A table and its store, empty, but for what the store counts itself. */
  static final long TABLE_BYTES = 1_024;

  private static final int SAMPLE = 100;

  /**
   * How many objects of a table are looked at where all are walked over, or up to twice as many.
   */
  private static final int WALK_SAMPLE = 10_000;

  /** How many terms of one object are looked at. */
  private static final int TERMS = 1_000;

  /** How many bytes of one list's cells are counted one by one. */
  private static final int CELL_BYTES = 24 * TERMS;

  private MemoryEstimate() {}

  /** Returns about how many bytes an empty table takes. */
  static long emptyBytes(TableStore store) {
    return TABLE_BYTES + store.overheadBytes(0);
  }

  static long words(TableStore store) {
    long size = store.size();
    Spliterator<Tuple> objects = store.objects();
    long[] bytes = new long[1];
    int count = 0;
    while (count < SAMPLE && objects.tryAdvance(object -> bytes[0] += bytes(object))) {
      count++;
    }
    long each = count == 0 ? 0 : bytes[0] / count;
    return (TABLE_BYTES + store.overheadBytes(size) + size * each) / WORD_BYTES;
  }

  /** Walks over all objects, and looks at some of all parts. */
  private static long storeBytes(TableStore store, long limit, TermBytes.Visits visits) {
    long size = store.size();
    long stride = 1 + size / WALK_SAMPLE;
    long[] sums = new long[3];
    visits.add(1);
    store
        .objects()
        .forEachRemaining(
            object -> {
              if (sums[0]++ % stride == 0 && sums[2] <= limit && visits.add(1)) {
                sums[1]++;
                sums[2] += TermBytes.of(object, limit, visits);
              }
            });
    visits.add(sums[0] - sums[1]);
    double each = sums[1] == 0 ? 0 : (double) sums[2] / sums[1];
    return TABLE_BYTES + store.overheadBytes(size) + (long) (each * sums[0]);
  }

  /**
   * Returns about how many bytes a table takes with all that it keeps beside its objects; something
   * if that takes more visits than are allowed.
   */
  static long bytes(Table table, TableState state, long limit, TermBytes.Visits visits) {
    long bytes;
    try {
      bytes =
          storeBytes(table.store(), limit, visits) + table.store().keptBytes() + table.planBytes();
    } catch (NoSuchTableException e) {
      return 0;
    }
    Inheritance heir = state.heir();
    return heir == null || heir.data() == null ? bytes : bytes + TermBytes.of(heir.data(), limit);
  }

  /** Returns about how many bytes a term takes; of a large one no more than the first terms. */
  static long bytes(@Nullable Term object) {
    if (object == null) {
      return 0;
    }
    Deque<Term> open = new ArrayDeque<>();
    open.push(object);
    long bytes = 0;
    for (int count = 0; count < TERMS && !open.isEmpty(); count++) {
      Term term = open.pop();
      bytes += TermBytes.ofTop(term, CELL_BYTES);
      if (term instanceof Tuple tuple) {
        tuple.stream().limit(TERMS).forEach(open::push);
      } else if (term instanceof RecordTerm record) {
        record.values().stream().limit(TERMS).forEach(open::push);
      } else if (term instanceof MapTerm map) {
        for (int i = 0; i < Math.min(map.size(), TERMS / 2); i++) {
          open.push(map.key(i));
          open.push(map.value(i));
        }
      } else if (term instanceof ListTerm list && !list.isEmpty()) {
        list.stream().limit(TERMS).forEach(open::push);
      }
    }
    return bytes;
  }
}
