package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.observe.CallSampler;
import org.jets.ets.observe.TableFacts;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the timing of calls, and that it changes no call. */
class TimedCallsTest {
  private static final IntegerTerm KEY = IntegerTerm.of(1);

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();
  private final CallSampler sampler = new CallSampler();

  private LocalTable table(TableOptions options) {
    return owner.newTable("t", options);
  }

  private static Tuple object(long key, long value) {
    return Tuple.of(IntegerTerm.of(key), IntegerTerm.of(value));
  }

  private TableFacts.Calls calls(LocalTable table) {
    return space.facts().stream()
        .filter(facts -> facts.id().equals(table.id()))
        .findFirst()
        .orElseThrow()
        .calls()
        .orElseThrow();
  }

  @Test
  void observeCalls_off_factsHaveNone() {
    table(TableOptions.set());

    assertThat(space.facts().get(0).calls()).isEmpty();
    space.observeCalls(sampler);
    assertThat(space.facts().get(0).calls()).contains(new TableFacts.Calls(0, -1));
    space.observeCalls(null);
    assertThat(space.facts().get(0).calls()).isEmpty();
  }

  @Test
  void observeCalls_tableMadeLater_isTimedToo() {
    space.observeCalls(sampler);
    LocalTable table = table(TableOptions.set());

    table.lookup(KEY);

    assertThat(calls(table).count()).isEqualTo(1);
    assertThat(calls(table).mostNanos()).isPositive();
  }

  @Test
  void unobserveCalls_anotherSamplerHasItsPlace_doesNothing() {
    LocalTable table = table(TableOptions.set());
    space.observeCalls(sampler);
    space.observeCalls(new CallSampler());

    space.unobserveCalls(sampler);

    assertThat(space.facts().get(0).calls()).isPresent();
    table.lookup(KEY);
    assertThat(calls(table).count()).isEqualTo(1);
  }

  /** The sum of what the samples stand for is the number of calls, within the error of chance. */
  @Test
  void observeCalls_manyCalls_areCountedAbout() {
    LocalTable table = table(TableOptions.set());
    LocalTable other = table(TableOptions.orderedSet());
    space.observeCalls(sampler);
    int count = 2_000_000;

    // Two tables by turns: a fixed distance of samples would count one of them alone.
    for (int i = 0; i < count; i++) {
      table.lookup(KEY);
      other.member(KEY);
    }

    assertThat(calls(table).count()).isCloseTo(count, Percentage.withPercentage(25));
    assertThat(calls(other).count()).isCloseTo(count, Percentage.withPercentage(25));
  }

  /** Each kind of call gives the same result while it is timed, in each kind of store. */
  @ParameterizedTest
  @EnumSource(Backend.class)
  void observeCalls_allCallsTimed_haveTheSameResults(Backend backend) {
    TableOptions options =
        TableOptions.of(backend.supports(TableType.SET) ? TableType.SET : TableType.ORDERED_SET)
            .withBackend(backend);
    List<Object> expected = results(table(options));
    AtomicLong clock = new AtomicLong();
    // So late after one another that each call is chosen.
    space.observeCalls(new CallSampler(() -> clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(5))));

    LocalTable timed = table(options);
    assertThat(results(timed)).isEqualTo(expected);
    assertThat(calls(timed).count()).isEqualTo(24); // All but tab2list.
  }

  private static List<Object> results(LocalTable table) {
    List<Object> results = new ArrayList<>();
    List<Callable<Object>> calls =
        List.of(
            () -> table.insertNew(object(1, 10)),
            () -> table.insertNew(object(1, 11)),
            () -> table.lookup(KEY),
            () -> table.member(KEY),
            () -> table.lookupElement(KEY, 2),
            () -> table.updateCounter(KEY, 5),
            () -> table.updateCounter(KEY, 5),
            () -> table.updateCounter(IntegerTerm.of(7), 5, object(7, 0)),
            () -> table.updateElement(KEY, 2, IntegerTerm.of(3)),
            () -> table.first().isPresent(), // Which one it is depends on the store.
            () -> table.last().isPresent(),
            () -> table.take(IntegerTerm.of(7)),
            () -> table.next(KEY),
            () -> table.prev(KEY),
            () -> table.compareInsert(List.of(object(1, 3)), object(1, 4)),
            () -> table.replaceIf(KEY, object(1, 4), object(1, 5)),
            () -> table.insertNew(List.of(object(2, 1), object(3, 1))),
            () -> table.select(spec("[{{1,'$1'},[],['$1']}]")),
            () -> table.select(spec("[{{'_',1},[],[true]}]")),
            () -> table.selectCount(spec("[{{'_',1},[],[true]}]")),
            () -> table.selectDelete(spec("[{{2,'_'},[],[true]}]")),
            () -> table.matchObject(TermParser.parse("{3,'_'}")),
            () -> table.firstLookup().isPresent(),
            () -> table.slot(0).isPresent(),
            () -> Set.copyOf(table.tab2list()));
    for (Callable<Object> call : calls) {
      try {
        results.add(call.call());
      } catch (Exception e) {
        results.add(e.getClass());
      }
    }
    return results;
  }

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(TermParser.parse(text));
  }

  @Test
  void observeCalls_rights_areCheckedAsBefore() {
    space.observeCalls(sampler);
    LocalTable table = table(TableOptions.set().withAccess(Access.PRIVATE));
    LocalTable stranger = space.newOwner().open(table.id());

    assertThatThrownBy(() -> stranger.lookup(KEY)).isInstanceOf(TableAccessException.class);
    assertThatThrownBy(() -> stranger.insert(object(1, 1)))
        .isInstanceOf(TableAccessException.class);
    table.insert(object(1, 1));
    table.setAccess(Access.PROTECTED);
    assertThat(stranger.lookup(KEY)).containsExactly(object(1, 1));
    assertThatThrownBy(() -> stranger.delete(KEY)).isInstanceOf(TableAccessException.class);
    table.setAccess(Access.PUBLIC);
    stranger.delete(KEY);
    assertThat(table.lookup(KEY)).isEmpty();
    assertThatThrownBy(() -> table.snapshot().insert(object(1, 1)))
        .isInstanceOf(TableAccessException.class);
    table.drop();
    assertThatThrownBy(() -> stranger.lookup(KEY)).isInstanceOf(NoSuchTableException.class);
  }

  @Test
  void observeCalls_renamedAndGivenAway_staysTimed() {
    space.observeCalls(sampler);
    LocalTable table = table(TableOptions.set().withPublicAccess());
    table.rename(Atom.of("other"));
    Owner receiver = space.newOwner();
    table.giveAway(receiver, Atom.of("gift"));

    table.lookup(KEY);

    assertThat(calls(table).count()).isEqualTo(1);
  }

  /** Counters that all threads add to in place lose no addition while calls come to be timed. */
  @Test
  void observeCalls_onAndOffBesideWriters_loseNothing() throws Exception {
    LocalTable table = table(TableOptions.set().withPublicAccess());
    table.insert(object(1, 0));
    int writers = 3;
    int additions = 20_000;
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      tasks.add(
          () -> {
            for (int i = 0; i < additions; i++) {
              table.updateCounter(KEY, 1);
            }
            return null;
          });
    }
    tasks.add(
        () -> {
          for (int i = 0; i < 1_000; i++) {
            space.observeCalls(i % 2 == 0 ? new CallSampler() : null);
          }
          return null;
        });
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      for (Future<Void> task : threads.invokeAll(tasks)) {
        task.get();
      }
    } finally {
      threads.shutdown();
    }

    assertThat(table.lookupElement(KEY, 2)).isEqualTo(IntegerTerm.of((long) writers * additions));
  }

  @Test
  void facts_slowSearch_isTheTimeOfMost() {
    LocalTable table = table(TableOptions.set());
    LongStream.range(0, 20_000).forEach(i -> table.insert(object(i, i)));
    space.observeCalls(sampler);

    table.selectCount(spec("[{{'_','$1'},[{'>','$1',1}],[true]}]"));

    assertThat(calls(table).mostNanos()).isGreaterThan(50_000);
  }

  /** Between windows a busy table's calls are as those of a table that nobody observes. */
  @Test
  void closeWindow_busyTable_choosesNoCallUntilTheNext() {
    LocalTable table = table(TableOptions.set());
    AtomicLong clock = new AtomicLong();
    CallSampler counting = new CallSampler(() -> clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(5)));
    space.observeCalls(counting);
    Instant end = Instant.now().plusSeconds(60);
    do {
      for (int i = 0; i < 500_000; i++) {
        table.lookup(KEY);
      }
      counting.closeWindow();
      long before = clock.get();
      table.lookup(KEY);
      if (clock.get() == before) {
        counting.openWindow();
        table.lookup(KEY);
        assertThat(clock.get()).isGreaterThan(before);
        return;
      }
    } while (Instant.now().isBefore(end));
    throw new AssertionError("the table has not become busy");
  }
}
