package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.cell.Cells;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.quota.HeapBytes;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.MapStore;
import org.jets.ets.store.MemoryEstimate;
import org.jets.ets.store.TableStore;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the bytes that the objects of tables count for with a recount, and with the heap. The
 * property {@code jets.seed} repeats a run.
 */
@Tag("sequential")
@DisabledIfSystemProperty(
    named = "jets.expiry",
    matches = "far",
    disabledReason = "it measures plain stores")
class StoredBytesTest {
  private static final int CALLS = 60_000;
  private static final int CALLS_PER_TABLE = 500;
  private static final int NEWEST = 29;

  /** Enough to leave out what a table takes without objects. */
  private static final int OBJECTS = 3_000;

  private static final int SHAPES = 8;

  /** Beyond the integers that are shared. */
  private static final int FIRST = 1 << 16;

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
  private final Random random = new Random(seed);

  /** Returns a space in which each object counts. */
  private static TableSpace meteredSpace() {
    TableSpace space = new TableSpace();
    space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(Long.MAX_VALUE - 1));
    return space;
  }

  private static long counted(TableSpace space, LocalTable table) {
    long bytes = Objects.requireNonNull(space.usages()).all().bytes();
    return bytes - space.find(table.id()).planBytes();
  }

  private static TableStore store(TableSpace space, LocalTable table) {
    return space.find(table.id()).store();
  }

  private static long recount(TableStore store) {
    long[] bytes = new long[1];
    CellBytes cellBytes = store.cellBytes();
    store.forEachCell(cell -> bytes[0] += cellBytes.of(cell));
    return bytes[0];
  }

  private static long listBytes(TableStore store) {
    long[] bytes = new long[1];
    store.forEachCell(cell -> bytes[0] += cell instanceof ObjectList list ? list.bytes() : 0);
    return bytes[0];
  }

  private static void assertPacked(TableStore store) {
    store.forEachCell(
        cell ->
            Cells.objects(cell).forEach(object -> assertThat(object.packed()).isSameAs(object)));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void calls_random_leaveTheCountOfARecount(Variant variant) {
    for (int done = 0; done < TestScale.count(CALLS); done += CALLS_PER_TABLE) {
      TableSpace space = meteredSpace();
      int keypos = 1 + random.nextInt(2);
      TableCalls calls = new TableCalls(random, variant.type(), keypos, NEWEST);
      try (Owner owner = space.newOwner()) {
        LocalTable table = owner.newTable("t", variant.options().withKeypos(keypos));
        TableStore store = store(space, table);
        for (int n = 0; n < CALLS_PER_TABLE; n++) {
          TableCall call = calls.next();
          call.run(table);
          changeIntegers(table, keypos);
          // The keys that a fixed table remembers count beside the objects.
          if (!store.remembersKeys()) {
            assertThat(counted(space, table))
                .as("%s, keypos %d, %s, -Djets.seed=%d", variant, keypos, call, seed)
                .isEqualTo(recount(store));
          }
        }
        assertPacked(store);
        while (store.remembersKeys()) {
          table.safeFixtable(false);
        }
        table.deleteAllObjects();
        assertThat(counted(space, table)).isZero();
      }
    }
  }

  /** Makes one more call with integers of 32 and of 64 bits, which change the form of objects. */
  private void changeIntegers(LocalTable table, int keypos) {
    Term key = random.nextInt(4) == 0 ? t(i(FIRST), i(random.nextInt(3))) : i(random.nextInt(3));
    Tuple object = keypos == 1 ? t(key, FIRST) : t(FIRST, key);
    int position = 3 - keypos;
    long large = random.nextBoolean() ? FIRST : 1L << 40;
    switch (random.nextInt(8)) {
      case 0 -> ignoringErrors(() -> table.updateCounter(key, CounterOp.add(position, large)));
      case 1 ->
          ignoringErrors(
              () ->
                  table.updateCounter(
                      key,
                      List.of(CounterOp.add(position, large), CounterOp.add(position, -1)),
                      object));
      case 2 ->
          ignoringErrors(
              () ->
                  table.updateElement(
                      key,
                      List.of(ElementOp.set(position, i(large))),
                      object.with(position, f(1))));
      case 3 ->
          ignoringErrors(
              () ->
                  table.selectReplace(
                      MatchSpec.compile(
                          TermParser.parse(
                              keypos == 1
                                  ? "[{{'$1','_'},[],[{{'$1'," + large + "}}]}]"
                                  : "[{{'_','$1'},[],[{{" + large + ",'$1'}}]}]"))));
      case 4 -> table.deleteObject(object);
      case 5 -> table.insert(List.of(object, object.with(position, i(large))));
      case 6 -> table.lookup(key).stream().limit(1).forEach(table::insert);
      default -> table.insert(object);
    }
  }

  private static void ignoringErrors(Runnable call) {
    try {
      call.run();
    } catch (EtsException e) {
      assertThat(e).isNotInstanceOf(SystemLimitException.class); // The call is not for this table.
    }
  }

  private static Tuple object(int shape, int number) {
    Term key = i(FIRST + number);
    Term other = i(-FIRST - number);
    return switch (shape) {
      case 0 -> t(key);
      case 1 -> t(key, other);
      case 2 -> t(key, f(number));
      case 3 -> t(key, other, f(number));
      case 4 -> t(t(key, other), other);
      case 5 -> t(key, t(key, other));
      case 6 -> t(key, f(number), a("atom"), other);
      default -> t(i(((long) number << 40) + 1), other);
    };
  }

  /** The clock has a say in the size of JCTools' map. */
  private static boolean isOfAKnownSize(Variant variant) {
    return variant.backend() != Backend.NON_BLOCKING_HASH_MAP;
  }

  /** A table whose objects count, and one with the same objects whose bytes can be measured. */
  private static final class Twins implements AutoCloseable {
    private final TableSpace space = meteredSpace();
    private final Owner owner = space.newOwner();
    private final TableSpace plainSpace = new TableSpace();
    private final Owner plainOwner = plainSpace.newOwner();
    private final LocalTable counting;
    private final LocalTable plain;
    private final MapStore<?> store;
    private final long emptyBytes;
    private final long emptyEstimate;

    Twins(Variant variant) {
      counting = owner.newTable("t", variant.options());
      plain = plainOwner.newTable("t", variant.options());
      store = (MapStore<?>) store(plainSpace, plain);
      emptyBytes = mapBytes();
      emptyEstimate = MemoryEstimate.emptyBytes(store);
    }

    private long mapBytes() {
      return HeapBytes.of(store.map());
    }

    void forBoth(Consumer<EtsTable> action) {
      action.accept(counting);
      action.accept(plain);
    }

    void assertBytes(String about) {
      long taken = mapBytes() - emptyBytes;
      long estimate =
          MemoryEstimate.bytes(store, Long.MAX_VALUE, new TermBytes.Visits(Long.MAX_VALUE))
              - emptyEstimate;
      long info = ((IntegerTerm) plain.info(a("memory")).orElseThrow()).longValue();
      assertThat(counted(space, counting)).as(about).isBetween(taken * 9 / 10, taken * 2);
      assertThat(estimate).as(about).isBetween(taken * 9 / 10, taken * 5 / 4);
      assertThat(info * Long.BYTES - emptyEstimate)
          .as(about)
          .isBetween(taken * 9 / 10, taken * 5 / 4);
    }

    @Override
    public void close() {
      owner.close();
      plainOwner.close();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void objects_ofAnyForm_countForWhatTheyTakeOfTheHeap(Variant variant) {
    if (!isOfAKnownSize(variant)) {
      return;
    }
    for (int shape = 0; shape < SHAPES; shape++) {
      try (Twins twins = new Twins(variant)) {
        for (int n = 0; n < OBJECTS; n++) {
          Tuple object = object(shape, n);
          twins.forBoth(table -> table.insert(object));
        }
        twins.assertBytes(variant + ", shape " + shape);
        if (shape == 1 && variant.type().isSet()) {
          List<CounterOp> ops = List.of(CounterOp.add(2, 1), CounterOp.add(2, FIRST));
          for (int n = 0; n < OBJECTS; n++) {
            Term key = i(FIRST + n);
            twins.forBoth(table -> table.updateCounter(key, ops));
          }
          twins.assertBytes(variant + ", after counters");
        }
      }
    }
  }

  /** Objects with a key of their own and without, in random order, and several under each key. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void objects_underSharedKeys_countAsMuchInEstimates(Variant variant) {
    TableSpace space = meteredSpace();
    try (Owner owner = space.newOwner()) {
      LocalTable table = owner.newTable("t", variant.options());
      TableStore store = store(space, table);
      for (int n = 0; n < OBJECTS; n++) {
        table.insert(object(1 + random.nextInt(SHAPES - 1), random.nextInt(OBJECTS / 8)));
      }
      long ownBytes =
          MemoryEstimate.emptyBytes(store)
              - store.overheadBytes(0)
              + store.overheadBytes(table.size())
              + listBytes(store);
      long estimate =
          MemoryEstimate.bytes(store, Long.MAX_VALUE, new TermBytes.Visits(Long.MAX_VALUE));

      assertThat(counted(space, table) - Quota.OBJECT_BYTES * table.size())
          .as("%s, -Djets.seed=%d", variant, seed)
          .isEqualTo(estimate - ownBytes);
    }
  }
}
