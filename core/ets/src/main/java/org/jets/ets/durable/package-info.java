/**
 * The durable log of a table: a folder from which the table's objects can be recovered after a
 * crash or a power failure. {@link org.jets.ets.durable.DurableLog} is the log. It has no part in
 * the table's memory: it takes changes, and gives them back when it is opened. Not exported.
 *
 * <p>A folder has segments {@code log-N}, at most one snapshot {@code snapshot-N} but for a moment,
 * and the file {@code lock}. There can be files {@code cut-N}, each with the end that segment N has
 * lost. A file {@code dropped} says that all others are being removed. Segments are numbered in the
 * order in which they were written. Snapshot N has all that the segments below N have, and perhaps
 * some of the later changes. So the table is the newest snapshot and all changes of the segments
 * from its number on, in their order. A record has everything that the table has under a key. So a
 * change that the snapshot already has can be made once more.
 *
 * <p>All numbers are big-endian. In the format below, {@code length:32} is a number of 32 bits, and
 * {@code term} is a term in external term format.
 *
 * <pre>
 * file    = magic:64, version:32, length:32, properties, crc:32, record*
 *   magic        "JETSLOG\n"
 *   version      1
 *   properties   a term of {@code length} bytes:
 *                {log | snapshot, Number, LogId, Salt, Previous, Name, Type, Keypos, Options}
 *   crc          of all before it
 * record  = length:32, crc:32, unforced:32, headcrc:32, payload
 *   length       of the payload, in bytes
 *   crc          of the payload
 *   unforced     the number of bytes just before the record that were perhaps not on the disk
 *                when it was written
 *   headcrc      of the file's salt:64, the record's position:64, and the record before this
 * payload = 1, [Cell, ...]     changes that are made together or not at all
 *         | 2                  all objects are removed
 *         | 3, Records         the end of a file that is complete
 *   Cell         [Object, ...] all objects of their key, oldest first
 *              | {Key}         no object
 * </pre>
 *
 * <p>All checksums are CRC32C. The salt is a random number, another one in each file. So bytes
 * within an object that look like a record are not one. {@code Previous} is the salt of the segment
 * before, and in snapshot N that of segment N - 1. It is 0 in the first segment. A segment is begun
 * when the log is opened and for each snapshot. So files of different copies of a folder do not
 * pass for one log. {@code Options} are those of {@code ets:new/2}.
 *
 * <p>A file takes its name {@code log-N} or {@code snapshot-N} when its header, or all of the
 * snapshot, is on the disk. A segment is ended and forced before the next one is made. So after a
 * power failure only the end of the newest segment can be damaged. A log that is closed has begun a
 * segment without records, and so shows that all others are on the disk. A newest segment with
 * records is written anew when the log is opened, and the copy is read once more before it takes
 * the place of the original. That takes space on the disk for one segment.
 *
 * <p><b>Damage.</b> A segment is damaged from the first byte on that is not part of a whole record.
 * In the newest segment, this is the trace of a crash unless a whole record follows that says that
 * the damaged place was on the disk when it was written. It is left out and reported, and its bytes
 * are kept. It was never forced, except perhaps its first records: if the disk damages the records
 * of the last force before the crash, nothing tells that from a write that the crash has
 * interrupted. Any other damage is an error that names the place, since objects may be lost that
 * writers were told are safe.
 */
@NullMarked
package org.jets.ets.durable;

import org.jspecify.annotations.NullMarked;
