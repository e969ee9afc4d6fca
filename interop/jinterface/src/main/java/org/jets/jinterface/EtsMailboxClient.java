package org.jets.jinterface;

import com.ericsson.otp.erlang.OtpErlangDecodeException;
import com.ericsson.otp.erlang.OtpErlangExit;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpMbox;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jets.node.ErlangException;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Uses tables from an {@code OtpMbox}: those of an {@link EtsMailboxServer}, or those of a node
 * through its {@code rex}. That is an Erlang node or a node of {@link org.jets.node}. Each call is
 * a message there and one back.
 *
 * <p>If a call goes through Erlang's {@code rex}, a process that ends with the call owns the tables
 * that the call creates. Only tables of other processes can be used, which are named and {@code
 * public}.
 *
 * <p>The mailbox is the client's alone: messages to it that are no answers are dropped. For one
 * thread at a time.
 */
public final class EtsMailboxClient {
  private static final Atom REX = Atom.of("rex");
  private static final Atom USER = Atom.of("user");
  private static final Atom BADRPC = Atom.of("badrpc");
  private static final Atom EXIT = Atom.of("EXIT");

  private final OtpMbox mailbox;
  private final String name;
  private final @Nullable String node;
  private final boolean rex;
  private long calls;

  private EtsMailboxClient(OtpMbox mailbox, String name, @Nullable String node, boolean rex) {
    this.mailbox = Objects.requireNonNull(mailbox, "mailbox");
    this.name = Objects.requireNonNull(name, "name");
    this.node = node;
    this.rex = rex;
  }

  /**
   * Creates a client of an {@link EtsMailboxServer}.
   *
   * @param name the name by which its mailbox is registered
   * @param node the node of that mailbox; null for the mailbox's own
   */
  public static EtsMailboxClient ofServer(OtpMbox mailbox, String name, @Nullable String node) {
    return new EtsMailboxClient(mailbox, name, node, false);
  }

  /** Creates a client of a node, of Erlang or of jets. */
  public static EtsMailboxClient ofNode(OtpMbox mailbox, String node) {
    return new EtsMailboxClient(mailbox, REX.name(), Objects.requireNonNull(node, "node"), true);
  }

  /**
   * Calls a function of {@code ets}, and waits for its result.
   *
   * @throws ErlangException if the function raises an exception
   * @throws TimeoutException if no answer comes in time, as when there is no such node or name. The
   *     function may have been called, or may yet be called
   * @throws OtpErlangExit if a process that is linked to the mailbox ends
   * @throws OtpErlangDecodeException if this version of jinterface cannot read a message
   * @throws IllegalArgumentException if jinterface cannot hold an argument; nothing was sent
   */
  public Term call(Duration timeout, String function, Term... arguments)
      throws ErlangException, TimeoutException, OtpErlangExit, OtpErlangDecodeException {
    Term tag = IntegerTerm.of(++calls);
    send(Atom.of(function), List.of(arguments), tag);
    Term answer = receive(tag, System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout));
    return rex ? resultOfRex(answer) : resultOfServer(answer);
  }

  private void send(Atom function, List<Term> arguments, Term tag) {
    Term from = Tuple.of(JinterfaceTerms.toTerm(mailbox.self()), tag);
    Term list = ListTerm.of(arguments);
    Term message =
        rex
            ? Tuple.of(
                EtsRequest.GEN_CALL,
                from,
                Tuple.of(EtsRequest.CALL, EtsRequest.ETS, function, list, USER))
            : Tuple.of(EtsRequest.CALL, from, EtsRequest.ETS, function, list);
    OtpErlangObject object = JinterfaceTerms.toObject(message);
    if (node == null) {
      mailbox.send(name, object);
    } else {
      mailbox.send(name, node, object);
    }
  }

  private Term receive(Term tag, long deadline)
      throws TimeoutException, OtpErlangExit, OtpErlangDecodeException {
    while (true) {
      long millis = (deadline - System.nanoTime()) / 1_000_000;
      OtpErlangObject message = millis <= 0 ? null : mailbox.receive(millis);
      if (message == null) {
        throw new TimeoutException("no answer from " + name + (node == null ? "" : " at " + node));
      }
      if (JinterfaceTerms.toTerm(message) instanceof Tuple answer
          && answer.arity() == 2
          && answer.element(1).equals(tag)) {
        return answer.element(2);
      }
    }
  }

  private static Term resultOfServer(Term answer) throws ErlangException {
    Tuple tuple = (Tuple) answer;
    if (tuple.element(1) == Atom.OK) {
      return tuple.element(2);
    }
    throw tuple.element(1) == Atom.ERROR
        ? ErlangException.error(tuple.element(2), tuple.element(3))
        : ErlangException.exit(tuple.element(2));
  }

  /**
   * Returns the result in an answer. An exception of a function comes as <code>{badrpc, {'EXIT',
   * {Reason, Stack}}}</code>.
   */
  private static Term resultOfRex(Term answer) throws ErlangException {
    if (!(answer instanceof Tuple tuple) || tuple.arity() != 2 || tuple.element(1) != BADRPC) {
      return answer;
    }
    if (tuple.element(2) instanceof Tuple exit
        && exit.arity() == 2
        && exit.element(1) == EXIT
        && exit.element(2) instanceof Tuple reason
        && reason.arity() == 2) {
      throw ErlangException.error(reason.element(1), reason.element(2));
    }
    throw ErlangException.exit(tuple.element(2));
  }
}
