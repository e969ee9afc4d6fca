package org.jets.observe;

import java.util.List;

/** A node and its connections, for management by JMX. */
public interface NodeMXBean {
  /** Returns the name. */
  String getName();

  /** Returns the port at which other nodes reach this one; 0 if they cannot. */
  int getPort();

  /** Returns the number of processes of this node. */
  int getProcesses();

  /** Returns how many calls of other nodes run or wait. */
  int getCalls();

  /** Returns how many links and monitors other nodes have with processes of this one. */
  long getLinks();

  /** Returns how many owners and fixations of tables count for other nodes. */
  int getOwners();

  /** Returns the bytes of texts of other nodes that still wait. */
  long getOutputBytes();

  /** Returns whether the heap is above its mark, so that calls are refused. */
  boolean isHeapHigh();

  /** Returns the number of atoms of this JVM. */
  int getAtoms();

  /** Returns the largest number of tables of all nodes together. */
  long getMaxTables();

  /** Returns the largest number of objects of all tables together. */
  long getMaxObjects();

  /** Returns the largest number of bytes of all tables together. */
  long getMaxTableBytes();

  /** Returns the connected nodes. */
  List<PeerStatus> getPeers();
}
