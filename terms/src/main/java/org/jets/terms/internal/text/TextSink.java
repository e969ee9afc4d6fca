package org.jets.terms.internal.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * A collector of printed text. It keeps the whole text or its beginning, or passes it on in pieces.
 */
public final class TextSink {

  private static final int PIECE = 8192;

  private final StringBuilder buffer = new StringBuilder();
  private final @Nullable Appendable target;
  private final int limit;

  /** Makes a sink that passes text on to the target, or keeps it if there is no target. */
  public TextSink(@Nullable Appendable target) {
    this.target = target;
    this.limit = Integer.MAX_VALUE;
  }

  /** Makes a sink that is {@linkplain #isFull full} once it has more than this many characters. */
  public TextSink(int limit) {
    this.target = null;
    this.limit = limit;
  }

  /** Returns whether no more text is wanted. */
  public boolean isFull() {
    return buffer.length() > limit;
  }

  /** Returns the length beyond which a single word need not be printed whole. */
  public int limit() {
    return limit;
  }

  /**
   * Returns the buffer to which callers append text. They must call {@link #passOn} at intervals.
   */
  public StringBuilder buffer() {
    return buffer;
  }

  /**
   * Passes the buffered text to the target once there is enough of it.
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
