package org.jets.terms.internal.syntax;

import org.jets.terms.IntegerTerm;
import org.jets.terms.ParseOptions;
import org.jets.terms.Term;
import org.jets.terms.internal.atom.NameCharacters;
import org.jets.terms.internal.atom.ReservedWords;
import org.jets.terms.internal.text.SourceCharacters;

/**
 * A scanner that cuts a text into {@linkplain Token tokens}, one at a time. The accessors describe
 * the token of the last call of {@link #scan}.
 *
 * <p>Only the tokens of terms are told apart. All other operators of Erlang are {@link
 * Token#OTHER}, by their first character alone, since a text with any of them is refused.
 */
final class TermScanner {

  private final SourceText source;
  private final NumberScanner numbers;
  private int start;
  private String text = "";
  private Term number = IntegerTerm.of(0);

  TermScanner(SourceText source, ParseOptions options) {
    this.source = source;
    this.numbers = new NumberScanner(source, options.maxIntegerBits());
  }

  /** Returns the start of the token. */
  int start() {
    return start;
  }

  /** Returns the name of an atom or the characters of a string. */
  String text() {
    return text;
  }

  /** Returns the value of a number or a character. */
  Term number() {
    return number;
  }

  Token scan() {
    skipBlanks();
    start = source.position();
    int c = source.peek();
    if (c == SourceText.END) {
      return Token.END;
    }
    if (NameCharacters.isDigit(c)) {
      number = numbers.scan();
      return Token.NUMBER;
    }
    if (NameCharacters.startsAtom(c)) {
      text = word();
      return !ReservedWords.contains(text)
          ? Token.ATOM
          : text.equals("fun") ? Token.FUN : Token.RESERVED_WORD;
    }
    if (NameCharacters.startsVariable(c)) {
      text = word();
      return Token.VARIABLE;
    }
    return switch (c) {
      case '\'' -> {
        source.skip(1);
        text = QuotedScanner.escaped(source, start, '\'');
        yield Token.ATOM;
      }
      case '"' -> {
        text = QuotedScanner.string(source);
        yield Token.STRING;
      }
      case '$' -> {
        number = IntegerTerm.of(character());
        yield Token.CHARACTER;
      }
      case '~' -> sigil();
      default -> punctuation(c);
    };
  }

  private void skipBlanks() {
    while (true) {
      int c = source.peek();
      if (c == '%') {
        do {
          source.next();
        } while (source.peek() != '\n' && source.peek() != SourceText.END);
      } else if (SourceCharacters.isWhiteSpace(c)) {
        source.skip(1);
      } else {
        return;
      }
    }
  }

  private String word() {
    int from = source.position();
    while (NameCharacters.continuesWord(source.peek())) {
      source.skip(1);
    }
    return source.substring(from, source.position());
  }

  private int character() {
    source.skip(1);
    if (source.peek() == SourceText.END) {
      throw source.error(start, "$ without a character");
    }
    int c = source.next();
    return c == '\\' ? EscapeSequence.read(source, start) : c;
  }

  /** Scans a sigil: {@code ~}, a word that names its kind, and a string between delimiters. */
  private Token sigil() {
    source.skip(1);
    String kind = word();
    boolean escapes =
        switch (kind) {
          case "" -> !source.startsWith(QuotedScanner.TRIPLE_QUOTE);
          case "b", "s" -> true;
          case "B", "S" -> false;
          default ->
              throw source.error(start, "~" + kind + ": no sigil (expected: ~, ~b, ~B, ~s, ~S)");
        };
    text = QuotedScanner.sigil(source, start, escapes);
    if (NameCharacters.continuesWord(source.peek())) {
      throw source.error(source.position(), "a word right behind a sigil");
    }
    return kind.equals("s") || kind.equals("S") ? Token.SIGIL_STRING : Token.SIGIL_BINARY;
  }

  private Token punctuation(int c) {
    source.next();
    return switch (c) {
      case '(' -> Token.LEFT_PARENTHESIS;
      case ')' -> Token.RIGHT_PARENTHESIS;
      case '[' -> Token.LEFT_BRACKET;
      case ']' -> Token.RIGHT_BRACKET;
      case '{' -> Token.LEFT_BRACE;
      case '}' -> Token.RIGHT_BRACE;
      case ',' -> Token.COMMA;
      case '|' -> Token.BAR;
      case '#' -> Token.HASH;
      case ':' -> Token.COLON;
      case '/' -> Token.SLASH;
      case '+' -> Token.PLUS;
      case '-' -> Token.MINUS;
      case '<' -> source.skipIf('<') ? Token.BITS_OPEN : Token.LESS;
      case '>' -> source.skipIf('>') ? Token.BITS_CLOSE : Token.OTHER;
      case '=' -> source.skipIf('>') ? Token.ARROW : Token.OTHER;
      case '.' -> isBlankAhead() ? Token.DOT : Token.OTHER;
      default -> Token.OTHER;
    };
  }

  private boolean isBlankAhead() {
    int c = source.peek();
    return c == SourceText.END || c == '%' || SourceCharacters.isWhiteSpace(c);
  }
}
