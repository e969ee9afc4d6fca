package org.jets.jinterface;

import com.ericsson.otp.erlang.OtpErlangAtom;
import com.ericsson.otp.erlang.OtpErlangDecodeException;
import com.ericsson.otp.erlang.OtpErlangExit;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpErlangPid;
import com.ericsson.otp.erlang.OtpMbox;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import org.jets.ets.Owner;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Serves tables to processes that can send messages to an {@code OtpMbox}: all functions of
 * Erlang's {@code ets}, with {@link org.jets.ets.erl.EtsModule}. It takes these messages:
 *
 * <table>
 *   <caption>Messages and answers</caption>
 *   <tr><th>message</th><th>answer</th></tr>
 *   <tr>
 *     <td><code>{'$gen_call', {Pid, Tag}, {ets, Function, Arguments}}</code>, which is
 *         <code>gen_server:call({Name, Node}, {ets, Function, Arguments})</code></td>
 *     <td><code>{Tag, Answer}</code>, sent to {@code Pid}</td>
 *   </tr>
 *   <tr>
 *     <td><code>{call, {Pid, Tag}, ets, Function, Arguments}</code></td>
 *     <td><code>{Tag, Answer}</code></td>
 *   </tr>
 *   <tr>
 *     <td><code>{call, Pid, ets, Function, Arguments}</code></td>
 *     <td><code>{ets, Answer}</code></td>
 *   </tr>
 *   <tr>
 *     <td><code>{'$gen_cast', {ets, Function, Arguments}}</code></td>
 *     <td>none</td>
 *   </tr>
 * </table>
 *
 * <p>An answer is <code>{ok, Result}</code>, or <code>{Class, Reason, Stack}</code> if Erlang would
 * raise that exception. A call of another form is answered with <code>
 * {error, badarg, []}</code> if it names its caller. All other messages are ignored.
 *
 * <p><b>Owner.</b> All callers act as the one {@link Owner} that the program gives. Tables that
 * they create belong to that owner and stay when the callers end. They may write what the owner may
 * write. A mailbox of jinterface cannot watch processes. A node of {@link org.jets.node} serves
 * tables that each caller owns itself, as in Erlang.
 *
 * <p><b>Results that jinterface cannot hold</b> ({@link JinterfaceTerms}) are answered with <code>
 * {error, {jinterface, Text}, []}</code>. A result is converted after its function has run. So a
 * table exists even if its identifier cannot be answered. Named tables do not have that problem.
 *
 * <p>Calls are served one after the other, in the order of their arrival.
 */
public final class EtsMailboxServer implements AutoCloseable {
  private static final Logger LOG = System.getLogger(EtsMailboxServer.class.getName());

  private static final OtpErlangAtom WAKE_UP = new OtpErlangAtom("stop");

  /** The limit of one wait: if the program closes the mailbox first, the thread cannot be woken. */
  private static final long LONGEST_WAIT_MILLIS = 1000;

  private final OtpMbox mailbox;
  private final Owner owner;
  private final @Nullable Thread receiver;
  private volatile boolean closed;

  private EtsMailboxServer(OtpMbox mailbox, Owner owner, boolean receives) {
    this.mailbox = Objects.requireNonNull(mailbox, "mailbox");
    this.owner = Objects.requireNonNull(owner, "owner");
    this.receiver = receives ? new Thread(this::serve, "ets-mailbox-server") : null;
  }

  /**
   * Creates a server that answers messages that the program receives itself and passes to {@link
   * #answer}.
   *
   * @param mailbox sends the answers
   * @param owner the owner whose rights calls have; the server does not close it
   */
  public static EtsMailboxServer of(OtpMbox mailbox, Owner owner) {
    return new EtsMailboxServer(mailbox, owner, false);
  }

  /**
   * Starts a server with a thread of its own, which receives all messages to the mailbox until the
   * server is closed. Exits of linked processes are ignored.
   *
   * @param owner the owner whose rights calls have; the server does not close it
   */
  public static EtsMailboxServer start(OtpMbox mailbox, Owner owner) {
    EtsMailboxServer server = new EtsMailboxServer(mailbox, owner, true);
    Thread receiver = Objects.requireNonNull(server.receiver);
    receiver.setDaemon(true);
    receiver.start();
    return server;
  }

  /**
   * Answers a message, if it is one of those above. For one thread at a time if the order of calls
   * matters.
   *
   * @return false if it is another message, which the caller has to handle
   */
  public boolean answer(OtpErlangObject message) {
    EtsRequest request = parse(message);
    if (request == null) {
      return false;
    }
    Term answer = request.answer(owner);
    Pid caller = request.caller();
    if (caller != null) {
      send(caller, request.tag(), answer);
    }
    return true;
  }

  private static @Nullable EtsRequest parse(OtpErlangObject message) {
    try {
      return EtsRequest.parse(JinterfaceTerms.toTerm(message));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private void send(Pid caller, Term tag, Term answer) {
    OtpErlangPid to = (OtpErlangPid) JinterfaceTerms.toObject(caller);
    OtpErlangObject reply;
    try {
      reply = JinterfaceTerms.toObject(Tuple.of(tag, answer));
    } catch (IllegalArgumentException e) {
      reply = JinterfaceTerms.toObject(Tuple.of(tag, EtsRequest.notHeld(e)));
    }
    mailbox.send(to, reply);
  }

  private void serve() {
    while (!closed) {
      try {
        OtpErlangObject message = mailbox.receive(LONGEST_WAIT_MILLIS);
        if (message != null) {
          answer(message);
        }
      } catch (OtpErlangExit e) {
        LOG.log(Level.DEBUG, "a process that was linked to the mailbox has ended");
      } catch (OtpErlangDecodeException e) {
        LOG.log(Level.WARNING, "a message that this version of jinterface cannot read is dropped");
      } catch (RuntimeException | StackOverflowError e) {
        // jinterface reads and writes by recursion: a message must not end the server.
        LOG.log(Level.WARNING, "a message that jinterface cannot handle is dropped: " + e);
      }
    }
  }

  /**
   * Ends the server's thread, if it has one, after the call that it serves. Does not close the
   * mailbox.
   */
  @Override
  public void close() {
    closed = true;
    if (receiver == null || receiver == Thread.currentThread()) {
      return;
    }
    mailbox.send(mailbox.self(), WAKE_UP);
    try {
      receiver.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
