package org.jets.ets;

import java.nio.file.Path;
import java.util.Objects;
import org.jets.ets.file.FileName;
import org.jets.ets.file.TableFileHeader;
import org.jets.terms.ListTerm;

/**
 * The files of tables that {@link EtsTable#tab2file} writes and {@link Owner#file2tab} reads, which
 * are Erlang's.
 *
 * <p><b>Layout.</b> A halt log of {@code disk_log} in the internal format; numbers are big-endian:
 *
 * <pre>
 * file    = 1, 2, 3, 4, status, item*
 * status  = 99, 88, 77, 11                             complete: the writer has closed it
 *         | 6, 7, 8, 9                                 incomplete; Erlang reads the file too
 * item    = size:32, "bWLA", term                      where the term has less than 65528 bytes
 *         | size:32, "bWLA", md5(size:32):128, term    where it has more
 * </pre>
 *
 * <p>Terms are in the external term format. The first one is the header: a tuple of the pairs of
 * {@code ets:info/1} and of <code>{major_version, 1}</code>, <code>{minor_version, 0}</code> and
 * <code>{extended_info, [object_count | md5sum]}</code>. One term for each object follows. If there
 * is extended information, the last term is <code>
 * ['$end_of_table', [{count, Count}, {md5, Digest}]]</code>. The digest is that of the bytes of the
 * header and of all objects.
 *
 * <p><b>Verification.</b> A digest covers all of the header, and so each option of the table, and
 * all objects. It does not protect against an attacker, who can change the file and compute a new
 * digest. {@link LoadOptions#withVerification} uses the content of the last term, regardless of the
 * header. So it notices a changed bit anywhere after the status, even in the header. Erlang's
 * {@code verify} relies on the header, whose damage can hide the digest. Not covered:
 *
 * <ul>
 *   <li>The status, which readers ignore.
 *   <li>A header with damaged extended information, in a file whose last term is missing too.
 *   <li>In a file without digest, all options of the table, and content of objects.
 * </ul>
 *
 * <p><b>Damaged files.</b> Without {@link LoadOptions#withVerification} a damaged file yields the
 * same objects as in Erlang. So a truncated file yields the objects before the cut, and no error.
 * If Erlang fails or runs for ever instead of returning an error, this is the error {@code
 * badfile}.
 */
public final class TabFile {
  private TabFile() {}

  /**
   * Returns the content of a file's header: {@code ets:tabfile_info(File)}, a list of the pairs
   * {@code name}, {@code type}, {@code protection}, {@code named_table}, {@code keypos}, {@code
   * size}, {@code extended_info} and {@code version}. The rest of the file is not read.
   *
   * @throws TableFileException if the file cannot be read or is no file of a table
   */
  public static ListTerm info(Path file) {
    return TableFileHeader.infoOf(FileName.of(Objects.requireNonNull(file, "file")));
  }
}
