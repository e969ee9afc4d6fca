package org.jets.node.process;

import org.jets.terms.Atom;

/** The exit reasons that have a meaning to Erlang itself. */
public final class ExitReason {
  /** The process has done its work. A linked process that does not trap exits stays alive. */
  public static final Atom NORMAL = Atom.of("normal");

  /** As an explicit signal, ends a process whether it traps exits or not. */
  public static final Atom KILL = Atom.of("kill");

  /** The reason that other processes get of a process that was ended by {@link #KILL}. */
  public static final Atom KILLED = Atom.of("killed");

  /** A limit has been reached. */
  public static final Atom SYSTEM_LIMIT = Atom.of("system_limit");

  /** There is no such process. */
  public static final Atom NOPROC = Atom.of("noproc");

  /** The process' node cannot be reached, or no longer. */
  public static final Atom NOCONNECTION = Atom.of("noconnection");

  /** The process' node is being closed. */
  public static final Atom SHUTDOWN = Atom.of("shutdown");

  private ExitReason() {}
}
