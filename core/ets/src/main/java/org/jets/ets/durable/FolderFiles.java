package org.jets.ets.durable;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The files of a folder of the file system, over {@link FileChannel}. An interrupt of a thread
 * closes the channel that it uses. So the files of an open log are used by threads of the log,
 * which nobody interrupts.
 *
 * <p>New files and folders are for their owner alone, where the file system knows such rights. No
 * symbolic link is followed in the folder.
 */
final class FolderFiles implements LogFiles {
  /** The name of the file whose lock belongs to the log that has the folder. */
  static final String LOCK_NAME = "lock";

  /** True if the system can open a folder. One that cannot keeps its names on the disk anyway. */
  private static final boolean OPENS_FOLDERS = File.separatorChar == '/';

  /**
   * The real paths of the folders that logs of this JVM have taken. No thread opens the lock file
   * of such a folder. In POSIX, locks belong to the process: a close of one channel of a file
   * releases the locks of all others.
   */
  private static final Set<Path> TAKEN = ConcurrentHashMap.newKeySet();

  /** Channels whose close would release the lock of another one of this process. */
  private static final Queue<FileChannel> KEPT = new ConcurrentLinkedQueue<>();

  private final Path folder;

  /** The entry in {@link #TAKEN}, while this has the folder. */
  private @Nullable Path taken;

  private @Nullable FileChannel lockChannel;

  /** The disk of the folder, once it has been asked for. */
  private @Nullable FileStore store;

  private FolderFiles(Path folder) {
    this.folder = folder;
  }

  /** Returns the files of a folder, which is made if it is absent, and lasts then. */
  public static FolderFiles create(Path folder) throws IOException {
    Deque<Path> absent = new ArrayDeque<>();
    for (Path at = folder.toAbsolutePath();
        at != null && Files.notExists(at);
        at = at.getParent()) {
      absent.push(at);
    }
    Files.createDirectories(folder, attributes(folder, "rwx------"));
    for (Path made : absent) {
      Path parent = made.getParent();
      if (parent != null) {
        force(parent);
      }
    }
    return new FolderFiles(folder);
  }

  /** Returns the attributes of a new file or folder, as far as the file system has such. */
  private static FileAttribute<?>[] attributes(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static FileChannel createNew(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
        attributes(file, "rw-------"));
  }

  /** Returns the files of a present folder. */
  public static FolderFiles of(Path folder) {
    return new FolderFiles(folder);
  }

  @Override
  public synchronized void lock() throws IOException {
    Path real = folder.toRealPath();
    if (!TAKEN.add(real)) {
      throw inUse("this process");
    }
    Path file = folder.resolve(LOCK_NAME);
    FileChannel channel = null;
    boolean isLocked = false;
    try {
      Object before = fileKey(file);
      channel = openLock(file);
      FileLock lock = channel.tryLock();
      if (lock == null || isOther(before, fileKey(file))) {
        throw inUse("another process");
      }
      isLocked = true;
    } catch (OverlappingFileLockException e) {
      // The folder has another path here. A close of the channel would release the other's lock.
      KEPT.add(Objects.requireNonNull(channel));
      channel = null;
      throw inUse("this process");
    } finally {
      if (isLocked) {
        taken = real;
        lockChannel = channel;
      } else {
        closeThenRelease(channel, real);
      }
    }
  }

  /** Returns the identity of a file; null if it is absent, or the file system has none. */
  private static @Nullable Object fileKey(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .fileKey();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Returns whether another process has removed the lock file that this one has opened. */
  private static boolean isOther(@Nullable Object before, @Nullable Object locked) {
    return before != null && !before.equals(locked);
  }

  private static FileChannel openLock(Path file) throws IOException {
    try {
      return createNew(file);
    } catch (FileAlreadyExistsException e) {
      return FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }
  }

  private FileSystemException inUse(String by) {
    return new FolderInUseException(folder.toString(), by);
  }

  private static void closeThenRelease(@Nullable FileChannel channel, Path real)
      throws IOException {
    try {
      if (channel != null) {
        channel.close();
      }
    } finally {
      TAKEN.remove(real);
    }
  }

  @Override
  public List<String> list() throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Path name = file.getFileName();
        if (name == null) {
          continue;
        }
        BasicFileAttributes attributes = attributes(file);
        if (attributes == null) {
          continue; // A compaction has removed it meanwhile.
        }
        if (attributes.isRegularFile()) {
          names.add(name.toString());
        } else if (LogNames.isOfLog(name.toString())) {
          throw new FileSystemException(
              file.toString(), null, "a file of a log (expected: a regular file)");
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }

  /**
   * Returns the attributes of a file; null if there is no such file. Fails if they cannot be read:
   * a segment that is taken for no file would be missed.
   */
  private static @Nullable BasicFileAttributes attributes(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  @Override
  public LogFile create(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.deleteIfExists(file);
    return new ChannelFile(createNew(file));
  }

  @Override
  public LogFile open(String name) throws IOException {
    return new ChannelFile(
        FileChannel.open(folder.resolve(name), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Files.move(folder.resolve(from), folder.resolve(to), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(String name) throws IOException {
    Files.delete(folder.resolve(name));
  }

  @Override
  public void removeFolder() throws IOException {
    Files.deleteIfExists(folder.resolve(LOCK_NAME));
    try {
      Files.delete(folder);
    } catch (DirectoryNotEmptyException e) {
      return;
    }
    Path parent = folder.toAbsolutePath().getParent();
    if (parent != null) {
      force(parent);
    }
  }

  @Override
  public void force() throws IOException {
    force(folder);
  }

  private static void force(Path folder) throws IOException {
    if (!OPENS_FOLDERS) {
      return;
    }
    try (FileChannel opened = FileChannel.open(folder, StandardOpenOption.READ)) {
      opened.force(true);
    }
  }

  @Override
  public synchronized long usableSpace() throws IOException {
    FileStore known = store;
    if (known == null) {
      known = Files.getFileStore(folder);
      store = known;
    }
    long bytes = known.getUsableSpace();
    return bytes < 0 ? Long.MAX_VALUE : bytes;
  }

  @Override
  public String describe(String name) {
    return folder.resolve(name).toString();
  }

  @Override
  public synchronized void close() throws IOException {
    Path real = taken;
    if (real != null) {
      taken = null;
      closeThenRelease(lockChannel, real);
    }
  }

  /** A file with its channel. */
  private static final class ChannelFile implements LogFile {
    private final FileChannel channel;

    ChannelFile(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      return channel.read(target, position);
    }

    @Override
    public long length() throws IOException {
      return channel.size();
    }

    @Override
    public void force() throws IOException {
      channel.force(true);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
