package org.jets.bench.durable;

import java.nio.file.Path;
import java.time.Duration;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.log.DurableOptions;
import org.jets.ets.log.SyncMode;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;

/** A durable table. */
final class JetsStore implements ObjectStore {
  private final Owner owner = new TableSpace().newOwner();
  private final LocalTable table;

  JetsStore(Path folder, Force force) {
    SyncMode mode =
        switch (force) {
          case EACH -> SyncMode.each();
          case EVERY -> SyncMode.every(Duration.ofMillis(Force.MILLIS));
          case NEVER -> SyncMode.never();
        };
    table =
        owner.newTable(
            "bench", TableOptions.set().withDurable(DurableOptions.in(folder).withSync(mode)));
  }

  @Override
  public void put(long key, byte[] value) {
    table.insert(Tuple.of(IntegerTerm.of(key), Binary.of(value)));
  }

  @Override
  public long size() {
    return table.size();
  }

  @Override
  public void close() {
    owner.close();
  }
}
