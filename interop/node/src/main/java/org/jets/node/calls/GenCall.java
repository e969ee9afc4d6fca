package org.jets.node.calls;

import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A request as {@code gen_server:call} sends it: <code>{'$gen_call', {Pid, Tag}, Request}</code>.
 * The tag is a reference, or <code>[alias|Reference]</code>, or begins with the latter. The
 * reference is also that of the caller's monitor.
 *
 * @param from the caller, as it is passed on: <code>{Pid, Tag}</code>
 */
public record GenCall(Tuple from, Term request) {
  private static final Atom GEN_CALL = Atom.of("$gen_call");
  private static final Atom GEN_CAST = Atom.of("$gen_cast");
  private static final Atom ALIAS = Atom.of("alias");

  /** Returns the request in a message; null if it is no request. */
  public static @Nullable GenCall of(Term message) {
    return message instanceof Tuple tuple
            && tuple.arity() == 3
            && tuple.element(1) == GEN_CALL
            && tuple.element(2) instanceof Tuple from
            && isFrom(from)
        ? new GenCall(from, tuple.element(3))
        : null;
  }

  /** Returns whether a tuple is the {@code From} of a request. */
  public static boolean isFrom(Tuple from) {
    return from.arity() == 2 && from.element(1) instanceof Pid;
  }

  /** Returns the request of a {@code gen_server:cast}; null if the message is none. */
  public static @Nullable Term castOf(Term message) {
    return message instanceof Tuple tuple && tuple.arity() == 2 && tuple.element(1) == GEN_CAST
        ? tuple.element(2)
        : null;
  }

  /** Returns the message of a call. */
  static Tuple call(Pid caller, Reference ref, Term request) {
    return Tuple.of(GEN_CALL, Tuple.of(caller, ListTerm.cons(ALIAS, ref)), request);
  }

  /** Returns the message of a cast. */
  public static Tuple cast(Term request) {
    return Tuple.of(GEN_CAST, request);
  }

  /** Returns the process that has made the request. */
  public Pid caller() {
    return (Pid) from.element(1);
  }

  /** Returns the reference in the tag, or null. */
  public @Nullable Reference reference() {
    Reference alias = aliasIn(from.element(2));
    return alias == null && from.element(2) instanceof Reference plain ? plain : alias;
  }

  /** Returns the alias in a tag to which the reply goes; null if it goes to the pid. */
  static @Nullable Reference aliasIn(Term tag) {
    if (!(tag instanceof ListTerm cell) || cell.isEmpty()) {
      return null;
    }
    if (cell.head() == ALIAS) {
      return cell.tail() instanceof Reference alias ? alias : null;
    }
    return cell.head() instanceof ListTerm inner
            && !inner.isEmpty()
            && inner.head() == ALIAS
            && inner.tail() instanceof Reference alias
        ? alias
        : null;
  }
}
