package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the main owner of a space. */
class MainOwnerTest {
  private final TableSpace space = new TableSpace();

  @Test
  void mainOwner_askedByManyThreads_isOneAndTheOnlyOneAlive() {
    Set<Owner> seen = ConcurrentHashMap.newKeySet();
    IntStream.range(0, 64).parallel().forEach(n -> seen.add(space.mainOwner()));
    assertThat(seen).singleElement().matches(Owner::isAlive);
    assertThat(space.owner(seen.iterator().next().pid())).isSameAs(space.mainOwner());
  }

  @Test
  void mainOwner_afterItsEnd_isAnotherOne() {
    Owner ended = space.mainOwner();
    LocalTable table = ended.newTable("t", TableOptions.set());
    ended.close();
    assertThat(space.mainOwner()).isNotSameAs(ended).matches(Owner::isAlive);
    assertThat(table.exists()).isFalse();
  }

  @Test
  void newTable_withoutAnOwner_isTheMainOwnersInTheDefaultSpace() {
    try (LocalTable table = EtsTable.newTable("t", TableOptions.set().withAccess(Access.PRIVATE))) {
      table.insert(t(1, 2));
      assertThat(table.caller()).isSameAs(TableSpace.defaultSpace().mainOwner());
      assertThat(TableSpace.defaultSpace().mainOwner().open(table.id()).lookup(i(1)))
          .containsExactly(t(1, 2));
      assertThat(table.name()).isEqualTo(a("t"));
    }
  }
}
