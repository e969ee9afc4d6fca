package org.jets.terms.internal.atom;

import org.jets.terms.internal.text.QuotedText;

/** Atoms as Erlang prints them: in quotes if they could not be read back without. */
public final class AtomText {

  private AtomText() {}

  public static void append(StringBuilder out, String name) {
    if (needsQuotes(name)) {
      QuotedText.append(out, name, '\'');
    } else {
      out.append(name);
    }
  }

  /**
   * Appends the name of a module or function in {@code fun m:f/1}. There Erlang also quotes a name
   * with {@code @}. In two points jets differs, since Erlang could not read back its own text.
   * Erlang does not quote reserved words there, and prints bytes of UTF-8 as characters.
   */
  public static void appendInFun(StringBuilder out, String name) {
    if (name.indexOf('@') >= 0 || needsQuotes(name)) {
      QuotedText.append(out, name, '\'');
    } else {
      out.append(name);
    }
  }

  private static boolean needsQuotes(String name) {
    if (name.isEmpty() || !NameCharacters.startsAtom(name.charAt(0))) {
      return true;
    }
    for (int i = 1; i < name.length(); i++) {
      if (!NameCharacters.continuesWord(name.charAt(i))) {
        return true;
      }
    }
    return ReservedWords.contains(name);
  }
}
