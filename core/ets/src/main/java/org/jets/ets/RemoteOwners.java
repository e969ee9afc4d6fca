package org.jets.ets;

import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jspecify.annotations.Nullable;

/**
 * The owners that stand for processes of other nodes. One is started when such a process makes a
 * table, keeps one fixed, is given one or becomes an heir, and it is forgotten when the process has
 * nothing of the kind any more, or ends.
 *
 * <p>Each of them is monitored from before anybody gets to see that it is there until it is
 * forgotten. So it does not matter when the process ends: if that is before the monitor is there,
 * the monitor tells at once, and what the process has made meanwhile goes with it.
 *
 * <p>The end of a process is told by a thread that must not wait. It only makes the owner's tables
 * unreachable, or those of its heirs, which takes no lock that is held for long; letting go of the
 * objects and telling heirs is left to the node's other threads.
 */
final class RemoteOwners {
  private final TableSpace space;
  private final NodeProcesses processes;

  RemoteOwners(TableSpace space, NodeProcesses processes) {
    this.space = space;
    this.processes = processes;
  }

  NodeProcesses processes() {
    return processes;
  }

  /**
   * Counts something that tables remember of a process.
   *
   * @return counts it no more
   * @throws SystemLimitException if there would be too much
   */
  Runnable remember(Pid pid) {
    Runnable forgetting = processes.remember(pid);
    if (forgetting == null) {
      throw SystemLimitException.ofProcess(pid);
    }
    return forgetting;
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

  /** Makes the owner for a process; null if there is one by now. */
  private @Nullable ProcessOwner make(Pid pid) {
    Runnable forgetting = remember(pid);
    boolean isMade = false;
    try {
      Atom account = processes.accountedTo(pid);
      ProcessOwner made =
          new ProcessOwner(
              space, pid, account, message -> processes.send(pid, message), this::idle, forgetting);
      isMade = space.register(made);
      return isMade ? made : null;
    } finally {
      if (!isMade) {
        forgetting.run();
      }
    }
  }

  /**
   * As {@link #hold}, once the process' node has said whether it is there: if it is not, the owner
   * has ended.
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
