package org.jets.ets.reference;

import java.util.concurrent.atomic.AtomicLong;
import org.jets.terms.Atom;
import org.jets.terms.Reference;

/**
 * The references of one node for one purpose. Each stands for a number, from 1 on. A mark tells it
 * from the references for the other purpose.
 *
 * <p>A reference has three words here, the first of 18 bits, as Erlang's have. The number is in
 * them from the lowest bits up, and the mark is the bit above it.
 *
 * <p>Safe for use by many threads.
 */
public final class NumberedReferences {
  private static final int WORDS = 3;
  private static final int FIRST_WORD_BITS = 18;
  private static final int LAST_WORD_SHIFT = FIRST_WORD_BITS + Integer.SIZE;

  /** The mark, in the last word, which has 13 bits of the number. */
  private static final int MARK = 1 << (Long.SIZE - 1 - LAST_WORD_SHIFT);

  private final Atom node;
  private final int creation;
  private final int mark;
  private final AtomicLong last = new AtomicLong();

  /**
   * Makes the references of a node.
   *
   * @param isMarked the purpose: references for true and false differ
   */
  public NumberedReferences(Atom node, int creation, boolean isMarked) {
    this.node = node;
    this.creation = creation;
    this.mark = isMarked ? MARK : 0;
  }

  /** Returns a new reference. */
  public Reference next() {
    long number = last.incrementAndGet();
    return Reference.of(
        node,
        creation,
        (int) number & ((1 << FIRST_WORD_BITS) - 1),
        (int) (number >>> FIRST_WORD_BITS),
        (int) (number >>> LAST_WORD_SHIFT) | mark);
  }

  /** Returns the number that a reference stands for; 0 if {@link #next} has not returned it. */
  public long numberOf(Reference reference) {
    if (reference.wordCount() != WORDS
        || reference.node() != node
        || reference.creation() != creation
        || reference.word(0) >>> FIRST_WORD_BITS != 0
        || (reference.word(2) & -MARK) != mark) {
      return 0;
    }
    long number =
        ((long) (reference.word(2) & (MARK - 1)) << LAST_WORD_SHIFT)
            | (Integer.toUnsignedLong(reference.word(1)) << FIRST_WORD_BITS)
            | reference.word(0);
    return number <= last.get() ? number : 0;
  }
}
