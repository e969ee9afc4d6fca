package org.jets.node;

import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * An exception of Erlang: a class, a reason and, for the class {@code error}, a stack. Thrown by a
 * function that other nodes may call, and by a call of a function of another node. Not
 * serializable, since terms are not.
 */
public final class ErlangException extends Exception {
  private static final long serialVersionUID = 1;

  private static final Atom EXIT = Atom.of("exit");
  private static final Atom THROW = Atom.of("throw");
  private static final Atom UNDEF = Atom.of("undef");

  private final transient Atom exceptionClass;
  private final transient Term reason;
  private final transient Term stack;

  private ErlangException(Atom exceptionClass, Term reason, Term stack) {
    super(exceptionClass + ":" + Objects.requireNonNull(reason, "reason"));
    this.exceptionClass = exceptionClass;
    this.reason = reason;
    this.stack = Objects.requireNonNull(stack, "stack");
  }

  /** Creates an exception of the class {@code error}, without a stack. */
  public static ErlangException error(Term reason) {
    return error(reason, ListTerm.empty());
  }

  /**
   * Creates an exception of the class {@code error}.
   *
   * @param stack a list of <code>{Module, Function, ArityOrArguments, Location}</code>
   */
  public static ErlangException error(Term reason, Term stack) {
    return new ErlangException(Atom.ERROR, reason, stack);
  }

  /** Creates an exception of the class {@code exit}. */
  public static ErlangException exit(Term reason) {
    return new ErlangException(EXIT, reason, ListTerm.empty());
  }

  /** Creates an exception of the class {@code throw}. */
  public static ErlangException thrown(Term value) {
    return new ErlangException(THROW, value, ListTerm.empty());
  }

  /** Creates the error of a call of an undefined function: {@code undef}. */
  public static ErlangException undefined(IncomingCall call) {
    return error(
        UNDEF,
        ListTerm.of(
            Tuple.of(
                call.module(), call.function(), ListTerm.of(call.arguments()), ListTerm.empty())));
  }

  /** Returns {@code error}, {@code exit} or {@code throw}. */
  public Atom exceptionClass() {
    return exceptionClass;
  }

  /** Returns the reason; for {@code throw} the value. */
  public Term reason() {
    return reason;
  }

  /** Returns the stack, top first; an empty list if there is none. */
  public Term stack() {
    return stack;
  }

  private void writeObject(ObjectOutputStream out) throws NotSerializableException {
    throw new NotSerializableException(ErlangException.class.getName());
  }
}
