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
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes a log atomically, so that a reader finds it complete or not at all. The writer fills a
 * temporary file in the folder of its target. Once complete, the temporary file replaces the
 * target. A writer that is closed before that leaves no file. A writer whose JVM is killed leaves
 * {@code .jets-*.tmp}, which a later writer in the folder removes. A writer locks its temporary
 * file until it has the target's name, so that no other process takes it for a leftover.
 *
 * <p>The first writer of a JVM in a folder looks for leftovers, and so does each one in a small
 * folder. In a large folder only some look, so that many files are written in time in proportion to
 * their number.
 *
 * <p>For use by one thread.
 */
final class LogWriter implements Closeable {
  /** The pattern of the names of temporary files, which a file of a user is unlikely to match. */
  private static final Pattern LEFTOVERS = Pattern.compile("\\.jets-[0-9a-f]{16}\\.tmp");

  /** The names in a folder that a writer reads on average, if the folder has more. */
  static final int NAMES_PER_WRITER = 64;

  /** The most folders with a count of writers. */
  private static final int MAX_COUNTED = 1_000;

  /**
   * The writers that need not look for leftovers, for the real paths of large folders. A count may
   * be off by the writers that begin at the same time, and a count that is missing costs one look.
   */
  private static final Map<Path, Integer> WRITERS_UNTIL_LOOK = new ConcurrentHashMap<>();

  /**
   * The real paths of the temporary files that writers of this JVM have open. Each is in the set
   * from before it is created until after it is closed. No thread opens such a file a second time.
   * In POSIX, locks belong to the process: a close of one channel of a file releases the locks of
   * all others.
   */
  private static final Set<Path> IN_USE = ConcurrentHashMap.newKeySet();

  private final Path target;
  private final Path temporary;

  /** The entry of this writer in {@link #IN_USE}. */
  private final Path entry;

  private final FileChannel channel;

  private final ByteBuffer buffer = ByteBuffer.allocate(LogFormat.BLOCK_BYTES);
  private boolean committed;

  private LogWriter(Path target, Path temporary, Path entry, FileChannel channel) {
    this.target = target;
    this.temporary = temporary;
    this.entry = entry;
    this.channel = channel;
    buffer.putInt(LogFormat.MAGIC).putInt(LogFormat.OPEN);
  }

  /** Begins a file. Its target may exist, as a file. */
  public static LogWriter create(Path target) throws IOException {
    removeLeftovers(target);
    while (true) {
      String name =
          ".jets-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()) + ".tmp";
      Path temporary = target.resolveSibling(name);
      Path entry = realFolder(target).resolve(name);
      LogWriter made = null;
      IN_USE.add(entry);
      try {
        made = tryCreate(target, temporary, entry);
      } finally {
        if (made == null) {
          IN_USE.remove(entry);
        }
      }
      if (made != null) {
        return made;
      }
    }
  }

  /** Returns the folder of a file, by a name that does not depend on links. */
  private static Path realFolder(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    return (folder == null ? file.toAbsolutePath() : folder).toRealPath();
  }

  /** Returns null if the name is taken, or the file has been taken for a leftover. */
  private static @Nullable LogWriter tryCreate(Path target, Path temporary, Path entry)
      throws IOException {
    FileChannel channel;
    try {
      // Not Files.createTempFile: others may read the file, as far as the umask lets them.
      channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      return null;
    }
    LogWriter made = null;
    try {
      if (isOwned(temporary, channel)) {
        made = new LogWriter(target, temporary, entry, channel);
      }
      return made;
    } finally {
      if (made == null) {
        channel.close();
      }
    }
  }

  /**
   * Locks a new temporary file. Returns false if another writer has taken it for a leftover before
   * that.
   */
  private static boolean isOwned(Path temporary, FileChannel channel) {
    return tryLock(channel) && Files.exists(temporary);
  }

  /**
   * Locks a file until its channel is closed. Returns true also if the system cannot lock files.
   */
  private static boolean tryLock(FileChannel channel) {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Removes temporary files that no writer has open, as far as possible. */
  private static void removeLeftovers(Path target) {
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null) {
      return;
    }
    try {
      Path real = folder.toRealPath();
      if (isLookDue(real)) {
        int names = removeLeftovers(folder, real);
        countFrom(real, names);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The write of the file matters more, and reports what is wrong with the folder.
    }
  }

  private static boolean isLookDue(Path real) {
    if (!WRITERS_UNTIL_LOOK.containsKey(real)) {
      return true;
    }
    WRITERS_UNTIL_LOOK.computeIfPresent(real, (folder, left) -> left > 1 ? left - 1 : null);
    return false;
  }

  private static void countFrom(Path real, int names) {
    int writers = names / NAMES_PER_WRITER;
    if (writers > 0) {
      if (WRITERS_UNTIL_LOOK.size() >= MAX_COUNTED) {
        WRITERS_UNTIL_LOOK.clear();
      }
      WRITERS_UNTIL_LOOK.put(real, writers);
    }
  }

  /** Returns the number of names in the folder. */
  private static int removeLeftovers(Path folder, Path real) throws IOException {
    int names = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        names++;
        Path name = file.getFileName();
        if (name != null
            && LEFTOVERS.matcher(name.toString()).matches()
            && !IN_USE.contains(real.resolve(name))) {
          removeIfLeft(file);
        }
      }
    }
    return names;
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
      // The file is in use, or cannot be removed.
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
   * Marks the file as closed and atomically replaces the target by it.
   *
   * @param force whether to force the content to the disk before the file takes the name. Otherwise
   *     a power failure can leave an empty file in place of the old one
   * @param sync whether to return only after the name is on the disk too; this forces the content
   *     as well
   */
  public void commit(boolean force, boolean sync) throws IOException {
    flush();
    channel.position(LogFormat.STATUS_OFFSET);
    buffer.putInt(LogFormat.CLOSED);
    flush();
    if (force || sync) {
      channel.force(true);
    }
    Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    committed = true;
    // Not earlier, since other processes take an unlocked file for a leftover.
    channel.close();
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
      // Not every system can open a folder. Those that cannot keep its names on the disk anyway.
      return;
    }
    try (opened) {
      opened.force(true);
    }
  }

  /** Closes the file, and removes it unless it has been committed. */
  @Override
  public void close() throws IOException {
    try {
      channel.close();
      if (!committed) {
        Files.deleteIfExists(temporary);
      }
    } finally {
      IN_USE.remove(entry);
    }
  }
}
