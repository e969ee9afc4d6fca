package org.jets.ets;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Spliterator;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * How much memory a table takes: its store's {@linkplain TableStore#overheadBytes own}, and its
 * number of objects times the size of the first {@value #SAMPLE} of them; with compressed
 * references, terms that are shared counted each time.
 */
final class MemoryEstimate {
  private static final int WORD_BYTES = 8;

  /** The store itself, empty. */
  private static final long TABLE_BYTES = 512;

  private static final int SAMPLE = 100;

  /** How many terms of one object are looked at. */
  private static final int TERMS = 1_000;

  private MemoryEstimate() {}

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

  private static long bytes(Tuple object) {
    Deque<Term> open = new ArrayDeque<>();
    open.push(object);
    long bytes = 0;
    for (int count = 0; count < TERMS && !open.isEmpty(); count++) {
      Term term = open.pop();
      bytes += TermBytes.ofTop(term);
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
