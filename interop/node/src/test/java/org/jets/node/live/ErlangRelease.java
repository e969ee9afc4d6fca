package org.jets.node.live;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;
import org.jspecify.annotations.Nullable;

/** A release of Erlang whose nodes a test starts. */
public final class ErlangRelease implements AutoCloseable {
  private final ErlangOracle oracle;
  private final int number;
  private final Epmd epmd;
  private @Nullable LiveNode shared;

  ErlangRelease(ErlangOracle oracle, Epmd epmd) {
    this.oracle = oracle;
    this.number = oracle.release();
    this.epmd = epmd;
  }

  /** Returns its number, such as 25. */
  public int number() {
    return number;
  }

  /** Returns an Erlang of this release that is no node. */
  public ErlangOracle oracle() {
    return oracle;
  }

  /** Returns the epmd that knows the nodes of this run. */
  public Epmd epmd() {
    return epmd;
  }

  /** Returns whether the release has an application, such as {@code ssl}. */
  public boolean has(String application) {
    String question = "code:lib_dir(" + application + ") =/= {error, bad_name}";
    Answer answer = oracle.ask("eval", List.of(question.getBytes(StandardCharsets.UTF_8))).get(0);
    return ExternalTermFormat.decode(answer.bytes()) == Atom.TRUE;
  }

  /**
   * Returns a visible node that all tests of a run share, to save its start. They leave no names,
   * tables or settings behind in it.
   */
  public synchronized LiveNode node() throws IOException {
    if (shared == null || !shared.isAlive()) {
      shared = newNode().start();
    }
    return shared;
  }

  /** Returns a starter of a node for one test, which the test closes. */
  public LiveNodeStarter newNode() {
    return new LiveNodeStarter(oracle.command(), number, epmd);
  }

  @Override
  public synchronized void close() {
    if (shared != null) {
      shared.close();
    }
  }

  /** Returns the release and the command: a test's display name. */
  @Override
  public String toString() {
    return oracle.toString();
  }
}
