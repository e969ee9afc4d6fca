package org.jets.ets;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Spliterator;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
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
    return (TABLE_BYTES + store.overheadBytes() + size * each) / WORD_BYTES;
  }

  private static long bytes(Tuple object) {
    Deque<Term> open = new ArrayDeque<>();
    open.push(object);
    long bytes = 0;
    for (int count = 0; count < TERMS && !open.isEmpty(); count++) {
      Term term = open.pop();
      bytes += flatBytes(term);
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

  private static long flatBytes(Term term) {
    if (term instanceof Atom) {
      return 0;
    }
    if (term instanceof IntegerTerm integer) {
      return integer.fitsInt() ? 16 : 24 + (integer.fitsLong() ? 0 : integer.bitLength() / 8 + 40);
    }
    if (term instanceof FloatTerm) {
      return 16;
    }
    if (term instanceof Tuple tuple) {
      return switch (tuple.arity()) {
        case 0 -> 0;
        case 1 -> 16;
        case 2, 3 -> 24;
        default -> 32 + 4L * tuple.arity();
      };
    }
    if (term instanceof RecordTerm record) {
      return 40 + 4L * record.size();
    }
    if (term instanceof ListTerm list) {
      return 40 + 4L * list.size();
    }
    if (term instanceof MapTerm map) {
      return 40 + 8L * map.size();
    }
    if (term instanceof Bitstring bits) {
      return 40 + bits.bitSize() / 8;
    }
    return 48;
  }
}
