package org.jets.terms.internal.syntax;

import org.jets.terms.Atom;
import org.jets.terms.ExternalFun;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ParseOptions;

/** A reader of atoms and of external funs, within the limits of the options. */
final class AtomReader {

  private static final int LARGEST_ARITY = 255;

  private final TokenStream tokens;
  private final ParseOptions options;
  private int newAtoms;

  AtomReader(TokenStream tokens, ParseOptions options) {
    this.tokens = tokens;
    this.options = options;
  }

  /** Returns the atom of the present token. */
  Atom read() {
    if (!tokens.is(Token.ATOM)) {
      throw tokens.unexpected("an atom");
    }
    String name = tokens.text();
    if (name.codePointCount(0, name.length()) > Atom.MAX_CODE_POINTS) {
      throw tokens.error(
          tokens.start(), "an atom of more than " + Atom.MAX_CODE_POINTS + " characters");
    }
    Atom existing = Atom.existing(name);
    if (existing != null) {
      return existing;
    }
    if (newAtoms == options.maxNewAtoms()) {
      throw tokens.error(
          tokens.start(),
          options.safe()
              ? "an atom that there is not yet"
              : "more new atoms than " + options.maxNewAtoms());
    }
    newAtoms++;
    return Atom.of(name);
  }

  /** Reads {@code fun Module:Function/Arity}, of which {@code fun} is the present token. */
  ExternalFun readFun() {
    if (options.safe()) {
      throw tokens.error(tokens.start(), "an external fun");
    }
    tokens.advance();
    Atom module = readAndAdvance();
    tokens.skip(Token.COLON);
    Atom function = readAndAdvance();
    tokens.skip(Token.SLASH);
    if (!tokens.is(Token.NUMBER)
        || !(tokens.number() instanceof IntegerTerm arity)
        || !arity.fitsInt()
        || arity.intValue() > LARGEST_ARITY) {
      throw tokens.unexpected("an arity, 0 to 255");
    }
    tokens.advance();
    return ExternalFun.of(module, function, arity.intValue());
  }

  private Atom readAndAdvance() {
    Atom atom = read();
    tokens.advance();
    return atom;
  }
}
