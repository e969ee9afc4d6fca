package org.jets.ets.log;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The log of a durable table. Safe for use by many threads.
 *
 * <p>The methods throw an {@link org.jets.ets.TableLogException} if the log is closed, because the
 * table has ended, or if it has failed.
 */
public interface TableLog {
  /** Returns the folder of the log. */
  Path folder();

  /** Returns what the folder had when the table was made. */
  LogReport recovered();

  /**
   * Returns when all changes that were made before are on the disk, in every {@link SyncMode}.
   *
   * @throws org.jets.ets.TableLogException if they are perhaps not
   */
  void force();

  /**
   * Replaces the log by a snapshot of all objects, while writers go on. If this fails, the log is
   * as it was. Costs time and space on the disk for all objects.
   *
   * @return the number of keys in the snapshot
   * @throws org.jets.ets.TableLogException if the snapshot cannot be written, or the calling thread
   *     is interrupted
   */
  long compact();

  /**
   * Returns the error of the last compaction in the background; empty if it succeeded, or there was
   * none. The next one is tried when the log has grown once more.
   */
  Optional<Throwable> compactionError();
}
