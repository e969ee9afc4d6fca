package org.jets.jinterface;

import java.util.List;
import java.util.Objects;
import org.jets.ets.Owner;
import org.jets.ets.erl.EtsCallException;
import org.jets.ets.erl.EtsModule;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A call of a function of {@code ets} that came as a message.
 *
 * @param caller the process that gets the answer; null if none does
 * @param tag the tag of the answer
 * @param function null if the called function is none of {@code ets}
 */
record EtsRequest(@Nullable Pid caller, Term tag, @Nullable Atom function, List<Term> arguments) {
  static final Atom ETS = Atom.of("ets");
  static final Atom CALL = Atom.of("call");
  static final Atom GEN_CALL = Atom.of("$gen_call");
  private static final Atom GEN_CAST = Atom.of("$gen_cast");
  private static final Atom BADARG = Atom.of("badarg");
  private static final Atom JINTERFACE = Atom.of("jinterface");

  /** Returns the call in a message; null if it is another message. */
  static @Nullable EtsRequest parse(Term message) {
    if (!(message instanceof Tuple tuple) || tuple.arity() < 2) {
      return null;
    }
    Term kind = tuple.element(1);
    if (kind == GEN_CALL && tuple.arity() == 3) {
      return from(tuple.element(2), call(tuple.element(3)));
    }
    if (kind == GEN_CAST && tuple.arity() == 2) {
      Call call = call(tuple.element(2));
      return call == Call.NONE ? null : new EtsRequest(null, ETS, call.function, call.arguments);
    }
    if (kind == CALL && tuple.arity() == 5) {
      return from(tuple.element(2), call(tuple.element(3), tuple.element(4), tuple.element(5)));
    }
    return null;
  }

  private static @Nullable EtsRequest from(Term from, Call call) {
    if (from instanceof Pid pid) {
      return new EtsRequest(pid, ETS, call.function, call.arguments);
    }
    if (from instanceof Tuple pair && pair.arity() == 2 && pair.element(1) instanceof Pid pid) {
      return new EtsRequest(pid, pair.element(2), call.function, call.arguments);
    }
    return null;
  }

  private static Call call(Term request) {
    return request instanceof Tuple tuple && tuple.arity() == 3
        ? call(tuple.element(1), tuple.element(2), tuple.element(3))
        : Call.NONE;
  }

  private static Call call(Term module, Term function, Term arguments) {
    return module == ETS
            && function instanceof Atom name
            && arguments instanceof ListTerm list
            && list.isProper()
        ? new Call(name, list.toList())
        : Call.NONE;
  }

  /** Calls the function, and returns the answer that goes with the tag. */
  Term answer(Owner owner) {
    if (function == null) {
      return exception(Atom.ERROR, BADARG, ListTerm.empty());
    }
    try {
      return Tuple.of(Atom.OK, EtsModule.apply(owner, function, arguments));
    } catch (EtsCallException e) {
      return exception(e.exceptionClass(), e.reason(), ListTerm.of(e.stackEntry()));
    } catch (RuntimeException e) {
      // The owner has been closed, for example: the caller must not wait for ever.
      return exception(Atom.ERROR, BADARG, ListTerm.empty());
    }
  }

  /** Returns the answer if jinterface cannot hold the result. */
  static Term notHeld(IllegalArgumentException why) {
    String text = Objects.requireNonNullElse(why.getMessage(), "");
    return exception(Atom.ERROR, Tuple.of(JINTERFACE, Binary.of(text)), ListTerm.empty());
  }

  private static Tuple exception(Atom exceptionClass, Term reason, Term stack) {
    return Tuple.of(exceptionClass, reason, stack);
  }

  /** A function and its arguments. */
  private record Call(@Nullable Atom function, List<Term> arguments) {
    private static final Call NONE = new Call(null, List.of());
  }
}
