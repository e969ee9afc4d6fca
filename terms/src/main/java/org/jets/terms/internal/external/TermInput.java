package org.jets.terms.internal.external;

import org.jets.terms.DecodeOptions;
import org.jets.terms.TermFormatException;

/**
 * A cursor over the bytes of a part of an array. Numbers are big-endian. A request for more bytes
 * than are left ends in a {@link TermFormatException} before anything is allocated.
 */
public class TermInput {
  final byte[] input;
  final DecodeOptions options;

  /** The index of the next byte in the array. */
  int position;

  private final int start;
  private final int end;

  /** True if the input had more bytes than the option allows for a term. */
  private final boolean cutByLimit;

  private final boolean inCompressedData;

  /**
   * @param cutByLimit whether the input goes on after this part, which {@link
   *     DecodeOptions#maxEncodedBytes} ends
   * @param inCompressedData whether the part is the uncompressed form of a compressed term
   */
  TermInput(
      byte[] input,
      int start,
      int end,
      boolean cutByLimit,
      boolean inCompressedData,
      DecodeOptions options) {
    this.input = input;
    this.start = start;
    this.end = end;
    this.cutByLimit = cutByLimit;
    this.inCompressedData = inCompressedData;
    this.options = options;
    this.position = start;
  }

  public final int remaining() {
    return end - position;
  }

  final boolean atEnd() {
    return position == end;
  }

  final void skip(int count) {
    position += count;
  }

  /** Returns a copy of the next bytes. */
  final byte[] copy(int at, int length) {
    require(at, length);
    int from = position;
    position = from + length;
    return Bytes.copyOf(input, from, length);
  }

  /** Reads an unsigned byte. */
  final int next1() {
    int at = position;
    if (at >= end) {
      throw truncated(at, "no more bytes");
    }
    position = at + 1;
    return input[at] & 0xff;
  }

  /** Reads an unsigned number of 16 bits. */
  final int next2() {
    int at = position;
    require(at, Short.BYTES);
    position = at + Short.BYTES;
    return Bytes.get2(input, at);
  }

  final int next4() {
    int at = position;
    require(at, Integer.BYTES);
    position = at + Integer.BYTES;
    return Bytes.get4(input, at);
  }

  final long next8() {
    int at = position;
    require(at, Long.BYTES);
    position = at + Long.BYTES;
    return Bytes.get8(input, at);
  }

  /**
   * Throws if fewer bytes than this are left.
   *
   * @param at the start of the term
   * @param length unsigned
   */
  final void require(int at, int length) {
    if (length < 0 || length > end - position) {
      throw truncated(
          at, Integer.toUnsignedString(length) + " bytes needed, " + (end - position) + " left");
    }
  }

  /** Returns the exception for input that ends too early. */
  final TermFormatException truncated(int at, String what) {
    return cutByLimit
        ? corrupt(
            at,
            "a term of more than "
                + options.maxEncodedBytes()
                + " bytes (the limit, see maxEncodedBytes)")
        : corrupt(at, "truncated: " + what);
  }

  /** Returns the exception for a byte of the input, or of the uncompressed form of it. */
  final TermFormatException corrupt(int at, String reason) {
    return new TermFormatException(at - (long) start, inCompressedData, reason, false);
  }

  /** Returns the exception for a term that is nested too deep. */
  final TermFormatException tooDeep(int at, int limit) {
    return new TermFormatException(
        at - (long) start,
        inCompressedData,
        "terms nested deeper than " + limit + " (the limit, see maxDepth)",
        true);
  }
}
