package org.jets.terms.internal.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Collects printed text: all of it, its beginning, or in pieces that are passed on. */
public final class TextSink {

  private static final int PIECE = 8192;

  private final StringBuilder buffer = new StringBuilder();
  private final @Nullable Appendable target;
  private final int limit;

  /** Without a target the text stays here. */
  public TextSink(@Nullable Appendable target) {
    this.target = target;
    this.limit = Integer.MAX_VALUE;
  }

  /** Makes a sink that is {@linkplain #isFull full} once it has more characters than these. */
  public TextSink(int limit) {
    this.target = null;
    this.limit = limit;
  }

  /** Returns whether no more text is wanted. */
  public boolean isFull() {
    return buffer.length() > limit;
  }

  /** Returns the number of characters from which on a single word need not be printed whole. */
  public int limit() {
    return limit;
  }

  /** Where text is appended. {@link #passOn} is to be called now and then. */
  public StringBuilder buffer() {
    return buffer;
  }

  /**
   * Gives the target what has gathered, if it is much.
   *
   * @throws UncheckedIOException from the target
   */
  public void passOn() {
    if (buffer.length() >= PIECE) {
      flush();
    }
  }

  public void flush() {
    if (target != null) {
      try {
        target.append(buffer);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      buffer.setLength(0);
    }
  }

  public void append(char c) {
    buffer.append(c);
  }

  public void append(String text) {
    buffer.append(text);
    passOn();
  }
}
