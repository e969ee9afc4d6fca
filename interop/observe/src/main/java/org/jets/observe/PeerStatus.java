package org.jets.observe;

/** A connected node, as MXBeans show it. */
public interface PeerStatus {
  /** Returns the name of the node. */
  String getName();

  /** Returns how many calls of it run or wait. */
  int getCalls();

  /** Returns the bytes of the requests of these calls. */
  long getCallBytes();

  /**
   * Returns about how many bytes of the heap take its links and monitors, its incomplete messages,
   * and the messages that wait to be sent to it.
   */
  long getHeldBytes();

  /** Returns about how many bytes its owners and fixations of tables take, without the tables. */
  long getOwnerBytes();

  /** Returns the bytes of its texts that still wait. */
  long getOutputBytes();

  /** Returns whether it reads so slowly that its calls do not begin. */
  boolean isBehind();
}
