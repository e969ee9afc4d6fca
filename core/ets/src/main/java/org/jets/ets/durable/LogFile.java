package org.jets.ets.durable;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An open file of a {@link LogFiles folder}. For use by one thread at a time.
 *
 * <p>A power failure may undo each {@link #append} since the last {@link #force}, in whole or in
 * part, and in any order.
 */
interface LogFile extends Closeable {
  /**
   * Adds all remaining bytes at the end. After an exception any part of them may be in the file.
   */
  void append(ByteBuffer bytes) throws IOException;

  /**
   * Reads bytes into the buffer, from its position on.
   *
   * @param position the first byte's place in the file
   * @return the number of bytes, at least 1 if the buffer has space; -1 from the end of the file on
   */
  int read(ByteBuffer target, long position) throws IOException;

  /** Returns the number of bytes in the file. */
  long length() throws IOException;

  /**
   * Forces the content to the disk. After an exception the content since the last success may be
   * lost although it can still be read, and a second call may succeed without it. So no caller
   * forces the file again.
   */
  void force() throws IOException;
}
