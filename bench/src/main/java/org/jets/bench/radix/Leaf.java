package org.jets.bench.radix;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A mapping: a value, and the bytes of the key behind those that lead to the leaf. This class has
 * no such bytes; the subclasses have a few, or any number.
 *
 * <p>The value is written under the lock of the node that refers to this leaf, by a release. It is
 * read without a lock, by an acquire. A leaf that has left the tree keeps the value that it had.
 * All else never changes.
 */
class Leaf {
  static final VarHandle VALUE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "value", VarHandle.class, Leaf.class, Object.class);

  Object value;

  Leaf(Object value) {
    this.value = value;
  }

  /** A leaf for the bytes of an array from one index on. */
  static Leaf of(byte[] bytes, int from, Object value) {
    int length = bytes.length - from;
    if (length == 0) {
      return new Leaf(value);
    }
    return length <= ShortLeaf.MOST
        ? new ShortLeaf(ShortLeaf.pack(bytes, from, length), value)
        : new LongLeaf(Arrays.copyOfRange(bytes, from, bytes.length), value);
  }

  final Object valueAcquire() {
    return VALUE.getAcquire(this);
  }

  final void setValueRelease(Object replacement) {
    VALUE.setRelease(this, replacement);
  }

  /** The number of bytes here. */
  int length() {
    return 0;
  }

  /** The byte at an index, from 0 to 255. */
  int at(int index) {
    throw new IndexOutOfBoundsException(index);
  }

  /** Copies the bytes. */
  void copyTo(byte[] bytes, int from) {}

  /** Returns true if these bytes are those of a key from a depth on. */
  boolean matches(byte[] key, int depth) {
    return key.length == depth;
  }

  /** The number of bytes that these have in common with those of a key from a depth on. */
  int common(byte[] key, int depth) {
    int most = Math.min(length(), key.length - depth);
    int common = 0;
    while (common < most && at(common) == (key[depth + common] & 0xff)) {
      common++;
    }
    return common;
  }

  /** Compares these bytes with those of a key from a depth on. */
  final int compare(byte[] key, int depth) {
    int common = common(key, depth);
    int ahead = key.length - depth - common;
    if (common == length()) {
      return ahead == 0 ? 0 : -1;
    }
    return ahead == 0 ? 1 : at(common) - (key[depth + common] & 0xff);
  }

  /** A leaf with the same value, without the first bytes. */
  final Leaf without(int first) {
    byte[] rest = new byte[length()];
    copyTo(rest, 0);
    return of(rest, first, valueAcquire());
  }

  /** A leaf with the same value, behind more bytes. */
  final Leaf behind(byte[] more) {
    byte[] all = Arrays.copyOf(more, Math.addExact(more.length, length()));
    copyTo(all, more.length);
    return of(all, 0, valueAcquire());
  }
}
