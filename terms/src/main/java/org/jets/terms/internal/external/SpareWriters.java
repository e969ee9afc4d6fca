package org.jets.terms.internal.external;

import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Writers that nobody uses at the moment, with buffers that have grown already: growing and
 * clearing a new buffer for each term takes longer than writing the term.
 *
 * <p>A few places, of which a thread looks into one, so that threads seldom meet; not
 * thread-locals, which virtual threads would make by the million. A writer is taken out with an
 * atomic exchange and so is one thread's alone until that puts it back, or forgets it. What is kept
 * is bounded by {@link #MAX_KEPT} in each place, and softly held.
 */
public final class SpareWriters {
  private static final int PLACES = 16;
  private static final int MAX_KEPT = 1 << 22;

  private static final AtomicReferenceArray<@Nullable SoftReference<TermWriter>> SPARES =
      new AtomicReferenceArray<>(PLACES);

  private SpareWriters() {}

  /** Returns a writer with an empty buffer. */
  public static TermWriter take() {
    SoftReference<TermWriter> spare = SPARES.getAndSet(place(), null);
    TermWriter writer = spare == null ? null : spare.get();
    return writer == null ? new TermWriter() : writer;
  }

  /** Keeps a writer for whoever comes next; the caller must not use it any more. */
  public static void giveBack(TermWriter writer) {
    if (writer.bytes.length <= MAX_KEPT) {
      writer.size = 0;
      SPARES.setRelease(place(), writer.reference());
    }
  }

  private static int place() {
    return System.identityHashCode(Thread.currentThread()) & (PLACES - 1);
  }
}
