package org.jets.node.services;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jets.node.ErlangException;
import org.jets.node.ExposedModule;
import org.jets.node.IncomingCall;
import org.jets.node.jobs.JobPool;
import org.jets.terms.Atom;
import org.jets.terms.Term;

/** The function of Erlang's module {@code net_adm} that a node offers to others. */
public final class NetAdmModule {
  private static final Atom PONG = Atom.of("pong");
  private static final Atom PANG = Atom.of("pang");

  private NetAdmModule() {}

  /**
   * Creates the module.
   *
   * @param ping asks a node whether it accepts this one
   */
  public static ExposedModule of(Function<? super Atom, ? extends Future<Boolean>> ping) {
    return new FunctionTable().with("ping", 1, call -> ping(call, ping));
  }

  private static Term ping(
      IncomingCall call, Function<? super Atom, ? extends Future<Boolean>> ping)
      throws ErlangException, InterruptedException {
    if (!(call.arguments().get(0) instanceof Atom node)) {
      throw FunctionErrors.functionClause(call);
    }
    Future<Boolean> answer = ping.apply(node);
    return JobPool.outside(() -> isPong(answer)) ? PONG : PANG;
  }

  private static boolean isPong(Future<Boolean> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      return false;
    }
  }
}
