package org.jets.ets.quota;

import org.jets.terms.Atom;
import org.jets.terms.Binary;
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
 * The bytes of terms in a heap with the {@linkplain HeapLayout layout} of this JVM's. Atoms do not
 * count, since all terms share them. An array counts as a whole even if a term uses only a part of
 * it. A record counts as if it did not share its definition.
 */
public final class TermBytes {
  private static final HeapLayout LAYOUT = HeapLayout.ofThisJvm();
  private static final int REFERENCE_BYTES = LAYOUT.referenceBytes();

  /** The bytes of a cons cell: two references and a length. */
  private static final int CONS_CELL_BYTES = LAYOUT.objectBytes(2, Integer.BYTES);

  /** The bytes of a list over an array, without the array. */
  private static final int ARRAY_LIST_BYTES = LAYOUT.objectBytes(2, 2 * Integer.BYTES + 1);

  private static final int BYTE_LIST_BYTES = LAYOUT.objectBytes(1, Integer.BYTES);

  /** The bytes of a part of an array, without the array. */
  private static final int BITSTRING_BYTES = LAYOUT.objectBytes(1, 2 * Integer.BYTES);

  private static final int ONE_REFERENCE_BYTES = LAYOUT.objectBytes(1, 0);

  /** The bytes of a record and its definition, without their arrays of values and of fields. */
  private static final int RECORD_BYTES = LAYOUT.objectBytes(2, 0) + LAYOUT.objectBytes(3, 1);

  /** The number of elements up to which a tuple has fields, and no array. */
  private static final int FIELDS = 3;

  private static final int PID_BYTES = LAYOUT.objectBytes(1, 3 * Integer.BYTES);
  private static final int PORT_BYTES = LAYOUT.objectBytes(1, Integer.BYTES + Long.BYTES);
  private static final int REFERENCE_TERM_BYTES = LAYOUT.objectBytes(1, 7 * Integer.BYTES);
  private static final int EXTERNAL_FUN_BYTES = LAYOUT.objectBytes(2, Integer.BYTES);

  /** The bytes of a local fun, its digest, and its pid, without the array of captured values. */
  private static final int LOCAL_FUN_BYTES =
      LAYOUT.objectBytes(4, 4 * Integer.BYTES)
          + (int) LAYOUT.arrayBytes(LocalFun.UNIQ_BYTES)
          + PID_BYTES;

  private static final int INT_BYTES = LAYOUT.objectBytes(0, Integer.BYTES);

  /** The bytes of an integer of 64 bits, or of a float. */
  private static final int LONG_BYTES = LAYOUT.objectBytes(0, Long.BYTES);

  /** The bytes of a larger integer and the JDK's integer in it, without the array of its words. */
  private static final int LARGE_INTEGER_BYTES =
      ONE_REFERENCE_BYTES + LAYOUT.objectBytes(1, 5 * Integer.BYTES);

  /**
   * The number of parts of one term that are visited, which bounds the time if parts are shared.
   */
  public static final int MAX_PARTS = 1 << 22;

  /** The bytes that a term of more parts counts for, which exceed any heap. */
  public static final long TOO_LARGE = 1L << 40;

  private TermBytes() {}

  /**
   * Returns the bytes of a term and all its parts. A shared part counts each time. A term of more
   * than {@link #MAX_PARTS} parts counts as {@link #TOO_LARGE}.
   */
  public static long of(Term term) {
    return of(term, Long.MAX_VALUE);
  }

  /**
   * As {@link #of(Term)}, but stops once the result exceeds a limit, in time linear in the limit.
   */
  public static long of(Term term, long limit) {
    return of(term, limit, new Visits(Long.MAX_VALUE));
  }

  /** A count of visited terms, which bounds the time of walks. For one thread. */
  public static final class Visits {
    private final long most;
    private long count;

    /**
     * Makes one.
     *
     * @param most the number of terms and list cells that may be visited; walks may visit some more
     */
    public Visits(long most) {
      this.most = most;
    }

    /** Counts visits. Returns false if there have been too many. */
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

  /** As {@link #of(Term, long)}, but stops also after too many visits. */
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

  /** The parts of one term that a walk has not visited yet, and those of the terms around it. */
  private static final class Parts {
    private final @Nullable Parts outer;
    private final Term whole;

    /** Null for a term that is no list. */
    private final ListTerm.@Nullable Runs runs;

    /** The number of parts; for a list, those of its current run. */
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
        while (next < count && whole instanceof Tuple tuple && !tuple.isHeld(next + 1)) {
          next++;
        }
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
   * Returns the bytes of a term without its parts. List cells beyond a limit count as the smallest
   * ones.
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
      return ofTuple(tuple);
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
      boolean isWhole = bits instanceof Binary && bits.heldBytes() == bits.byteSize();
      return (isWhole ? ONE_REFERENCE_BYTES : BITSTRING_BYTES)
          + LAYOUT.arrayBytes(bits.heldBytes());
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

  /** Returns the bytes of a tuple, with the integers of a {@linkplain Tuple#packed packed} one. */
  private static long ofTuple(Tuple tuple) {
    int arity = tuple.arity();
    if (arity == 0) {
      return 0;
    }
    if (arity > FIELDS) {
      return ONE_REFERENCE_BYTES + ofReferences(arity);
    }
    int held = 0;
    for (int i = 1; i <= arity; i++) {
      if (tuple.isHeld(i)) {
        held++;
      }
    }
    return LAYOUT.objectBytes(held, Integer.BYTES * (arity - held));
  }

  /** Returns the bytes of an integer of this many bits without the sign. */
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
