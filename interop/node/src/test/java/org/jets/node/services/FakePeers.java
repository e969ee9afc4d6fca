package org.jets.node.services;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Processes of other nodes, which live until a test ends them, and answer until it silences them.
 */
final class FakePeers implements Processes {
  static final Atom NODE = Atom.of("jets@here");

  private record Monitor(Pid process, Consumer<? super Term> down) {}

  private final Map<Reference, Monitor> monitors = new HashMap<>();
  private final Map<Pid, Term> ended = new HashMap<>();
  private final Set<Pid> silent = new HashSet<>();
  private final List<Tuple> sent = new ArrayList<>();
  private int last;

  /** Returns a process of another node. */
  static Pid process(int number) {
    return Pid.of(Atom.of("a@there"), number, 0, 1);
  }

  @Override
  public Atom node() {
    return NODE;
  }

  @Override
  public int creation() {
    return 7;
  }

  @Override
  public synchronized Pid newPid() {
    return Pid.of(NODE, ++last, 0, 7);
  }

  @Override
  public synchronized void send(Pid to, Term message) {
    sent.add(Tuple.of(to, message));
    notifyAll();
  }

  @Override
  public Reference monitor(Pid process, Consumer<? super Term> down) {
    Reference ref;
    Term reason;
    synchronized (this) {
      ref = Reference.of(NODE, 7, ++last, 0, 0);
      reason = ended.get(process);
      if (reason == null) {
        monitors.put(ref, new Monitor(process, down));
      }
    }
    if (reason != null) {
      down.accept(reason);
    }
    return ref;
  }

  @Override
  public synchronized void demonitor(Reference monitor) {
    monitors.remove(monitor);
  }

  @Override
  public synchronized CompletableFuture<Boolean> isAlive(Pid process, Duration bound) {
    return CompletableFuture.completedFuture(
        !ended.containsKey(process) && !silent.contains(process));
  }

  /** Ends a process: existing and later monitors are told. */
  void end(Pid process, String reason) {
    List<Monitor> told = new ArrayList<>();
    synchronized (this) {
      ended.put(process, Atom.of(reason));
      monitors
          .values()
          .removeIf(
              monitor -> {
                boolean isOfProcess = monitor.process().equals(process);
                if (isOfProcess) {
                  told.add(monitor);
                }
                return isOfProcess;
              });
    }
    told.forEach(monitor -> monitor.down().accept(Atom.of(reason)));
  }

  /** Keeps a process from answering. */
  synchronized void silence(Pid process) {
    silent.add(process);
  }

  synchronized List<Tuple> sent() {
    return List.copyOf(sent);
  }

  /** Waits until a message has been sent. */
  synchronized Tuple awaitSent() throws InterruptedException {
    while (sent.isEmpty()) {
      wait();
    }
    return sent.get(0);
  }

  synchronized int monitorCount() {
    return monitors.size();
  }
}
