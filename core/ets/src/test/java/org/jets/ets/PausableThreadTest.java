package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.TermCalls.apply;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.store.PauseCounter;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.PausableThread;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that long operations pause, and end when cancelled, with no lock held. */
class PausableThreadTest {
  private static final int SIZE = 10 * PauseCounter.STEPS;
  private static final MatchSpec NONE = spec("[{{'$1',none},[],[true]}]");
  private static final Term REPLACING_NONE = TermParser.parse("[{{'$1',none},[],['$_']}]");

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(TermParser.parse(text));
  }

  /** A thread that runs an action at each pause. */
  private static final class Pausing extends Thread implements PausableThread {
    private final Runnable atPause;
    private final Runnable atCheck;

    Pausing(Runnable work, Runnable atPause, Runnable atCheck) {
      super(work);
      this.atPause = atPause;
      this.atCheck = atCheck;
    }

    @Override
    public void pause() {
      atPause.run();
    }

    @Override
    public void checkCancelled() {
      atCheck.run();
    }
  }

  private static Throwable run(Runnable work, Runnable atPause, Runnable atCheck)
      throws InterruptedException {
    Throwable[] thrown = new Throwable[1];
    Thread thread = new Pausing(work, atPause, atCheck);
    thread.setUncaughtExceptionHandler((t, e) -> thrown[0] = e);
    thread.start();
    thread.join();
    return thrown[0];
  }

  private static EtsTable table(Owner owner, TableType type, Backend backend) {
    EtsTable table =
        owner.newTable("t", TableOptions.of(type).withBackend(backend).withPublicAccess());
    List<Tuple> objects = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      objects.add(Tuple.of(IntegerTerm.of(i), IntegerTerm.of(i)));
    }
    table.insert(objects);
    return table;
  }

  static Stream<Arguments> tables() {
    return Arrays.stream(Backend.values())
        .flatMap(
            backend ->
                Stream.of(TableType.SET, TableType.ORDERED_SET)
                    .filter(backend::supports)
                    .map(type -> Arguments.of(type, backend)));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void search_whilePaused_leavesTheTableToOthers(TableType type, Backend backend)
      throws InterruptedException {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table = table(owner, type, backend);
      List<Integer> pauses = new ArrayList<>();
      Runnable search =
          () -> {
            table.selectCount(NONE);
            table.selectDelete(NONE);
            apply(table, "select_replace", REPLACING_NONE);
            table.select(NONE, 1);
          };
      Runnable change =
          () -> {
            int key = SIZE + pauses.size();
            Tuple object = Tuple.of(IntegerTerm.of(key), IntegerTerm.of(key));
            CompletableFuture.runAsync(
                    () -> {
                      table.insert(object);
                      table.insert(List.of(object, Tuple.of(IntegerTerm.of(0), object)));
                      table.delete(IntegerTerm.of(key));
                    })
                .join();
            pauses.add(key);
          };

      assertThat(run(search, change, () -> {})).isNull();

      assertThat(pauses).hasSizeGreaterThan(3 * (SIZE / PauseCounter.STEPS));
      assertThat(table.size()).isEqualTo(SIZE);
    }
  }

  /** One comparison of terms, with many more parts than are compared between two pauses. */
  @ParameterizedTest
  @ValueSource(strings = {"=:=", "==", "<"})
  void comparisonOfLargeTerms_inAGuard_pausesWithoutALock(String operator) throws Exception {
    int parts = 50 * 1024;
    Term constant = ListTerm.of(Collections.nCopies(parts, IntegerTerm.of(1)));
    Term equal = ListTerm.of(Collections.nCopies(parts, IntegerTerm.of(1)));
    Term guard = Tuple.of(Atom.of(operator), Atom.of("$1"), Tuple.of(Atom.of("const"), constant));
    MatchSpec spec =
        MatchSpec.compile(
            ListTerm.of(
                Tuple.of(
                    Tuple.of(Atom.of("_"), Atom.of("$1")),
                    ListTerm.of(guard),
                    ListTerm.of(Atom.TRUE))));
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table = owner.newTable("t", TableOptions.set().withPublicAccess());
      table.insert(Tuple.of(IntegerTerm.of(1), equal));
      int[] pauses = new int[1];
      Runnable change =
          () -> {
            pauses[0]++;
            Tuple other = Tuple.of(IntegerTerm.of(1), equal);
            CompletableFuture.runAsync(() -> table.insert(other)).join();
          };

      assertThat(run(() -> table.selectCount(spec), change, () -> {})).isNull();

      assertThat(pauses[0]).isGreaterThanOrEqualTo(parts / 1024);
    }
  }

  private static List<Tuple> objects(int from, int count) {
    List<Tuple> objects = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      objects.add(Tuple.of(IntegerTerm.of(i), IntegerTerm.of(-1)));
    }
    return objects;
  }

  @ParameterizedTest
  @MethodSource("tables")
  void insertOfMany_whilePaused_leavesTheTableToOthers(TableType type, Backend backend)
      throws InterruptedException {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table = table(owner, type, backend);
      List<Tuple> objects = objects(SIZE / 2, SIZE);
      int[] pauses = new int[1];
      Runnable change =
          () -> {
            pauses[0]++;
            CompletableFuture.runAsync(() -> table.insert(objects(SIZE / 2, 2))).join();
          };

      assertThat(run(() -> table.insert(objects), change, () -> {})).isNull();
      assertThat(run(() -> apply(table, "insert_new", ListTerm.of(objects)), change, () -> {}))
          .isNull();

      assertThat(pauses[0]).isGreaterThanOrEqualTo(4 * (SIZE / PauseCounter.STEPS));
      assertThat(table.size()).isEqualTo(SIZE + SIZE / 2);
      assertThat(table.lookup(objects.get(SIZE - 1).element(1)))
          .containsExactly(objects.get(SIZE - 1));
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void insertOfMany_calledOff_changesNothing(TableType type, Backend backend)
      throws InterruptedException {
    TableSpace limited = new TableSpace();
    limited.limit(new Quota(10, 100_000, 100_000_000), new Quota(10, 100_000, 100_000_000));
    for (TableSpace space : List.of(new TableSpace(), limited)) {
      try (Owner owner = space.newOwner()) {
        EtsTable table = table(owner, type, backend);
        List<Tuple> before = table.tab2list();
        table.safeFixtable(true);
        List<Runnable> inserts =
            List.of(
                () -> table.insert(objects(SIZE / 2, SIZE)),
                () -> apply(table, "insert", ListTerm.of(objects(SIZE / 2, SIZE))),
                () -> table.insertNew(objects(SIZE, SIZE)));
        for (Runnable insert : inserts) {
          int asked = assertCalledOff(insert);

          assertThat(asked).isPositive();
          assertThat(table.tab2list()).containsExactlyInAnyOrderElementsOf(before);
          assertThat(table.size()).isEqualTo(SIZE);
        }
        table.safeFixtable(false);
        table.insert(objects(SIZE / 2, SIZE));
        assertThat(table.size()).isEqualTo(SIZE + SIZE / 2);
      }
    }
  }

  /** Cancels an insert at its first pause, and at its last check under locks. */
  private static int assertCalledOff(Runnable insert) throws InterruptedException {
    int[] checks = new int[1];
    Runnable callOff =
        () -> {
          throw new CancellationException();
        };
    Runnable callOffLate =
        () -> {
          if (++checks[0] == SIZE / PauseCounter.STEPS - 1) {
            throw new CancellationException();
          }
        };
    assertThat(run(insert, callOff, () -> {})).isInstanceOf(CancellationException.class);
    assertThat(run(insert, () -> {}, callOffLate)).isInstanceOf(CancellationException.class);
    return checks[0];
  }

  @Test
  void insertOfMany_waitsForAnother_pauses() throws Exception {
    TableSpace limited = new TableSpace();
    limited.limit(new Quota(10, 100_000, 100_000_000), new Quota(10, 100_000, 100_000_000));
    for (TableSpace space : List.of(new TableSpace(), limited)) {
      try (Owner owner = space.newOwner()) {
        EtsTable table = owner.newTable("t", TableOptions.set().withPublicAccess());
        CountDownLatch isLocked = new CountDownLatch(1);
        CountDownLatch hasPaused = new CountDownLatch(1);
        Runnable hold =
            () -> {
              isLocked.countDown();
              await(hasPaused);
            };
        CompletableFuture<Throwable> first =
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return run(() -> table.insert(objects(0, SIZE)), () -> {}, hold);
                  } catch (InterruptedException e) {
                    return e;
                  }
                });
        await(isLocked);

        assertThat(run(() -> table.insert(objects(0, 2)), hasPaused::countDown, () -> {})).isNull();

        assertThat(hasPaused.getCount()).isZero();
        assertThat(first.get()).isNull();
        assertThat(table.size()).isEqualTo(SIZE);
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void search_calledOff_endsAndLeavesTheTableWhole(TableType type, Backend backend)
      throws InterruptedException {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table = table(owner, type, backend);
      Runnable callOff =
          () -> {
            throw new CancellationException();
          };

      assertThat(run(() -> table.selectCount(NONE), callOff, () -> {}))
          .isInstanceOf(CancellationException.class);
      assertThat(run(() -> table.selectDelete(NONE), callOff, () -> {}))
          .isInstanceOf(CancellationException.class);

      table.insert(Tuple.of(IntegerTerm.of(0), IntegerTerm.of(1)));
      assertThat(table.selectCount(spec("[{'_',[],[true]}]"))).isEqualTo(SIZE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{{'$1','$2','$3'},[{'==','$2','$3'},{'==','$2','$3'}],[true]}]",
        "[{{'$1','$2','$3'},[{'=:=','$2','$3'},{'=:=','$3','$2'}],[true]}]",
        "[{{'$1','$2','$2'},[],[true]},{{'$1','$2','$3'},[],[true]}]",
        "[{{'$1',[1,2],[1,2]},[],[false]},{{'$1',[1,2],[1,2]},[],[true]}]",
        "[{{'$1','$2','$3'},[{'>',{length,'$2'},{length,'$3'}}],[true]}]",
        "[{{'$1','$2','$3'},[{is_list,{max,'$2','$3'}},{is_list,{max,'$2','$3'}}],[true]}]",
        "[{{'$1','$2','$3'},[{is_tuple,{{1,2,3,4,5,6,7,8,'$2'}}},"
            + "{is_tuple,{{1,2,3,4,5,6,7,8,'$2'}}}],[true]}]"
      })
  void match_ofLargeTermsInOneObject_pausesAtEachStep(String spec) throws InterruptedException {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table = owner.newTable("t", TableOptions.set());
      table.insert((Tuple) TermParser.parse("{1,[1,2],[1,3]}"));
      int[] pauses = new int[1];

      assertThat(run(() -> table.selectCount(spec(spec)), () -> pauses[0]++, () -> {})).isNull();

      assertThat(pauses[0]).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{{'$1','$2','$3'},[{map_size,#{'$2'=>1,'$3'=>2}}],[true]}]",
        "[{{'$1','$2','$3'},[{is_map_key,'$2',#{'$3'=>1}}],[true]}]",
        "[{{'$1','$2','$3'},[{'==',{map_get,'$2',#{'$3'=>1}},1}],[true]}]",
        "[{{'$1','$2','$3'},[{'==','$2','$3'}],[true]}]",
        "[{{'$1','$2','$2'},[],[true]}]"
      })
  void match_comparesLargeTermsOfOneObject_canBeCalledOffInTheComparison(String spec)
      throws InterruptedException {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table = owner.newTable("t", TableOptions.set());
      // Equal terms of 2^60 parts, whose full comparison takes centuries.
      table.insert(Tuple.of(IntegerTerm.of(1), doubled(60), doubled(60)));
      Runnable callOff =
          () -> {
            throw new CancellationException();
          };
      int[] pauses = new int[1];
      // One object and one step have only these pauses.
      Runnable callOffLate =
          () -> {
            if (++pauses[0] > 5) {
              throw new CancellationException();
            }
          };

      assertThat(run(() -> table.selectCount(spec(spec)), callOffLate, callOff))
          .isInstanceOf(CancellationException.class);
    }
  }

  /** Returns a term that is doubled this many times. */
  private static Term doubled(int times) {
    Term term = IntegerTerm.of(0);
    for (int i = 0; i < times; i++) {
      term = Tuple.of(term, term);
    }
    return term;
  }

  @ParameterizedTest
  @MethodSource("tables")
  void matchUnderLock_ofLargeTerms_asksWithoutAPause(TableType type, Backend backend)
      throws InterruptedException {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table =
          owner.newTable("t", TableOptions.of(type).withBackend(backend).withPublicAccess());
      table.insert((Tuple) TermParser.parse("{1,[1,2],[1,2]}"));
      MatchSpec equal = spec("[{{'$1','$2','$3'},[{'==','$2','$3'}],[true]}]");
      MatchSpec same = spec("[{{'$1','$2','$3'},[{'==','$2','$3'}],['$_']}]");
      int[] pauses = new int[1];
      int[] checks = new int[1];
      Runnable change =
          () -> {
            pauses[0]++;
            CompletableFuture.runAsync(() -> table.insert(Tuple.of(IntegerTerm.of(2)))).join();
          };

      assertThat(run(() -> table.selectReplace(same), change, () -> checks[0]++)).isNull();
      assertThat(run(() -> table.selectDelete(equal), change, () -> checks[0]++)).isNull();

      assertThat(pauses[0]).isPositive();
      assertThat(checks[0]).isPositive();
    }
  }

  @Test
  void arithmetic_ofLongIntegersCalledOff_ends() throws InterruptedException {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table = owner.newTable("t", TableOptions.set());
      table.insert(Tuple.of(IntegerTerm.of(1), IntegerTerm.of(1)));
      MatchSpec multiplying =
          spec("[{{'$1','$2'},[{'==',0,{'*',{'bsl','$2',100000},{'bsl','$2',100000}}}],[true]}]");
      Runnable callOff =
          () -> {
            throw new CancellationException();
          };

      assertThat(run(() -> table.selectCount(multiplying), () -> {}, callOff))
          .isInstanceOf(CancellationException.class);
    }
  }

  private static Term manyAdditions(Term increment) {
    Term[] ops = new Term[2 * PauseCounter.STEPS];
    Arrays.fill(ops, Tuple.of(IntegerTerm.of(2), increment));
    return ListTerm.of(ops);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void updateCounter_manyStepsWhilePaused_addsToWhatOthersHaveLeft(TableType type, Backend backend)
      throws InterruptedException {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table =
          owner.newTable("t", TableOptions.of(type).withBackend(backend).withPublicAccess());
      IntegerTerm key = IntegerTerm.of(1);
      IntegerTerm large = IntegerTerm.of(BigInteger.ONE.shiftLeft(100_000));
      table.insert(Tuple.of(key, large));
      Term ops = manyAdditions(large);
      int[] pauses = new int[1];
      Runnable change =
          () -> {
            if (pauses[0]++ % 100 == 99 && pauses[0] < 2000) {
              CompletableFuture.runAsync(
                      () -> {
                        table.updateCounter(key, 1);
                        table.insert(List.of(Tuple.of(IntegerTerm.of(2)), Tuple.of(ops)));
                      })
                  .join();
            }
          };

      assertThat(run(() -> apply(table, "update_counter", key, ops), change, () -> {})).isNull();

      BigInteger sum =
          large
              .bigIntegerValue()
              .multiply(BigInteger.valueOf(2L * PauseCounter.STEPS + 1))
              .add(BigInteger.valueOf(19));
      assertThat(table.lookup(key)).containsExactly(Tuple.of(key, IntegerTerm.of(sum)));
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void updateCounter_manyStepsOnDefaultObject_pausesAndInserts(TableType type, Backend backend)
      throws InterruptedException {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table =
          owner.newTable("t", TableOptions.of(type).withBackend(backend).withPublicAccess());
      Term ops = manyAdditions(IntegerTerm.of(1));
      Tuple initial = Tuple.of(IntegerTerm.of(0), IntegerTerm.of(0));
      int[] pauses = new int[1];
      Runnable update = () -> apply(table, "update_counter", IntegerTerm.of(1), ops, initial);

      assertThat(run(update, () -> pauses[0]++, () -> {})).isNull();

      assertThat(pauses[0]).isPositive();
      assertThat(table.lookup(IntegerTerm.of(1)))
          .containsExactly(Tuple.of(IntegerTerm.of(1), IntegerTerm.of(2 * PauseCounter.STEPS)));
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void updateCounter_manyStepsCalledOff_leavesTheObject(TableType type, Backend backend)
      throws InterruptedException {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table =
          owner.newTable("t", TableOptions.of(type).withBackend(backend).withPublicAccess());
      Tuple object = Tuple.of(IntegerTerm.of(1), IntegerTerm.of(1));
      table.insert(object);
      Term ops = manyAdditions(IntegerTerm.of(BigInteger.ONE.shiftLeft(100_000)));
      Runnable callOff =
          () -> {
            throw new CancellationException();
          };

      assertThat(
              run(() -> apply(table, "update_counter", IntegerTerm.of(1), ops), callOff, () -> {}))
          .isInstanceOf(CancellationException.class);

      assertThat(table.lookup(IntegerTerm.of(1))).containsExactly(object);
      table.insert(List.of(object, Tuple.of(IntegerTerm.of(2))));
    }
  }

  /** Returns a term of 2 to the power of the depth leaves, which shares all its parts. */
  private static Term doubled(int depth, Term leaf) {
    Term term = leaf;
    for (int i = 0; i < depth; i++) {
      term = Tuple.of(term, term);
    }
    return term;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{{'$1','$2','$3'},[{'==','$2','$3'}],[true]}]",
        "[{{'$1','$2','$3'},[{'=:=','$2','$3'}],[true]}]",
        "[{{'$1','$2','$3'},[{'==',{max,'$2','$3'},1}],[true]}]",
        "[{{'$1','$2','$2'},[],[true]}]"
      })
  void comparison_ofHugeTermsCalledOff_ends(String spec) throws InterruptedException {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table = owner.newTable("t", TableOptions.set());
      Term first = doubled(14, IntegerTerm.of(1));
      table.insert(
          Tuple.of(IntegerTerm.of(1), copies(first), copies(doubled(14, IntegerTerm.of(1)))));
      // More often than before the comparison begins; by a pause if no lock is held.
      int[] questions = new int[1];
      Runnable callOff =
          () -> {
            if (++questions[0] == 8) {
              throw new CancellationException();
            }
          };

      assertThat(run(() -> table.selectCount(spec(spec)), callOff, callOff))
          .isInstanceOf(CancellationException.class);
      assertThat(questions[0]).isEqualTo(8);
    }
  }

  private static Term copies(Term term) {
    Term[] copies = new Term[40];
    Arrays.fill(copies, term);
    return ListTerm.of(copies);
  }
}
