package org.jets.ets.quota;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jets.ets.Quota;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * The usage by all tables of a space, and by those of each other node whose processes have tables.
 */
public final class QuotaUsages {
  /** The node of the space, which changes when the space joins one. */
  private final Supplier<Atom> node;

  private final Quota peerQuota;
  private final QuotaUsage all;
  private final ConcurrentMap<Atom, QuotaUsage> peers = new ConcurrentHashMap<>();

  public QuotaUsages(Supplier<Atom> node, Quota peerQuota, Quota quota) {
    this.node = node;
    this.peerQuota = peerQuota;
    this.all = new QuotaUsage("the space", quota);
  }

  /** The usage of the whole space. */
  public QuotaUsage all() {
    return all;
  }

  /**
   * Returns the usage of a node; null for this node, whose tables count only among all. The caller
   * must {@linkplain #leave leave} it.
   */
  @Nullable QuotaUsage enter(Atom peer) {
    if (peer == node.get()) {
      return null;
    }
    return peers.compute(
        peer,
        (name, known) -> {
          QuotaUsage usage = known == null ? new QuotaUsage(peer.name(), peerQuota) : known;
          usage.enter();
          return usage;
        });
  }

  void leave(Atom peer) {
    peers.computeIfPresent(peer, (name, usage) -> usage.leave() ? null : usage);
  }

  /** Returns the number of other nodes that have tables. */
  public int peerCount() {
    return peers.size();
  }
}
