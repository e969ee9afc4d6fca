package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Operations of tables at each depth of a small stack down to its end: what overflows leaves the
 * table whole, and other threads can go on with it.
 */
class TableOverflowTest {
  private static final long STACK_BYTES = 180 << 10;

  /** The number of last frames that operate, of which every few do so. */
  private static final int DEPTHS = 160;

  private static final int STRIDE = 3;

  private static final int STEP = 20;
  private static final int KEYS = 12;
  private static final long PATIENCE_SECONDS = 30;

  private static List<Tuple> objects(int value) {
    List<Tuple> objects = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      objects.add(t(key, value));
    }
    return objects;
  }

  /** Fixes a table, and frees it even if the first call to do so overflows. */
  private static void fixAndFree(EtsTable table) {
    table.safeFixtable(true);
    try {
      table.safeFixtable(false);
    } catch (StackOverflowError e) {
      CompletableFuture.runAsync(() -> table.safeFixtable(false)).join();
      throw e;
    }
  }

  @SuppressWarnings("UnusedVariable")
  private static void ignore(Object result) {}

  private static List<Consumer<EtsTable>> operations(EtsTable named, Owner owner, Owner other) {
    MatchSpec all = spec("[{{'$1','_'},[],['$1']}]");
    List<Consumer<EtsTable>> operations = new ArrayList<>();
    operations.add(table -> table.insert(t(1, 2)));
    operations.add(table -> table.insert(objects(3)));
    operations.add(table -> ignore(table.insertNew(objects(4))));
    operations.add(table -> table.delete(i(3)));
    operations.add(table -> table.deleteObject(t(4, 3)));
    operations.add(table -> table.take(i(5)));
    operations.add(table -> ignore(table.select(all)));
    operations.add(table -> ignore(table.lookup(i(1))));
    operations.add(table -> ignore(table.foldl((object, sum) -> sum + 1, 0)));
    operations.add(TableOverflowTest::fixAndFree);
    operations.add(EtsTable::deleteAllObjects);
    operations.add(
        table -> table.rename(table.name().equals(Atom.of("one")) ? a("two") : a("one")));
    operations.add(table -> ignore(table.info()));
    operations.add(table -> table.setHeir(other.pid(), a("gift")));
    operations.add(table -> owner.newTable("new", TableOptions.set()).drop());
    if (named.type().isSet()) {
      operations.add(table -> table.updateCounter(i(7), 1, t(7, 0)));
      operations.add(table -> table.updateElement(i(1), 2, i(9)));
      operations.add(table -> table.selectReplace(spec("[{{'$1','$2'},[],[{{'$1',5}}]}]")));
    }
    return operations;
  }

  private static void descend(int frames, Runnable operation) {
    if (frames == 0) {
      operation.run();
    } else {
      descend(frames - 1, operation);
    }
  }

  private static boolean overflows(int frames, Runnable operation) {
    try {
      descend(frames, operation);
      return false;
    } catch (StackOverflowError e) {
      return true;
    }
  }

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(TermParser.parse(text));
  }

  private static void run(long stackBytes, Runnable work) throws Exception {
    CompletableFuture<Boolean> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                work.run();
                end.complete(true);
              } catch (Throwable t) {
                end.completeExceptionally(t);
              }
            },
            "overflowing",
            stackBytes);
    thread.setDaemon(true);
    thread.start();
    assertThat(end.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void operation_atEachDepthOfTheStack_leavesTheTableWhole(Variant variant) throws Exception {
    TableSpace space = new TableSpace();
    Owner owner = space.newOwner();
    Owner other = space.newOwner();
    EtsTable table = owner.newTable("one", variant.options().withNamedTable());
    List<Consumer<EtsTable>> operations = operations(table, owner, other);
    run(0, () -> operations.forEach(operation -> operation.accept(table)));
    for (int number = 0; number < operations.size(); number++) {
      Consumer<EtsTable> operation = operations.get(number);
      int done = number;
      table.insert(objects(1));

      run(
          STACK_BYTES,
          () -> {
            int deepest = DEPTHS;
            while (!overflows(deepest, () -> {})) {
              deepest += STEP;
            }
            for (int frames = deepest - DEPTHS + done % STRIDE;
                frames < deepest;
                frames += STRIDE) {
              overflows(frames, () -> operation.accept(table));
            }
          });

      run(
          0,
          () -> {
            checkIsWhole(table, "after operation " + done);
            operations.forEach(next -> next.accept(table));
            checkIsWhole(table, "after operation " + done + " and all others");
          });
    }
    run(
        0,
        () -> {
          owner.close();
          other.close();
        });
  }

  private static boolean isFixed(EtsTable table) {
    return table.info(a("fixed")).orElseThrow().equals(a("true"));
  }

  private static void checkIsWhole(EtsTable table, String when) {
    List<Tuple> objects = table.tab2list();
    for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        isFixed(table) && System.nanoTime() < end; ) {
      System.gc(); // Ends a traversal whose own end has overflowed.
    }
    assertThat(isFixed(table)).as("fixed %s", when).isFalse();
    assertThat(table.size()).as("size %s", when).isEqualTo(objects.size());
    for (Tuple object : objects) {
      assertThat(table.lookup(object.element(1))).as(when).contains(object);
    }
    table.deleteAllObjects();
    assertThat(table.size()).as("cleared %s", when).isZero();
    table.insert(objects(1));
    assertThat(table.size()).as("filled %s", when).isEqualTo(KEYS);
    table.deleteAllObjects();
    table.insert(objects);
    assertThat(table.size()).as("put back %s", when).isEqualTo(objects.size());
  }
}
