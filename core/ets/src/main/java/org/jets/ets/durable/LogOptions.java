package org.jets.ets.durable;

import java.util.Objects;
import org.jets.ets.log.DurableOptions;
import org.jets.ets.log.SyncMode;

/**
 * The options of a log.
 *
 * @param sync by default {@link SyncMode#each}
 * @param segmentBytes the number of bytes from which on a segment is full: by default 64 MiB
 * @param maxQueuedBytes the number of bytes of records that wait to be written, above which writers
 *     wait too: by default 16 MiB
 */
public record LogOptions(SyncMode sync, long segmentBytes, long maxQueuedBytes, long compactBytes) {
  private static final long MAX_SEGMENT_BYTES = 1L << 30;

  private static final LogOptions DEFAULT =
      new LogOptions(SyncMode.each(), 1L << 26, 1L << 24, DurableOptions.DEFAULT_COMPACT_BYTES);

  /** Checks the options. */
  public LogOptions {
    Objects.requireNonNull(sync, "sync");
    if (segmentBytes < 1 || segmentBytes > MAX_SEGMENT_BYTES) {
      throw new IllegalArgumentException(
          "segmentBytes: " + segmentBytes + " (expected: 1.." + MAX_SEGMENT_BYTES + ")");
    }
    if (maxQueuedBytes < 1) {
      throw new IllegalArgumentException("maxQueuedBytes: " + maxQueuedBytes + " (expected: >= 1)");
    }
  }

  /** Returns the default options. */
  public static LogOptions defaults() {
    return DEFAULT;
  }

  /** Returns the default options, changed by those of a table. */
  static LogOptions of(DurableOptions options) {
    return DEFAULT.withSync(options.sync()).withCompactBytes(options.compactBytes());
  }

  /** Returns these options with another mode. */
  public LogOptions withSync(SyncMode mode) {
    return new LogOptions(mode, segmentBytes, maxQueuedBytes, compactBytes);
  }

  /** Returns these options with another size of segments. */
  public LogOptions withSegmentBytes(long bytes) {
    return new LogOptions(sync, bytes, maxQueuedBytes, compactBytes);
  }

  /** Returns these options with another bound of waiting records. */
  public LogOptions withMaxQueuedBytes(long bytes) {
    return new LogOptions(sync, segmentBytes, bytes, compactBytes);
  }

  /** Returns these options with another number of bytes of changes before a compaction. */
  public LogOptions withCompactBytes(long bytes) {
    return new LogOptions(sync, segmentBytes, maxQueuedBytes, bytes);
  }
}
