package org.jets.ets.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;

/**
 * A file that leaves space on the disk for others. A write that would take too much of it fails
 * without an effect.
 */
final class SparingFile implements LogFile {
  private final LogFiles files;
  private final String name;
  private final LogFile file;
  private final long left;

  /**
   * Makes a file.
   *
   * @param left the bytes that it leaves
   */
  SparingFile(LogFiles files, String name, long left) throws IOException {
    this.files = files;
    this.name = name;
    this.left = left;
    this.file = files.create(name);
  }

  /** Returns the error for a disk that has too little space. */
  static FileSystemException noSpace(String fullName) {
    return new FileSystemException(fullName, null, "No space left on device");
  }

  @Override
  public void append(ByteBuffer bytes) throws IOException {
    if (files.usableSpace() - bytes.remaining() < left) {
      throw noSpace(files.describe(name));
    }
    file.append(bytes);
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    return file.read(target, position);
  }

  @Override
  public long length() throws IOException {
    return file.length();
  }

  @Override
  public void force() throws IOException {
    file.force();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
