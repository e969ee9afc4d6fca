package org.jets.terms;

import java.util.Objects;

/**
 * Thrown by a decoder of the {@linkplain ExternalTermFormat external term format} for bytes that
 * are cut off, are not of the format, or go beyond a limit of the {@link DecodeOptions}. Nothing
 * else is thrown for whatever the bytes are.
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
   * @param offset where the input is wrong, in bytes
   * @param inCompressedData whether the offset counts within uncompressed data
   * @param reason the message without the offset
   * @param tooDeep whether the input is right but nested too deep
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
   * Returns where the input is wrong, in bytes from its first: where the term that cannot be read
   * begins, or the number in it that cannot be.
   *
   * @see #isInCompressedData
   */
  public long offset() {
    return offset;
  }

  /**
   * Whether {@link #offset} counts within the uncompressed form of a compressed term, rather than
   * within the input.
   */
  public boolean isInCompressedData() {
    return inCompressedData;
  }

  /**
   * Returns whether the bytes are those of a term, as far as they have been read, which is nested
   * deeper than {@link DecodeOptions#withMaxDepth} allows.
   */
  public boolean isTooDeep() {
    return tooDeep;
  }

  /** Returns what is wrong there, without the offset. */
  public String reason() {
    return reason;
  }
}
