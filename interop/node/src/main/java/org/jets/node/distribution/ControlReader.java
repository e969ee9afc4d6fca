package org.jets.node.distribution;

import java.math.BigInteger;
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
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermDecoder;
import org.jets.terms.TermFormatException;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Reads control messages. Checks their shape and, as OTP does, that each is sent by a process of
 * the other node.
 */
final class ControlReader {
  private static final Atom SYSTEM_LIMIT = Atom.of("system_limit");

  private final Atom self;
  private final Atom peer;

  /** True if the payload of the message that is being read is nested too deep. */
  private boolean isTooDeep;

  ControlReader(Atom self, Atom peer) {
    this.self = self;
    this.peer = peer;
  }

  /**
   * Reads the control tuple and, if there is one, the payload. If an exit reason or the arguments
   * of a spawn request are nested too deep, {@code system_limit} takes their place.
   *
   * @return null for any other message whose payload is nested too deep: it is dropped
   * @throws ProtocolException if they are no message, or bytes follow them
   * @throws org.jets.terms.TermFormatException if they are no terms
   */
  @Nullable ControlMessage read(TermDecoder terms) throws ProtocolException {
    if (!(terms.read() instanceof Tuple tuple) || tuple.arity() == 0) {
      throw new ProtocolException("a control message that is no tuple");
    }
    int operation = integer(tuple, 1);
    isTooDeep = false;
    ControlMessage message = read(operation, tuple, terms);
    if (isTooDeep) {
      return isSend(message) ? null : message;
    }
    if (terms.remaining() > 0) {
      throw new ProtocolException("bytes after a control message " + operation);
    }
    return message;
  }

  /** Returns whether the payload of the last message is nested too deep. */
  boolean isTooDeep() {
    return isTooDeep;
  }

  private static boolean isSend(ControlMessage message) {
    return message instanceof Send
        || message instanceof SendToName
        || message instanceof SendToAlias;
  }

  private Term payload(TermDecoder terms) {
    try {
      return terms.read();
    } catch (TermFormatException e) {
      if (!e.isTooDeep()) {
        throw e;
      }
      isTooDeep = true;
      return SYSTEM_LIMIT;
    }
  }

  private ControlMessage read(int operation, Tuple tuple, TermDecoder terms)
      throws ProtocolException {
    return switch (operation) {
      case ControlOperation.LINK -> new Link(remote(tuple, 2), local(tuple, 3, 3));
      case ControlOperation.SEND -> new Send(null, pid(tuple, 3, 3), payload(terms));
      case ControlOperation.SEND_TT -> new Send(null, pid(tuple, 3, 4), payload(terms));
      case ControlOperation.SEND_SENDER ->
          new Send(pid(tuple, 2, 3), pid(tuple, 3, 3), payload(terms));
      case ControlOperation.SEND_SENDER_TT ->
          new Send(pid(tuple, 2, 4), pid(tuple, 3, 4), payload(terms));
      case ControlOperation.REG_SEND ->
          new SendToName(pid(tuple, 2, 4), atom(tuple, 4), payload(terms));
      case ControlOperation.REG_SEND_TT ->
          new SendToName(pid(tuple, 2, 5), atom(tuple, 4), payload(terms));
      case ControlOperation.ALIAS_SEND ->
          new SendToAlias(pid(tuple, 2, 3), reference(tuple, 3), payload(terms));
      case ControlOperation.ALIAS_SEND_TT ->
          new SendToAlias(pid(tuple, 2, 4), reference(tuple, 3), payload(terms));
      case ControlOperation.ALTACT_SIG_SEND -> altAct(tuple, terms);
      case ControlOperation.EXIT ->
          new Exit(remote(tuple, 2), local(tuple, 3, 4), tuple.element(4));
      case ControlOperation.EXIT_TT ->
          new Exit(remote(tuple, 2), local(tuple, 3, 5), tuple.element(5));
      case ControlOperation.PAYLOAD_EXIT ->
          new Exit(remote(tuple, 2), local(tuple, 3, 3), payload(terms));
      case ControlOperation.PAYLOAD_EXIT_TT ->
          new Exit(remote(tuple, 2), local(tuple, 3, 4), payload(terms));
      case ControlOperation.EXIT2 ->
          new ExitSignal(remote(tuple, 2), local(tuple, 3, 4), tuple.element(4));
      case ControlOperation.EXIT2_TT ->
          new ExitSignal(remote(tuple, 2), local(tuple, 3, 5), tuple.element(5));
      case ControlOperation.PAYLOAD_EXIT2 ->
          new ExitSignal(remote(tuple, 2), local(tuple, 3, 3), payload(terms));
      case ControlOperation.PAYLOAD_EXIT2_TT ->
          new ExitSignal(remote(tuple, 2), local(tuple, 3, 4), payload(terms));
      case ControlOperation.UNLINK -> new Unlink(0, remote(tuple, 2), local(tuple, 3, 3));
      case ControlOperation.UNLINK_ID ->
          new Unlink(unlinkId(tuple), remote(tuple, 3), local(tuple, 4, 4));
      case ControlOperation.UNLINK_ID_ACK ->
          new UnlinkAck(unlinkId(tuple), remote(tuple, 3), local(tuple, 4, 4));
      case ControlOperation.MONITOR_P ->
          new Monitor(remote(tuple, 2), localTarget(tuple, 3), reference(arity(tuple, 4), 4));
      case ControlOperation.DEMONITOR_P ->
          new Demonitor(remote(tuple, 2), localTarget(tuple, 3), reference(arity(tuple, 4), 4));
      case ControlOperation.MONITOR_P_EXIT ->
          new MonitorExit(
              remoteTarget(tuple, 2), local(tuple, 3, 5), reference(tuple, 4), tuple.element(5));
      case ControlOperation.PAYLOAD_MONITOR_P_EXIT ->
          new MonitorExit(
              remoteTarget(tuple, 2), local(tuple, 3, 4), reference(tuple, 4), payload(terms));
      case ControlOperation.GROUP_LEADER -> new GroupLeader(pid(tuple, 2, 3), local(tuple, 3, 3));
      case ControlOperation.SPAWN_REQUEST -> spawnRequest(arity(tuple, 6), payload(terms));
      case ControlOperation.SPAWN_REQUEST_TT -> spawnRequest(arity(tuple, 7), payload(terms));
      case ControlOperation.SPAWN_REPLY -> spawnReply(arity(tuple, 5));
      case ControlOperation.SPAWN_REPLY_TT -> spawnReply(arity(tuple, 6));
      default -> throw new ProtocolException("a control message " + operation + " (not known)");
    };
  }

  private ControlMessage altAct(Tuple tuple, TermDecoder terms) throws ProtocolException {
    if (tuple.arity() < 4) {
      throw malformed(tuple);
    }
    int flags = integer(tuple, 2);
    arity(tuple, (flags & ControlOperation.ALTACT_TOKEN) == 0 ? 4 : 5);
    Pid from = pid(tuple, 3, tuple.arity());
    boolean exit = (flags & ControlOperation.ALTACT_EXIT) != 0;
    boolean alias = (flags & ControlOperation.ALTACT_ALIAS) != 0;
    boolean name = (flags & ControlOperation.ALTACT_NAME) != 0;
    if ((alias && name) || (exit && (alias || name))) {
      throw malformed(tuple);
    }
    if (alias) {
      return new SendToAlias(from, reference(tuple, 4), payload(terms));
    }
    if (name) {
      return new SendToName(from, atom(tuple, 4), payload(terms));
    }
    return exit
        ? new ExitSignal(remote(tuple, 3), local(tuple, 4, tuple.arity()), payload(terms))
        : new Send(from, pid(tuple, 4, tuple.arity()), payload(terms));
  }

  private SpawnRequest spawnRequest(Tuple tuple, Term arguments) throws ProtocolException {
    Reference id = reference(tuple, 2);
    Pid from = remote(tuple, 3);
    if (id.node() == self
        || !(tuple.element(5) instanceof Tuple function)
        || function.arity() != 3) {
      throw malformed(tuple);
    }
    int arity = integer(function, 3);
    if (!isTooDeep
        && !(arguments instanceof ListTerm list && list.isProper() && list.size() == arity)) {
      throw malformed(tuple);
    }
    return new SpawnRequest(
        id,
        from,
        pid(tuple, 4, tuple.arity()),
        atom(function, 1),
        atom(function, 2),
        arity,
        tuple.element(6),
        arguments);
  }

  private SpawnReply spawnReply(Tuple tuple) throws ProtocolException {
    int flags = integer(tuple, 4);
    return new SpawnReply(
        reference(tuple, 2),
        local(tuple, 3, tuple.arity()),
        (flags & ControlOperation.SPAWN_LINKED) != 0,
        (flags & ControlOperation.SPAWN_MONITORED) != 0,
        remoteTarget(tuple, 5));
  }

  private static Tuple arity(Tuple tuple, int arity) throws ProtocolException {
    if (tuple.arity() != arity) {
      throw malformed(tuple);
    }
    return tuple;
  }

  /** Returns a process of the other node. */
  private Pid remote(Tuple tuple, int position) throws ProtocolException {
    if (tuple.arity() >= position
        && tuple.element(position) instanceof Pid pid
        && pid.node() == peer) {
      return pid;
    }
    throw malformed(tuple);
  }

  /** Returns a process of this node, of any incarnation. */
  private Pid local(Tuple tuple, int position, int arity) throws ProtocolException {
    Pid pid = pid(tuple, position, arity);
    if (pid.node() != self) {
      throw malformed(tuple);
    }
    return pid;
  }

  private static Pid pid(Tuple tuple, int position, int arity) throws ProtocolException {
    if (arity(tuple, arity).element(position) instanceof Pid pid) {
      return pid;
    }
    throw malformed(tuple);
  }

  private Term localTarget(Tuple tuple, int position) throws ProtocolException {
    return arity(tuple, 4).element(position) instanceof Atom name
        ? name
        : local(tuple, position, 4);
  }

  private Term remoteTarget(Tuple tuple, int position) throws ProtocolException {
    return tuple.arity() >= position && tuple.element(position) instanceof Atom name
        ? name
        : remote(tuple, position);
  }

  private static Atom atom(Tuple tuple, int position) throws ProtocolException {
    if (tuple.element(position) instanceof Atom atom) {
      return atom;
    }
    throw malformed(tuple);
  }

  private static Reference reference(Tuple tuple, int position) throws ProtocolException {
    if (tuple.element(position) instanceof Reference reference) {
      return reference;
    }
    throw malformed(tuple);
  }

  private static int integer(Tuple tuple, int position) throws ProtocolException {
    if (tuple.element(position) instanceof IntegerTerm integer
        && integer.fitsInt()
        && integer.signum() >= 0) {
      return integer.intValue();
    }
    throw malformed(tuple);
  }

  private static long unlinkId(Tuple tuple) throws ProtocolException {
    if (arity(tuple, 4).element(2) instanceof IntegerTerm id
        && id.signum() > 0
        && id.bitLength() <= Long.SIZE) {
      return id.bigIntegerValue().longValue();
    }
    throw malformed(tuple);
  }

  /** Returns an unsigned number as a term. */
  static IntegerTerm unsigned(long value) {
    return value >= 0
        ? IntegerTerm.of(value)
        : IntegerTerm.of(new BigInteger(Long.toUnsignedString(value)));
  }

  private static ProtocolException malformed(Tuple tuple) {
    String operation =
        tuple.element(1) instanceof IntegerTerm number && number.fitsInt()
            ? " " + number.intValue()
            : "";
    return new ProtocolException("a malformed control message" + operation);
  }
}
