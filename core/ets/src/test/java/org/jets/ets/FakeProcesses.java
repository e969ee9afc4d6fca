package org.jets.ets;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Processes of other nodes, which live until a test ends them. Tasks that may block run on demand.
 */
public final class FakeProcesses implements NodeProcesses {
  public static final Atom NODE = Atom.of("jets@here");
  public static final int CREATION = 7;
  private static final int FIRST_WORKER = 1_000_000;

  private final Map<Pid, List<Runnable>> monitors = new HashMap<>();
  private final Set<Pid> ended = new HashSet<>();
  private final Set<Pid> silent = new HashSet<>();
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final List<Runnable> laterTasks = new ArrayList<>();
  private final List<Tuple> sent = new ArrayList<>();
  private final Set<Pid> behind = new HashSet<>();
  private @Nullable Error deliveryError;
  private int lastPid;
  private int remembered;
  private int most = Integer.MAX_VALUE;

  /** The action that runs while the node of a process is asked. */
  private Runnable meanwhile = () -> {};

  /** Returns a space that has joined the node of these processes. */
  TableSpace space() {
    TableSpace space = new TableSpace();
    space.join(NODE, CREATION, this);
    return space;
  }

  /** Returns a process of another node. */
  public static Pid process(int number) {
    return Pid.of(Atom.of("a@there"), number, 0, 1);
  }

  @Override
  public synchronized Pid newPid() {
    return Pid.of(NODE, ++lastPid, 0, CREATION);
  }

  /** Makes the next call of {@link #newPid} return the pid of the last one. */
  synchronized void repeatPid() {
    lastPid--;
  }

  /** Returns a process of this node that works for one of {@link #process}'s. */
  public static Pid worker(int number) {
    return Pid.of(NODE, FIRST_WORKER + number, 0, CREATION);
  }

  @Override
  public Atom accountedTo(Pid process) {
    boolean isWorker = process.node() == NODE && process.id() >= FIRST_WORKER;
    return isWorker ? process(0).node() : process.node();
  }

  @Override
  public synchronized @Nullable Runnable remember(Pid process) {
    if (remembered == most) {
      return null;
    }
    remembered++;
    AtomicBoolean isOver = new AtomicBoolean();
    return () -> {
      if (isOver.compareAndSet(false, true)) {
        forgetOne();
      }
    };
  }

  private synchronized void forgetOne() {
    remembered--;
  }

  /** Sets the largest number of records about all processes. */
  synchronized void most(int number) {
    most = number;
  }

  /** Returns the number of records about all processes. */
  synchronized int remembered() {
    return remembered;
  }

  @Override
  public Runnable monitor(Pid process, Runnable end) {
    synchronized (this) {
      if (!ended.contains(process)) {
        monitors.computeIfAbsent(process, unused -> new ArrayList<>()).add(end);
        return () -> demonitor(process, end);
      }
    }
    end.run();
    return () -> {};
  }

  private synchronized void demonitor(Pid process, Runnable end) {
    monitors.computeIfPresent(
        process,
        (pid, ofProcess) -> {
          ofProcess.remove(end);
          return ofProcess.isEmpty() ? null : ofProcess;
        });
  }

  @Override
  public boolean isAnswered(Pid process) {
    meanwhile.run();
    synchronized (this) {
      return !silent.contains(process);
    }
  }

  @Override
  public synchronized void send(Pid process, Tuple message) {
    sent.add(Tuple.of(process, message));
  }

  @Override
  public synchronized boolean isBehind(Pid process) {
    return behind.contains(process);
  }

  /** Keeps the task until {@link #catchUp}. */
  @Override
  public synchronized void deliverLater(Runnable task) {
    laterTasks.add(task);
  }

  /** Lets a process fall behind with its messages. */
  synchronized void fallBehind(Pid process) {
    behind.add(process);
  }

  /** Ends {@link #fallBehind}. */
  synchronized void catchUp(Pid process) {
    behind.remove(process);
    tasks.addAll(laterTasks);
    laterTasks.clear();
  }

  @Override
  public synchronized void execute(Runnable task) {
    tasks.add(task);
  }

  /** Lets the delivery of changes fail; null for none. */
  synchronized void failDeliveries(@Nullable Error error) {
    deliveryError = error;
  }

  @Override
  public synchronized void deliver(Runnable task) {
    if (deliveryError != null) {
      throw deliveryError;
    }
    tasks.add(task);
  }

  void end(Pid process) {
    List<Runnable> told;
    synchronized (this) {
      ended.add(process);
      told = monitors.remove(process);
    }
    if (told != null) {
      told.forEach(Runnable::run);
    }
  }

  synchronized void silence(Pid process) {
    silent.add(process);
  }

  void meanwhile(Runnable action) {
    meanwhile = action;
  }

  /** Runs all tasks that may block. */
  void runTasks() {
    while (true) {
      Runnable task;
      synchronized (this) {
        task = tasks.poll();
      }
      if (task == null) {
        return;
      }
      task.run();
    }
  }

  /** Returns the messages that have been sent, with their receivers. */
  synchronized List<Tuple> sent() {
    return List.copyOf(sent);
  }

  /** Returns the number of monitored processes. */
  synchronized int monitored() {
    return monitors.size();
  }
}
