package org.jets.terms.internal.atom;

import org.jets.terms.internal.text.QuotedText;

/** Atoms as Erlang prints them: in quotes when they could not be read back without. */
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
   * The name of a module or function in {@code fun m:f/1}. There Erlang has quotes around a name
   * with {@code @} too. (It has none around reserved words, and takes the bytes of UTF-8 for
   * characters, so that it does not read back what it printed; we do not follow it in that.)
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
