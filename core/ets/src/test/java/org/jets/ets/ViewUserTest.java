package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.t;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import org.jets.ets.view.Codec;
import org.jets.ets.view.RecordTable;
import org.jets.ets.view.TableMap;
import org.jets.ets.view.UnexpectedTermException;
import org.jets.terms.Binary;
import org.jets.terms.Term;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that programs in other packages can use the views, with records and codecs of theirs. */
class ViewUserTest {
  private enum State {
    OPEN,
    DONE
  }

  private record Task(long id, String title, State state) {}

  /** A record without a modifier, for classes of its package. */
  record InPackage(long number) {}

  /** A codec of characters as texts of one. */
  private static final class Characters implements Codec<Character> {
    @Override
    public Term encode(Character value) {
      return Binary.of(value.toString());
    }

    @Override
    public Character decode(Term term) {
      String text = Codec.ofText().decode(term);
      if (text.length() != 1) {
        throw UnexpectedTermException.of(term, "a text of one character");
      }
      return text.charAt(0);
    }
  }

  private final Owner owner = new TableSpace().newOwner();

  @AfterEach
  void end() {
    owner.close();
  }

  @Test
  void recordTable_privateRecord_isUsedByItsOwnLookup() {
    RecordTable<Long, Task> tasks =
        RecordTable.of(
            owner.newTable("tasks", TableOptions.orderedSet().withKeypos(2)),
            Codec.ofLong(),
            Codec.ofRecord(MethodHandles.lookup(), Task.class, a("task")));
    tasks.insert(List.of(new Task(2, "paint", State.OPEN), new Task(1, "sand", State.DONE)));
    assertThat(tasks.find(2L).map(Task::state)).contains(State.OPEN);
    assertThat(tasks.table().tab2list())
        .containsExactly(
            t("task", 1, Binary.of("sand"), "DONE"), t("task", 2, Binary.of("paint"), "OPEN"));
  }

  @Test
  void tableMap_codecOfTheProgram_isUsed() {
    ConcurrentMap<Character, InPackage> map =
        TableMap.of(
            owner.newTable("map", TableOptions.set()),
            new Characters(),
            Codec.ofRecord(MethodHandles.lookup(), InPackage.class));
    map.put('a', new InPackage(1));
    map.merge('a', new InPackage(2), (old, added) -> new InPackage(old.number + added.number));
    assertThat(map).containsOnlyKeys('a').containsValue(new InPackage(3));
  }

  @Test
  void ofRecord_lookupOfAnotherPackage_isRefused() throws Exception {
    MethodHandles.Lookup other =
        MethodHandles.privateLookupIn(TableMap.class, MethodHandles.lookup());
    for (Class<? extends Record> type : List.of(Task.class, InPackage.class)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Codec.ofRecord(other, type))
          .withMessageContaining(type.getName())
          .withCauseInstanceOf(IllegalAccessException.class);
    }
  }
}
