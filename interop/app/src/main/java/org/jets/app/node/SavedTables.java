package org.jets.app.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jets.app.UsageException;
import org.jets.app.node.NodeCommandOptions.NamedTable;
import org.jets.ets.Access;
import org.jets.ets.EtsException;
import org.jets.ets.LocalTable;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.Owner;
import org.jets.ets.SaveOptions;
import org.jets.ets.TabFile;
import org.jets.ets.TableFileException;
import org.jets.ets.TableOptions;
import org.jets.terms.Atom;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The tables of {@code --table}. With {@code --save-on-exit} each has a file, from which it is
 * loaded, and in which it is saved when the node is told to end. The folder is locked meanwhile, so
 * that no other node saves tables there. For use by one thread at a time.
 */
final class SavedTables implements AutoCloseable {
  static final String FLAG = "--save-on-exit";

  private static final String LOCK = "lock";
  private static final String SUFFIX = ".tab";
  private static final int MAX_NAME_BYTES = 250;

  /** A table that is open, and the name that it had at first. */
  private record Opened(NamedTable name, LocalTable table) {}

  private final @Nullable Path folder;

  /** Null if there is no folder. */
  private final @Nullable FileChannel lock;

  private final List<Opened> all = new ArrayList<>();

  private SavedTables(@Nullable Path folder, @Nullable FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Returns the tables of a folder, none of which is open yet.
   *
   * @param folder null if the tables are not saved
   * @throws IOException if another node has the folder
   * @throws UsageException if the folder cannot be written
   */
  static SavedTables in(@Nullable Path folder) throws IOException, UsageException {
    if (folder == null) {
      return new SavedTables(null, null);
    }
    makeWritable(folder);
    FileChannel lock = openLock(folder.resolve(LOCK));
    boolean isLocked = false;
    try {
      isLocked = lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Another one in this JVM.
    } finally {
      if (!isLocked) {
        lock.close();
      }
    }
    if (!isLocked) {
      throw new IOException(FLAG + ": " + folder + " is in use (expected: one node for a folder)");
    }
    return new SavedTables(folder, lock);
  }

  private static FileChannel openLock(Path file) throws UsageException {
    try {
      return FileChannel.open(file, CREATE, WRITE);
    } catch (IOException e) {
      throw (UsageException)
          new UsageException(FLAG + ": " + file + " (expected: a file that this user can write)")
              .initCause(e);
    }
  }

  /**
   * Checks that the tables can be loaded and saved, as far as can be told before.
   *
   * @throws UsageException if the folder cannot be written, or has a table of another type
   */
  static void check(Path folder, List<NamedTable> tables) throws UsageException {
    makeWritable(folder);
    for (NamedTable table : tables) {
      Path file = file(folder, table.name());
      if (file.getFileName().toString().length() > MAX_NAME_BYTES) {
        throw new UsageException(
            FLAG + ": the table " + table.name() + " (expected: a shorter name, for its file)");
      }
      if (Files.exists(file)) {
        check(file, table);
      }
    }
  }

  private static void makeWritable(Path folder) throws UsageException {
    try {
      makeForOwnerAlone(folder);
    } catch (IOException e) {
      throw (UsageException) new UsageException(unusable(folder)).initCause(e);
    }
    if (!Files.isWritable(folder)) {
      throw new UsageException(unusable(folder));
    }
  }

  /** Makes a folder that is absent. Others cannot come to the files in it. */
  private static void makeForOwnerAlone(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(EnumSet.of(OWNER_READ, OWNER_WRITE, OWNER_EXECUTE)));
    } else {
      Files.createDirectories(folder);
    }
  }

  private static String unusable(Path folder) {
    return FLAG + ": " + folder + " (expected: a folder that this user can write)";
  }

  private static void check(Path file, NamedTable table) throws UsageException {
    String type;
    try {
      type = find(file, "type").orElse("");
    } catch (TableFileException e) {
      throw (UsageException) new UsageException(FLAG + ": " + e.getMessage()).initCause(e);
    }
    if (!type.equals(table.type().name().toLowerCase(Locale.ROOT))) {
      throw new UsageException(
          FLAG + ": " + file + " has a table of type " + type + " (expected: that of --table)");
    }
  }

  private static Optional<String> find(Path file, String key) {
    return TabFile.info(file).toList().stream()
        .map(Tuple.class::cast)
        .filter(pair -> pair.element(1) == Atom.of(key))
        .map(pair -> pair.element(2).toString())
        .findFirst();
  }

  /**
   * Returns the file of a table. Small letters and digits of its name stand for themselves, so that
   * the files of two tables differ whether or not the file system tells capital letters apart.
   */
  static Path file(Path folder, String name) {
    StringBuilder file = new StringBuilder();
    for (byte b : name.getBytes(UTF_8)) {
      char c = (char) (b & 0xff);
      boolean isPlain = c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (isPlain) {
        file.append(c);
      } else {
        file.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
      }
    }
    return folder.resolve(file + SUFFIX);
  }

  /**
   * Loads a table if it has a file, or else makes an empty one. While it is loaded, others may not
   * write to it: the file would undo what they write.
   *
   * @return a line about the loaded table; empty if there was none
   * @throws IOException if it cannot be loaded
   */
  Optional<String> open(Owner owner, NamedTable name) throws IOException {
    Path file = folder == null ? null : file(folder, name.name());
    if (file == null || !Files.exists(file)) {
      TableOptions options = TableOptions.of(name.type()).withNamedTable().withPublicAccess();
      all.add(new Opened(name, newTable(owner, name, options)));
      return Optional.empty();
    }
    LocalTable table;
    try {
      table = owner.file2tab(file);
    } catch (EtsException e) {
      throw new IOException(FLAG + ": " + file + " cannot be loaded: " + e.getMessage(), e);
    }
    table.setAccess(Access.PUBLIC); // The files have protected tables.
    all.add(new Opened(name, table));
    return Optional.of(
        FLAG + ": " + file + " is the table " + table.name() + ", objects: " + table.size());
  }

  private static LocalTable newTable(Owner owner, NamedTable name, TableOptions options)
      throws IOException {
    try {
      return owner.newTable(name.name(), options);
    } catch (EtsException e) { // A durable table has the name, or another node has just made one.
      throw new IOException("--table: " + e.getMessage(), e);
    }
  }

  /** Forces the names in a folder to the disk. */
  @FunctionalInterface
  interface FolderSync {
    void force(Path folder) throws IOException;
  }

  /**
   * Saves each table in its file, as it is at one moment, and forces it to the disk. Removes the
   * file of a table that has been dropped. The others are saved even if one of them fails.
   *
   * @throws IOException the first failure, with the number of the others
   */
  void save() throws IOException {
    save(SavedTables::force);
  }

  /**
   * Saves as the other method does. Each content is on the disk before its file takes its name. The
   * names are forced to the disk once for all files, at the end.
   */
  void save(FolderSync sync) throws IOException {
    if (folder == null) {
      return;
    }
    Map<NamedTable, @Nullable LocalTable> tables = tablesToSave();
    List<IOException> failures = releaseNames(tables);
    for (Map.Entry<NamedTable, @Nullable LocalTable> each : tables.entrySet()) {
      NamedTable name = each.getKey();
      try {
        save(name, each.getValue(), file(folder, name.name()));
      } catch (IOException | RuntimeException | VirtualMachineError e) {
        failures.add(failed(name, e));
      }
    }
    sync(folder, sync, failures);
    if (failures.size() == 1) {
      throw failures.get(0);
    }
    if (!failures.isEmpty()) {
      IOException first = failures.get(0);
      throw new IOException(
          first.getMessage() + "; tables that cannot be saved: " + failures.size(), first);
    }
  }

  private static void sync(Path folder, FolderSync sync, List<IOException> failures) {
    try {
      sync.force(folder);
    } catch (IOException | RuntimeException | VirtualMachineError e) {
      failures.add(
          new IOException(FLAG + ": " + folder + " cannot be forced to the disk: " + e, e));
    }
  }

  private static void force(Path folder) throws IOException {
    FileChannel opened;
    try {
      opened = FileChannel.open(folder, READ);
    } catch (IOException e) {
      // Not every system can open a folder. Those that cannot keep its names on the disk anyway.
      return;
    }
    try (opened) {
      opened.force(true);
    }
  }

  /** Renames the tables that have other names now, so that none of them is in another's way. */
  private static List<IOException> releaseNames(Map<NamedTable, @Nullable LocalTable> tables) {
    List<IOException> failures = new ArrayList<>();
    for (Map.Entry<NamedTable, @Nullable LocalTable> each : tables.entrySet()) {
      LocalTable table = each.getValue();
      try {
        if (table != null && !isNow(table, each.getKey())) {
          table.rename(Atom.of("saved as " + file(Path.of(""), each.getKey().name())));
        }
      } catch (NoSuchTableException e) {
        // It has been dropped.
      } catch (RuntimeException | VirtualMachineError e) {
        failures.add(failed(each.getKey(), e));
      }
    }
    return failures;
  }

  private static IOException failed(NamedTable table, Throwable cause) {
    String why = cause instanceof VirtualMachineError ? cause.toString() : cause.getMessage();
    return new IOException(FLAG + ": " + table.name() + " cannot be saved: " + why, cause);
  }

  /**
   * Returns the table to save under each name: one of the same type that has been renamed to it, or
   * the one that was made with it, unless that is saved under another name. There is null if there
   * is none. Takes time in proportion to the number of tables.
   */
  private Map<NamedTable, @Nullable LocalTable> tablesToSave() {
    Set<NamedTable> places = new HashSet<>();
    all.forEach(each -> places.add(each.name()));
    Map<NamedTable, LocalTable> moved = new HashMap<>();
    Set<NamedTable> elsewhere = new HashSet<>();
    for (Opened each : all) {
      nameOf(each.table())
          .map(name -> new NamedTable(name.name(), each.name().type()))
          .filter(places::contains)
          .ifPresent(
              name -> {
                moved.put(name, each.table());
                elsewhere.add(each.name());
              });
    }
    Map<NamedTable, @Nullable LocalTable> tables = new LinkedHashMap<>();
    for (Opened each : all) {
      LocalTable table = moved.get(each.name());
      if (table == null && !elsewhere.contains(each.name())) {
        table = each.table();
      }
      tables.put(each.name(), table);
    }
    return tables;
  }

  /** Returns the name that a table has now; empty if it has been dropped. */
  private static Optional<Atom> nameOf(LocalTable table) {
    try {
      return Optional.of(table.name());
    } catch (NoSuchTableException e) {
      return Optional.empty();
    }
  }

  private static boolean isNow(LocalTable table, NamedTable name) {
    return nameOf(table).equals(Optional.of(Atom.of(name.name())));
  }

  private static void save(NamedTable name, @Nullable LocalTable table, Path file)
      throws IOException {
    if (table == null) {
      Files.deleteIfExists(file);
      return;
    }
    try {
      if (!isNow(table, name)) {
        table.rename(Atom.of(name.name()));
      }
      saved(table).tab2file(file, SaveOptions.defaults());
    } catch (NoSuchTableException e) {
      Files.deleteIfExists(file);
    }
  }

  /** Returns a snapshot, since a call that has begun before may still write to the table. */
  private static LocalTable saved(LocalTable table) {
    table.setAccess(Access.PROTECTED);
    try {
      return table.snapshot();
    } catch (OutOfMemoryError e) {
      return table;
    }
  }

  /** Releases the folder. */
  @Override
  public void close() throws IOException {
    if (lock != null) {
      lock.close();
    }
  }
}
