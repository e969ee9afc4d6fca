package org.jets.node.live;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.IntegerTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The socket over which an Erlang evaluates: requests with numbers, answers in any order. The
 * program at the other end is {@code jets_live.erl}. Writers take turns by its lock; one thread
 * reads.
 */
final class EvaluationLink implements AutoCloseable {
  private static final Atom CLOSE = Atom.of("close");

  private final Socket socket;
  private final DataOutputStream requests;
  private final AtomicLong ids = new AtomicLong();
  private final Map<Long, CompletableFuture<Term>> pending = new ConcurrentHashMap<>();

  /** Sends the program, and starts to read. */
  EvaluationLink(Socket socket, byte[] program) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    requests = new DataOutputStream(socket.getOutputStream());
    send(program);
    Thread reader = new Thread(this::read, "erlang-answers");
    reader.setDaemon(true);
    reader.start();
  }

  /** Returns a future of the value, or of an {@link AssertionError}. */
  CompletableFuture<Term> evaluate(
      long shell, String expressions, Map<String, ? extends Term> bindings) {
    Map<Term, Term> variables = new HashMap<>();
    bindings.forEach((name, value) -> variables.put(Atom.of(name), value));
    long id = ids.incrementAndGet();
    CompletableFuture<Term> answer = new CompletableFuture<>();
    pending.put(id, answer);
    try {
      send(
          ExternalTermFormat.encode(
              Tuple.of(
                  IntegerTerm.of(id),
                  IntegerTerm.of(shell),
                  Binary.of(expressions),
                  MapTerm.of(variables))));
    } catch (IOException e) {
      pending.remove(id);
      answer.completeExceptionally(new AssertionError("the node takes no requests any more", e));
    }
    return answer;
  }

  void endShell(long shell) {
    try {
      send(ExternalTermFormat.encode(Tuple.of(CLOSE, IntegerTerm.of(shell))));
    } catch (IOException e) {
      // The node has ended, and the shell with it.
    }
  }

  private synchronized void send(byte[] packet) throws IOException {
    requests.writeInt(packet.length);
    requests.write(packet);
    requests.flush();
  }

  private void read() {
    AssertionError end = new AssertionError("the node has ended");
    try (DataInputStream answers = new DataInputStream(socket.getInputStream())) {
      while (true) {
        byte[] packet = new byte[answers.readInt()];
        answers.readFully(packet);
        answer((Tuple) ExternalTermFormat.decode(packet));
      }
    } catch (IOException | RuntimeException e) {
      end.initCause(e);
    }
    // A later request is not answered: its sender finds the socket closed.
    pending.values().forEach(answer -> answer.completeExceptionally(end));
  }

  private void answer(Tuple answer) throws IOException {
    long id = ((IntegerTerm) answer.element(1)).longValue();
    CompletableFuture<Term> future = pending.remove(id);
    if (future == null) {
      throw new IOException("answer to nothing: " + id);
    }
    Term value = answer.element(3);
    if (answer.element(2) == Atom.OK) {
      future.complete(value);
    } else {
      future.completeExceptionally(
          new AssertionError("Erlang raised " + ((Binary) value).toText()));
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // Then it is closed.
    }
  }
}
