package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.t;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.ets.file.FileName;
import org.jets.ets.file.TableSaver;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a walk ends with an error once its caller may not read the table any more. */
class LostAccessTest {
  private static final int KEYS = 40;
  private static final MatchSpec ALL = MatchSpec.compile(TermParser.parse("[{'_',[],['$_']}]"));

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();
  private final Owner other = space.newOwner();

  @TempDir private Path folder;

  @AfterEach
  void end() {
    owner.close();
    other.close();
    assertThat(space.all()).isEmpty();
  }

  /** A way to pass all objects of a table to an action. */
  private record Walk(String name, BiConsumer<LocalTable, Consumer<Tuple>> run) {
    boolean isFold() {
      return name.startsWith("fold");
    }

    /** Returns whether several threads may call the action, in any order. */
    boolean isParallel() {
      return name.startsWith("parallel");
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static Walk ofStream(String name, Function<LocalTable, Stream<Tuple>> stream) {
    return new Walk(name, (table, action) -> stream.apply(table).forEachOrdered(action));
  }

  private static List<Walk> walks(TableType type) {
    List<Walk> walks =
        new ArrayList<>(
            List.of(
                new Walk("foldl", (table, action) -> table.foldl(folding(action), 0)),
                new Walk("foldr", (table, action) -> table.foldr(folding(action), 0)),
                ofStream("stream", EtsTable::stream),
                ofStream("stream of results", table -> table.stream(ALL).map(Tuple.class::cast)),
                ofStream("iterateFrom", table -> table.iterateFrom(table.first().orElseThrow())),
                ofStream(
                    "iterateBackFrom", table -> table.iterateBackFrom(table.last().orElseThrow())),
                new Walk(
                    "parallel stream",
                    (table, action) -> table.stream().parallel().forEach(action)),
                new Walk("iterator", (table, action) -> iterate(table.stream(), action)),
                new Walk(
                    "iterator of results",
                    (table, action) -> iterate(table.stream(ALL).map(Tuple.class::cast), action)),
                new Walk(
                    "spliterator", (table, action) -> table.spliterator().forEachRemaining(action)),
                new Walk("steps of a spliterator", (table, action) -> step(table, action)),
                new Walk("parts of a spliterator", LostAccessTest::splitAndWalk)));
    if (type == TableType.ORDERED_SET) {
      KeyRange range = KeyRange.atLeast(Terms.i(0));
      walks.add(ofStream("stream of a range", table -> table.stream(range)));
      walks.add(
          new Walk(
              "spliterator of a range",
              (table, action) -> table.spliterator(range).forEachRemaining(action)));
    }
    return walks;
  }

  private static BiFunction<Tuple, Integer, Integer> folding(Consumer<Tuple> action) {
    return (object, count) -> {
      action.accept(object);
      return count + 1;
    };
  }

  private static void iterate(Stream<Tuple> stream, Consumer<Tuple> action) {
    for (Iterator<Tuple> objects = stream.iterator(); objects.hasNext(); ) {
      action.accept(objects.next());
    }
  }

  private static void step(LocalTable table, Consumer<Tuple> action) {
    Spliterator<Tuple> objects = table.spliterator();
    while (objects.tryAdvance(action)) {}
  }

  private static void splitAndWalk(LocalTable table, Consumer<Tuple> action) {
    Spliterator<Tuple> rest = table.spliterator();
    Spliterator<Tuple> part = rest.trySplit();
    if (part != null) {
      part.forEachRemaining(action);
    }
    rest.forEachRemaining(action);
  }

  /** A way to lose the right to read a table, through a handle of its owner. */
  private enum Loss {
    GIVEN_AWAY(TableAccessException.class),
    GIVEN_AWAY_BY_ANOTHER_THREAD(TableAccessException.class),
    INHERITED(TableAccessException.class),
    DROPPED(NoSuchTableException.class),
    DROPPED_BY_ANOTHER_THREAD(NoSuchTableException.class),
    OWNER_ENDED(NoSuchTableException.class),
    HANDLE_CLOSED(IllegalStateException.class);

    private final Class<? extends Exception> error;

    Loss(Class<? extends Exception> error) {
      this.error = error;
    }
  }

  private void lose(Loss loss, LocalTable table) {
    switch (loss) {
      case GIVEN_AWAY -> table.giveAway(other, a("gift"));
      case GIVEN_AWAY_BY_ANOTHER_THREAD ->
          CompletableFuture.runAsync(() -> table.giveAway(other, a("gift"))).join();
      case INHERITED -> {
        table.setHeir(other.pid(), a("data"));
        table.caller().close();
      }
      case DROPPED -> table.drop();
      case DROPPED_BY_ANOTHER_THREAD -> CompletableFuture.runAsync(table::drop).join();
      case OWNER_ENDED -> table.caller().close();
      case HANDLE_CLOSED -> table.close();
    }
  }

  private LocalTable table(Owner of, Variant variant) {
    LocalTable table = of.newTable("t", variant.options().withAccess(Access.PRIVATE));
    for (int key = 0; key < KEYS; key++) {
      table.insert(t(key, "first"));
      table.insert(t(key, "second"));
    }
    return table;
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void walks_onceTheRightIsLost_fail(Variant variant) {
    for (Walk walk : walks(variant.type())) {
      for (Loss loss : Loss.values()) {
        assertFails(walk, loss, variant, 3);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void walks_whenTheRightIsLostAtTheLastObject_fail(Variant variant) {
    int last = variant.type().isSet() ? KEYS : 2 * KEYS;
    for (Walk walk : walks(variant.type())) {
      for (Loss loss : Loss.values()) {
        assertFails(walk, loss, variant, last);
      }
    }
  }

  private void assertFails(Walk walk, Loss loss, Variant variant, int at) {
    Owner maker = space.newOwner();
    // Its close leaves the table as it is.
    LocalTable table = maker.open(table(maker, variant).id());
    AtomicInteger count = new AtomicInteger();
    List<Term> keysSeen = new ArrayList<>();
    assertThatThrownBy(
            () ->
                walk.run()
                    .accept(
                        table,
                        object -> {
                          int number = count.incrementAndGet();
                          if (number == at) {
                            lose(loss, table);
                          }
                          if (number >= at && !walk.isParallel()) {
                            keysSeen.add(object.element(1));
                          }
                        }))
        .as("%s, %s", walk, loss)
        .isInstanceOfAny(
            loss.error, // A part that begins in another thread while the owner ends.
            walk.isParallel() ? BadArgumentException.class : loss.error);
    if (walk.isFold()) {
      // As in Erlang, which looks up all objects of a key at once.
      assertThat(keysSeen).as("%s, %s", walk, loss).containsOnly(keysSeen.get(0));
    } else if (!walk.isParallel()) {
      assertThat(keysSeen).as("%s, %s", walk, loss).hasSize(1);
    }
    if (space.all().contains(table.id())) {
      assertThat(other.open(table.id()).info(a("fixed")))
          .as("%s, %s", walk, loss)
          .contains(a("false"));
    }
    maker.close();
    if (space.all().contains(table.id())) {
      other.open(table.id()).drop();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void walks_ofAReaderWhenTheOwnerMakesTheTablePrivate_fail(Variant variant) {
    for (Walk walk : walks(variant.type())) {
      LocalTable table = table(owner, variant);
      table.setAccess(Access.PROTECTED);
      LocalTable read = other.open(table.id());
      assertThatThrownBy(() -> walk.run().accept(read, object -> table.setAccess(Access.PRIVATE)))
          .as("%s", walk)
          .isInstanceOf(TableAccessException.class);
      assertThat(table.info(a("fixed"))).as("%s", walk).contains(a("false"));
      table.drop();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void walks_whenTheTableIsGivenAwayAndBack_continue(Variant variant) {
    for (Walk walk : walks(variant.type())) {
      LocalTable table = table(owner, variant);
      AtomicInteger count = new AtomicInteger();
      Consumer<Tuple> giveAndTake =
          object -> {
            count.incrementAndGet();
            table.giveAway(other, a("gift"));
            other.open(table.id()).giveAway(owner, a("back"));
          };
      if (!walk.isParallel()) {
        walk.run().accept(table, giveAndTake);
        assertThat(count.get()).as("%s", walk).isEqualTo((int) table.size());
      }
      table.drop();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void walks_thatBeginAfterTheTableWasGivenAway_fail(Variant variant) {
    LocalTable table = table(owner, variant);
    Stream<Tuple> stream = table.stream();
    Iterator<Tuple> iterator = table.stream().iterator();
    Spliterator<Tuple> spliterator = table.spliterator();
    Spliterator<Tuple> split = table.spliterator();
    Spliterator<Tuple> part = split.trySplit();
    Stream<Term> results = table.stream(ALL);
    SelectContinuation continuation =
        table.select(ALL, 10).flatMap(SelectChunk::continuation).orElseThrow();
    table.giveAway(other, a("gift"));
    assertForbidden(stream::count);
    assertForbidden(iterator::hasNext);
    assertForbidden(() -> spliterator.tryAdvance(object -> {}));
    assertForbidden(() -> split.forEachRemaining(object -> {}));
    if (part != null) {
      assertForbidden(() -> part.tryAdvance(object -> {}));
    }
    assertForbidden(results::findFirst);
    assertForbidden(() -> table.select(continuation));
    LocalTable theirs = other.open(table.id());
    assertThat(theirs.info(a("fixed"))).contains(a("false"));
    assertThat(theirs.stream()).hasSize((int) theirs.size());
  }

  private static void assertForbidden(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(TableAccessException.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void walks_ofASnapshotOfATableThatIsGivenAway_continue(Variant variant) {
    for (Walk walk : walks(variant.type())) {
      LocalTable table = table(owner, variant);
      LocalTable snapshot = table.snapshot();
      AtomicInteger count = new AtomicInteger();
      walk.run()
          .accept(
              snapshot,
              object -> {
                if (count.incrementAndGet() == 3) {
                  table.giveAway(other, a("gift"));
                }
              });
      assertThat(count.get()).as("%s", walk).isEqualTo((int) snapshot.size());
      other.open(table.id()).drop();
      walk.run().accept(snapshot, object -> count.incrementAndGet());
      assertThat(count.get()).as("%s", walk).isEqualTo(2 * (int) snapshot.size());
    }
  }

  @Test
  void tab2file_tableGivenAwayMeanwhile_failsAndLeavesTheFile() throws IOException {
    TableHandle table = (TableHandle) table(owner, new Variant(TableType.SET, Backend.STRIPED));
    Path file = Files.writeString(folder.resolve("table"), "content");
    AtomicInteger checks = new AtomicInteger();
    assertThatThrownBy(
            () ->
                TableSaver.save(
                    FileName.of(file),
                    SaveOptions.defaults(),
                    table.info().orElseThrow(),
                    table.table().store(),
                    () -> {
                      if (checks.incrementAndGet() == 5) {
                        table.giveAway(other, a("gift"));
                      }
                      table.checkReadable();
                    }))
        .isInstanceOf(TableAccessException.class);
    assertThat(file).hasContent("content");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }
}
