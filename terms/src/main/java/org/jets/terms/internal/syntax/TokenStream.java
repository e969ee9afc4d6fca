package org.jets.terms.internal.syntax;

import org.jets.terms.ParseOptions;
import org.jets.terms.Term;
import org.jets.terms.TermSyntaxException;

/** The tokens of a text with one of them, the present one, to look at. */
final class TokenStream {
  /** How many characters of a word messages show. */
  private static final int SHOWN = 100;

  private final SourceText source;
  private final TermScanner scanner;
  private Token token = Token.END;

  TokenStream(String text, ParseOptions options) {
    this.source = new SourceText(text);
    this.scanner = new TermScanner(source, options);
  }

  Token token() {
    return token;
  }

  boolean is(Token expected) {
    return token == expected;
  }

  void advance() {
    token = scanner.scan();
  }

  boolean skipIf(Token expected) {
    if (token != expected) {
      return false;
    }
    advance();
    return true;
  }

  void skip(Token expected) {
    if (!skipIf(expected)) {
      throw unexpected(expected.display());
    }
  }

  /** Where the present token begins. */
  int start() {
    return scanner.start();
  }

  /** The name of an atom, the characters of a string. */
  String text() {
    return scanner.text();
  }

  /** The value of a number or character. */
  Term number() {
    return scanner.number();
  }

  /** The present token is not what may stand here. */
  TermSyntaxException unexpected(String expected) {
    String found =
        switch (token) {
          case VARIABLE -> "the variable " + start(scanner.text());
          case RESERVED_WORD -> "the reserved word " + scanner.text();
          default -> token.display();
        };
    return error(start(), found + " (expected: " + expected + ")");
  }

  /** The beginning of a word, for messages. */
  static String start(String word) {
    return word.length() <= SHOWN ? word : word.substring(0, SHOWN) + "...";
  }

  TermSyntaxException error(int at, String reason) {
    return source.error(at, reason);
  }
}
