package org.jets.terms;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/**
 * Erlang's portable hash, {@code erlang:phash2/1,2}, bit for bit. It has the same value on every
 * node and release, so that Erlang and Java programs can partition keys alike. For hash tables in
 * this JVM {@link Term#hashCode} is faster.
 *
 * <p>The native records of OTP 29 are an exception, up to OTP 29.1. A node hashes the values of a
 * record in the order in which the node first met the names of its fields. That order differs
 * between nodes. Here the values are hashed in the order of declaration. The hash agrees with that
 * of a node that met the names in this order, and always for at most one field.
 *
 * <p>Cost: linear in the size of the term. The computation does not recurse. It allocates a stack,
 * except for atoms and integers of at most 28 bits. All arithmetic is modulo 2^32.
 *
 * @see <a href="https://www.erlang.org/doc/apps/erts/erlang.html#phash2/1">erlang:phash2/1</a>
 * @see <a href="https://burtleburtle.net/bob/hash/evahash.html">Bob Jenkins: A hash function for
 *     hash table lookup</a>, the mixing step
 */
public final class Phash2 {
  /** The range of {@link #of(Term, long)} that leaves the hash whole: 2^32. */
  public static final long MAX_RANGE = 1L << 32;

  private static final int GOLDEN_RATIO = JenkinsMix.GOLDEN_RATIO;
  private static final int DEFAULT_BITS = 27;

  /** The bits, without the sign, of the smallest integers of the BEAM, which hash as one word. */
  private static final int SMALL_BITS = 27;

  private static final int LIST_END = (int) 3468870702L;

  private static final int LIST = key(2);
  private static final int ATOM = key(3);
  private static final int BYTES_IN_LIST = key(4);
  private static final int PID = key(5);
  private static final int PORT = key(6);
  private static final int REFERENCE = key(7);
  private static final int TUPLE = key(9);
  private static final int NEGATIVE_BIG = key(10);
  private static final int POSITIVE_BIG = key(11);
  private static final int FLOAT = key(12);
  private static final int BINARY = key(13);
  private static final int FUNCTION_NAME = key(14);
  private static final int TRAILING_BITS = key(15);
  private static final int MAP_SIZE = key(16);
  private static final int MAP_CONTENT = key(19);
  private static final int RECORD = key(23);

  private int hash;

  /** The work left, the next item on top: terms, the rest of lists, the rest of maps. */
  private final Deque<Object> pending = new ArrayDeque<>();

  private Phash2() {}

  private static int key(int n) {
    return n * GOLDEN_RATIO;
  }

  private static int step(int hash, int x, int key) {
    return step(hash, x, 0, key);
  }

  private static int step(int hash, int x, int y, int key) {
    return JenkinsMix.of(key + x, key + y, hash);
  }

  /**
   * Returns the hash of an atom's name: one byte for a character of Latin-1, the bytes of UTF-8 for
   * any other.
   */
  private static int ofName(Atom atom) {
    int h = 0;
    byte[] utf8 = atom.utf8();
    for (int i = 0; i < utf8.length; i++) {
      int b = utf8[i] & 0xff;
      if (b == 0xc2 || b == 0xc3) {
        b = ((b & 0x3) << 6) | (utf8[++i] & 0x3f);
      }
      h = (h << 4) + b;
      int high = h & 0xf0000000;
      h ^= (high >>> 24) ^ high;
    }
    return h;
  }

  /** Returns {@code erlang:phash2(Term)}: from 0 to 2^27 - 1. */
  public static int of(Term term) {
    return hash(Objects.requireNonNull(term, "term")) & ((1 << DEFAULT_BITS) - 1);
  }

  /**
   * Returns {@code erlang:phash2(Term, Range)}: from 0 to {@code range - 1}.
   *
   * @param range from 1 to {@link #MAX_RANGE}
   * @throws IllegalArgumentException if the range is outside these bounds
   */
  public static long of(Term term, long range) {
    Objects.requireNonNull(term, "term");
    if (range < 1 || range > MAX_RANGE) {
      throw new IllegalArgumentException("range: " + range + " (expected: 1..4294967296)");
    }
    return Integer.toUnsignedLong(hash(term)) % range;
  }

  private static int hash(Term term) {
    if (term instanceof Atom atom) {
      return ofName(atom);
    }
    if (term instanceof Int32 integer && isSmall(integer.value)) {
      return ofSmall(0, integer.value);
    }
    Phash2 run = new Phash2();
    run.pending.push(term);
    run.hashPending();
    return run.hash;
  }

  private void hashPending() {
    while (!pending.isEmpty()) {
      Object next = pending.pop();
      if (next instanceof Term term) {
        hashTerm(term);
      } else if (next instanceof ListCursor cells) {
        hashList(cells);
      } else {
        hashEntry((MapEntries) next);
      }
    }
  }

  private void hashTerm(Term term) {
    if (term instanceof IntegerTerm integer) {
      hashInteger(integer);
    } else if (term instanceof Atom atom) {
      hash = hash == 0 ? ofName(atom) : step(hash, ofName(atom), ATOM);
    } else if (term instanceof Tuple tuple) {
      hash = step(hash, tuple.arity(), TUPLE);
      for (int i = tuple.arity(); i >= 1; i--) {
        pending.push(tuple.elementAt(i));
      }
    } else if (term instanceof ListTerm list) {
      hashList(new ListCursor(list));
    } else if (term instanceof Bitstring bits) {
      hashBits(bits);
    } else if (term instanceof MapTerm map) {
      hash = step(hash, map.size(), MAP_SIZE);
      if (!map.isEmpty()) {
        pending.push(new MapEntries(map, hash));
      }
    } else if (term instanceof RecordTerm record) {
      hash = step(hash, record.size(), hash(record.definition().asTuple()), RECORD);
      for (int i = record.size() - 1; i >= 0; i--) {
        pending.push(record.value(i));
      }
    } else if (term instanceof FloatTerm real) {
      // Adding 0.0 turns a negative zero into a positive one.
      long bits = Double.doubleToRawLongBits(real.value() + 0.0);
      hash = step(hash, (int) (bits >>> 32), (int) bits, FLOAT);
    } else {
      hashIdentifierOrFun(term);
    }
  }

  private void hashIdentifierOrFun(Term term) {
    if (term instanceof Pid pid) {
      hash = step(hash, pid.id(), PID);
    } else if (term instanceof Port port) {
      hash = step(hash, (int) port.id(), (int) (port.id() >>> 32), PORT);
    } else if (term instanceof Reference reference) {
      hash = step(hash, reference.wordOrZero(0), REFERENCE);
    } else if (term instanceof ExternalFun fun) {
      hash = step(hash, fun.arity(), ofName(fun.module()), GOLDEN_RATIO);
      hash = step(hash, ofName(fun.function()), FUNCTION_NAME);
    } else {
      LocalFun fun = (LocalFun) term;
      hash = step(hash, fun.freeCount(), ofName(fun.module()), GOLDEN_RATIO);
      hash = step(hash, fun.oldIndex(), fun.oldUniq(), GOLDEN_RATIO);
      for (int i = fun.freeCount() - 1; i >= 0; i--) {
        pending.push(fun.free(i));
      }
    }
  }

  private static boolean isSmall(long value) {
    return value >= -(1L << SMALL_BITS) && value < 1L << SMALL_BITS;
  }

  private static int ofSmall(int hash, int value) {
    int h = value < 0 ? step(hash, -value, GOLDEN_RATIO) : hash;
    return step(h, value, GOLDEN_RATIO);
  }

  private void hashInteger(IntegerTerm integer) {
    if (integer instanceof Int32 i && isSmall(i.value)) {
      hash = ofSmall(hash, i.value);
      return;
    }
    int sign = integer.signum() < 0 ? NEGATIVE_BIG : POSITIVE_BIG;
    if (integer.fitsLong()) {
      long magnitude = Math.abs(integer.longValue());
      hash = step(hash, (int) magnitude, (int) (magnitude >>> 32), sign);
      return;
    }
    BigInteger magnitude = integer.bigIntegerValue().abs();
    byte[] bytes = magnitude.toByteArray();
    for (int end = bytes.length; end > 0; end -= Long.BYTES) {
      // A leading zero byte that only carries the sign is not a digit of its own.
      if (end == 1 && bytes[0] == 0) {
        break;
      }
      long digit = 0;
      for (int i = Math.max(0, end - Long.BYTES); i < end; i++) {
        digit = (digit << Byte.SIZE) | (bytes[i] & 0xff);
      }
      hash = step(hash, (int) digit, (int) (digit >>> 32), sign);
    }
  }

  /** Hashes the leading cells that hold bytes, four in a step, and pushes the rest of the list. */
  private void hashList(ListCursor cells) {
    int bytes = 0;
    int count = 0;
    while (cells.hasNext()) {
      Term head = cells.next();
      if (!(head instanceof Int32 i) || i.value < 0 || i.value > 0xff) {
        flushBytes(bytes, count);
        pending.push(cells);
        pending.push(head);
        return;
      }
      bytes = (bytes << Byte.SIZE) | i.value;
      if (++count == Integer.BYTES) {
        flushBytes(bytes, count);
        bytes = 0;
        count = 0;
      }
    }
    flushBytes(bytes, count);
    if (cells.lastTail() == EmptyList.NIL) {
      hash = hash == 0 ? LIST_END : step(hash, 2, LIST);
    } else {
      pending.push(cells.lastTail());
    }
  }

  private void flushBytes(int bytes, int count) {
    if (count > 0) {
      hash = step(hash, bytes, BYTES_IN_LIST);
    }
  }

  /**
   * Hashes each entry from 0 and combines the results, since the order of entries is private to a
   * node.
   */
  private void hashEntry(MapEntries entries) {
    if (entries.next > 0) {
      entries.combined ^= hash;
    }
    if (entries.next == entries.map.size()) {
      hash = step(entries.outer, entries.combined, MAP_CONTENT);
      return;
    }
    hash = 0;
    pending.push(entries);
    pending.push(entries.map.value(entries.next));
    pending.push(entries.map.key(entries.next));
    entries.next++;
  }

  private void hashBits(Bitstring bits) {
    int trailingBits = bits.trailingBits();
    int wholeBytes = trailingBits == 0 ? bits.byteSize() : bits.byteSize() - 1;
    int start = BINARY + hash;
    if (bits.byteSize() == 0) {
      hash = start;
      return;
    }
    hash = JenkinsMix.ofBytes(bits.array(), bits.offset(), wholeBytes, start);
    if (trailingBits > 0) {
      int last = (bits.byteAt(wholeBytes) & 0xff) >>> (Byte.SIZE - trailingBits);
      hash = step(hash, trailingBits, last, TRAILING_BITS);
    }
  }

  private static final class MapEntries {
    final MapTerm map;
    final int outer;
    int next;
    int combined;

    MapEntries(MapTerm map, int outer) {
      this.map = map;
      this.outer = outer;
    }
  }
}
