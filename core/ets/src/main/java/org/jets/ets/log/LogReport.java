package org.jets.ets.log;

import org.jspecify.annotations.Nullable;

/**
 * The content of a log's folder.
 *
 * @param snapshot the number of the snapshot; 0 if there is none
 * @param lastSegment the number of the newest segment; 0 if the folder has no log
 * @param records the number of records of the snapshot and of the segments after it
 * @param cells the number of changes of keys in these records
 * @param cut the tail that is left out; null if there is none
 */
public record LogReport(
    long snapshot, long lastSegment, long records, long cells, @Nullable Cut cut) {

  /**
   * A damaged tail of the newest segment, as a crash leaves it. No later record shows that it was
   * on the disk. If the disk itself has damaged it, then writers of the last force before the crash
   * may have been told that they are safe. The bytes are kept beside the segment, in a file {@code
   * cut-N}, until a compaction.
   *
   * @param file the full name of the segment
   * @param position the end of the last whole record
   * @param bytes the number of bytes from there on
   * @param wholeRecords the number of whole records behind the damaged place
   * @param cause the damage
   */
  public record Cut(String file, long position, long bytes, long wholeRecords, String cause) {}
}
