package org.jets.ets;

import org.jets.ets.feed.SubscriptionCounts;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jspecify.annotations.Nullable;

/**
 * The owners that stand for processes of other nodes. One is started when such a process makes a
 * table, keeps one fixed, is given one or becomes an heir. It is forgotten when the process has
 * none of these any more, or ends.
 *
 * <p>The process of an owner is monitored from the start of the owner until the owner is forgotten.
 * So the process may end at any time. If it ends before the monitor exists, the monitor reports
 * that at once, and the tables that the process has made meanwhile end with it.
 *
 * <p>A thread that must not block reports the end of a process. It only unpublishes the owner's
 * tables or passes them to heirs, which takes no lock that is held for long. Other threads of the
 * node release the objects and send messages to heirs.
 */
final class ProcessOwners {
  private final TableSpace space;
  private final NodeProcesses processes;

  private final SubscriptionCounts subscriptions =
      new SubscriptionCounts(Runtime.getRuntime().maxMemory());

  ProcessOwners(TableSpace space, NodeProcesses processes) {
    this.space = space;
    this.processes = processes;
  }

  NodeProcesses processes() {
    return processes;
  }

  /**
   * Counts one more record about a process.
   *
   * @return an action that takes the count back
   * @throws SystemLimitException if there would be too many records
   */
  Runnable remember(Pid pid) {
    Runnable forgetting = processes.remember(pid);
    if (forgetting == null) {
      throw SystemLimitException.ofProcess(pid);
    }
    return forgetting;
  }

  /** As {@link #remember}, for a subscription, of which a node may have fewer. */
  Runnable rememberSubscription(Pid pid, Atom node) {
    Runnable forgettingOne = subscriptions.add(node);
    Runnable forgetting = null;
    Runnable both = null;
    try {
      forgetting = remember(pid);
      both = bothOf(forgettingOne, forgetting);
      return both;
    } finally {
      if (both == null) {
        forgettingOne.run();
        if (forgetting != null) {
          forgetting.run();
        }
      }
    }
  }

  private static Runnable bothOf(Runnable first, Runnable second) {
    return () -> {
      first.run();
      second.run();
    };
  }

  /**
   * Returns the owner for a process, {@linkplain Owner#hold held}; it may end at any time.
   *
   * @throws SystemLimitException if there would be too many
   */
  Owner hold(Pid pid) {
    while (true) {
      Owner known = space.owner(pid);
      if (known == null) {
        ProcessOwner made = make(pid);
        if (made != null) {
          watch(made);
          return made;
        }
      } else if (known.hold()) {
        return known;
      } else {
        space.forget(known);
      }
    }
  }

  /** Makes the owner for a process. Returns null if another thread has made one. */
  private @Nullable ProcessOwner make(Pid pid) {
    Runnable forgetting = remember(pid);
    boolean isMade = false;
    try {
      Atom quotaNode = processes.accountedTo(pid);
      ProcessOwner made =
          new ProcessOwner(space, pid, quotaNode, processes, this::idle, forgetting);
      isMade = space.register(made);
      return isMade ? made : null;
    } finally {
      if (!isMade) {
        forgetting.run();
      }
    }
  }

  /**
   * As {@link #hold}, but waits until the process' node has answered whether the process is alive.
   * If it is not, the owner has ended by then.
   *
   * @return null if there is no answer
   */
  @Nullable Owner holdAnswered(Pid pid) {
    Owner owner = hold(pid);
    boolean isAnswered = false;
    try {
      isAnswered = processes.isAnswered(pid);
    } finally {
      if (!isAnswered) {
        owner.unhold();
      }
    }
    return isAnswered ? owner : null;
  }

  private void watch(ProcessOwner owner) {
    boolean isWatched = false;
    try {
      owner.watchedBy(processes.monitor(owner.pid(), () -> end(owner)));
      isWatched = true;
    } finally {
      if (!isWatched || !space.isJoined(this)) {
        end(owner);
      }
    }
  }

  /** Ends an owner without waiting. */
  void end(Owner owner) {
    owner.closeWithoutWaiting(processes::execute);
  }

  private void idle(ProcessOwner owner) {
    processes.execute(owner::closeIfIdle);
  }
}
