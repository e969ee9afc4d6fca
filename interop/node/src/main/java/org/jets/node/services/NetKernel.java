package org.jets.node.services;

import org.jets.node.calls.GenCall;
import org.jets.node.calls.Messenger;
import org.jets.node.process.ProcessTable;
import org.jets.node.process.Session;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** The process {@code net_kernel}, which answers {@code net_adm:ping}. */
public final class NetKernel extends ServiceProcess {
  public static final Atom NET_KERNEL = Atom.of("net_kernel");
  public static final Atom YES = Atom.of("yes");

  private static final Atom IS_AUTH = Atom.of("is_auth");
  private static final Atom NOTSUP = Atom.of("notsup");

  private final Messenger messenger;

  public NetKernel(ProcessTable table, Messenger messenger) {
    super(table);
    this.messenger = messenger;
  }

  /** Returns the request by which a node asks another whether it is accepted. */
  public static Tuple isAuth(Atom node) {
    return Tuple.of(IS_AUTH, node);
  }

  /** Drops the message: requests come over connections. */
  @Override
  protected void deliver(Term message) {}

  /** Answers each request, known or not: else its caller might wait for ever. */
  @Override
  protected void deliver(Session session, Term message) {
    GenCall call = GenCall.of(message);
    if (call != null && isOf(session, call.caller())) {
      boolean isPing =
          call.request() instanceof Tuple request
              && request.arity() == 2
              && request.element(1) == IS_AUTH;
      messenger.replyNow(pid(), call.from(), isPing ? YES : Tuple.of(Atom.ERROR, NOTSUP));
    }
  }
}
