package org.jets.ets;

import org.jets.ets.TableState.Inheritance;
import org.jets.ets.durable.DataTables;
import org.jets.ets.limit.Bounds;
import org.jets.ets.log.DurableOptions;
import org.jets.ets.quota.QuotaUsages;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.store.MemoryEstimate;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * Makes the tables of owners: checks the options, counts against the quotas, holds the heir, and
 * enters the table into the space. A step that fails takes back the ones before. Without state.
 */
final class TableFactory {
  private TableFactory() {}

  /**
   * Makes a table and publishes it. {@link TableSpace#enter} is the last visible step. Before it,
   * no other thread can use, delete or inherit the table, and a failed attempt has no visible
   * effect.
   */
  static OwnedTable newTable(Owner caller, Atom name, TableOptions options) {
    if (options.type() == TableType.ORDERED_SET && options.hasFixedLocks()) {
      throw BadArgumentException.of(
          2, "fixedLocks", options.writeConcurrencyTerm(), "none in an ordered_set");
    }
    if (options.isDurable() && options.expiresAfterAccess()) {
      throw DataTables.refused("false, since lookups renew the objects, and are not in the log");
    }
    if (options.isDurable() && options.bounds().evicts()) {
      throw DataTables.refused("false, since the table evicts keys");
    }
    DurableOptions durable = options.durable().orElse(null);
    if (!options.isDurable() || durable != null) {
      return newTable(caller, caller, name, options, durable);
    }
    if (!options.isNamed() || options.access() != Access.PUBLIC || options.heir() != null) {
      throw DataTables.refused("with named_table and public, and without an heir");
    }
    try (DataTables<Owner>.Place place = caller.space().data().place(name)) {
      return newTable(caller, place.owner(), name, options, place.options());
    }
  }

  /** Makes a table of an owner, which counts for the node of the caller. */
  private static OwnedTable newTable(
      Owner caller,
      Owner owner,
      Atom name,
      TableOptions options,
      @Nullable DurableOptions durable) {
    if (durable != null && options.isNamed() && caller.space().named(name) != null) {
      // Before the log is opened, which the other table may have.
      throw BadArgumentException.alreadyExists(name);
    }
    TableSpace space = caller.space();
    HeapQuota quota = space.heapQuota();
    if (quota != null) {
      quota.poll();
    }
    Inheritance heir = space.holdHeir(options.heir());
    TableMeter meter = null;
    boolean isMade = false;
    try {
      meter = meter(caller, options.bounds());
      TableState state = new TableState(owner, heir, options.access(), name);
      OwnedTable table = newTable(options, state, meter, durable);
      isMade = true;
      return table;
    } finally {
      if (heir != null && !isMade) {
        heir.heir().unhold();
      }
      if (meter != null && !isMade) {
        meter.end();
      }
    }
  }

  /** Returns the meter of a new table; null if nothing limits its objects. */
  private static @Nullable TableMeter meter(Owner owner, Bounds bounds) {
    QuotaUsages counting = owner.space().usages();
    if (!bounds.isBounded() || !bounds.rejects()) {
      return counting == null ? null : new TableMeter(counting, owner.quotaNode());
    }
    if (counting == null) {
      counting = new QuotaUsages(owner.space()::node, Quota.UNLIMITED, Quota.UNLIMITED);
    }
    Quota own = new Quota(Quota.UNLIMITED.tables(), bounds.maxObjects(), bounds.maxBytes());
    return new TableMeter(counting, owner.quotaNode(), own);
  }

  private static OwnedTable newTable(
      TableOptions options,
      TableState state,
      @Nullable TableMeter meter,
      @Nullable DurableOptions durable) {
    TableSpace space = state.owner().space();
    OwnedTable table = new OwnedTable(space, space.newId(), options, state, meter, durable);
    boolean isMade = false;
    try {
      if (durable != null && meter != null && !space.data().isOwner(state.owner())) {
        meter.check();
      }
      table.countHeir(state.heir());
      make(table, state, options.isNamed());
      isMade = true;
      return table;
    } finally {
      if (!isMade) {
        table.abandon();
      }
    }
  }

  private static void make(OwnedTable table, TableState state, boolean isNamed) {
    Owner owner = state.owner();
    HeapCharge charge = charge(owner, table, state.heir());
    boolean isMade = false;
    try {
      table.space().enter(owner, table, state.name(), isNamed);
      isMade = true;
    } finally {
      if (!isMade) {
        HeapCharge.takeBack(charge);
      }
    }
  }

  /** Counts an empty table and the data of its heir, if the heap is short. */
  private static @Nullable HeapCharge charge(
      Owner owner, OwnedTable table, @Nullable Inheritance heir) {
    HeapQuota quota = table.space().heapQuota();
    if (quota == null || !quota.isShort()) {
      return null;
    }
    long bytes =
        MemoryEstimate.emptyBytes(table.store()) + quota.bytesOf(heir == null ? null : heir.data());
    return HeapCharge.count(quota, owner, bytes, 0);
  }
}
