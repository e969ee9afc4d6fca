package org.jets.terms.oracle;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The answer of an {@link ErlangOracle} to one question: bytes, or the exception that it raised.
 */
public final class Answer {
  private final byte[] bytes;
  private final boolean error;

  Answer(byte[] bytes, boolean error) {
    this.bytes = bytes;
    this.error = error;
  }

  /**
   * Returns the answer.
   *
   * @throws AssertionError if the question raised an exception
   */
  public byte[] bytes() {
    if (error) {
      throw new AssertionError("Erlang raised " + utf8());
    }
    return bytes;
  }

  /** Returns the answer, as {@link #bytes}, decoded as UTF-8. */
  public String text() {
    bytes();
    return utf8();
  }

  /** Returns the answer, as {@link #bytes}, in a buffer to be read number by number. */
  public ByteBuffer numbers() {
    return ByteBuffer.wrap(bytes());
  }

  /** Returns the exception's class and reason, such as {@code error:badarg}, if there was one. */
  public Optional<String> error() {
    return error ? Optional.of(utf8()) : Optional.empty();
  }

  private String utf8() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
