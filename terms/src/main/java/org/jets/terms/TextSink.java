package org.jets.terms;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Collects printed text, all of it or in pieces that are passed on. */
final class TextSink {

  private static final int PIECE = 8192;

  private final StringBuilder buffer = new StringBuilder();
  private final @Nullable Appendable target;

  /** Without a target the text stays here. */
  TextSink(@Nullable Appendable target) {
    this.target = target;
  }

  /** Where text is appended. {@link #passOn} is to be called now and then. */
  StringBuilder buffer() {
    return buffer;
  }

  /**
   * Gives the target what has gathered, if it is much.
   *
   * @throws UncheckedIOException from the target
   */
  void passOn() {
    if (buffer.length() >= PIECE) {
      flush();
    }
  }

  void flush() {
    if (target != null) {
      try {
        target.append(buffer);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      buffer.setLength(0);
    }
  }

  void append(char c) {
    buffer.append(c);
  }

  void append(String text) {
    buffer.append(text);
    passOn();
  }
}
