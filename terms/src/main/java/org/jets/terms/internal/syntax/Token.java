package org.jets.terms.internal.syntax;

/** The kinds of tokens that {@link TermScanner} finds in a text, each with its name in messages. */
enum Token {
  ATOM("an atom"),
  VARIABLE("a variable"),
  RESERVED_WORD("a reserved word"),
  FUN("fun"),
  NUMBER("a number"),
  CHARACTER("a character"),
  STRING("a string"),
  SIGIL_STRING("a string"),
  SIGIL_BINARY("a binary"),
  LEFT_PARENTHESIS("("),
  RIGHT_PARENTHESIS(")"),
  LEFT_BRACKET("["),
  RIGHT_BRACKET("]"),
  LEFT_BRACE("{"),
  RIGHT_BRACE("}"),
  BITS_OPEN("<<"),
  BITS_CLOSE(">>"),
  LESS("<"),
  COMMA(","),
  BAR("|"),
  HASH("#"),
  ARROW("=>"),
  COLON(":"),
  SLASH("/"),
  PLUS("+"),
  MINUS("-"),
  /** A full stop in front of white space, a comment or the end. */
  DOT("."),
  OTHER("an operator"),
  END("the end of the text");

  private final String display;

  Token(String display) {
    this.display = display;
  }

  String display() {
    return display;
  }
}
