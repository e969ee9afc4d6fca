package org.jets.ets.log;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The way in which a table is durable: the folder of its log, and the moment at which a write is
 * safe. Immutable: each method returns changed options.
 *
 * <p><b>Compaction.</b> The log grows with each write. A snapshot of all objects replaces it, in
 * the background, when its changes take as many bytes as the previous snapshot, and at least {@link
 * #DEFAULT_COMPACT_BYTES}. So the folder takes about twice the bytes of the table's objects, or
 * three times while a snapshot is written. One thread of the JVM writes these snapshots, of one
 * table after the other. Writers go on meanwhile.
 */
public final class DurableOptions {
  /** The number of bytes of changes that is not compacted by default: 64 MiB. */
  public static final long DEFAULT_COMPACT_BYTES = 1L << 26;

  private final Path folder;
  private final SyncMode sync;
  private final long compactBytes;

  private DurableOptions(Path folder, SyncMode sync, long compactBytes) {
    this.folder = folder;
    this.sync = sync;
    this.compactBytes = compactBytes;
  }

  /**
   * Returns the options of a table in a folder, with {@link SyncMode#each}.
   *
   * @param folder belongs to the table alone. It is made if it is absent
   */
  public static DurableOptions in(Path folder) {
    return new DurableOptions(
        Objects.requireNonNull(folder, "folder"), SyncMode.each(), DEFAULT_COMPACT_BYTES);
  }

  /** Sets the folder of the table. */
  public DurableOptions withFolder(Path other) {
    return new DurableOptions(Objects.requireNonNull(other, "other"), sync, compactBytes);
  }

  /** Sets the moment at which a write returns; {@link SyncMode#each} by default. */
  public DurableOptions withSync(SyncMode mode) {
    return new DurableOptions(folder, Objects.requireNonNull(mode, "mode"), compactBytes);
  }

  /**
   * Sets the number of bytes of changes up to which the log is not compacted by itself.
   *
   * @throws IllegalArgumentException if it is below 1
   */
  public DurableOptions withCompactBytes(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("bytes: " + bytes + " (expected: >= 1)");
    }
    return new DurableOptions(folder, sync, bytes);
  }

  /** Makes the log grow until a program calls {@link TableLog#compact}. */
  public DurableOptions withoutCompaction() {
    return withCompactBytes(Long.MAX_VALUE);
  }

  /** Returns the folder of the log. */
  public Path folder() {
    return folder;
  }

  /** Returns the moment at which a write returns. */
  public SyncMode sync() {
    return sync;
  }

  /** Returns the number of bytes of changes up to which the log is not compacted by itself. */
  public long compactBytes() {
    return compactBytes;
  }

  @Override
  public String toString() {
    return "DurableOptions[folder="
        + folder
        + ", sync="
        + sync
        + ", compactBytes="
        + (compactBytes == Long.MAX_VALUE ? "none" : compactBytes)
        + "]";
  }
}
