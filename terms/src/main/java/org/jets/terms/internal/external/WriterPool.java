package org.jets.terms.internal.external;

import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A pool of idle writers whose buffers have grown already. Growing and clearing a new buffer for
 * each term takes longer than writing the term.
 *
 * <p>The pool has a few places. Each thread uses one of them, so that threads seldom meet.
 * Thread-locals would not do, since a program may have millions of virtual threads. An atomic
 * exchange takes a writer out, so that one thread has it alone until it puts the writer back or
 * drops it. A place keeps a buffer of at most {@link #MAX_KEPT} bytes, by a soft reference.
 */
public final class WriterPool {
  private static final int PLACES = 16;
  private static final int MAX_KEPT = 1 << 22;

  private static final AtomicReferenceArray<@Nullable SoftReference<TermWriter>> SPARES =
      new AtomicReferenceArray<>(PLACES);

  private WriterPool() {}

  /** Returns a writer with an empty buffer. */
  public static TermWriter take() {
    SoftReference<TermWriter> spare = SPARES.getAndSet(place(), null);
    TermWriter writer = spare == null ? null : spare.get();
    return writer == null ? new TermWriter() : writer;
  }

  /** Keeps a writer for a later {@link #take}. The caller must not use it any more. */
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
