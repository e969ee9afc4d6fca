/**
 * The files to which Erlang saves tables. They are files of {@code disk_log}: halt logs in the
 * internal format. {@link org.jets.ets.file.LogReader} and {@link org.jets.ets.file.LogWriter} read
 * and write items as bytes. {@link org.jets.ets.file.TableLoader} and {@link
 * org.jets.ets.file.TableSaver} interpret the items of a table's file. Not exported.
 *
 * <p>All numbers are big-endian. In the format below, {@code size:32} is a number of 32 bits,
 * {@code md5} has 16 bytes, and {@code payload} has {@code size} bytes.
 *
 * <pre>
 * file    = 1, 2, 3, 4, status, item*
 * status  = 99, 88, 77, 11     closed after the last item
 *         | 6, 7, 8, 9         open: its writer has not closed it; Erlang reads it too
 * item    = size:32, "bWLA", payload                   size &lt; 65528
 *         | size:32, "bWLA", md5(size:32), payload     size &gt;= 65528
 *         | size:32, 12, 33, 44, 55, payload           by releases before R8; only read
 * </pre>
 *
 * <p>Where no item begins, Erlang searches byte by byte for the next item, and {@link
 * org.jets.ets.file.LogReader} does the same. It reads the same blocks as Erlang, so that both find
 * the same items in a damaged file.
 */
@NullMarked
package org.jets.ets.file;

import org.jspecify.annotations.NullMarked;
