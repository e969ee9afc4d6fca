package org.jets.app.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jets.app.UsageException;
import org.jets.app.node.NodeCommandOptions.NamedTable;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.TabFile;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the tables of {@code --table} with {@code --save-on-exit}. */
class SavedTablesTest {
  private static final NamedTable TABLE = new NamedTable("T/../1 ä", TableType.ORDERED_SET);
  private static final NamedTable OTHER = new NamedTable("other", TableType.BAG);
  private static final Tuple OBJECT = Tuple.of(IntegerTerm.of(1), Atom.of("one"));

  @TempDir Path temporary;

  private Path folder() {
    return temporary.resolve("saved");
  }

  /** Opens the tables, changes them, saves them, and ends them. */
  private void run(Consumer<Owner> change) throws Exception {
    SavedTables.check(folder(), List.of(TABLE, OTHER));
    try (SavedTables saved = SavedTables.in(folder())) {
      Owner owner = opened(saved);
      change.accept(owner);
      saved.save();
      owner.close();
    }
  }

  private static Owner opened(SavedTables saved) throws IOException {
    Owner owner = new TableSpace().newOwner();
    saved.open(owner, TABLE);
    saved.open(owner, OTHER);
    return owner;
  }

  private static EtsTable table(Owner owner, NamedTable name) {
    return owner.open(Atom.of(name.name()));
  }

  @Test
  void save_thenOpen_hasTheObjects() throws Exception {
    run(owner -> table(owner, TABLE).insert(OBJECT));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())))
        .isEqualTo("rwx------");
    try (var files = Files.list(folder())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("%54%2F%2E%2E%2F1%20%C3%A4.tab", "other.tab", "lock");
    }
    run(
        owner -> {
          assertThat(table(owner, TABLE).tab2list()).containsExactly(OBJECT);
          assertThat(table(owner, TABLE).info(Atom.of("protection"))).contains(Atom.of("public"));
        });
  }

  /** Others may not write while the file is loaded, which would undo that. */
  @Test
  void save_file_hasAProtectedTable() throws Exception {
    run(owner -> table(owner, TABLE).insert(OBJECT));
    assertThat(TabFile.info(SavedTables.file(folder(), TABLE.name())).toString())
        .contains("{protection,protected}")
        .contains("{named_table,true}");
  }

  @Test
  void save_manyTables_forcesTheFolderOnceAfterTheLast() throws Exception {
    List<String> forced = new ArrayList<>();
    try (SavedTables saved = SavedTables.in(folder());
        Owner owner = opened(saved)) {
      table(owner, TABLE).insert(OBJECT);
      saved.save(
          each -> {
            assertThat(SavedTables.file(each, TABLE.name())).isRegularFile();
            assertThat(SavedTables.file(each, OTHER.name())).isRegularFile();
            forced.add(each.toString());
          });
    }
    assertThat(forced).containsExactly(folder().toString());
  }

  @Test
  void save_folderThatCannotBeForced_fails() throws Exception {
    try (SavedTables saved = SavedTables.in(folder());
        Owner owner = opened(saved)) {
      assertThat(owner.isAlive()).isTrue();
      assertThatThrownBy(
              () ->
                  saved.save(
                      each -> {
                        throw new IOException("of the test");
                      }))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot be forced to the disk")
          .hasMessageContaining("of the test");
    }
  }

  @Test
  void save_tableThatWasDropped_removesItsFile() throws Exception {
    run(owner -> {});
    run(owner -> table(owner, TABLE).drop());
    assertThat(SavedTables.file(folder(), TABLE.name())).doesNotExist();
    assertThat(SavedTables.file(folder(), OTHER.name())).exists();
  }

  @Test
  void save_tableThatWasRenamed_hasItsFirstNameAgain() throws Exception {
    run(
        owner -> {
          table(owner, OTHER).insert(OBJECT);
          table(owner, OTHER).rename(Atom.of("hidden"));
        });
    run(owner -> assertThat(table(owner, OTHER).tab2list()).containsExactly(OBJECT));
  }

  @Test
  void save_tablesOfOtherTypesThatHaveChangedNames_haveTheirOwnAgain() throws Exception {
    run(
        owner -> {
          EtsTable first = table(owner, TABLE);
          EtsTable second = table(owner, OTHER);
          first.insert(OBJECT);
          first.rename(Atom.of("x"));
          second.rename(Atom.of(TABLE.name()));
          first.rename(Atom.of(OTHER.name()));
        });
    run(
        owner -> {
          assertThat(table(owner, TABLE).tab2list()).containsExactly(OBJECT);
          assertThat(table(owner, OTHER).size()).isZero();
        });
  }

  @Test
  void save_tableThatHasTakenTheNameOfADroppedOne_takesItsPlace() throws Exception {
    NamedTable next = new NamedTable("next", TableType.BAG);
    SavedTables.check(folder(), List.of(OTHER, next));
    try (SavedTables saved = SavedTables.in(folder())) {
      Owner owner = new TableSpace().newOwner();
      saved.open(owner, OTHER);
      saved.open(owner, next);
      saved.save();
      table(owner, next).insert(OBJECT);
      table(owner, OTHER).drop();
      table(owner, next).rename(Atom.of(OTHER.name()));
      saved.save();
      owner.close();
    }
    assertThat(SavedTables.file(folder(), next.name())).doesNotExist();
    run(owner -> assertThat(table(owner, OTHER).tab2list()).containsExactly(OBJECT));
  }

  @Test
  void save_oneFails_savesTheOthers() throws Exception {
    SavedTables.check(folder(), List.of(TABLE, OTHER));
    try (SavedTables saved = SavedTables.in(folder())) {
      Owner owner = opened(saved);
      Files.createDirectories(SavedTables.file(folder(), TABLE.name()).resolve("in the way"));
      assertThatThrownBy(saved::save)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(TABLE.name() + " cannot be saved");
      owner.close();
    }
    assertThat(SavedTables.file(folder(), OTHER.name())).isRegularFile();
  }

  @Test
  void save_allFail_saysHowMany() throws Exception {
    SavedTables.check(folder(), List.of(TABLE, OTHER));
    try (SavedTables saved = SavedTables.in(folder())) {
      Owner owner = opened(saved);
      for (NamedTable each : List.of(TABLE, OTHER)) {
        Files.createDirectories(SavedTables.file(folder(), each.name()).resolve("in the way"));
      }
      assertThatThrownBy(saved::save)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(TABLE.name() + " cannot be saved")
          .hasMessageEndingWith("; tables that cannot be saved: 2");
      owner.close();
    }
  }

  @Test
  void in_folderWhoseLockCannotBeOpened_isRefusedWithTheFlag() throws Exception {
    Path lock = Files.createDirectories(folder().resolve("lock"));
    assertThatThrownBy(() -> SavedTables.in(folder()))
        .isInstanceOf(UsageException.class)
        .hasMessage("--save-on-exit: " + lock + " (expected: a file that this user can write)");
  }

  @Test
  void open_nameOfAnotherTable_isAnErrorWithTheFlag() throws Exception {
    try (SavedTables saved = SavedTables.in(null);
        Owner owner = opened(saved)) {
      assertThatThrownBy(() -> saved.open(owner, TABLE))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("--table: name: ");
    }
  }

  @Test
  void open_damagedFile_isAnErrorAndTheFileStays() throws Exception {
    run(owner -> table(owner, TABLE).insert(OBJECT));
    Path file = SavedTables.file(folder(), TABLE.name());
    byte[] bytes = Files.readAllBytes(file);
    byte[] cut = Arrays.copyOf(bytes, bytes.length - 5);
    Files.write(file, cut);
    try (SavedTables saved = SavedTables.in(folder())) {
      Owner owner = new TableSpace().newOwner();
      assertThatThrownBy(() -> saved.open(owner, TABLE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot be loaded");
      owner.close();
    }
    assertThat(Files.readAllBytes(file)).isEqualTo(cut);
  }

  @Test
  void in_folderOfAnother_isRefusedUntilItIsClosed() throws Exception {
    SavedTables.check(folder(), List.of(TABLE));
    try (SavedTables first = SavedTables.in(folder())) {
      assertThat(first).isNotNull();
      assertThatThrownBy(() -> SavedTables.in(folder()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is in use");
    }
    SavedTables.in(folder()).close();
  }

  @Test
  void check_otherTypeOrNoTable_isRefused() throws Exception {
    run(owner -> {});
    assertThatThrownBy(
            () -> SavedTables.check(folder(), List.of(new NamedTable(OTHER.name(), TableType.SET))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has a table of type bag (expected: that of --table)");
    Files.writeString(SavedTables.file(folder(), OTHER.name()), "no table");
    assertThatThrownBy(() -> SavedTables.check(folder(), List.of(OTHER)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("other.tab");
    assertThatThrownBy(
            () -> SavedTables.check(SavedTables.file(folder(), OTHER.name()), List.of(OTHER)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("expected: a folder");
    NamedTable longName = new NamedTable("ä".repeat(100), TableType.SET);
    assertThatThrownBy(() -> SavedTables.check(folder(), List.of(longName)))
        .hasMessageContaining("a shorter name");
  }

  @Test
  void save_withoutFolder_writesNothing() throws Exception {
    try (SavedTables saved = SavedTables.in(null)) {
      Owner owner = opened(saved);
      saved.save();
      assertThat(table(owner, TABLE).size()).isZero();
      owner.close();
    }
    try (var files = Files.list(temporary)) {
      assertThat(files).isEmpty();
    }
  }
}
