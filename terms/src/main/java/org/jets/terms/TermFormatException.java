package org.jets.terms;

import java.util.Objects;

/**
 * Thrown by a decoder of the {@linkplain ExternalTermFormat external term format} or of the
 * {@linkplain org.jets.terms.ordered.OrderedBytes ordered code} for bytes that are truncated,
 * malformed, or beyond a limit of the {@link DecodeOptions}. No bytes cause any other exception.
 */
public final class TermFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long offset;
  private final boolean inCompressedData;
  private final String reason;
  private final boolean tooDeep;

  /**
   * Makes an exception.
   *
   * @param offset the offset of the fault, in bytes
   * @param inCompressedData whether the offset counts within uncompressed data
   * @param reason the message without the offset
   * @param tooDeep whether the input is well-formed so far but nested too deep
   */
  public TermFormatException(
      long offset, boolean inCompressedData, String reason, boolean tooDeep) {
    super(
        "offset "
            + offset
            + (inCompressedData ? " of the uncompressed data: " : ": ")
            + Objects.requireNonNull(reason, "reason"));
    this.offset = offset;
    this.inCompressedData = inCompressedData;
    this.reason = reason;
    this.tooDeep = tooDeep;
  }

  /**
   * Returns the offset of the fault in the input, in bytes from 0. It is the start of the term, or
   * of the number in it, that cannot be read.
   *
   * @see #isInCompressedData
   */
  public long offset() {
    return offset;
  }

  /**
   * Returns whether {@link #offset} counts within the uncompressed form of a compressed term,
   * rather than within the input.
   */
  public boolean isInCompressedData() {
    return inCompressedData;
  }

  /**
   * Returns whether the fault is a nesting deeper than {@link DecodeOptions#withMaxDepth} allows.
   * The bytes before it are well-formed.
   */
  public boolean isTooDeep() {
    return tooDeep;
  }

  /** Returns the message without the offset. */
  public String reason() {
    return reason;
  }
}
