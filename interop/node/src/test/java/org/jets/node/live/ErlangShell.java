package org.jets.node.live;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jets.terms.Pid;
import org.jets.terms.Term;

/**
 * A process of a {@link LiveNode} that evaluates one thing after the other and keeps variables, as
 * the Erlang shell does; unlike that it survives exceptions. It owns the tables that it makes.
 */
public final class ErlangShell implements AutoCloseable {
  private final LiveNode node;
  private final EvaluationLink link;
  private final long number;

  ErlangShell(LiveNode node, EvaluationLink link, long number) {
    this.node = node;
    this.link = link;
    this.number = number;
  }

  /** Evaluates expressions; the rest is as with {@link LiveNode#eval(String)}. */
  public Term eval(String expressions) {
    return eval(expressions, Map.of());
  }

  /** As {@link #eval(String)}, with the values of variables, which the shell keeps. */
  public Term eval(String expressions, Map<String, ? extends Term> bindings) {
    return node.await(evalAsync(expressions, bindings));
  }

  /** As {@link #eval(String)}, without waiting. */
  public CompletableFuture<Term> evalAsync(String expressions) {
    return evalAsync(expressions, Map.of());
  }

  /** As {@link #eval(String, Map)}, without waiting. */
  public CompletableFuture<Term> evalAsync(
      String expressions, Map<String, ? extends Term> bindings) {
    return link.evaluate(number, expressions, bindings);
  }

  /** Returns its pid. */
  public Pid pid() {
    return (Pid) eval("self()");
  }

  /** Ends the process with {@code exit(Pid, kill)}. */
  @Override
  public void close() {
    link.endShell(number);
  }
}
