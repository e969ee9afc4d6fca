package org.jets.ets.quota;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jets.ets.Quota;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * The account of all tables of a space, and one for each other node whose processes have tables.
 */
public final class Accounts {
  /** The node of the space, which changes when the space joins one. */
  private final Supplier<Atom> node;

  private final Quota peerQuota;
  private final Account all;
  private final ConcurrentMap<Atom, Account> peers = new ConcurrentHashMap<>();

  public Accounts(Supplier<Atom> node, Quota peerQuota, Quota quota) {
    this.node = node;
    this.peerQuota = peerQuota;
    this.all = new Account("the space", quota);
  }

  /** The account of the whole space. */
  public Account all() {
    return all;
  }

  /**
   * Returns the account of a node; null for this node, whose tables count only among all. The
   * caller must {@linkplain #leave leave} it.
   */
  @Nullable Account enter(Atom peer) {
    if (peer == node.get()) {
      return null;
    }
    return peers.compute(
        peer,
        (name, known) -> {
          Account account = known == null ? new Account(peer.name(), peerQuota) : known;
          account.enter();
          return account;
        });
  }

  void leave(Atom peer) {
    peers.computeIfPresent(peer, (name, account) -> account.leave() ? null : account);
  }

  /** Returns the number of other nodes that have an account. */
  public int peerCount() {
    return peers.size();
  }
}
