package org.jets.ets;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * What all tables of a space take, and what those of each other node's processes do, as long as
 * these have any.
 */
final class Accounts {
  private final TableSpace space;
  private final Quota peerQuota;
  private final Account all;
  private final ConcurrentMap<Atom, Account> peers = new ConcurrentHashMap<>();

  Accounts(TableSpace space, Quota peerQuota, Quota quota) {
    this.space = space;
    this.peerQuota = peerQuota;
    this.all = new Account("the space", quota);
  }

  /** The account of the whole space. */
  Account all() {
    return all;
  }

  /**
   * Returns the account of the node of an owner; null for this node, whose tables count only among
   * all. To be {@linkplain #leave left}.
   */
  @Nullable Account enter(Owner owner) {
    Atom node = owner.account();
    if (node == space.node()) {
      return null;
    }
    return peers.compute(
        node,
        (peer, known) -> {
          Account account = known == null ? new Account(peer.name(), peerQuota) : known;
          account.enter();
          return account;
        });
  }

  void leave(Owner owner) {
    peers.computeIfPresent(owner.account(), (node, account) -> account.leave() ? null : account);
  }

  /** Returns how many other nodes have an account. */
  int peerCount() {
    return peers.size();
  }
}
