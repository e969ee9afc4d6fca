package org.jets.ets;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.TableState.Inheritance;
import org.jets.ets.transfer.TransferInbox.Transfer;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The functions that pass a table from one owner to another: as a gift, or to its heir when the
 * owner ends. Without state.
 *
 * <p><b>Guarded by.</b> A thread that changes the owner holds the space's lock of transfers; the
 * lock of an owner is acquired inside.
 *
 * <p><b>Linearization point.</b> The CAS of the table's state. The new owner adopts the table
 * before it, and the previous owner releases the table after it.
 *
 * <p><b>On errors.</b> A transfer that fails before that CAS leaves the table with its owner, and
 * takes back what it has counted. The message to the new owner is allocated before.
 */
final class TableTransfer {
  private static final Atom TRANSFER = Atom.of("ETS-TRANSFER");

  private TableTransfer() {}

  /** Gives a table to another owner and delivers the message. */
  static void give(OwnedTable table, Owner caller, Owner receiver, Term gift) {
    Transfer transfer;
    table.space().transfers().lock();
    try {
      transfer = pass(table, caller, receiver, gift);
    } finally {
      table.space().transfers().unlock();
    }
    announce(table, receiver, transfer);
  }

  /** Makes the receiver the owner, and returns the message for it. */
  private static Transfer pass(OwnedTable table, Owner caller, Owner receiver, Term gift) {
    TableState given = checkGift(table, caller, receiver);
    Transfer transfer;
    boolean isGiven = false;
    table.countFor(receiver, true);
    try {
      transfer = transfer(table, given, gift);
      while (!pass(table, given, receiver)) {
        given = checkGift(table, caller, receiver);
        transfer = transfer(table, given, gift);
      }
      isGiven = true;
    } finally {
      if (!isGiven) {
        table.countFor(caller, false);
      }
    }
    caller.release(table);
    return transfer;
  }

  private static Transfer transfer(OwnedTable table, TableState before, Term data) {
    return new Transfer(Tuple.of(TRANSFER, table.term(before), before.owner().pid(), data));
  }

  private static TableState checkGift(OwnedTable table, Owner caller, Owner receiver) {
    TableState current = table.live();
    if (!receiver.isAlive()) {
      throw TableSpace.ended(receiver.pid());
    }
    if (current.owner() != caller) {
      throw BadArgumentException.notOwner(caller.pid());
    }
    if (receiver == caller) {
      throw BadArgumentException.isOwner(caller.pid());
    }
    return current;
  }

  /**
   * Makes another owner the owner. Returns false if the state has changed or that owner has ended.
   */
  private static boolean pass(OwnedTable table, TableState current, Owner receiver) {
    TableState next = current.withOwner(receiver);
    if (!receiver.adopt(table)) {
      return false;
    }
    if (table.casState(current, next)) {
      return true;
    }
    receiver.release(table);
    return false;
  }

  /**
   * Passes a table to its heir, or deletes it. Does nothing if another owner has it by now. Never
   * blocks. If this fails before the table has passed or is deleted, nothing has changed, and
   * another call does it. If it fails later, all possible steps have been done.
   *
   * @param left receives the remaining work, which may take long
   */
  static void ownerEnded(OwnedTable table, Owner ended, List<Runnable> left) {
    table.space().transfers().lock();
    try {
      for (TableState before; (before = table.state()) != null && before.owner() == ended; ) {
        Owner heir = heir(before);
        // Allocated before any change, so that the remaining work is not lost in a full heap.
        left.add(rest(table, before, heir));
        boolean isTaken = false;
        try {
          isTaken = heir == null ? table.casState(before, null) : pass(table, before, heir);
        } finally {
          if (!isTaken) {
            left.remove(left.size() - 1);
          }
        }
        if (isTaken) {
          settle(table, before, heir);
          return;
        }
      }
    } finally {
      table.space().transfers().unlock();
    }
  }

  private static Runnable rest(OwnedTable table, TableState before, @Nullable Owner heir) {
    if (heir == null) {
      return table::letGo;
    }
    Inheritance inheritance = before.heir();
    Term data = inheritance == null ? null : inheritance.data();
    Transfer transfer = data == null ? null : transfer(table, before, data);
    return () -> announce(table, heir, transfer);
  }

  private static void settle(OwnedTable table, TableState before, @Nullable Owner heir) {
    if (heir == null) {
      table.unlist(before);
    } else {
      table.countFor(heir, false);
    }
  }

  private static @Nullable Owner heir(TableState current) {
    Inheritance inheritance = current.heir();
    Owner heir = inheritance == null ? null : inheritance.heir();
    return heir != null && heir != current.owner() && heir.isAlive() ? heir : null;
  }

  /** Delivers the message to a new owner, if there is one. */
  private static void announce(OwnedTable table, Owner receiver, @Nullable Transfer transfer) {
    try {
      if (transfer != null) {
        receiver.deliver(transfer);
      }
    } finally {
      if (!receiver.isAlive()) {
        // It ended after it adopted the table, but before the state named it as the owner.
        List<Runnable> left = new ArrayList<>();
        ownerEnded(table, receiver, left);
        left.forEach(Runnable::run);
      }
    }
  }
}
