package org.jets.ets.eviction;

import org.jets.ets.TableType;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.watch.KeyHash;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Makes the cells of a table whose keys are evicted.
 *
 * @param countsBytes whether the cells have a weight
 */
record CellRanks(StoreConfig config, CellBytes cellBytes, boolean countsBytes) {

  /**
   * Returns the form of a cell.
   *
   * @param before the form that the map holds for the key; null for none
   */
  RankedCell of(Term key, @Nullable RankedCell before, Object cell) {
    int hash = before == null ? hash(key) : before.hash();
    return new RankedCell(cell, hash, countsBytes ? weight(before, cell) : 0);
  }

  /** Returns a hash that is the same for all keys that the table takes for the same. */
  private int hash(Term key) {
    return config.type() == TableType.ORDERED_SET ? KeyHash.of(key) : key.hashCode();
  }

  private long weight(@Nullable RankedCell before, Object cell) {
    return before == null || before.isWeightLimited()
        ? cellBytes.of(cell) + RankedCell.BYTES
        : before.weight() + cellBytes.growth(before.cell(), cell);
  }

  /** Returns whether an update that has left the same cell counts as a write. */
  boolean isWrite(CellUpdate change) {
    return config.type().isSet() && change.inserted() != null;
  }
}
