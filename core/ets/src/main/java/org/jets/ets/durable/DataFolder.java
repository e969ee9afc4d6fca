package org.jets.ets.durable;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jets.ets.TableLogException;
import org.jets.ets.argument.PosixError;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jspecify.annotations.Nullable;

/**
 * A folder with a folder for each of some durable tables. One process at a time has it open.
 *
 * <p>The name of a table's folder has some letters of the table's name, and then a hash of the
 * name. So every atom has a name that each file system takes, and two atoms never share one, also
 * if they differ only by case.
 */
public final class DataFolder implements Closeable {
  /** The largest number of letters of a table's name in that of its folder. */
  private static final int MAX_LETTERS = 40;

  private static final int HASH_BYTES = 16;

  private static final Pattern FOLDER_NAME =
      Pattern.compile("[a-z0-9_]{0," + MAX_LETTERS + "}-[0-9a-f]{" + 2 * HASH_BYTES + "}");

  private final Path path;
  private final LogFiles files;

  private DataFolder(Path path, LogFiles files) {
    this.path = path;
    this.files = files;
  }

  /** A table of the folder: its name, and its options as {@code ets:new/2} takes them. */
  public record StoredTable(Atom name, ListTerm options) {}

  /**
   * Opens a folder, which is made if it is absent.
   *
   * @throws TableLogException if it cannot be used, or is open already
   */
  public static DataFolder open(Path path) {
    try {
      FolderFiles files = FolderFiles.create(path);
      files.lock();
      return new DataFolder(path, files);
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  /**
   * Returns whether a folder looks like one that has been opened, once its tables are left out of
   * account: it has the file that is locked, and no other files, but any folders.
   *
   * @throws IOException if the folder cannot be read
   */
  public static boolean isLikely(Path path) throws IOException {
    boolean hasLock = false;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        boolean isLock = String.valueOf(file.getFileName()).equals(FolderFiles.LOCK_NAME);
        if (isLock && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          hasLock = true;
        } else if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
          return false;
        }
      }
    } catch (DirectoryIteratorException e) {
      throw Objects.requireNonNull(e.getCause(), "cause");
    }
    return hasLock;
  }

  private static TableLogException failed(Path path, IOException e) {
    String why = PosixError.name(e);
    if (e instanceof FolderInUseException) {
      why = "in_use";
    } else if (e instanceof LogFormatException) {
      why = "damaged";
    }
    return TableLogException.of("The data folder " + path + ": " + PosixError.message(e), why, e);
  }

  /** Returns the folder of a table. */
  public Path folderOf(Atom name) {
    StringBuilder letters = new StringBuilder();
    name.name()
        .codePoints()
        .limit(MAX_LETTERS)
        .forEach(c -> letters.append(isPlain(c) ? (char) c : '_'));
    return path.resolve(letters + "-" + hash(name));
  }

  private static boolean isPlain(int c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  }

  private static String hash(Atom name) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(name.name().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 (expected: in each JVM)", e);
    }
  }

  /**
   * Returns the tables of this folder, in no order. Removes folders in which no log was completed.
   *
   * @throws TableLogException if one of them is damaged, or is not in the folder of its name
   */
  public List<StoredTable> tables() {
    List<StoredTable> tables = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(path)) {
      for (Path folder : folders) {
        if (isOfTable(folder)) {
          StoredTable table = tableIn(folder);
          if (table != null) {
            tables.add(table);
          }
        }
      }
    } catch (DirectoryIteratorException e) {
      throw failed(path, Objects.requireNonNull(e.getCause(), "cause"));
    } catch (IOException e) {
      throw failed(path, e);
    }
    return tables;
  }

  /**
   * Returns whether a file has the name of a table's folder. Others are not those of this class.
   */
  private static boolean isOfTable(Path file) throws IOException {
    if (!FOLDER_NAME.matcher(String.valueOf(file.getFileName())).matches()) {
      return false;
    }
    if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileSystemException(file.toString(), null, "no folder, but with the name of one");
    }
    return true;
  }

  /** Returns the table in a folder; null if there is none. */
  private @Nullable StoredTable tableIn(Path folder) throws IOException {
    LogHeader header = LogInspector.of(folder).header();
    if (header == null) {
      removeEmpty(folder);
      return null;
    }
    Atom name = header.properties().name();
    if (!folderOf(name).equals(folder)) {
      throw new FileSystemException(
          folder.toString(),
          folderOf(name).toString(),
          "the folder of table " + name + " is named");
    }
    return new StoredTable(name, header.options());
  }

  /** Removes what is left of a table that was dropped, or was not made before a crash. */
  private static void removeEmpty(Path folder) throws IOException {
    LogFiles left = FolderFiles.of(folder);
    left.lock();
    try (left) {
      LogFolder.finishRemoval(left);
      for (String name : left.list()) {
        if (LogNames.isTemporary(name)) {
          left.delete(name);
        }
      }
      left.removeFolder();
    }
  }

  /** Releases the folder, whose tables have been closed. */
  @Override
  public void close() {
    try {
      files.close();
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
