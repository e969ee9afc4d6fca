package org.jets.bench.scale;

import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;

/** The elements of a table's objects. */
@SuppressWarnings("ImmutableEnumChecker") // Terms are immutable.
enum ObjectShape {
  /** {@code {Key}}. */
  KEY("{'$1'}") {
    @Override
    Tuple object(Term key) {
      return Tuple.of(key);
    }
  },
  /** {@code {Key, 0}}, to count with. */
  COUNTER("{'$1', '_'}") {
    @Override
    Tuple object(Term key) {
      return Tuple.of(key, ZERO);
    }
  };

  private static final Term ZERO = IntegerTerm.of(0);

  private final Term head;

  ObjectShape(String head) {
    this.head = TermParser.parse(head);
  }

  /** Returns the head of a match specification that binds the key. */
  Term head() {
    return head;
  }

  /** Makes an object. */
  abstract Tuple object(Term key);
}
