package org.jets.node.calls;

import org.jets.node.ErlangException;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** The answers of the process {@code rex}: values as they are, or <code>{badrpc, Reason}</code>. */
public final class RexResult {
  /** The name of the process. */
  public static final Atom REX = Atom.of("rex");

  private static final Atom BADRPC = Atom.of("badrpc");

  private RexResult() {}

  /**
   * Returns the result of a call.
   *
   * @param answer of another node's {@code rex}
   * @throws ErlangException if the call has failed: {@code error:{badrpc, Reason}}
   */
  static Term valueOf(Term answer) throws ErlangException {
    if (answer instanceof Tuple tuple && tuple.arity() == 2 && tuple.element(1) == BADRPC) {
      throw ErlangException.error(answer);
    }
    return answer;
  }

  /** Returns the answer to a call that has failed. */
  public static Tuple failure(Term reason) {
    return Tuple.of(BADRPC, reason);
  }
}
