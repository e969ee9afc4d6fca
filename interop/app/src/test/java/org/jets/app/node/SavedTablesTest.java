package org.jets.app.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jets.app.UsageException;
import org.jets.app.node.NodeCommandOptions.NamedTable;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the tables of {@code --table} with {@code --save-on-exit}. */
class SavedTablesTest {
  private static final NamedTable TABLE = new NamedTable("t/../1 ä", TableType.ORDERED_SET);
  private static final NamedTable OTHER = new NamedTable("other", TableType.BAG);
  private static final Tuple OBJECT = Tuple.of(IntegerTerm.of(1), Atom.of("one"));

  @TempDir Path temporary;

  private Path folder() {
    return temporary.resolve("saved");
  }

  private Owner opened(SavedTables saved) throws IOException {
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
    SavedTables.check(folder(), List.of(TABLE, OTHER));
    SavedTables saved = new SavedTables(folder());
    try (Owner owner = opened(saved)) {
      table(owner, TABLE).insert(OBJECT);
      saved.save();
    }
    try (var files = Files.list(folder())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("t%2F%2E%2E%2F1%20%C3%A4.tab", "other.tab");
    }
    SavedTables.check(folder(), List.of(TABLE, OTHER));
    Owner owner = new TableSpace().newOwner();
    assertThat(new SavedTables(folder()).open(owner, TABLE).orElseThrow()).endsWith("objects: 1");
    assertThat(table(owner, TABLE).tab2list()).containsExactly(OBJECT);
    owner.close();
  }

  @Test
  void save_tableThatWasDropped_removesItsFile() throws Exception {
    SavedTables.check(folder(), List.of(TABLE, OTHER));
    SavedTables first = new SavedTables(folder());
    Owner before = opened(first);
    first.save();
    before.close();
    assertThat(SavedTables.file(folder(), TABLE.name())).exists();
    SavedTables second = new SavedTables(folder());
    try (Owner owner = opened(second)) {
      table(owner, TABLE).drop();
      second.save();
    }
    assertThat(SavedTables.file(folder(), TABLE.name())).doesNotExist();
    assertThat(SavedTables.file(folder(), OTHER.name())).exists();
  }

  @Test
  void save_tableThatWasRenamed_hasItsFirstNameAgain() throws Exception {
    SavedTables.check(folder(), List.of(TABLE, OTHER));
    SavedTables saved = new SavedTables(folder());
    try (Owner owner = opened(saved)) {
      table(owner, OTHER).rename(Atom.of("hidden"));
      saved.save();
    }
    try (Owner owner = opened(new SavedTables(folder()))) {
      assertThat(table(owner, OTHER).size()).isZero();
    }
  }

  @Test
  void save_oneFails_savesTheOthersAndKeepsTheOldFile() throws Exception {
    SavedTables.check(folder(), List.of(TABLE, OTHER));
    Files.createDirectories(SavedTables.file(folder(), TABLE.name()).resolve("in the way"));
    SavedTables saved = new SavedTables(folder());
    try (Owner owner = new TableSpace().newOwner()) {
      assertThatThrownBy(() -> saved.open(owner, TABLE)).isInstanceOf(IOException.class);
      Files.delete(SavedTables.file(folder(), TABLE.name()).resolve("in the way"));
      Files.delete(SavedTables.file(folder(), TABLE.name()));
      saved.open(owner, TABLE);
      saved.open(owner, OTHER);
      Files.createDirectories(SavedTables.file(folder(), TABLE.name()).resolve("in the way"));
      assertThatThrownBy(saved::save)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(TABLE.name() + " cannot be saved");
    }
    assertThat(SavedTables.file(folder(), OTHER.name())).isRegularFile();
  }

  @Test
  void check_otherTypeOrNoTable_isRefused() throws Exception {
    SavedTables.check(folder(), List.of(OTHER));
    SavedTables saved = new SavedTables(folder());
    try (Owner owner = new TableSpace().newOwner()) {
      saved.open(owner, OTHER);
      saved.save();
    }
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
    SavedTables saved = new SavedTables(null);
    Owner owner = opened(saved);
    saved.save();
    assertThat(table(owner, TABLE).size()).isZero();
    owner.close();
    try (var files = Files.list(temporary)) {
      assertThat(files).isEmpty();
    }
  }
}
