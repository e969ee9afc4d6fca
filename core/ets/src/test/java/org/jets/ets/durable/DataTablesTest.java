package org.jets.ets.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jets.ets.SystemLimitException;
import org.jets.ets.TableLogException;
import org.jets.ets.log.DurableOptions;
import org.jets.terms.Atom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the data folder of a space whose owners are lists of tables. */
class DataTablesTest {
  private final List<List<Atom>> ended = new ArrayList<>();
  private final DataTables<List<Atom>> data =
      new DataTables<>(ArrayList::new, List::size, ended::add, 2);
  @TempDir private Path root;

  private void open() {
    data.open(DurableOptions.in(root), (owner, name, options) -> name);
  }

  @Test
  void place_tablesThatAreBeingMade_count() {
    open();
    try (DataTables<List<Atom>>.Place first = data.place(Atom.of("a"));
        DataTables<List<Atom>>.Place second = data.place(Atom.of("b"))) {
      assertThat(second.owner()).isSameAs(first.owner());
      assertThatThrownBy(() -> data.place(Atom.of("c")))
          .isInstanceOf(SystemLimitException.class)
          .hasMessage("tables of the data folder: too many (expected: <= 2)");
      first.owner().add(Atom.of("a"));
    }
    data.place(Atom.of("c")).owner().add(Atom.of("c"));
    assertThatThrownBy(() -> data.place(Atom.of("d"))).isInstanceOf(SystemLimitException.class);
    data.close();
    assertThat(ended).containsExactly(List.of(Atom.of("a"), Atom.of("c")));
  }

  @Test
  void open_openAlready_endsTheSecondOwner() {
    open();
    Path other = root.resolve("other");
    assertThatThrownBy(() -> data.open(DurableOptions.in(other), (owner, name, options) -> name))
        .isInstanceOf(IllegalStateException.class);
    assertThat(ended).hasSize(1);
    assertThat(data.isOwner(ended.get(0))).isFalse();
    DataFolder.open(other).close();
    assertThatThrownBy(() -> DataFolder.open(root)).isInstanceOf(TableLogException.class);
    data.close();
    data.close();
    assertThat(ended).hasSize(2);
    DataFolder.open(root).close();
  }

  @Test
  void open_folderIsInUse_beginsNoOwner() {
    DataFolder folder = DataFolder.open(root);
    assertThatThrownBy(this::open)
        .isInstanceOf(TableLogException.class)
        .hasMessage(
            "The data folder %s: %s: a log in this folder is open in this process", root, root);
    assertThat(ended).isEmpty();
    folder.close();
    open();
    data.close();
  }

  @Test
  void open_nameOfAFile_saysWhyWithoutAClass() throws Exception {
    Path file = Files.createFile(root.resolve("file"));
    assertThatThrownBy(() -> DataFolder.open(file))
        .isInstanceOf(TableLogException.class)
        .hasMessage("The data folder %s: %s: eexist", file, file);
  }
}
