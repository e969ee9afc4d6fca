package org.jets.node.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Checks and converts the answers of another node, which are not trusted to have the right form.
 */
final class RemoteAnswers {
  private static final Atom END_OF_TABLE = Atom.of("$end_of_table");

  private RemoteAnswers() {}

  static boolean isEnd(Term answer) {
    return answer == END_OF_TABLE;
  }

  static ListTerm list(Term answer) {
    if (answer instanceof ListTerm list && list.isProper()) {
      return list;
    }
    throw unexpected(answer, "a list");
  }

  /** Returns an unmodifiable list. */
  static List<Term> terms(Term answer) {
    return list(answer).toList();
  }

  /** Returns an unmodifiable list. */
  static List<Tuple> objects(Term answer) {
    List<Tuple> objects = new ArrayList<>();
    for (Term element : list(answer)) {
      objects.add(tuple(element));
    }
    return List.copyOf(objects);
  }

  static Tuple tuple(Term answer) {
    if (answer instanceof Tuple tuple) {
      return tuple;
    }
    throw unexpected(answer, "a tuple");
  }

  static Tuple pair(Term answer) {
    if (answer instanceof Tuple pair && pair.arity() == 2) {
      return pair;
    }
    throw unexpected(answer, "a pair");
  }

  static boolean isTrue(Term answer) {
    if (answer instanceof Atom atom && atom.isBoolean()) {
      return atom.booleanValue();
    }
    throw unexpected(answer, "true or false");
  }

  static IntegerTerm integer(Term answer) {
    if (answer instanceof IntegerTerm number) {
      return number;
    }
    throw unexpected(answer, "an integer");
  }

  static long count(Term answer) {
    if (answer instanceof IntegerTerm number && number.fitsLong()) {
      return number.longValue();
    }
    throw unexpected(answer, "a number");
  }

  static Atom atom(Term answer) {
    if (answer instanceof Atom atom) {
      return atom;
    }
    throw unexpected(answer, "an atom");
  }

  /** Returns the key; empty for {@code '$end_of_table'}. */
  static Optional<Term> key(Term answer) {
    return isEnd(answer) ? Optional.empty() : Optional.of(answer);
  }

  static RemoteTableException unexpected(Term answer, String expected) {
    return new RemoteTableException("answer: " + answer + " (expected: " + expected + ")");
  }
}
