package org.jets.observe;

import java.util.List;
import org.jets.ets.Quota;
import org.jets.node.ErlangNode;
import org.jets.node.NodeStatus;
import org.jets.terms.Atom;

/** The MXBean of a node. */
final class NodeBean implements NodeMXBean {
  private final ErlangNode node;

  NodeBean(ErlangNode node) {
    this.node = node;
  }

  private Quota quota() {
    return node.status().quota();
  }

  @Override
  public String getName() {
    return node.name();
  }

  @Override
  public int getPort() {
    return node.port();
  }

  @Override
  public int getProcesses() {
    return node.status().processes();
  }

  @Override
  public int getCalls() {
    return node.status().calls();
  }

  @Override
  public long getLinks() {
    return node.status().links();
  }

  @Override
  public int getOwners() {
    return node.status().owners();
  }

  @Override
  public long getOutputBytes() {
    return node.status().outputBytes();
  }

  @Override
  public boolean isHeapHigh() {
    return node.status().isHeapHigh();
  }

  @Override
  public int getAtoms() {
    return Atom.count();
  }

  @Override
  public long getMaxTables() {
    return quota().tables();
  }

  @Override
  public long getMaxObjects() {
    return quota().objects();
  }

  @Override
  public long getMaxTableBytes() {
    return quota().bytes();
  }

  @Override
  public List<PeerStatus> getPeers() {
    return node.status().peers().stream().<PeerStatus>map(Status::new).toList();
  }

  /** A connected node as the MXBean shows it. */
  private record Status(NodeStatus.PeerStatus peer) implements PeerStatus {
    @Override
    public String getName() {
      return peer.name();
    }

    @Override
    public int getCalls() {
      return peer.calls();
    }

    @Override
    public long getCallBytes() {
      return peer.callBytes();
    }

    @Override
    public long getHeldBytes() {
      return peer.heldBytes();
    }

    @Override
    public long getOwnerBytes() {
      return peer.ownerBytes();
    }

    @Override
    public long getOutputBytes() {
      return peer.outputBytes();
    }

    @Override
    public boolean isBehind() {
      return peer.isBehind();
    }
  }
}
