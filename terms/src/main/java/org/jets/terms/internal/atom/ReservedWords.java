package org.jets.terms.internal.atom;

import java.util.Set;

/**
 * The words that are an atom only if quoted: the reserved words of OTP 29. They include {@code
 * maybe} and {@code else}, since OTP 29 enables the feature {@code maybe_expr}.
 */
public final class ReservedWords {

  private static final Set<String> WORDS =
      Set.of(
          "after", "and", "andalso", "band", "begin", "bnot", "bor", "bsl", "bsr", "bxor", "case",
          "catch", "cond", "div", "else", "end", "fun", "if", "let", "maybe", "not", "of", "or",
          "orelse", "receive", "rem", "try", "when", "xor");

  private ReservedWords() {}

  public static boolean contains(String word) {
    return WORDS.contains(word);
  }
}
