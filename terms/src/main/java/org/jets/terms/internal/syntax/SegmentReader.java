package org.jets.terms.internal.syntax;

import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;

/**
 * A reader of the part of a segment after its value: {@code :Size}, a constant that may be in
 * parentheses, and {@code /type-sign-endianness-unit:N} in any order.
 */
final class SegmentReader {

  private SegmentReader() {}

  static Segment read(TokenStream tokens) {
    Segment segment = new Segment();
    if (tokens.skipIf(Token.COLON)) {
      segment.setSize(readSize(tokens));
    }
    if (tokens.skipIf(Token.SLASH)) {
      do {
        readTypeWord(tokens, segment);
      } while (tokens.skipIf(Token.MINUS));
    }
    return segment;
  }

  private static Term readSize(TokenStream tokens) {
    int parentheses = 0;
    boolean signed = false;
    boolean negative = false;
    while (true) {
      if (tokens.skipIf(Token.LEFT_PARENTHESIS)) {
        parentheses++;
      } else if (parentheses > 0 && !signed && (tokens.is(Token.PLUS) || tokens.is(Token.MINUS))) {
        signed = true;
        negative = tokens.is(Token.MINUS);
        tokens.advance();
      } else {
        break;
      }
    }
    Term size = readSizeConstant(tokens, signed);
    for (int i = 0; i < parentheses; i++) {
      tokens.skip(Token.RIGHT_PARENTHESIS);
    }
    return negative && size instanceof IntegerTerm count
        ? IntegerTerm.of(count.bigIntegerValue().negate())
        : size;
  }

  private static Term readSizeConstant(TokenStream tokens, boolean signed) {
    Term size;
    if ((tokens.is(Token.NUMBER) || tokens.is(Token.CHARACTER))
        && tokens.number() instanceof IntegerTerm count) {
      size = count;
    } else if (tokens.is(Token.ATOM) && !signed && isSizeWord(tokens.text())) {
      size = Atom.of(tokens.text());
    } else {
      throw tokens.unexpected("a size");
    }
    tokens.advance();
    return size;
  }

  /** Returns whether a word can be a size. No other word is made an atom. */
  private static boolean isSizeWord(String word) {
    return word.equals("all") || word.equals("undefined");
  }

  private static void readTypeWord(TokenStream tokens, Segment segment) {
    int start = tokens.start();
    String word = tokens.is(Token.ATOM) ? tokens.text() : "";
    tokens.skip(Token.ATOM);
    boolean accepted;
    if (word.equals("unit") && tokens.skipIf(Token.COLON)) {
      accepted =
          tokens.is(Token.NUMBER)
              && tokens.number() instanceof IntegerTerm unit
              && segment.acceptUnit(unit);
      tokens.skip(Token.NUMBER);
    } else {
      accepted = segment.accept(word);
    }
    if (!accepted) {
      throw tokens.error(
          start,
          TokenStream.start(word) + ": unknown, out of range or in contradiction in a segment");
    }
  }
}
