package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jets.ets.event.ChangeOptions;
import org.jets.ets.event.TableChange;
import org.jets.ets.event.TableChange.Kind;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Binary;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.jets.testkit.faults.StackEnd;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the changes of a table as its subscribers get them. */
class TableChangesTest {
  private static final int WRITERS = 4;
  private static final int KEYS = 8;
  private static final long PATIENCE_SECONDS = 60;

  /** Delivers on the thread that makes the change, after it. */
  private static final ChangeOptions AT_ONCE = ChangeOptions.defaults().withExecutor(Runnable::run);

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  @AfterEach
  void endOwner() {
    owner.close();
  }

  private static Stream<Variant> variants() {
    return Variant.all();
  }

  private static Stream<Variant> sets() {
    return Variant.sets();
  }

  private static Stream<Arguments> meteredToo() {
    return Variant.all()
        .flatMap(variant -> Stream.of(Arguments.of(variant, false), Arguments.of(variant, true)));
  }

  private LocalTable newTable(TableOptions options) {
    return owner.newTable("t", options.withEvents(true).withPublicAccess());
  }

  private LocalTable newSet() {
    return newTable(TableOptions.set());
  }

  private static ChangeRecorder watch(LocalTable table, ChangeOptions options) {
    ChangeRecorder recorder = new ChangeRecorder();
    table.changes(options).subscribe(recorder);
    return recorder;
  }

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(TermParser.parse(text));
  }

  private record Told(Kind kind, @Nullable Term key, List<Tuple> before, List<Tuple> after) {}

  private static Told told(Kind kind, @Nullable Term key, List<Tuple> before, List<Tuple> after) {
    return new Told(kind, key, before, after);
  }

  private static List<Told> told(ChangeRecorder recorder) {
    return recorder.changes.stream()
        .map(each -> new Told(each.kind(), each.key(), each.before(), each.after()))
        .toList();
  }

  // Kinds of changes

  @ParameterizedTest
  @MethodSource("sets")
  void operation_ofASet_tellsTheObjectsBeforeAndAfter(Variant variant) {
    LocalTable table = newTable(variant.options());
    ChangeRecorder recorder = watch(table, AT_ONCE);

    table.insert(t(1, 1));
    table.insert(t(1, 2));
    table.updateCounter(i(1), 5);
    table.updateCounter(i(1), 5);
    table.updateElement(i(1), 2, i(20));
    table.compute(i(1), object -> object.map(present -> t(1, 21)));
    table.selectReplace(spec("[{{1,'$1'},[],[{{1,{'+','$1',1}}}]}]"));
    table.take(i(1));
    table.insertNew(t(2, 1));
    table.selectDelete(spec("[{{2,'_'},[],[true]}]"));
    table.insert(t(3, 1));
    table.deleteAllObjects();
    table.insert(t(3, 1));
    table.matchDelete(t("_", "_"));

    assertThat(told(recorder))
        .containsExactly(
            told(Kind.INSERTED, i(1), List.of(), List.of(t(1, 1))),
            told(Kind.REPLACED, i(1), List.of(t(1, 1)), List.of(t(1, 2))),
            told(Kind.REPLACED, i(1), List.of(t(1, 2)), List.of(t(1, 7))),
            told(Kind.REPLACED, i(1), List.of(t(1, 7)), List.of(t(1, 12))),
            told(Kind.REPLACED, i(1), List.of(t(1, 12)), List.of(t(1, 20))),
            told(Kind.REPLACED, i(1), List.of(t(1, 20)), List.of(t(1, 21))),
            told(Kind.REPLACED, i(1), List.of(t(1, 21)), List.of(t(1, 22))),
            told(Kind.DELETED, i(1), List.of(t(1, 22)), List.of()),
            told(Kind.INSERTED, i(2), List.of(), List.of(t(2, 1))),
            told(Kind.DELETED, i(2), List.of(t(2, 1)), List.of()),
            told(Kind.INSERTED, i(3), List.of(), List.of(t(3, 1))),
            told(Kind.CLEARED, null, List.of(), List.of()),
            told(Kind.INSERTED, i(3), List.of(), List.of(t(3, 1))),
            told(Kind.DELETED, i(3), List.of(t(3, 1)), List.of()));
    assertThat(recorder.changes)
        .isSortedAccordingTo(Comparator.comparingLong(TableChange::sequence))
        .allMatch(change -> change.table().equals(table.id()) && change.lost() == 0);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void insert_ofMany_tellsItsKeysAfterEachOther(Variant variant) {
    LocalTable table = newTable(variant.options());
    table.insert(t(1, 1));
    ChangeRecorder recorder = watch(table, AT_ONCE);

    table.insert(List.of(t(1, 2), t(2, 1), t(3, 1)));
    assertThat(table.insertNew(List.of(t(4, 1), t(1, 1)))).isFalse();

    List<Tuple> after = variant.type().isSet() ? List.of(t(1, 2)) : List.of(t(1, 1), t(1, 2));
    assertThat(told(recorder))
        .containsExactly(
            told(Kind.REPLACED, i(1), List.of(t(1, 1)), after),
            told(Kind.INSERTED, i(2), List.of(), List.of(t(2, 1))),
            told(Kind.INSERTED, i(3), List.of(), List.of(t(3, 1))));
    assertThat(recorder.changes)
        .extracting(TableChange::sequence)
        .isEqualTo(
            Stream.iterate(recorder.changes.get(0).sequence(), n -> n + 1).limit(3).toList());
  }

  @Test
  void write_ofEqualObject_isToldOnlyIfItWrites() {
    LocalTable set = newSet();
    set.insert(t(1, 1));
    ChangeRecorder ofSet = watch(set, AT_ONCE);
    set.insert(t(1, 1));
    set.delete(i(2));
    set.deleteObject(t(1, 2));
    set.insertNew(t(1, 3));
    assertThat(told(ofSet))
        .containsExactly(told(Kind.REPLACED, i(1), List.of(t(1, 1)), List.of(t(1, 1))));

    LocalTable bag = newTable(TableOptions.bag());
    bag.insert(t(1, 1));
    ChangeRecorder ofBag = watch(bag, AT_ONCE);
    bag.insert(t(1, 1));
    assertThat(ofBag.changes).isEmpty();
  }

  // Order and completeness

  private static void changeAtRandom(LocalTable table, SplittableRandom random) {
    int n = random.nextInt(KEYS);
    Tuple object = t(n, random.nextInt(4));
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> table.insert(object);
      case 4 -> table.insertNew(object);
      case 5 -> table.delete(i(n));
      case 6 -> table.take(i(n));
      case 7 -> table.deleteObject(object);
      case 8 -> table.insert(List.of(object, t(n + 1, 9), t(0, 9)));
      case 9 -> table.selectDelete(spec("[{{" + n + ",'_'},[],[true]}]"));
      case 10 -> {
        if (table.type().isSet()) {
          table.updateCounter(i(n), 1, t(n, 0));
          table.updateElement(i(n), 2, i(0));
        }
      }
      default -> {
        if (random.nextInt(16) == 0) {
          table.deleteAllObjects();
        }
      }
    }
  }

  private static void writeAtRandom(LocalTable table, long seed, int steps) throws Exception {
    SplittableRandom seeds = new SplittableRandom(seed);
    List<CompletableFuture<Boolean>> writers = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      SplittableRandom random = seeds.split();
      writers.add(
          StackEnd.start(
              0,
              () -> {
                for (int step = steps; step > 0; step--) {
                  changeAtRandom(table, random);
                }
              }));
    }
    for (CompletableFuture<Boolean> writer : writers) {
      assertThat(writer.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Repeats changes, and checks that each one begins where the last one of its key has ended. */
  static void repeat(Map<Term, List<Tuple>> objects, TableChange change) {
    Term key = change.key();
    if (change.kind() == Kind.CLEARED) {
      objects.clear();
    } else if (key == null) {
      throw new AssertionError(change);
    } else {
      List<Tuple> before = objects.getOrDefault(key, List.of());
      assertThat(change.before()).as("%s", change).isEqualTo(before);
      if (change.after().isEmpty()) {
        objects.remove(key);
      } else {
        objects.put(key, change.after());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("meteredToo")
  void changes_manyWriters_leadToTheObjectsOfTheTable(Variant variant, boolean isMetered)
      throws Exception {
    TableSpace own = new TableSpace();
    if (isMetered) {
      own.limit(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(Long.MAX_VALUE - 1));
    }
    LocalTable table = own.newOwner().newTable("t", variant.options().withEvents(true));
    ChangeRecorder recorder = new ChangeRecorder();
    List<TableChange> all = new ArrayList<>();
    table
        .changes(ChangeOptions.defaults().withCapacity(ChangeOptions.MAX_CAPACITY))
        .subscribe(new CollectingSubscriber(all, recorder));
    long seed = System.nanoTime();
    writeAtRandom(table, seed, TestScale.count(3_000));
    if (isMetered) {
      assertThat(own.usages().all().objects()).isEqualTo(table.size());
    }
    Map<Term, List<Tuple>> expected = new HashMap<>();
    table.stream()
        .forEach(
            object ->
                expected.computeIfAbsent(object.element(1), key -> new ArrayList<>()).add(object));
    table.drop();
    recorder.awaitEnd();

    Map<Term, List<Tuple>> repeated =
        variant.type() == TableType.ORDERED_SET
            ? new TreeMap<>(TermOrder.STANDARD)
            : new HashMap<>();
    long sequence = 0;
    for (TableChange change : all) {
      assertThat(change.sequence()).as("seed %d", seed).isEqualTo(++sequence);
      repeat(repeated, change);
    }
    assertThat(repeated).as("seed %d", seed).isEqualTo(expected);
  }

  /** Collects many changes, and passes the end on. */
  private record CollectingSubscriber(List<TableChange> all, ChangeRecorder recorder)
      implements Flow.Subscriber<TableChange> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      recorder.onSubscribe(subscription);
    }

    @Override
    public void onNext(TableChange change) {
      all.add(change);
    }

    @Override
    public void onError(Throwable error) {
      recorder.onError(error);
    }

    @Override
    public void onComplete() {
      recorder.onComplete();
    }
  }

  // Overflow

  /** Two subscribers with different limits measure the same changes. */
  @Test
  void queue_hasAllItsBytes_losesFurtherChanges() {
    LocalTable table = owner.newTable("t", TableOptions.bag().withEvents(true));
    ChangeRecorder small = new ChangeRecorder(0, change -> {});
    ChangeRecorder large = new ChangeRecorder(0, change -> {});
    table.changes(AT_ONCE.withMaxBytes(2_500)).subscribe(small);
    table.changes(AT_ONCE.withMaxBytes(10_000)).subscribe(large);
    for (int value = 1; value <= 4; value++) {
      // The objects of the key before and after: 1, 3, 5 and 7.
      table.insert(t(1, value, Binary.of(new byte[1000])));
    }
    small.subscription().request(4);
    large.subscription().request(4);

    assertThat(small.changes)
        .extracting(TableChange::kind)
        .containsExactly(Kind.INSERTED, Kind.LOST);
    assertThat(large.changes)
        .extracting(TableChange::kind)
        .containsExactly(Kind.INSERTED, Kind.REPLACED, Kind.REPLACED, Kind.LOST);
    table.insert(t(2, 1, Binary.of(new byte[1000])));
    assertThat(small.changes).extracting(TableChange::kind).endsWith(Kind.LOST, Kind.INSERTED);
  }

  @Test
  void queue_isFull_putsTheNumberOfLostChangesInTheirPlace() {
    LocalTable table = newSet();
    ChangeRecorder recorder = new ChangeRecorder(0, change -> {});
    table.changes(AT_ONCE.withCapacity(3)).subscribe(recorder);
    for (int n = 1; n <= 5; n++) {
      table.insert(t(n, n));
    }
    recorder.subscription().request(1);
    table.insert(t(6, 6));
    table.insert(t(7, 7));
    assertThat(recorder.changes).hasSize(1);
    recorder.subscription().request(Long.MAX_VALUE);

    assertThat(recorder.changes)
        .extracting(TableChange::kind, TableChange::key, TableChange::sequence, TableChange::lost)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Kind.INSERTED, i(1), 1L, 0L),
            org.assertj.core.groups.Tuple.tuple(Kind.INSERTED, i(2), 2L, 0L),
            org.assertj.core.groups.Tuple.tuple(Kind.INSERTED, i(3), 3L, 0L),
            org.assertj.core.groups.Tuple.tuple(Kind.LOST, null, 5L, 2L),
            org.assertj.core.groups.Tuple.tuple(Kind.INSERTED, i(6), 6L, 0L),
            org.assertj.core.groups.Tuple.tuple(Kind.LOST, null, 7L, 1L));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void queue_isOftenFull_countsEachLostChange(Variant variant) throws Exception {
    LocalTable table = newTable(variant.options());
    ChangeRecorder recorder = new ChangeRecorder();
    List<TableChange> some = new ArrayList<>();
    table
        .changes(ChangeOptions.defaults().withCapacity(2))
        .subscribe(new CollectingSubscriber(some, recorder));
    writeAtRandom(table, 7, TestScale.count(1_000));
    ChangeRecorder lastOnly = watch(table, AT_ONCE);
    table.insert(t(99, 99));
    long last = lastOnly.changes.get(0).sequence();
    table.drop();
    recorder.awaitEnd();

    long sequence = 0;
    for (TableChange change : some) {
      sequence += change.kind() == Kind.LOST ? change.lost() : 1;
      assertThat(change.sequence()).isEqualTo(sequence);
    }
    assertThat(sequence).isEqualTo(last);
  }

  // Demand, cancellation and failures

  @Test
  void request_ofSome_givesNoMore() {
    LocalTable table = newSet();
    ChangeRecorder recorder = new ChangeRecorder(2, change -> {});
    table.changes(AT_ONCE).subscribe(recorder);
    for (int n = 0; n < 5; n++) {
      table.insert(t(n, n));
    }
    assertThat(recorder.changes).hasSize(2);
    recorder.subscription().request(1);
    assertThat(recorder.changes).hasSize(3);
    recorder.subscription().request(Long.MAX_VALUE);
    recorder.subscription().request(Long.MAX_VALUE);
    assertThat(recorder.changes).hasSize(5);
  }

  @Test
  void request_ofLessThanOne_endsWithAnError() {
    LocalTable table = newSet();
    for (long n : new long[] {0, -1, Long.MIN_VALUE}) {
      ChangeRecorder recorder = watch(table, AT_ONCE);
      recorder.subscription().request(n);
      table.insert(t(1, 1));
      assertThat(recorder.changes).isEmpty();
      assertThatThrownBy(recorder::awaitEnd)
          .isInstanceOf(ExecutionException.class)
          .hasCause(new IllegalArgumentException("n: " + n + " (expected: >= 1)"));
    }
  }

  @Test
  void cancel_whileSignalled_getsNoMore() {
    LocalTable table = newSet();
    CompletableFuture<ChangeRecorder> made = new CompletableFuture<>();
    ChangeRecorder recorder =
        new ChangeRecorder(
            Long.MAX_VALUE,
            change -> {
              if (change.sequence() == 2) {
                made.join().subscription().cancel();
              }
            });
    made.complete(recorder);
    ChangeRecorder other = watch(table, AT_ONCE);
    table.changes(AT_ONCE).subscribe(recorder);
    table.insert(List.of(t(1, 1), t(2, 2), t(3, 3)));
    table.insert(t(4, 4));
    table.drop();
    assertThat(recorder.changes).hasSize(2);
    assertThat(recorder.end).isNotDone();
    assertThat(other.changes).hasSize(4);
    assertThat(other.end).isCompletedWithValue(true);
  }

  @Test
  void subscription_cancelled_leavesNothingBehind() {
    LocalTable table = newSet();
    ChangeRecorder recorder = watch(table, AT_ONCE);
    recorder.subscription().cancel();
    recorder.subscription().cancel();
    recorder.subscription().request(1);
    recorder.subscription().request(-1);
    table.insert(t(1, 1));
    assertThat(recorder.changes).isEmpty();
    ChangeRecorder next = watch(table, AT_ONCE);
    table.insert(t(1, 1));
    assertThat(next.changes).extracting(TableChange::sequence).containsExactly(1L);
    assertThat(recorder.end).isNotDone();
  }

  @Test
  void subscriber_throws_isCancelledAndHarmsNobody() {
    LocalTable table = newSet();
    for (Throwable thrown :
        List.of(new IllegalStateException("thrown"), new StackOverflowError())) {
      ChangeRecorder failing =
          new ChangeRecorder(Long.MAX_VALUE, change -> TableChangesTest.<Error>sneak(thrown));
      table.changes(AT_ONCE).subscribe(failing);
      ChangeRecorder other = watch(table, AT_ONCE);
      table.insert(t(1, 1));
      table.insert(t(2, 2));
      assertThat(failing.changes).hasSize(1);
      assertThat(failing.end).isNotDone();
      assertThat(other.changes).hasSize(2);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Test
  void executor_refuses_endsTheSubscriptionAlone() {
    LocalTable table = newSet();
    ChangeRecorder refused =
        watch(
            table,
            ChangeOptions.defaults()
                .withExecutor(
                    task -> {
                      throw new RejectedExecutionException("refused");
                    }));
    ChangeRecorder other = watch(table, AT_ONCE);
    table.insert(t(1, 1));
    table.drop();
    assertThat(refused.changes).isEmpty();
    assertThat(other.changes).hasSize(1);
    assertThat(other.end).isCompletedWithValue(true);
  }

  @Test
  void subscriber_isCalledWithoutALockOfTheTable() throws Exception {
    LocalTable table = newSet();
    ChangeRecorder recorder =
        new ChangeRecorder(
            Long.MAX_VALUE,
            change -> {
              if (change.sequence() == 1) {
                CompletableFuture.runAsync(() -> table.insert(List.of(t(1, 2), t(2, 2))))
                    .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .join();
                table.deleteAllObjects();
              }
            });
    table.changes(AT_ONCE).subscribe(recorder);
    table.insert(t(1, 1));
    table.drop();
    recorder.awaitEnd();
    assertThat(recorder.changes)
        .extracting(TableChange::kind)
        .containsExactly(Kind.INSERTED, Kind.REPLACED, Kind.INSERTED, Kind.CLEARED);
  }

  @Test
  void subscribe_toNull_isRefused() {
    assertThatThrownBy(() -> newSet().changes().subscribe(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("subscriber");
  }

  // The end of the table

  @Test
  void owner_ends_completesAfterAllChanges() throws Exception {
    LocalTable table = newSet();
    ChangeRecorder recorder = new ChangeRecorder(0, change -> {});
    table.changes().subscribe(recorder);
    table.insert(t(1, 1));
    table.insert(t(2, 2));
    owner.close();
    assertThat(recorder.end).isNotDone();
    recorder.subscription().request(2);
    recorder.awaitEnd();
    assertThat(recorder.changes).hasSize(2);
  }

  /** The changes that wait are delivered at the next request, though no writer comes any more. */
  @Test
  void table_endsWithoutMemoryToTellIt_isToldAtTheNextRequest() {
    LocalTable table = newSet();
    AtomicBoolean isShort = new AtomicBoolean();
    ChangeOptions options =
        ChangeOptions.defaults()
            .withExecutor(
                task -> {
                  if (isShort.get()) {
                    throw new OutOfMemoryError("test");
                  }
                  task.run();
                });
    ChangeRecorder recorder = watch(table, options);
    isShort.set(true);
    table.insert(t(1, 1));
    table.drop();
    assertThat(recorder.changes).isEmpty();
    isShort.set(false);
    recorder.subscription().request(1);
    assertThat(told(recorder))
        .containsExactly(told(Kind.INSERTED, i(1), List.of(), List.of(t(1, 1))));
    assertThat(recorder.end).isCompletedWithValue(true);
  }

  @Test
  void subscribe_afterTheEnd_completesAtOnce() throws Exception {
    LocalTable table = newSet();
    var changes = table.changes();
    table.drop();
    ChangeRecorder recorder = new ChangeRecorder();
    changes.subscribe(recorder);
    recorder.awaitEnd();
    assertThatThrownBy(table::changes).isInstanceOf(NoSuchTableException.class);
  }

  // Rights and keys

  @Test
  void changes_withoutTheRightToRead_areRefused() throws Exception {
    LocalTable table = newSet();
    Owner other = space.newOwner();
    LocalTable opened = other.open(table.id());
    ChangeRecorder recorder = watch(opened, AT_ONCE);
    ChangeRecorder ofOwner = watch(table, AT_ONCE);
    var changes = opened.changes();
    table.insert(t(1, 1));
    table.setAccess(Access.PRIVATE);
    table.insert(t(2, 2));
    assertThat(recorder.changes).hasSize(1);
    assertThatThrownBy(recorder::awaitEnd).hasCauseInstanceOf(TableAccessException.class);
    assertThat(ofOwner.changes).hasSize(2);

    assertThatThrownBy(opened::changes).isInstanceOf(TableAccessException.class);
    ChangeRecorder late = new ChangeRecorder();
    changes.subscribe(late);
    assertThatThrownBy(late::awaitEnd).hasCauseInstanceOf(TableAccessException.class);
    other.close();
  }

  @Test
  void changes_ofATableWithoutEvents_areRefused() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    assertThatThrownBy(table::changes)
        .isInstanceOf(BadArgumentException.class)
        .hasMessageContaining("expected: a table made with the option events");
    LocalTable snapshot = newSet().snapshot();
    assertThatThrownBy(snapshot::changes).isInstanceOf(BadArgumentException.class);
  }

  @Test
  void keys_areThoseOfTheOptions() {
    LocalTable set = newSet();
    ChangeRecorder some = watch(set, AT_ONCE.withKeys(List.of(i(2), a("k"))));
    set.insert(List.of(t(1, 1), t(2, 1), t(f(2), 1), t("k", 1)));
    set.delete(i(1));
    set.deleteAllObjects();
    assertThat(some.changes).extracting(TableChange::key).containsExactly(i(2), a("k"), null);
    assertThatThrownBy(() -> set.changes(AT_ONCE.withRange(KeyRange.atLeast(i(1)))))
        .isInstanceOf(TableTypeException.class);

    LocalTable ordered = newTable(TableOptions.orderedSet());
    ChangeRecorder equal = watch(ordered, AT_ONCE.withKeys(List.of(i(2))));
    ChangeRecorder range = watch(ordered, AT_ONCE.withRange(KeyRange.closed(i(2), i(4))));
    ordered.insert(t(1, 1));
    ordered.insert(t(2, 1));
    ordered.insert(t(f(2), 1));
    ordered.delete(i(2));
    ordered.insert(List.of(t(4, 1), t(5, 1)));
    assertThat(equal.changes).extracting(TableChange::key).containsExactly(i(2), f(2), f(2));
    assertThat(range.changes).extracting(TableChange::key).containsExactly(i(2), f(2), f(2), i(4));
  }

  @Test
  void options_outOfRange_areRefused() {
    for (int capacity : new int[] {0, -1, ChangeOptions.MAX_CAPACITY + 1}) {
      assertThatThrownBy(() -> ChangeOptions.defaults().withCapacity(capacity))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("capacity: " + capacity + " (expected: 1..1048576)");
    }
    assertThatThrownBy(() -> ChangeOptions.defaults().withMaxBytes(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bytes: 0 (expected: >= 1)");
    assertThat(ChangeOptions.defaults().capacity()).isEqualTo(1024);
    assertThat(TableOptions.set().hasEvents()).isFalse();
    TableOptions watched = TableOptions.set().withEvents(true);
    assertThat(TableOptions.fromTerms(watched.toTerm()).hasEvents()).isTrue();
    assertThatThrownBy(() -> TableOptions.fromTerms(TermParser.parse("[{events,yes}]")))
        .isInstanceOf(BadArgumentException.class);
  }

  // Subscribing beside writers

  @Test
  void subscribe_besideAWriter_readsWhatItIsNotTold() throws Exception {
    LocalTable table = newSet();
    table.insert(t(1, 0));
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (int value = 1; !isOver.get(); value++) {
                table.insert(t(1, value));
              }
            });
    try {
      for (int n = 0; n < TestScale.count(2000); n++) {
        CompletableFuture<TableChange> first = new CompletableFuture<>();
        ChangeRecorder recorder = new ChangeRecorder(1, first::complete);
        table.changes(AT_ONCE).subscribe(recorder);
        long read = table.lookup(i(1)).get(0).getLong(2);
        TableChange change = first.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        recorder.subscription().cancel();
        assertThat(change.before().get(0).getLong(2)).isLessThanOrEqualTo(read);
      }
    } finally {
      isOver.set(true);
    }
    writer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void deliver_executorThatCallsAtOnce_keepsTheStackFlat() {
    LocalTable table = newSet();
    List<Integer> depths = new ArrayList<>();
    ChangeRecorder recorder =
        new ChangeRecorder(0, change -> depths.add(Thread.currentThread().getStackTrace().length));
    table.changes(AT_ONCE.withCapacity(10_000)).subscribe(recorder);
    for (int n = 0; n < 10_000; n++) {
      table.insert(t(1, n));
    }

    recorder.subscription().request(Long.MAX_VALUE);

    assertThat(depths).hasSize(10_000);
    assertThat(depths.get(9_999)).isEqualTo(depths.get(0));
  }
}
