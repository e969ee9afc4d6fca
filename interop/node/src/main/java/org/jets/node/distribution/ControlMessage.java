package org.jets.node.distribution;

import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A signal from a process of one node to a process of another, or between the nodes themselves. It
 * is a control tuple of the distribution protocol with its payload, independent of the operation
 * code that the two nodes have agreed on.
 *
 * <p>In each of them {@code from} is a process of the sender's node, and {@code to} one of the
 * receiver's, unless it says otherwise.
 *
 * @see <a href="https://www.erlang.org/doc/apps/erts/erl_dist_protocol.html">Distribution
 *     Protocol</a>
 */
public sealed interface ControlMessage {

  /** A signal that names the process that sent it. */
  sealed interface FromProcess extends ControlMessage {
    /** The process that sent it; null if the message does not name one. */
    @Nullable Pid from();
  }

  /** A message to a process. Some operations do not name the sender. */
  record Send(@Nullable Pid from, Pid to, Term message) implements FromProcess {}

  /** A message to the process with a registered name. */
  record SendToName(Pid from, Atom to, Term message) implements FromProcess {}

  /** A message to the process that made an alias. */
  record SendToAlias(Pid from, Reference to, Term message) implements FromProcess {}

  /** Links two processes. */
  record Link(Pid from, Pid to) implements FromProcess {}

  /** Tells that the sender, which was linked, has ended. */
  record Exit(Pid from, Pid to, Term reason) implements FromProcess {}

  /** An exit signal by {@code exit/2}: the sender need not be linked, and may be alive. */
  record ExitSignal(Pid from, Pid to, Term reason) implements FromProcess {}

  /**
   * Removes a link.
   *
   * @param id the number that the {@link UnlinkAck} repeats; unsigned. 0 stands for the form used
   *     before OTP 23, which is not acknowledged
   */
  record Unlink(long id, Pid from, Pid to) implements FromProcess {}

  /** Tells that the link is removed on the sender's side too. Not sent to a node before OTP 23. */
  record UnlinkAck(long id, Pid from, Pid to) implements FromProcess {}

  /**
   * Asks for one {@link MonitorExit} when a process ends.
   *
   * @param target a pid or a registered name
   */
  record Monitor(Pid from, Term target, Reference ref) implements FromProcess {}

  /** Removes a {@link Monitor}. */
  record Demonitor(Pid from, Term target, Reference ref) implements FromProcess {}

  /**
   * Tells that the monitored process has ended, or did not exist.
   *
   * @param target exactly as it was monitored, by pid or by name
   */
  record MonitorExit(Term target, Pid to, Reference ref, Term reason) implements ControlMessage {}

  /** Makes a process the group leader of another. */
  record GroupLeader(Pid from, Pid to) implements FromProcess {}

  /**
   * Asks for a new process. The node that is asked answers with exactly one {@link SpawnReply},
   * before any other signal of the new process.
   *
   * @param id of the request, and of the monitor if the options ask for one
   * @param options a list, such as <code>[monitor]</code>
   * @param arguments a list as long as {@code arity} says, or {@code system_limit} where they are
   *     nested too deep to be read
   */
  record SpawnRequest(
      Reference id,
      Pid from,
      Pid groupLeader,
      Atom module,
      Atom function,
      int arity,
      Term options,
      Term arguments)
      implements FromProcess {}

  /**
   * The answer to a {@link SpawnRequest}.
   *
   * @param linked whether the new process is linked to the one that asked
   * @param monitored whether it is monitored by it
   * @param pidOrError the pid of the new process, or an atom that says why there is none
   */
  record SpawnReply(Reference id, Pid to, boolean linked, boolean monitored, Term pidOrError)
      implements ControlMessage {}
}
