package org.jets.terms.ordered;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A range of byte arrays in unsigned lexicographic order, from one that is included to one that is
 * not. Immutable.
 */
public final class ByteRange {
  private final byte[] from;
  private final byte[] to;

  /** Makes a range of the arrays that begin with a prefix and another byte. Copies the prefix. */
  ByteRange(byte[] prefix, int length, int firstNext, int endNext) {
    this.from = Arrays.copyOf(prefix, length + 1);
    this.to = from.clone();
    from[length] = (byte) firstNext;
    to[length] = (byte) endNext;
  }

  /** Returns a copy of the least array in the range. */
  public byte[] from() {
    return from.clone();
  }

  /** Returns a copy of the least array that is greater than all in the range. */
  public byte[] to() {
    return to.clone();
  }

  /** Returns whether an array is in the range. */
  public boolean contains(byte[] bytes) {
    Objects.requireNonNull(bytes, "bytes");
    return Arrays.compareUnsigned(from, bytes) <= 0 && Arrays.compareUnsigned(bytes, to) < 0;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ByteRange that
        && Arrays.equals(from, that.from)
        && Arrays.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(from) + Arrays.hashCode(to);
  }

  /** Returns the two ends in hexadecimal. */
  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return "[" + hex.formatHex(from) + ", " + hex.formatHex(to) + ")";
  }
}
