package org.jets.app.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jets.app.UsageException;
import org.jets.app.node.NodeCommandOptions.NamedTable;
import org.jets.ets.EtsException;
import org.jets.ets.EtsTable;
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
 * loaded, and in which it is saved when the node is told to end. For use by one thread at a time.
 */
final class SavedTables {
  static final String FLAG = "--save-on-exit";

  private static final String SUFFIX = ".tab";
  private static final int MAX_NAME_BYTES = 250;

  /** A table that is open, and the name that it had at first. */
  private record Opened(NamedTable name, EtsTable table) {}

  private final @Nullable Path folder;
  private final List<Opened> all = new ArrayList<>();

  /**
   * Makes none yet.
   *
   * @param folder null if the tables are not saved
   */
  SavedTables(@Nullable Path folder) {
    this.folder = folder;
  }

  /**
   * Checks that the tables can be loaded and saved, as far as can be told before.
   *
   * @throws UsageException if the folder cannot be written, or has a table of another type
   */
  static void check(Path folder, List<NamedTable> tables) throws UsageException {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw (UsageException) new UsageException(unusable(folder)).initCause(e);
    }
    if (!Files.isWritable(folder)) {
      throw new UsageException(unusable(folder));
    }
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

  /** Returns the file of a table. Letters and digits of the name stand for themselves. */
  static Path file(Path folder, String name) {
    StringBuilder file = new StringBuilder();
    for (byte b : name.getBytes(UTF_8)) {
      char c = (char) (b & 0xff);
      boolean isPlain =
          c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (isPlain) {
        file.append(c);
      } else {
        file.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
      }
    }
    return folder.resolve(file + SUFFIX);
  }

  /**
   * Loads a table if it has a file, or else makes an empty one.
   *
   * @return a line about the loaded table; empty if there was none
   * @throws IOException if it cannot be loaded
   */
  Optional<String> open(Owner owner, NamedTable name) throws IOException {
    Path file = folder == null ? null : file(folder, name.name());
    if (file == null || !Files.exists(file)) {
      TableOptions options = TableOptions.of(name.type()).withNamedTable().withPublicAccess();
      all.add(new Opened(name, owner.newTable(name.name(), options)));
      return Optional.empty();
    }
    EtsTable table;
    try {
      table = owner.file2tab(file);
    } catch (EtsException e) {
      throw new IOException(FLAG + ": " + file + " cannot be loaded: " + e.getMessage(), e);
    }
    all.add(new Opened(name, table));
    return Optional.of(
        FLAG + ": " + file + " is the table " + table.name() + ", objects: " + table.size());
  }

  /**
   * Saves each table in its file, and forces it to the disk. Removes the file of a table that has
   * been dropped. The others are saved even if one of them fails.
   *
   * @throws IOException the first failure
   */
  void save() throws IOException {
    if (folder == null) {
      return;
    }
    IOException failure = null;
    for (Opened each : all) {
      try {
        save(each, file(folder, each.name().name()));
      } catch (IOException | EtsException e) {
        IOException failed =
            new IOException(
                FLAG + ": " + each.name().name() + " cannot be saved: " + e.getMessage(), e);
        if (failure == null) {
          failure = failed;
        } else {
          failure.addSuppressed(failed);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static void save(Opened each, Path file) throws IOException {
    EtsTable table = each.table();
    try {
      Atom name = Atom.of(each.name().name());
      if (!table.name().equals(name)) {
        table.rename(name);
      }
      table.tab2file(file, SaveOptions.defaults().withSync());
    } catch (NoSuchTableException e) {
      Files.deleteIfExists(file);
    }
  }
}
