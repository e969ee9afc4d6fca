package org.jets.terms;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An Erlang reference: the node that made it and up to five words of 32 bits, the last the most
 * significant. All numbers are unsigned.
 *
 * <p>Missing high words count as 0 in equality and order, so that {@code [1,2]} and {@code [1,2,0]}
 * of one node are the same reference. Their {@link #wordCount} and their external format differ.
 *
 * <p>Memory: 48 bytes.
 */
public final class Reference implements Term {
  /** The largest number of words that a reference can have. */
  public static final int MAX_WORDS = 5;

  private final Atom node;
  private final int creation;
  private final int wordCount;
  private final int word0;
  private final int word1;
  private final int word2;
  private final int word3;
  private final int word4;

  private Reference(Atom node, int creation, int[] words) {
    this.node = node;
    this.creation = creation;
    this.wordCount = words.length;
    this.word0 = words.length > 0 ? words[0] : 0;
    this.word1 = words.length > 1 ? words[1] : 0;
    this.word2 = words.length > 2 ? words[2] : 0;
    this.word3 = words.length > 3 ? words[3] : 0;
    this.word4 = words.length > 4 ? words[4] : 0;
  }

  /**
   * Returns the reference with these parts.
   *
   * @param node the node's name, such as {@code a@host}
   * @param creation the incarnation of the node, unsigned
   * @param words at most {@value #MAX_WORDS} unsigned words in the order of the external format
   * @throws IllegalArgumentException if there are more words
   */
  public static Reference of(Atom node, int creation, int... words) {
    Objects.requireNonNull(node, "node");
    if (Objects.requireNonNull(words, "words").length > MAX_WORDS) {
      throw new IllegalArgumentException(
          "words.length: " + words.length + " (expected: 0.." + MAX_WORDS + ")");
    }
    return new Reference(node, creation, words);
  }

  /** Returns the name of the node. */
  public Atom node() {
    return node;
  }

  /** Returns the incarnation of the node, unsigned. */
  public int creation() {
    return creation;
  }

  /** Returns the number of words, 0 to {@value #MAX_WORDS}. */
  public int wordCount() {
    return wordCount;
  }

  /**
   * Returns a word, unsigned; the last is the most significant.
   *
   * @param index from 0
   * @throws IndexOutOfBoundsException if there is no such word
   */
  public int word(int index) {
    return wordOrZero(Objects.checkIndex(index, wordCount));
  }

  /** Returns a word, or 0 if there is none at this index. */
  int wordOrZero(int index) {
    return switch (index) {
      case 0 -> word0;
      case 1 -> word1;
      case 2 -> word2;
      case 3 -> word3;
      default -> word4;
    };
  }

  /** Compares references by node, creation, and then the words from the last to the first. */
  static int compare(Reference a, Reference b) {
    int c = Atom.compare(a.node, b.node);
    if (c == 0) {
      c = Integer.compareUnsigned(a.creation, b.creation);
    }
    for (int i = MAX_WORDS - 1; c == 0 && i >= 0; i--) {
      c = Integer.compareUnsigned(a.wordOrZero(i), b.wordOrZero(i));
    }
    return c;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Reference that
        && word0 == that.word0
        && word1 == that.word1
        && word2 == that.word2
        && word3 == that.word3
        && word4 == that.word4
        && node == that.node
        && creation == that.creation;
  }

  @Override
  public int hashCode() {
    long low = ((long) word1 << 32) | Integer.toUnsignedLong(word0);
    long high = ((long) word3 << 32) | Integer.toUnsignedLong(word2);
    return TermHash.ofIdentifier(
        TermHash.REFERENCE, node, creation, TermHash.step(TermHash.step(low, high), word4));
  }

  @Override
  public String toString() {
    return FlatPrinter.print(this);
  }
}
