package org.jets.bench.durable;

import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Structure.Origin;

/** A store of objects on the disk. */
enum Contestant {
  JETS("jets", Origin.JETS),
  ROCKSDB("RocksDB", Origin.OTHER),
  MNESIA("Mnesia", Origin.ETS);

  private final String title;
  private final Origin origin;

  Contestant(String title, Origin origin) {
    this.title = title;
    this.origin = origin;
  }

  Structure structure() {
    return new Structure(title, origin);
  }
}
