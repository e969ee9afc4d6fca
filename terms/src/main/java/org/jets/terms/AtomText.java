package org.jets.terms;

/** Atoms as Erlang prints them: in quotes when they could not be read back without. */
final class AtomText {

  private AtomText() {}

  static void append(StringBuilder out, String name) {
    if (needsQuotes(name)) {
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
