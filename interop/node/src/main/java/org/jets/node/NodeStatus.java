package org.jets.node;

import java.util.List;
import java.util.Objects;
import org.jets.ets.Quota;

/**
 * The state of a node: see {@link ErlangNode#status}. Each number is of some moment during the
 * call.
 *
 * @param port the port at which other nodes reach this one; 0 if they cannot
 * @param processes the number of processes of this node
 * @param calls how many calls of other nodes run or wait
 * @param links how many links and monitors other nodes have with processes of this one
 * @param owners how many owners and fixations of tables count for other nodes
 * @param outputBytes the bytes of texts of other nodes that still wait
 * @param isHeapHigh whether the heap is above its mark
 * @param quota the limits of all tables together
 * @param peers the connected nodes, in no order
 */
public record NodeStatus(
    String name,
    int port,
    int processes,
    int calls,
    long links,
    int owners,
    long outputBytes,
    boolean isHeapHigh,
    Quota quota,
    List<PeerStatus> peers) {

  /** Copies the list. */
  public NodeStatus {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(quota, "quota");
    peers = List.copyOf(peers);
  }

  /**
   * The state of a connection with a node.
   *
   * @param calls how many calls of it run or wait
   * @param callBytes the bytes of the requests of these calls
   * @param heldBytes about how many bytes of the heap take its links, monitors and incomplete
   *     messages, and the messages that wait to be sent to it
   * @param ownerBytes about how many bytes its owners and fixations of tables take, without tables
   * @param outputBytes the bytes of its texts that still wait
   * @param isBehind whether it reads so slowly that its calls do not begin
   */
  public record PeerStatus(
      String name,
      int calls,
      long callBytes,
      long heldBytes,
      long ownerBytes,
      long outputBytes,
      boolean isBehind) {}
}
