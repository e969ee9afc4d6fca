package org.jets.bench.durable;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** RocksDB with its default options. Its log is forced by a thread of this class, if at all. */
final class RocksStore implements ObjectStore {
  private final Options options = new Options().setCreateIfMissing(true);
  private final WriteOptions writing;
  private final RocksDB db;
  private final ScheduledExecutorService forcing = Executors.newSingleThreadScheduledExecutor();

  /** Null if the log is not forced by time. */
  private final @Nullable Future<?> forces;

  RocksStore(Path folder, Force force) throws RocksDBException {
    RocksDB.loadLibrary();
    writing = new WriteOptions().setSync(force == Force.EACH);
    db = RocksDB.open(options, folder.toString());
    forces =
        force == Force.EVERY
            ? forcing.scheduleAtFixedRate(
                this::force, Force.MILLIS, Force.MILLIS, TimeUnit.MILLISECONDS)
            : null;
  }

  private void force() {
    try {
      db.flushWal(true);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void put(long key, byte[] value) throws RocksDBException {
    db.put(writing, ByteBuffer.allocate(Long.BYTES).putLong(key).array(), value);
  }

  @Override
  public long size() throws RocksDBException {
    return db.getLongProperty("rocksdb.estimate-num-keys");
  }

  @Override
  public void close() {
    if (forces != null && !forces.cancel(false)) {
      throw new IllegalStateException("a force of the log has failed");
    }
    forcing.shutdown();
    try {
      forcing.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted before the log is free", e);
    }
    db.close();
    writing.close();
    options.close();
  }
}
