package org.jets.terms.internal.syntax;

import org.jets.terms.ParseOptions;
import org.jets.terms.Term;
import org.jets.terms.TermSyntaxException;

/** The tokens of a text, one of which is the present one. */
final class TokenStream {
  /** The number of characters of a word that messages show. */
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

  /** Returns the start of the present token. */
  int start() {
    return scanner.start();
  }

  /** Returns the name of an atom or the characters of a string. */
  String text() {
    return scanner.text();
  }

  /** Returns the value of a number or a character. */
  Term number() {
    return scanner.number();
  }

  /** Returns the exception for a present token that may not occur here. */
  TermSyntaxException unexpected(String expected) {
    String found =
        switch (token) {
          case VARIABLE -> "the variable " + start(scanner.text());
          case RESERVED_WORD -> "the reserved word " + scanner.text();
          default -> token.display();
        };
    return error(start(), found + " (expected: " + expected + ")");
  }

  /** Returns the beginning of a word, for messages. */
  static String start(String word) {
    return word.length() <= SHOWN ? word : word.substring(0, SHOWN) + "...";
  }

  TermSyntaxException error(int at, String reason) {
    return source.error(at, reason);
  }
}
