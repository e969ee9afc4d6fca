package org.jets.ets.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Spliterator;
import org.jets.ets.TableType;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.cell.Cells;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The memory of a store: its {@linkplain TableStore#overheadBytes own}, and that of its cells. A
 * shared term counts each time. Limits measure all objects. {@code info} multiplies the number of
 * objects by the average size of some {@value #SAMPLE}.
 */
public final class MemoryEstimate {
  private static final int WORD_BYTES = 8;

  /** The bytes of an empty table and its store, without those that the store counts itself. */
  private static final long TABLE_BYTES = 1_024;

  private static final int SAMPLE = 100;

  /** The number of times that an ordered table is split in two, to take samples of all parts. */
  private static final int SPLITS = 5;

  /** The number of terms that are measured in one object. */
  private static final int TERMS = 1_000;

  /** The number of bytes up to which the cells of one list are counted one by one. */
  private static final int CELL_BYTES = 24 * TERMS;

  /** No position. */
  private static final int NONE = 0;

  private MemoryEstimate() {}

  /** Returns an estimate of the bytes of an empty table. */
  public static long emptyBytes(TableStore store) {
    return TABLE_BYTES + store.overheadBytes(0);
  }

  /** Returns an estimate of the words of a table, from the size of some of its objects. */
  public static long words(TableStore store) {
    long size = store.size();
    CellBytes cellBytes = store.cellBytes();
    List<Spliterator<Object>> parts = parts(store);
    long[] bytes = new long[1];
    long[] objects = new long[1];
    for (Spliterator<Object> part : parts) {
      long end = objects[0] + Math.max(1, SAMPLE / parts.size());
      while (objects[0] < end
          && part.tryAdvance(
              cell -> {
                bytes[0] += cellBytes.ofCellAlone(cell) + ofObjects(cell, store);
                objects[0] += ObjectList.count(cell);
              })) {}
    }
    long ofObjects = objects[0] == 0 ? 0 : (long) ((double) bytes[0] / objects[0] * size);
    long own = TABLE_BYTES + store.overheadBytes(size) + store.rememberedBytes();
    return (own + ofObjects) / WORD_BYTES;
  }

  /** Returns an estimate of the bytes of a cell's objects, from the size of the first ones. */
  private static long ofObjects(Object cell, TableStore store) {
    CellBytes cellBytes = store.cellBytes();
    List<Tuple> objects = Cells.objects(cell);
    Tuple first = objects.get(0);
    long ofFurther = 0;
    int measured = Math.min(SAMPLE, objects.size());
    for (int i = 1; i < measured; i++) {
      Tuple object = objects.get(i);
      int shared = cellBytes.sharesKey(object, first) ? store.config().keypos() : NONE;
      ofFurther += bytes(object, shared);
    }
    double each = measured > 1 ? (double) ofFurther / (measured - 1) : 0;
    return bytes(first, NONE) + (long) (each * (objects.size() - 1));
  }

  /** Returns parts of a store whose first cells stand for all. In key order these are several. */
  private static List<Spliterator<Object>> parts(TableStore store) {
    List<Spliterator<Object>> parts = new ArrayList<>();
    parts.add(store.heldCells());
    int splits = store.config().type() == TableType.ORDERED_SET ? SPLITS : 0;
    for (int n = 0; n < splits; n++) {
      for (int i = parts.size() - 1; i >= 0; i--) {
        Spliterator<Object> prefix = parts.get(i).trySplit();
        if (prefix != null) {
          parts.add(prefix);
        }
      }
    }
    return parts;
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
    CellBytes cellBytes = store.cellBytes();
    store
        .heldCells()
        .forEachRemaining(
            cell -> {
              bytes[0] += cellBytes.ofCellAlone(cell);
              List<Tuple> objects = Cells.objects(cell);
              for (int i = 0; i < objects.size(); i++) {
                if (!visits.add(1) || bytes[0] > limit) {
                  break;
                }
                Tuple object = objects.get(i);
                bytes[0] +=
                    i == 0
                        ? TermBytes.of(object, limit - bytes[0], visits)
                        : cellBytes.ofFurther(object, objects.get(0), limit - bytes[0], visits);
              }
            });
    return bytes[0] + store.keptBytes(limit, visits);
  }

  /**
   * Returns an estimate of the bytes of an object; measures only some terms of a large one.
   *
   * @param left the position of an element that does not count; {@link #NONE} for none
   */
  private static long bytes(Tuple object, int left) {
    Deque<Term> open = new ArrayDeque<>();
    open.push(object);
    long bytes = 0;
    for (int count = 0; count < TERMS && !open.isEmpty(); count++) {
      Term term = open.pop();
      bytes += TermBytes.ofTop(term, CELL_BYTES);
      if (term instanceof Tuple tuple) {
        for (int i = 1; i <= Math.min(tuple.arity(), TERMS); i++) {
          if (tuple.isHeld(i) && (i != left || tuple != object)) {
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
