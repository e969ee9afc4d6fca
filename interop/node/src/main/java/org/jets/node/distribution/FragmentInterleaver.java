package org.jets.node.distribution;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jets.node.distribution.ControlMessage.FromProcess;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Lets messages overtake the fragments of long messages. Messages of the same process or of the
 * same sending thread do not overtake: they wait until the long message has been written.
 *
 * <p>For one thread.
 */
final class FragmentInterleaver {
  /** The long messages that are being written; the one whose turn it is comes first. */
  private final Deque<LongMessage> writing = new ArrayDeque<>();

  /** The messages that wait, in the order in which they were sent. */
  private Deque<SendQueue.Entry> waiting = new ArrayDeque<>();

  /** The processes and threads of the messages in both queues. */
  private final Set<Object> busy = new HashSet<>();

  private long bytes;

  /**
   * A message of which there are fragments to write.
   *
   * @param entry the message that was sent
   * @param bytes its encoded form
   */
  record LongMessage(SendQueue.Entry entry, FragmentedBytes bytes) {}

  boolean isIdle() {
    return writing.isEmpty();
  }

  int waitingCount() {
    return waiting.size();
  }

  long bytes() {
    return bytes;
  }

  /** Keeps a message back if it must wait; returns true if it is kept. */
  boolean holdBack(SendQueue.Entry entry) {
    if (writing.isEmpty() || !isBusy(entry)) {
      return false;
    }
    markBusy(entry);
    waiting.add(entry);
    return true;
  }

  /** Begins a long message, whose first fragment has been written. */
  void begin(LongMessage message) {
    markBusy(message.entry());
    writing.add(message);
    bytes += message.bytes().length();
  }

  /** Returns the message whose turn it is. */
  LongMessage next() {
    return writing.remove();
  }

  /** Puts a message back, behind all others. */
  void putBack(LongMessage message) {
    writing.add(message);
  }

  /**
   * Ends a long message.
   *
   * @return the messages that waited, in their order; each has to be offered to {@link #holdBack}
   *     again
   */
  List<SendQueue.Entry> end(LongMessage message) {
    bytes -= message.bytes().length();
    busy.clear();
    for (LongMessage other : writing) {
      markBusy(other.entry());
    }
    List<SendQueue.Entry> free = new ArrayList<>(waiting);
    waiting = new ArrayDeque<>();
    return free;
  }

  /** Drops all messages. */
  void release() {
    writing.clear();
    waiting.clear();
    busy.clear();
    bytes = 0;
  }

  private boolean isBusy(SendQueue.Entry entry) {
    Term sender = senderOf(entry.message());
    return busy.contains(entry.sender()) || (sender != null && busy.contains(sender));
  }

  private void markBusy(SendQueue.Entry entry) {
    busy.add(entry.sender());
    Term sender = senderOf(entry.message());
    if (sender != null) {
      busy.add(sender);
    }
  }

  /** Returns the process that sent a message as a signal; null if none did. */
  static @Nullable Term senderOf(ControlMessage message) {
    if (message instanceof FromProcess m) {
      return m.from();
    }
    if (message instanceof MonitorExit m) {
      return m.target();
    }
    return message instanceof SpawnReply m && m.pidOrError() instanceof Pid pid ? pid : null;
  }
}
