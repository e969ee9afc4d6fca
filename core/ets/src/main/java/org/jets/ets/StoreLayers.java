package org.jets.ets;

import java.util.function.Function;
import org.jets.ets.cell.RemovalListener;
import org.jets.ets.durable.DurableStore;
import org.jets.ets.eviction.BoundedStore;
import org.jets.ets.expiry.ExpiringStore;
import org.jets.ets.expiry.Lifetimes;
import org.jets.ets.log.DurableOptions;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.store.MeteredStore;
import org.jets.ets.store.Stores;
import org.jets.ets.store.TableStore;
import org.jets.ets.watch.ChangeListener;
import org.jets.terms.Atom;
import org.jets.terms.Reference;
import org.jspecify.annotations.Nullable;

/**
 * The stores that a table's options put around its plain one, each of which adds a property: from
 * the inside a count of the growth, a log or listeners, a bound with eviction, and expiry. Without
 * state.
 */
final class StoreLayers {
  private StoreLayers() {}

  /** Returns a store whose growth a meter counts; the store itself if there is no meter. */
  static TableStore metered(TableStore store, @Nullable TableMeter meter) {
    return meter == null ? store : new MeteredStore(store, meter);
  }

  /** Fills a store from its log, whatever the quota is. */
  static DurableStore opened(
      DurableOptions durableOptions,
      Atom name,
      TableOptions options,
      TableStore store,
      @Nullable Lifetimes lives,
      @Nullable ChangeListener listener,
      @Nullable TableMeter meter) {
    if (meter != null) {
      meter.setChecked(false);
    }
    try {
      return DurableStore.open(
          durableOptions, name, options.withoutHeir().toTerm(), store, lives, listener);
    } finally {
      if (meter != null) {
        meter.setChecked(true);
      }
    }
  }

  /**
   * Returns a store that evicts keys, or whose objects expire, if the options say so. Those of a
   * snapshot stay.
   *
   * @param removals learns of them
   */
  static TableStore limited(
      TableStore store,
      TableOptions options,
      @Nullable Lifetimes lives,
      boolean isSnapshot,
      RemovalListener removals) {
    if (isSnapshot) {
      return store;
    }
    Function<Reference, TableStore> newPlainStore =
        table -> Stores.newStore(options.backend(), OwnedTable.config(table, options));
    BoundedStore bounded =
        options.bounds().evicts() ? new BoundedStore(store, options.bounds(), newPlainStore) : null;
    if (bounded != null) {
      bounded.onRemoval(removals);
    }
    TableStore limited = bounded == null ? store : bounded;
    if (lives == null) {
      return limited;
    }
    ExpiringStore expiring = new ExpiringStore(limited, lives, newPlainStore);
    expiring.onRemoval(removals);
    if (options.isDurable()) {
      expiring.linkAll();
    }
    if (bounded != null) {
      bounded.onEviction(expiring::forget);
    }
    return expiring;
  }
}
