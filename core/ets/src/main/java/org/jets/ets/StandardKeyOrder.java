package org.jets.ets;

import org.jets.collections.PrefixComparator;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.Fun;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.RecordTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/**
 * The standard order of keys for maps that keep a prefix of each: the type, and what of the term
 * goes into the other 60 bits. So small integers, floats, short atoms, and tuples and lists that
 * differ in their first element are told apart without a look at the term. Equal keys have equal
 * prefixes, {@code 1} and {@code 1.0} as well as {@code 0.0} and {@code -0.0}; the reverse holds
 * for no prefix.
 */
enum StandardKeyOrder implements PrefixComparator<Term> {
  INSTANCE;

  private static final int PAYLOAD_BITS = 60;

  // The types, from the least on. Numbers take two places: below zero, and from there on.
  private static final int NUMBER = -7;
  private static final int ATOM = -6;
  private static final int REFERENCE = -5;
  private static final int FUN = -4;
  private static final int PORT = -3;
  private static final int PID = -2;
  private static final int TUPLE = -1;
  private static final int RECORD = 0;
  private static final int MAP = 1;
  private static final int EMPTY_LIST = 2;
  private static final int LIST_CELLS = 3;
  private static final int BITSTRING = 4;

  /** Enough for the largest arity there is, 16,777,215. */
  private static final int ARITY_BITS = 24;

  private static final int BYTES = 7;

  @Override
  public int compare(Term a, Term b) {
    return TermOrder.STANDARD.compare(a, b);
  }

  @Override
  public long prefix(Term key) {
    if (key instanceof IntegerTerm number) {
      return number(toDouble(number));
    }
    if (key instanceof Atom atom) {
      return place(ATOM, text(atom.name()));
    }
    if (key instanceof Tuple tuple) {
      return tuple(tuple);
    }
    if (key instanceof ListTerm list && !list.isEmpty()) {
      return place(LIST_CELLS, beginning(list.head(), PAYLOAD_BITS));
    }
    return shallow(key);
  }

  private static long tuple(Tuple tuple) {
    int elementBits = PAYLOAD_BITS - ARITY_BITS;
    long arity = (long) tuple.arity() << elementBits;
    return place(
        TUPLE, tuple.arity() == 0 ? arity : arity | beginning(tuple.element(1), elementBits));
  }

  /** The highest bits of the prefix of an element, as an unsigned number. */
  private static long beginning(Term element, int bits) {
    return (shallow(element) ^ Long.MIN_VALUE) >>> (Long.SIZE - bits);
  }

  /** The prefix of a term without a look into it, so that nothing recurses. */
  private static long shallow(Term term) {
    if (term instanceof IntegerTerm number) {
      return number(toDouble(number));
    }
    if (term instanceof FloatTerm number) {
      return number(number.value());
    }
    if (term instanceof Atom atom) {
      return place(ATOM, text(atom.name()));
    }
    if (term instanceof Bitstring bits) {
      return place(BITSTRING, bytes(bits));
    }
    return place(type(term), 0);
  }

  private static int type(Term term) {
    if (term instanceof Tuple) {
      return TUPLE;
    }
    if (term instanceof ListTerm list) {
      return list.isEmpty() ? EMPTY_LIST : LIST_CELLS;
    }
    if (term instanceof MapTerm) {
      return MAP;
    }
    if (term instanceof Pid) {
      return PID;
    }
    if (term instanceof Reference) {
      return REFERENCE;
    }
    if (term instanceof RecordTerm) {
      return RECORD;
    }
    if (term instanceof Port) {
      return PORT;
    }
    if (term instanceof Fun) {
      return FUN;
    }
    throw new AssertionError(term.getClass());
  }

  private static long place(int type, long payload) {
    return ((long) type << PAYLOAD_BITS) + payload;
  }

  /** Rounds, which keeps the order: no integer is rounded past a float. */
  private static double toDouble(IntegerTerm number) {
    return number.fitsLong() ? number.longValue() : number.bigIntegerValue().doubleValue();
  }

  /** The highest bits of a number that is in order as doubles are. */
  private static long number(double value) {
    long bits = Double.doubleToRawLongBits(value + 0.0); // -0.0 becomes 0.0.
    long ordered = bits ^ ((bits >> (Long.SIZE - 1)) & Long.MAX_VALUE);
    return place(NUMBER, ordered >> (Long.SIZE - 1 - PAYLOAD_BITS));
  }

  /** The first bytes of the code points in UTF-8, which are in order as the code points are. */
  private static long text(String name) {
    long bytes = 0;
    int count = 0;
    for (int i = 0; i < name.length() && count < BYTES; ) {
      int point = name.codePointAt(i);
      i += Character.charCount(point);
      int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
      int lead = more == 0 ? point : ((0xff00 >> (more + 1)) & 0xff) | (point >> (6 * more));
      bytes = (bytes << Byte.SIZE) | lead;
      count++;
      for (int n = more - 1; n >= 0 && count < BYTES; n--) {
        bytes = (bytes << Byte.SIZE) | 0x80 | ((point >> (6 * n)) & 0x3f);
        count++;
      }
    }
    return bytes << ((BYTES - count) * Byte.SIZE);
  }

  private static long bytes(Bitstring bits) {
    long bytes = 0;
    for (int i = 0; i < BYTES; i++) {
      bytes = (bytes << Byte.SIZE) | (i < bits.byteSize() ? bits.byteAt(i) & 0xff : 0);
    }
    return bytes;
  }
}
