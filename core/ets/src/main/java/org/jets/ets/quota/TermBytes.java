package org.jets.ets.quota;

import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.RecordTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The number of bytes that terms take in a heap of the {@linkplain HeapLayout layout} of this
 * JVM's. Atoms belong to nobody. An array that a term has only a part of counts whole. A binary
 * counts as if it had a part of one, and a record as if it shared its definition with no other.
 */
public final class TermBytes {
  private static final HeapLayout LAYOUT = HeapLayout.ofThisJvm();
  private static final int REFERENCE_BYTES = LAYOUT.referenceBytes();

  /** Of a cons cell: two references and a length. */
  private static final int CONS_CELL_BYTES = LAYOUT.objectBytes(2, Integer.BYTES);

  /** Of a list over an array, without that. */
  private static final int ARRAY_LIST_BYTES = LAYOUT.objectBytes(2, 2 * Integer.BYTES + 1);

  private static final int BYTE_LIST_BYTES = LAYOUT.objectBytes(1, Integer.BYTES);
  private static final int BITSTRING_BYTES = LAYOUT.objectBytes(1, 2 * Integer.BYTES);
  private static final int ONE_REFERENCE_BYTES = LAYOUT.objectBytes(1, 0);

  /** Of a record and its definition, without their arrays of values and of fields. */
  private static final int RECORD_BYTES = LAYOUT.objectBytes(2, 0) + LAYOUT.objectBytes(3, 1);

  private static final int PID_BYTES = LAYOUT.objectBytes(1, 3 * Integer.BYTES);
  private static final int PORT_BYTES = LAYOUT.objectBytes(1, Integer.BYTES + Long.BYTES);
  private static final int REFERENCE_TERM_BYTES = LAYOUT.objectBytes(1, 7 * Integer.BYTES);
  private static final int EXTERNAL_FUN_BYTES = LAYOUT.objectBytes(2, Integer.BYTES);

  /** Of a local fun, its digest, and its pid, without the array of what it captures. */
  private static final int LOCAL_FUN_BYTES =
      LAYOUT.objectBytes(4, 4 * Integer.BYTES)
          + (int) LAYOUT.arrayBytes(LocalFun.UNIQ_BYTES)
          + PID_BYTES;

  private static final int INT_BYTES = LAYOUT.objectBytes(0, Integer.BYTES);

  /** Of an integer of 64 bits, or a float. */
  private static final int LONG_BYTES = LAYOUT.objectBytes(0, Long.BYTES);

  /** Of a larger integer, and the one of the JDK in it, without the array of its words. */
  private static final int LARGE_INTEGER_BYTES =
      ONE_REFERENCE_BYTES + LAYOUT.objectBytes(1, 5 * Integer.BYTES);

  /**
   * How many parts of one term are looked at, so that no measure takes long where parts are shared.
   */
  public static final int MAX_PARTS = 1 << 22;

  /** The bytes that a term of more parts counts for: more than there are. */
  public static final long TOO_LARGE = 1L << 40;

  private TermBytes() {}

  /**
   * Returns those of a term and all in it; what is shared counts each time, and a term of more than
   * {@link #MAX_PARTS} parts as {@link #TOO_LARGE}.
   */
  public static long of(Term term) {
    return of(term, Long.MAX_VALUE);
  }

  /** As {@link #of(Term)}; stops where it comes to more than a limit, in time linear in that. */
  public static long of(Term term, long limit) {
    return of(term, limit, new Visits(Long.MAX_VALUE));
  }

  /** A count of visited terms, to bound the time that walks take. For one thread. */
  public static final class Visits {
    private final long most;
    private long count;

    /**
     * Makes one.
     *
     * @param most how many terms and cells of lists may be visited, or some more
     */
    public Visits(long most) {
      this.most = most;
    }

    /** Counts visits; false if there have been too many. */
    public boolean add(long visits) {
      count += visits;
      return count <= most;
    }

    /** Returns whether all visits so far were allowed. */
    public boolean isWithinBound() {
      return count <= most;
    }

    public long count() {
      return count;
    }
  }

  /** As {@link #of(Term, long)}; stops also where there have been too many visits. */
  public static long of(Term term, long limit, Visits visits) {
    long bytes = ofTop(term, limit);
    Parts open = Parts.of(term, null);
    int left = MAX_PARTS;
    while (open != null && bytes <= limit) {
      Term part = open.next();
      if (part == null) {
        open = open.outer;
        continue;
      }
      if (left-- == 0) {
        return Math.max(bytes, Math.min(limit, TOO_LARGE - 1) + 1);
      }
      if (!visits.add(1)) {
        return bytes;
      }
      bytes += ofTop(part, limit - bytes);
      Parts inner = Parts.of(part, open);
      if (inner != null) {
        open = inner;
      }
    }
    return bytes;
  }

  /** The parts of one term that a walk has not come to yet, and those of the terms around it. */
  private static final class Parts {
    private final @Nullable Parts outer;
    private final Term whole;

    /** Null for a term that is no list. */
    private final ListTerm.@Nullable Runs runs;

    /** How many parts there are; of a list, in its current run. */
    private int count;

    private int next;

    private Parts(Term whole, int count, ListTerm.@Nullable Runs runs, @Nullable Parts outer) {
      this.whole = whole;
      this.count = count;
      this.runs = runs;
      this.outer = outer;
    }

    /** Returns the parts of a term; null if it has none. */
    static @Nullable Parts of(Term term, @Nullable Parts outer) {
      if (term instanceof Tuple tuple) {
        return new Parts(term, tuple.arity(), null, outer);
      }
      if (term instanceof RecordTerm record) {
        return new Parts(term, record.size(), null, outer);
      }
      if (term instanceof MapTerm map) {
        return new Parts(term, 2 * map.size(), null, outer);
      }
      if (term instanceof ListTerm list) {
        return list.isEmpty() ? null : new Parts(term, 0, new ListTerm.Runs(list), outer);
      }
      return term instanceof LocalFun fun ? new Parts(term, fun.freeCount(), null, outer) : null;
    }

    /** Returns the next part; null if there is none. */
    @Nullable Term next() {
      ListTerm.Runs list = runs;
      if (list == null) {
        return next < count ? part(next++) : null;
      }
      while (next == count) {
        if (!list.next()) {
          return null;
        }
        next = 0;
        count = list.isBytes() ? 0 : list.heldLength();
        if (!(list.tail() instanceof ListTerm)) {
          count++;
        }
      }
      int index = next++;
      return index < list.heldLength() ? list.heldElement(index) : list.tail();
    }

    private Term part(int index) {
      if (whole instanceof Tuple tuple) {
        return tuple.element(index + 1);
      }
      if (whole instanceof RecordTerm record) {
        return record.value(index);
      }
      if (whole instanceof MapTerm map) {
        return index % 2 == 0 ? map.key(index / 2) : map.value(index / 2);
      }
      return ((LocalFun) whole).free(index);
    }
  }

  /**
   * Returns those of a term without those in it. Cells of a list beyond a limit count as the
   * smallest that there are.
   */
  public static long ofTop(Term term, long limit) {
    if (term instanceof Atom) {
      return 0;
    }
    if (term instanceof IntegerTerm integer) {
      return ofInteger(integer.bitLength());
    }
    if (term instanceof FloatTerm) {
      return LONG_BYTES;
    }
    if (term instanceof Tuple tuple) {
      return switch (tuple.arity()) {
        case 0 -> 0;
        case 1, 2, 3 -> LAYOUT.objectBytes(tuple.arity(), 0);
        default -> ONE_REFERENCE_BYTES + ofReferences(tuple.arity());
      };
    }
    if (term instanceof RecordTerm record) {
      return RECORD_BYTES + 2 * ofReferences(record.size());
    }
    if (term instanceof ListTerm list) {
      return ofCells(list, limit);
    }
    if (term instanceof MapTerm map) {
      return ONE_REFERENCE_BYTES + ofReferences(2L * map.size());
    }
    if (term instanceof Bitstring bits) {
      return BITSTRING_BYTES + LAYOUT.arrayBytes(bits.heldBytes());
    }
    if (term instanceof LocalFun fun) {
      return LOCAL_FUN_BYTES + ofReferences(fun.freeCount());
    }
    if (term instanceof Pid) {
      return PID_BYTES;
    }
    if (term instanceof Port) {
      return PORT_BYTES;
    }
    return term instanceof Reference ? REFERENCE_TERM_BYTES : EXTERNAL_FUN_BYTES;
  }

  /** Returns those of an integer of so many bits without the sign. */
  public static long ofInteger(int bits) {
    if (bits < Long.SIZE) {
      return bits < Integer.SIZE ? INT_BYTES : LONG_BYTES;
    }
    long words = bits / Integer.SIZE + 1L;
    return LARGE_INTEGER_BYTES + LAYOUT.arrayBytes(Integer.BYTES * words);
  }

  private static long ofReferences(long count) {
    return LAYOUT.arrayBytes(REFERENCE_BYTES * count);
  }

  private static long ofCells(ListTerm list, long limit) {
    long bytes = 0;
    int left = list.size();
    ListTerm.Runs runs = new ListTerm.Runs(list);
    while (bytes <= limit && runs.next()) {
      if (runs.isCell()) {
        bytes += CONS_CELL_BYTES;
      } else if (runs.isBytes()) {
        bytes += BYTE_LIST_BYTES + LAYOUT.arrayBytes(runs.heldLength());
      } else {
        bytes += ARRAY_LIST_BYTES + ofReferences(runs.heldLength());
      }
      left -= runs.length();
    }
    return bytes + (long) REFERENCE_BYTES * left;
  }
}
