package org.jets.terms;

import java.util.List;
import org.jets.terms.internal.atom.ReservedWords;
import org.jets.terms.internal.text.SourceCharacters;

/** A conversion of terms to terms whose text can be read back. */
final class ReadableTerms {
  /** The largest number of keys that Erlang keeps in order. */
  private static final int SORTED_KEYS = 32;

  private ReadableTerms() {}

  /**
   * Replaces by an atom each identifier, local fun, record, atom with a character that is not
   * allowed in texts, and unprintable name in an external fun.
   */
  static Term of(Term term) {
    if (term instanceof Atom atom) {
      return atom.name().codePoints().allMatch(SourceCharacters::isCharacter) ? atom : Atom.OK;
    }
    if (term instanceof ExternalFun fun) {
      return ExternalFun.of(inFun(fun.module()), inFun(fun.function()), fun.arity());
    }
    if (term instanceof Reference
        || term instanceof Fun
        || term instanceof Port
        || term instanceof Pid
        || term instanceof RecordTerm) {
      return Atom.UNDEFINED;
    }
    if (!ChildCursor.isCompound(term)) {
      return term;
    }
    List<Term> children = Compounds.children(term);
    children.replaceAll(ReadableTerms::of);
    return Compounds.withChildren(term, children);
  }

  /** Replaces an atom whose name Erlang cannot print in a fun. */
  private static Atom inFun(Atom atom) {
    boolean printable = atom.name().chars().allMatch(c -> c >= ' ' && c <= '~');
    return printable && !ReservedWords.contains(atom.name()) ? atom : Atom.OK;
  }

  /** Returns whether the term contains a map with more keys than Erlang keeps in order. */
  static boolean hasLargeMap(Term term) {
    return (term instanceof MapTerm map && map.size() > SORTED_KEYS)
        || (ChildCursor.isCompound(term)
            && Compounds.children(term).stream().anyMatch(ReadableTerms::hasLargeMap));
  }
}
