package org.jets.node.process;

import org.jets.terms.Atom;

/** The reasons for the end of a process that mean something to Erlang itself. */
public final class ExitReason {
  /** A process has done its work; who is linked with it and does not trap exits lives on. */
  public static final Atom NORMAL = Atom.of("normal");

  /** As an explicit signal this ends a process whether it traps exits or not. */
  public static final Atom KILL = Atom.of("kill");

  /** What others see of a process that was ended by {@link #KILL}. */
  public static final Atom KILLED = Atom.of("killed");

  /** There is more than there may be. */
  public static final Atom SYSTEM_LIMIT = Atom.of("system_limit");

  /** There is no such process. */
  public static final Atom NOPROC = Atom.of("noproc");

  /** The process' node cannot be reached, or not any more. */
  public static final Atom NOCONNECTION = Atom.of("noconnection");

  /** The process' node is being closed. */
  public static final Atom SHUTDOWN = Atom.of("shutdown");

  private ExitReason() {}
}
