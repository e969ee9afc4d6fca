package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.t;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jets.terms.TestScale;
import org.junit.jupiter.api.Test;

/**
 * What is left of tables that have been made, used in every way that registers them, and deleted.
 */
class TableLeakTest {
  private static final int TABLES = 50_000;

  /** Of every so many tables it is checked that they can be collected. */
  private static final int CHECKED = 100;

  private static final List<TableType> TYPES = List.of(TableType.values());

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();
  private final Owner other = space.newOwner();

  /** Makes a table and lets it end, in one of several ways. */
  private WeakReference<Table> makeAndEnd(int n) {
    boolean isNamed = n % 2 == 0;
    TableOptions options = TableOptions.of(TYPES.get(n % TYPES.size())).publicAccess();
    EtsTable table = owner.newTable(a("t"), isNamed ? options.named() : options);
    table.insert(t(n, 1));
    switch (n % 7) {
      case 0 -> table.rename(a("renamed"));
      case 1 -> table.giveAway(other, a("gift"));
      case 2 -> table.setHeir(other.pid(), a("data"));
      case 3 -> table.safeFixtable(true);
      case 4 -> other.open(table.id()).safeFixtable(true);
      case 5 -> table.stream().iterator().next();
      default -> table.snapshot();
    }
    WeakReference<Table> reference = new WeakReference<>(space.find(table.id()));
    other.open(table.id()).delete();
    other.pollTransfer();
    return reference;
  }

  @Test
  void delete_manyTables_leavesNothing() {
    List<WeakReference<Table>> ended = new ArrayList<>();
    for (int n = 0; n < TestScale.count(TABLES); n++) {
      WeakReference<Table> reference = makeAndEnd(n);
      if (n % CHECKED < 28) {
        ended.add(reference);
      }
    }
    assertThat(space.all()).isEmpty();
    for (int n = 0;
        n < 100 && ended.stream().anyMatch(reference -> !reference.refersTo(null));
        n++) {
      System.gc();
    }
    assertThat(ended).allMatch(reference -> reference.refersTo(null));
  }
}
