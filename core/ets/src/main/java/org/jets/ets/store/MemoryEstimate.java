package org.jets.ets.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Spliterator;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * How much memory a store takes: its {@linkplain TableStore#overheadBytes own}, and that of its
 * objects; terms that are shared count each time. Limits measure all objects, {@code info} takes
 * their number times the size of the first {@value #SAMPLE} of them.
 */
public final class MemoryEstimate {
  private static final int WORD_BYTES = 8;

  /** A table and its store, empty, but for what the store counts itself. */
  private static final long TABLE_BYTES = 1_024;

  private static final int SAMPLE = 100;

  /** How many terms of one object are looked at. */
  private static final int TERMS = 1_000;

  /** How many bytes of one list's cells are counted one by one. */
  private static final int CELL_BYTES = 24 * TERMS;

  private MemoryEstimate() {}

  /** Returns about how many bytes an empty table takes. */
  public static long emptyBytes(TableStore store) {
    return TABLE_BYTES + store.overheadBytes(0);
  }

  /** Returns about how many words a table takes, from the size of its first objects. */
  public static long words(TableStore store) {
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

  /**
   * Returns about how many bytes a table takes, but for what it keeps beside its store. Walks over
   * all objects, and measures each.
   *
   * @param limit where measuring stops, so that its time is bounded however terms are shared: of
   *     more than that, some number above it is returned
   * @param visits bounds the time as well: beyond them the number means nothing
   * @throws org.jets.ets.NoSuchTableException if the store has been closed
   */
  public static long bytes(TableStore store, long limit, TermBytes.Visits visits) {
    long[] bytes = {TABLE_BYTES + store.overheadBytes(store.size())};
    visits.add(1);
    store
        .objects()
        .forEachRemaining(
            object -> {
              if (visits.add(1) && bytes[0] <= limit) {
                bytes[0] += TermBytes.of(object, limit - bytes[0], visits);
              }
            });
    return bytes[0] + store.keptBytes(limit, visits);
  }

  /** Returns about how many bytes a term takes; of a large one no more than the first terms. */
  private static long bytes(@Nullable Term object) {
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
