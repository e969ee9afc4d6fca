package org.jets.node.live;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.testkit.ErlangProcess;

/**
 * A running Erlang node, which evaluates expressions for a test: each in a process of its own, or
 * one after the other in an {@link ErlangShell}. Safe for use by many threads.
 *
 * <p>Expressions are given as an Erlang shell would be, without the final full stop, and may use
 * variables whose values the test gives:
 *
 * <pre>{@code
 * try (LiveNode node = release.newNode().start()) {
 *   node.eval("{Me, node()} ! Message", Map.of("Me", name, "Message", message));
 *   CompletableFuture<Term> answer = node.evalAsync("receive X -> X end");
 * }
 * }</pre>
 *
 * <p>A wait that exceeds {@code jets.live.seconds}, 60 by default, fails the test. The failure
 * shows the node's output, which includes its log from warnings on.
 */
public final class LiveNode implements AutoCloseable {
  /** The limit of time for any action of a live node. */
  public static final Duration BOUND = Duration.ofSeconds(Long.getLong("jets.live.seconds", 60));

  private static final long OWN_PROCESS = 0;
  private static final int POLL_MILLIS = 100;
  private static final long POLL_NANOS = 100_000;

  /** The properties by which other nodes know the node. */
  record Identity(String name, String cookie, int release) {}

  private final Identity identity;
  private final ErlangProcess process;
  private final EvaluationLink link;
  private final AtomicLong shells = new AtomicLong(OWN_PROCESS);

  private LiveNode(Identity identity, ErlangProcess process, EvaluationLink link) {
    this.identity = identity;
    this.process = process;
    this.link = link;
  }

  /** Starts a process that connects to a server's socket, and sends it the program it is to run. */
  static LiveNode start(
      Identity identity, ProcessBuilder builder, ServerSocket server, byte[] program)
      throws IOException {
    ErlangProcess process = ErlangProcess.start(builder);
    try {
      LiveNode node =
          new LiveNode(identity, process, new EvaluationLink(accept(server, process), program));
      Term name = node.eval("node()");
      if (name != node.name()) {
        throw new AssertionError("the node calls itself " + name);
      }
      return node;
    } catch (IOException | AssertionError e) {
      process.close();
      throw new AssertionError(
          "no node " + identity.name() + " from " + builder.command() + ": " + process.output(), e);
    }
  }

  private static Socket accept(ServerSocket server, ErlangProcess process) throws IOException {
    long deadline = System.nanoTime() + BOUND.toNanos();
    server.setSoTimeout(POLL_MILLIS);
    while (true) {
      try {
        return server.accept();
      } catch (SocketTimeoutException e) {
        if (!process.isAlive() || System.nanoTime() - deadline > 0) {
          throw e;
        }
      }
    }
  }

  /** Returns the node's name. */
  public Atom name() {
    return Atom.of(identity.name());
  }

  /** Returns the node's cookie. */
  public String cookie() {
    return identity.cookie();
  }

  /** Returns the number of its release, such as 25. */
  public int release() {
    return identity.release();
  }

  /** Returns true until its process has ended. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Evaluates expressions in a process of their own, which ends with them.
   *
   * @return the value of the last one
   * @throws AssertionError if an exception is raised, with its text, or there is no answer in time
   */
  public Term eval(String expressions) {
    return eval(expressions, Map.of());
  }

  /** Evaluates as {@link #eval(String)} does, with the values of variables. */
  public Term eval(String expressions, Map<String, ? extends Term> bindings) {
    return await(evalAsync(expressions, bindings));
  }

  /**
   * Evaluates as {@link #eval(String)} does, without waiting. An exception is an {@link
   * AssertionError}.
   */
  public CompletableFuture<Term> evalAsync(String expressions) {
    return evalAsync(expressions, Map.of());
  }

  /** Evaluates as {@link #evalAsync(String)} does, with the values of variables. */
  public CompletableFuture<Term> evalAsync(
      String expressions, Map<String, ? extends Term> bindings) {
    return link.evaluate(OWN_PROCESS, expressions, bindings);
  }

  /**
   * Starts a shell: a process that evaluates expressions one after the other, and keeps variables.
   */
  public ErlangShell shell() {
    return new ErlangShell(this, link, shells.incrementAndGet());
  }

  /** Waits for an action of a node, at most for {@link #BOUND}. */
  public <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(BOUND.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError(this + ": " + e.getCause().getMessage() + output(), e);
    } catch (TimeoutException e) {
      throw new AssertionError(this + ": nothing within " + BOUND + output(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Returns the beginning of the node's output and log. */
  public String output() {
    String output = process.output();
    return output.isEmpty() ? "" : "; its output: " + output;
  }

  /** Stops the node as {@code init:stop()} does, and waits until it has ended. */
  public void stop() {
    eval("init:stop()");
    try {
      if (!process.handle().waitFor(BOUND.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError(this + ": does not stop" + output());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
    }
  }

  /** Kills the node with SIGKILL, and waits until it has ended. */
  public void kill() {
    close();
  }

  /**
   * Suspends its process with SIGSTOP, and waits until each of its threads has stopped. Connections
   * stay open and silent.
   */
  public void suspend() throws IOException {
    signal("STOP");
    ThreadStates threads = ThreadStates.of(process.handle().pid());
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (!threads.areStopped()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError(this + ": not stopped within " + BOUND + output());
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Resumes a {@linkplain #suspend suspended} process. */
  public void resume() throws IOException {
    signal("CONT");
  }

  private void signal(String signal) throws IOException {
    Process kill =
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.handle().pid())).start();
    try {
      if (kill.waitFor() != 0) {
        throw new IOException("kill -" + signal + " of " + this + " failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Kills the node, if it has not ended. */
  @Override
  public void close() {
    process.close();
    link.close();
  }

  @Override
  public String toString() {
    return identity.name() + " (OTP " + identity.release() + ")";
  }
}
