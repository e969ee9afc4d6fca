package org.jets.terms;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Collects printed text: all of it, its beginning, or in pieces that are passed on. */
final class TextSink {

  private static final int PIECE = 8192;

  private final StringBuilder buffer = new StringBuilder();
  private final @Nullable Appendable target;
  private final int limit;

  /** Without a target the text stays here. */
  TextSink(@Nullable Appendable target) {
    this.target = target;
    this.limit = Integer.MAX_VALUE;
  }

  /** Makes a sink that is {@linkplain #isFull full} once it has more characters than these. */
  TextSink(int limit) {
    this.target = null;
    this.limit = limit;
  }

  /** Returns whether no more text is wanted. */
  boolean isFull() {
    return buffer.length() > limit;
  }

  /** Returns the number of characters from which on a single word need not be printed whole. */
  int limit() {
    return limit;
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
