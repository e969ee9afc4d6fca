package org.jets.node.distribution;

import org.jets.node.distribution.ControlMessage.Demonitor;
import org.jets.node.distribution.ControlMessage.Exit;
import org.jets.node.distribution.ControlMessage.ExitSignal;
import org.jets.node.distribution.ControlMessage.GroupLeader;
import org.jets.node.distribution.ControlMessage.Link;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SendToAlias;
import org.jets.node.distribution.ControlMessage.SendToName;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.node.distribution.ControlMessage.Unlink;
import org.jets.node.distribution.ControlMessage.UnlinkAck;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Turns messages into control tuples and payloads, in the form that the other node can read. */
final class ControlWriter {
  /** Stands in the place of the cookie, which OTP no longer sends. */
  private static final Atom NO_COOKIE = Atom.of("");

  private final boolean sendSender;
  private final boolean exitPayload;
  private final boolean unlinkId;
  private final boolean altAct;

  /**
   * @param flags what both nodes can do
   */
  ControlWriter(long flags) {
    this.sendSender = Flags.has(flags, Flags.SEND_SENDER);
    this.exitPayload = Flags.has(flags, Flags.EXIT_PAYLOAD);
    this.unlinkId = Flags.has(flags, Flags.UNLINK_ID);
    this.altAct = Flags.has(flags, Flags.ALTACT_SIG);
  }

  /** Returns the control tuple; null if the other node has no use for the message. */
  @Nullable Tuple control(ControlMessage message) {
    if (message instanceof Send m) {
      Pid from = m.from();
      return from != null && sendSender
          ? tuple(ControlOperation.SEND_SENDER, from, m.to())
          : tuple(ControlOperation.SEND, NO_COOKIE, m.to());
    }
    if (message instanceof SendToName m) {
      return tuple(ControlOperation.REG_SEND, m.from(), NO_COOKIE, m.to());
    }
    if (message instanceof SendToAlias m) {
      return altAct
          ? tuple(
              ControlOperation.ALTACT_SIG_SEND,
              integer(ControlOperation.ALTACT_ALIAS),
              m.from(),
              m.to())
          : tuple(ControlOperation.ALIAS_SEND, m.from(), m.to());
    }
    if (message instanceof Link m) {
      return tuple(ControlOperation.LINK, m.from(), m.to());
    }
    if (message instanceof Exit m) {
      return exitPayload
          ? tuple(ControlOperation.PAYLOAD_EXIT, m.from(), m.to())
          : tuple(ControlOperation.EXIT, m.from(), m.to(), m.reason());
    }
    if (message instanceof ExitSignal m) {
      return exitPayload
          ? tuple(ControlOperation.PAYLOAD_EXIT2, m.from(), m.to())
          : tuple(ControlOperation.EXIT2, m.from(), m.to(), m.reason());
    }
    if (message instanceof Unlink m) {
      return unlinkId
          ? tuple(ControlOperation.UNLINK_ID, ControlReader.unsigned(m.id()), m.from(), m.to())
          : tuple(ControlOperation.UNLINK, m.from(), m.to());
    }
    if (message instanceof UnlinkAck m) {
      return unlinkId
          ? tuple(ControlOperation.UNLINK_ID_ACK, ControlReader.unsigned(m.id()), m.from(), m.to())
          : null;
    }
    return controlOfMonitors(message);
  }

  private @Nullable Tuple controlOfMonitors(ControlMessage message) {
    if (message instanceof Monitor m) {
      return tuple(ControlOperation.MONITOR_P, m.from(), m.target(), m.ref());
    }
    if (message instanceof Demonitor m) {
      return tuple(ControlOperation.DEMONITOR_P, m.from(), m.target(), m.ref());
    }
    if (message instanceof MonitorExit m) {
      return exitPayload
          ? tuple(ControlOperation.PAYLOAD_MONITOR_P_EXIT, m.target(), m.to(), m.ref())
          : tuple(ControlOperation.MONITOR_P_EXIT, m.target(), m.to(), m.ref(), m.reason());
    }
    if (message instanceof GroupLeader m) {
      return tuple(ControlOperation.GROUP_LEADER, m.from(), m.to());
    }
    if (message instanceof SpawnRequest m) {
      Tuple function = Tuple.of(m.module(), m.function(), integer(m.arity()));
      return tuple(
          ControlOperation.SPAWN_REQUEST, m.id(), m.from(), m.groupLeader(), function, m.options());
    }
    SpawnReply m = (SpawnReply) message;
    int flags =
        (m.linked() ? ControlOperation.SPAWN_LINKED : 0)
            | (m.monitored() ? ControlOperation.SPAWN_MONITORED : 0);
    return tuple(ControlOperation.SPAWN_REPLY, m.id(), m.to(), integer(flags), m.pidOrError());
  }

  /** Returns the payload; null if the control tuple is the whole message. */
  @Nullable Term payload(ControlMessage message) {
    if (message instanceof Send m) {
      return m.message();
    }
    if (message instanceof SendToName m) {
      return m.message();
    }
    if (message instanceof SendToAlias m) {
      return m.message();
    }
    if (message instanceof SpawnRequest m) {
      return m.arguments();
    }
    if (!exitPayload) {
      return null;
    }
    if (message instanceof Exit m) {
      return m.reason();
    }
    if (message instanceof ExitSignal m) {
      return m.reason();
    }
    return message instanceof MonitorExit m ? m.reason() : null;
  }

  private static Tuple tuple(int operation, Term element2, Term element3) {
    return Tuple.of(integer(operation), element2, element3);
  }

  private static Tuple tuple(int operation, Term... elements) {
    Term[] all = new Term[elements.length + 1];
    all[0] = integer(operation);
    System.arraycopy(elements, 0, all, 1, elements.length);
    return Tuple.of(all);
  }

  private static IntegerTerm integer(int value) {
    return IntegerTerm.of(value);
  }
}
