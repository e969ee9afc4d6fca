package org.jets.ets;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * About how many bytes terms take in a heap of the {@linkplain HeapLayout layout} of this JVM's,
 * with objects aligned to 8 bytes. Atoms belong to nobody.
 */
final class TermBytes {
  private static final HeapLayout LAYOUT = HeapLayout.ofThisJvm();
  private static final int REFERENCE_BYTES = LAYOUT.referenceBytes();

  /** Two references and a length. */
  private static final int CONS_CELL_BYTES = LAYOUT.objectBytes(2, Integer.BYTES);

  private static final int ARRAY_CELL_BYTES = REFERENCE_BYTES;

  /** An array of cells without them. */
  private static final int ARRAY_BYTES = 48;

  private static final int ARRAY_HEADER_BYTES = 16;

  /** The class of those that {@link ListTerm#cons} makes. */
  private static final Class<?> CONS_CELL =
      ListTerm.cons(ListTerm.empty(), ListTerm.empty()).getClass();

  /**
   * How many parts of one term are looked at, so that no measure takes long where parts are shared.
   */
  static final int MAX_PARTS = 1 << 22;

  /** The bytes that a term of more parts counts for: more than there are. */
  static final long TOO_LARGE = 1L << 40;

  private TermBytes() {}

  /**
   * Returns those of a term and all in it; what is shared counts each time, and a term of more than
   * {@link #MAX_PARTS} parts as {@link #TOO_LARGE}.
   */
  static long of(Term term) {
    return of(term, Long.MAX_VALUE);
  }

  /** As {@link #of(Term)}; stops where it comes to more than a limit, in time linear in that. */
  static long of(Term term, long limit) {
    return of(term, limit, new Visits(Long.MAX_VALUE));
  }

  /** A count of visited terms, to bound the time that walks take. For one thread. */
  static final class Visits {
    private final long most;
    private long count;

    /**
     * Makes one.
     *
     * @param most how many terms and cells of lists may be visited, or some more
     */
    Visits(long most) {
      this.most = most;
    }

    /** Counts visits; false if there have been too many. */
    boolean add(long visits) {
      count += visits;
      return count <= most;
    }

    /** Returns whether all visits so far were allowed. */
    boolean isWithinBound() {
      return count <= most;
    }

    long count() {
      return count;
    }
  }

  /** As {@link #of(Term, long)}; stops also where there have been too many visits. */
  static long of(Term term, long limit, Visits visits) {
    long bytes = ofTop(term, limit);
    Deque<Iterator<? extends Term>> open = new ArrayDeque<>();
    open.push(parts(term));
    int left = MAX_PARTS;
    while (!open.isEmpty() && bytes <= limit) {
      Iterator<? extends Term> parts = open.peek();
      if (!parts.hasNext()) {
        open.pop();
        continue;
      }
      Term part = parts.next();
      if (left-- == 0) {
        return Math.max(bytes, Math.min(limit, TOO_LARGE - 1) + 1);
      }
      if (!visits.add(1)) {
        return bytes;
      }
      bytes += ofTop(part, limit - bytes);
      Iterator<? extends Term> inner = parts(part);
      if (inner.hasNext()) {
        open.push(inner);
      }
    }
    return bytes;
  }

  private static Iterator<? extends Term> parts(Term term) {
    if (term instanceof Tuple tuple) {
      return tuple.stream().iterator();
    }
    if (term instanceof RecordTerm record) {
      return record.values().iterator();
    }
    if (term instanceof MapTerm map) {
      return IntStream.range(0, 2 * map.size())
          .mapToObj(i -> i % 2 == 0 ? map.key(i / 2) : map.value(i / 2))
          .iterator();
    }
    if (term instanceof ListTerm list && !list.isEmpty()) {
      return list.isProper()
          ? list.iterator()
          : Stream.concat(list.stream(), Stream.of(list.lastTail())).iterator();
    }
    if (term instanceof LocalFun fun) {
      return IntStream.range(0, fun.freeCount()).mapToObj(fun::free).iterator();
    }
    return List.<Term>of().iterator();
  }

  /**
   * Returns those of a term without those in it. Cells of a list beyond a limit count as the
   * smallest that there are.
   */
  static long ofTop(Term term, long limit) {
    if (term instanceof Atom) {
      return 0;
    }
    if (term instanceof IntegerTerm integer) {
      return ofInteger(integer.bitLength());
    }
    if (term instanceof FloatTerm) {
      return 24;
    }
    if (term instanceof Tuple tuple) {
      return switch (tuple.arity()) {
        case 0 -> 0;
        case 1, 2, 3 -> LAYOUT.objectBytes(tuple.arity(), 0);
        default -> LAYOUT.objectBytes(1, 0) + ofReferences(tuple.arity());
      };
    }
    if (term instanceof RecordTerm record) {
      return 24 + ofReferences(record.size());
    }
    if (term instanceof ListTerm list) {
      return ofCells(list, limit);
    }
    if (term instanceof MapTerm map) {
      return 24 + ofReferences(2L * map.size());
    }
    if (term instanceof Bitstring bits) {
      return 24 + LAYOUT.arrayBytes(ARRAY_HEADER_BYTES + bits.bitSize() / 8);
    }
    return 48;
  }

  /** Returns those of an integer of so many bits without the sign. */
  static long ofInteger(int bits) {
    return bits < Integer.SIZE ? 16 : 24 + (bits < Long.SIZE ? 0 : bits / 8 + 40);
  }

  private static long ofReferences(long count) {
    return LAYOUT.arrayBytes(ARRAY_HEADER_BYTES + REFERENCE_BYTES * count);
  }

  private static long ofCells(ListTerm list, long limit) {
    long bytes = 0;
    int left = list.size();
    boolean isInArray = false;
    Term rest = list;
    while (rest instanceof ListTerm cells && !cells.isEmpty() && bytes <= limit) {
      Term tail = cells.tail();
      if (cells.getClass() == CONS_CELL) {
        bytes += CONS_CELL_BYTES;
      } else {
        bytes += isInArray ? ARRAY_CELL_BYTES : ARRAY_BYTES + ARRAY_CELL_BYTES;
        // The tail of an array's last cell is kept, and those of the others are made when asked.
        isInArray = tail != cells.tail();
      }
      rest = tail;
      left--;
    }
    return bytes + (long) ARRAY_CELL_BYTES * left;
  }
}
