package org.jets.node.live;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jets.terms.Pid;
import org.jets.terms.Term;

/**
 * A process of a {@link LiveNode} that evaluates expressions one after the other and keeps
 * variables, like the Erlang shell. Unlike that shell, it survives exceptions. It owns the tables
 * that it creates.
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

  /** Evaluates expressions; see {@link LiveNode#eval(String)}. */
  public Term eval(String expressions) {
    return eval(expressions, Map.of());
  }

  /**
   * Evaluates as {@link #eval(String)} does, with the values of variables, which the shell keeps.
   */
  public Term eval(String expressions, Map<String, ? extends Term> bindings) {
    return node.await(evalAsync(expressions, bindings));
  }

  /** Evaluates as {@link #eval(String)} does, without waiting. */
  public CompletableFuture<Term> evalAsync(String expressions) {
    return evalAsync(expressions, Map.of());
  }

  /** Evaluates as {@link #eval(String, Map)} does, without waiting. */
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
