package org.jets.ets.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Spliterator;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a store: its {@linkplain TableStore#overheadBytes own}, and that of its objects. A
 * shared term counts each time. Limits measure all objects. {@code info} multiplies the number of
 * objects by the average size of the first {@value #SAMPLE}.
 */
public final class MemoryEstimate {
  private static final int WORD_BYTES = 8;

  /** The bytes of an empty table and its store, without those that the store counts itself. */
  private static final long TABLE_BYTES = 1_024;

  private static final int SAMPLE = 100;

  /** The number of terms that are measured in one object. */
  private static final int TERMS = 1_000;

  /** The number of bytes up to which the cells of one list are counted one by one. */
  private static final int CELL_BYTES = 24 * TERMS;

  private MemoryEstimate() {}

  /** The keys that a map has beside its objects: one for all objects that a cell has in a row. */
  private static final class KeysBeside {
    private final CellBytes cellBytes;
    private final StoreConfig config;
    private @Nullable Term last;

    KeysBeside(TableStore store) {
      cellBytes = store.cellBytes();
      config = store.config();
    }

    /** Returns the bytes of the key beside the next object; 0 unless it is the first of a cell. */
    long bytesFor(Tuple object) {
      if (config.type().isSet()) {
        return cellBytes.ofKeyBeside(object);
      }
      // Only an integer can be beside objects.
      Term key = config.key(object) instanceof IntegerTerm integer ? integer : null;
      boolean isFirst = key != null && !key.equals(last);
      last = key;
      return isFirst ? cellBytes.ofKeyBeside(object) : 0;
    }
  }

  /** Returns an estimate of the bytes of an empty table. */
  public static long emptyBytes(TableStore store) {
    return TABLE_BYTES + store.overheadBytes(0);
  }

  /** Returns an estimate of the words of a table, from the size of its first objects. */
  public static long words(TableStore store) {
    long size = store.size();
    Spliterator<Tuple> objects = store.objects();
    long[] bytes = new long[1];
    int count = 0;
    KeysBeside keys = new KeysBeside(store);
    while (count < SAMPLE
        && objects.tryAdvance(object -> bytes[0] += bytes(object) + keys.bytesFor(object))) {
      count++;
    }
    long each = count == 0 ? 0 : bytes[0] / count;
    return (TABLE_BYTES + store.overheadBytes(size) + size * each) / WORD_BYTES;
  }

  /**
   * Returns an estimate of the bytes of a table, without the data that it keeps beside its store.
   * Walks over all objects, and measures each.
   *
   * @param limit the number of bytes at which measuring stops, which bounds its time however terms
   *     are shared. The result is then some number above it
   * @param visits bounds the time as well; the result is meaningless once they are exceeded
   * @throws org.jets.ets.NoSuchTableException if the store has been closed
   */
  public static long bytes(TableStore store, long limit, TermBytes.Visits visits) {
    long[] bytes = {TABLE_BYTES + store.overheadBytes(store.size())};
    visits.add(1);
    KeysBeside keys = new KeysBeside(store);
    store
        .objects()
        .forEachRemaining(
            object -> {
              if (visits.add(1) && bytes[0] <= limit) {
                bytes[0] += TermBytes.of(object, limit - bytes[0], visits);
                bytes[0] += keys.bytesFor(object);
              }
            });
    return bytes[0] + store.keptBytes(limit, visits);
  }

  /** Returns an estimate of the bytes of a term; measures only the first terms of a large one. */
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
        for (int i = 1; i <= Math.min(tuple.arity(), TERMS); i++) {
          if (tuple.isHeld(i)) {
            open.push(tuple.element(i));
          }
        }
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
