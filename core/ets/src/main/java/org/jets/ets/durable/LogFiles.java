package org.jets.ets.durable;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * The files of one folder: all that a log needs from a file system. The real one is {@link
 * FolderFiles}; the tests have one that loses power.
 *
 * <p>A power failure may undo each change of a name since the last {@link #force}, one by one. So a
 * new file, a rename and a removal last only after that. Safe for use by several threads.
 */
interface LogFiles extends Closeable {
  /**
   * Takes the folder for this log alone, until {@link #close}.
   *
   * @throws IOException if another log of this or another process has taken it
   */
  void lock() throws IOException;

  /**
   * Returns the names of all files, in no order.
   *
   * @throws IOException also if a name of a log is that of a folder or a symbolic link
   */
  List<String> list() throws IOException;

  /** Makes an empty file, also in place of another, which keeps its content under other names. */
  LogFile create(String name) throws IOException;

  /** Opens a present file for reading. */
  LogFile open(String name) throws IOException;

  /** Gives a file another name, in one step, also in place of another file. */
  void rename(String from, String to) throws IOException;

  /** Removes a file. */
  void delete(String name) throws IOException;

  /**
   * Removes the folder, which has no file of the log. Called while it is {@linkplain #lock taken}.
   * If it has other files, it stays.
   */
  void removeFolder() throws IOException;

  /** Forces the names to the disk. */
  void force() throws IOException;

  /** Returns the bytes that the disk has space for; {@link Long#MAX_VALUE} if that is unknown. */
  long usableSpace() throws IOException;

  /** Returns the full name of a file, for messages. */
  String describe(String name);
}
