package org.jets.terms;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The hash behind {@link Term#hashCode}: a fold over the term in pre-order. For a deeply nested
 * term it needs only a stack of cursors.
 *
 * <p>A leaf contributes one number. A compound term contributes a number for its kind and size, and
 * then its {@linkplain ChildCursor children}. Since sizes come first, no two different terms
 * contribute the same sequence.
 *
 * <p>Each step multiplies the hash so far by the next number and folds the 128 bits of the product,
 * as in Wang Yi's wyhash. Both factors are first combined with secret numbers. In a product with a
 * constant, some pairs of inputs collide whatever the secrets are, and an attacker could build many
 * colliding terms from them. This product has no such pairs. Integers of 32 bits have a step of
 * their own, a product that is one to one.
 */
final class TermHash {
  static final int PID = 1;
  static final int PORT = 2;
  static final int REFERENCE = 3;
  static final int EXTERNAL_FUN = 4;
  private static final int LOCAL_FUN = 5;
  private static final int TUPLE = 6;
  private static final int MAP = 7;
  private static final int LIST = 8;
  private static final int IMPROPER_LIST = 9;
  private static final int BITSTRING = 10;
  private static final int INTEGER = 11;
  private static final int FLOAT = 12;
  private static final int RECORD = 13;

  /** The depth to which the fold recurses before it uses its own stack. */
  static final int MAX_RECURSION = 64;

  private static final long HASH_SECRET;
  private static final long NEXT_SECRET;

  /** A random factor, odd so that no two integers have the same product. */
  private static final int MULTIPLIER;

  static {
    SecureRandom random = new SecureRandom();
    HASH_SECRET = random.nextLong();
    NEXT_SECRET = random.nextLong();
    MULTIPLIER = random.nextInt() | 0x4000_0001;
  }

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BIG_ENDIAN_LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private TermHash() {}

  /**
   * Returns the hash of an integer of 32 bits. The bytes are reversed because the upper bits of the
   * product are the well-mixed ones, and hash tables use the lower bits.
   */
  static int ofInt(int value) {
    return Integer.reverseBytes(value * MULTIPLIER);
  }

  static int ofLong(long value) {
    return finish(step(INTEGER, value));
  }

  static int ofBigInteger(BigInteger value) {
    byte[] bytes = value.toByteArray();
    return finish(stepBytes(step(INTEGER, bytes.length), bytes, 0, bytes.length));
  }

  static int ofDouble(double value) {
    return finish(step(FLOAT, Double.doubleToRawLongBits(value)));
  }

  /** Returns the hash of the sequence so far and one more number. */
  static long step(long hash, long next) {
    long x = hash ^ HASH_SECRET;
    long y = next ^ NEXT_SECRET;
    // The product is unsigned: in a signed one, a number and its negative would collide.
    long high = Math.multiplyHigh(x, y) + ((x >> 63) & y) + ((y >> 63) & x);
    return high ^ (x * y);
  }

  private static int finish(long hash) {
    return (int) hash;
  }

  static int ofIdentifier(int kind, Atom node, int creation, long number) {
    return finish(step(step(step(kind, node.hashCode()), creation), number));
  }

  static int ofBytes(byte[] bytes, int offset, int length) {
    return finish(stepBytes(length, bytes, offset, length));
  }

  static int ofBits(byte[] bytes, int offset, int byteLength, int trailingBits) {
    long hash = step(BITSTRING, ((long) byteLength << 3) | trailingBits);
    return finish(stepBytes(hash, bytes, offset, byteLength));
  }

  private static long stepBytes(long hash, byte[] bytes, int offset, int length) {
    long h = hash;
    int i = offset;
    int end = offset + length;
    for (; i + Long.BYTES <= end; i += Long.BYTES) {
      h = step(h, (long) LONGS.get(bytes, i));
    }
    return step(h, rest(bytes, i, end - i));
  }

  /**
   * Returns fewer than eight bytes as a big-endian number. One load suffices if the array has
   * enough bytes after or before them.
   */
  private static long rest(byte[] bytes, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    int bits = length * Byte.SIZE;
    if (offset + Long.BYTES <= bytes.length) {
      return (long) BIG_ENDIAN_LONGS.get(bytes, offset) >>> (Long.SIZE - bits);
    }
    int end = offset + length;
    if (end >= Long.BYTES) {
      return (long) BIG_ENDIAN_LONGS.get(bytes, end - Long.BYTES) & ~(-1L << bits);
    }
    long rest = 0;
    for (int i = offset; i < end; i++) {
      rest = (rest << Byte.SIZE) | (bytes[i] & 0xff);
    }
    return rest;
  }

  static int ofCompound(Term compound) {
    return finish(fold(0, compound, 0));
  }

  static int ofTuple(Tuple tuple) {
    return finish(tuple.foldHash(0, 1));
  }

  /**
   * Continues the hash with a term. The recursion has reached this depth. The most frequent types
   * of keys are tested first.
   */
  static long fold(long hash, Term term, int depth) {
    if (term instanceof Int32 integer) {
      return step(hash, integer.value);
    }
    if (term instanceof Tuple tuple && depth < MAX_RECURSION) {
      return tuple.foldHash(hash, depth + 1);
    }
    if (!ChildCursor.isCompound(term)) {
      return step(hash, term.hashCode());
    }
    if (depth == MAX_RECURSION) {
      return foldDeep(hash, term);
    }
    long h = head(hash, term);
    ChildCursor children = ChildCursor.of(term);
    while (children.hasNext()) {
      h = fold(h, children.next(), depth + 1);
    }
    return h;
  }

  /** Continues the hash with a tuple's kind and size. */
  static long stepTuple(long hash, int arity) {
    return step(hash, kindAndSize(TUPLE, arity));
  }

  private static long foldDeep(long hash, Term root) {
    long h = head(hash, root);
    Deque<ChildCursor> open = new ArrayDeque<>();
    open.push(ChildCursor.of(root));
    while (!open.isEmpty()) {
      ChildCursor children = open.peek();
      if (!children.hasNext()) {
        open.pop();
        continue;
      }
      Term child = children.next();
      if (ChildCursor.isCompound(child)) {
        h = head(h, child);
        open.push(ChildCursor.of(child));
      } else {
        h = fold(h, child, MAX_RECURSION);
      }
    }
    return h;
  }

  private static long head(long hash, Term compound) {
    if (compound instanceof Tuple tuple) {
      return stepTuple(hash, tuple.arity());
    }
    if (compound instanceof ListTerm list) {
      return step(hash, kindAndSize(list.isProper() ? LIST : IMPROPER_LIST, list.size()));
    }
    if (compound instanceof MapTerm map) {
      return step(hash, kindAndSize(MAP, map.size()));
    }
    if (compound instanceof RecordTerm record) {
      return record.definition().foldHash(step(hash, kindAndSize(RECORD, record.size())));
    }
    LocalFun fun = (LocalFun) compound;
    long h = step(hash, kindAndSize(LOCAL_FUN, fun.freeCount()));
    return step(step(h, fun.module().hashCode()), ((long) fun.index() << 32) ^ fun.oldUniq());
  }

  private static long kindAndSize(int kind, int size) {
    return ((long) kind << 32) | size;
  }
}
