package org.jets.ets.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Writes a log that is there as a whole or not at all: into a temporary file in the folder of its
 * target, which takes the target's name, and place, when all is written. A writer that is closed
 * before that leaves nothing behind; one whose JVM is killed leaves {@code .jets-*.tmp}, which the
 * next writer in the folder removes. A writer locks its temporary file as long as it is open, so
 * that no other process takes it for a leftover.
 *
 * <p>For use by one thread.
 */
public final class LogWriter implements Closeable {
  private static final String LEFTOVERS = ".jets-*.tmp";

  private final Path target;
  private final Path temporary;
  private final FileChannel channel;

  private final ByteBuffer buffer = ByteBuffer.allocate(LogFormat.BLOCK_BYTES);
  private boolean committed;

  private LogWriter(Path target, Path temporary, FileChannel channel) {
    this.target = target;
    this.temporary = temporary;
    this.channel = channel;
    buffer.putInt(LogFormat.MAGIC).putInt(LogFormat.OPEN);
  }

  /** Begins a file; its target may be there, as a file. */
  public static LogWriter create(Path target) throws IOException {
    removeLeftovers(target);
    while (true) {
      String name = ".jets-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".tmp";
      Path temporary = target.resolveSibling(name);
      try {
        // Not Files.createTempFile: others may read the file, as far as the umask lets them.
        FileChannel channel =
            FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (isOwned(temporary, channel)) {
          return new LogWriter(target, temporary, channel);
        }
        channel.close();
      } catch (FileAlreadyExistsException e) {
        // Another name, then.
      }
    }
  }

  /** Locks a new temporary file; false if it has been taken for a leftover before that. */
  private static boolean isOwned(Path temporary, FileChannel channel) {
    return tryLock(channel) && Files.exists(temporary);
  }

  /** Locks a file until its channel is closed; true too where files cannot be locked. */
  private static boolean tryLock(FileChannel channel) {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Removes temporary files that no writer has open; those that cannot be removed stay. */
  private static void removeLeftovers(Path target) {
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, LEFTOVERS)) {
      for (Path file : files) {
        removeIfLeft(file);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // To write the file is what counts, and tells what is wrong with the folder.
    }
  }

  private static void removeIfLeft(Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      if (channel.tryLock() != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | OverlappingFileLockException e) {
      // In use, or not ours to remove.
    }
  }

  /** Adds an item. */
  public void append(byte[] payload) throws IOException {
    reserve(LogFormat.ITEM_HEADER_BYTES + LogFormat.DIGEST_BYTES);
    buffer.putInt(payload.length).putInt(LogFormat.ITEM_MAGIC);
    if (payload.length >= LogFormat.MIN_DIGESTED_SIZE) {
      buffer.put(LogFormat.digestOfSize(payload.length));
    }
    if (payload.length <= buffer.capacity()) {
      reserve(payload.length);
      buffer.put(payload);
    } else {
      flush();
      write(ByteBuffer.wrap(payload));
    }
  }

  private void reserve(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
    }
  }

  private void flush() throws IOException {
    write(buffer.flip());
    buffer.clear();
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /**
   * Marks the file as closed and puts it in the place of its target, at one moment.
   *
   * @param force whether its content is on the disk before it takes the name: else a power failure
   *     can leave an empty file in the place of the one that was there
   * @param sync whether to return only when the name is on the disk too; then the content is forced
   */
  public void commit(boolean force, boolean sync) throws IOException {
    flush();
    channel.position(LogFormat.STATUS_OFFSET);
    buffer.putInt(LogFormat.CLOSED);
    flush();
    if (force || sync) {
      channel.force(true);
    }
    channel.close();
    Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    committed = true;
    if (sync) {
      syncFolder();
    }
  }

  private void syncFolder() throws IOException {
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null) {
      return;
    }
    FileChannel opened;
    try {
      opened = FileChannel.open(folder, StandardOpenOption.READ);
    } catch (IOException e) {
      // Not every system opens a folder; those that do not keep its names without being asked.
      return;
    }
    try (opened) {
      opened.force(true);
    }
  }

  /** Closes the file, and removes it unless it has been committed. */
  @Override
  public void close() throws IOException {
    channel.close();
    if (!committed) {
      Files.deleteIfExists(temporary);
    }
  }
}
