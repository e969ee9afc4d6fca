package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.reclaim.ResourceReclaimer;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.testkit.LiveHeap;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests for leaks of objects that a table returns. Each is made, used halfway, made to fail and
 * forgotten many times. The live heap returns to its earlier size, and no table stays fixed.
 */
class HandedOutLeakTest {
  /** 100,000 in the long run. */
  private static final int COUNT = 5_000;

  private static final long MAX_GROWTH = 5 << 20;
  private static final int OBJECTS = 200;

  /** The number of streams whose places would take four times the room that may be left. */
  private static final int STREAMS = 50_000;

  private static final long MAX_ROOM = 256 << 10;

  private static final int FIXATIONS = 100_000;

  private static final int CONTINUATIONS = 5_000;

  private static final int LARGE = 2_000;

  private static final MatchSpec ALL = MatchSpec.objectsLike(a("_"));

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  /** Kinds of objects that a table returns. */
  enum Kind {
    STREAM,
    STREAM_OF_RESULTS,
    RANGE,
    ITERATOR,
    SPLITERATOR,
    SNAPSHOT,
    CONTINUATION,
    CONTINUATION_TERM,
    PLAN,
    COMPILED_SPECIFICATION,
    OWNER,
    HEIR_DATA
  }

  private static Term large(int n) {
    byte[] bytes = new byte[LARGE];
    bytes[0] = (byte) n;
    return Bitstring.of(bytes, LARGE * Byte.SIZE);
  }

  @Test
  void safeFixtable_again_takesNoMemoryForEachCall() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    List<Term> arguments = List.of(table.id(), Atom.TRUE);
    table.safeFixtable(true);
    EtsModule.apply(owner, a("safe_fixtable"), arguments);
    long before = LiveHeap.bytes();
    for (int n = 1; n < FIXATIONS; n++) {
      table.safeFixtable(true);
      EtsModule.apply(owner, a("safe_fixtable"), arguments);
    }
    assertThat(LiveHeap.bytes() - before).isLessThan(MAX_ROOM);
    assertThat(table.info(a("safe_fixed")).map(Term::toString).orElseThrow())
        .contains(String.valueOf(2 * FIXATIONS));
    for (int n = 0; n < FIXATIONS; n++) {
      table.safeFixtable(false);
      EtsModule.apply(owner, a("safe_fixtable"), List.of(table.id(), Atom.FALSE));
    }
    assertThat(table.info(a("fixed"))).contains(Atom.FALSE);
    owner.close();
  }

  private static RuntimeException failure() {
    return new ArithmeticException();
  }

  private static void assertFails(Runnable action) {
    assertThatThrownBy(action::run).isInstanceOf(ArithmeticException.class);
  }

  private void use(Kind kind, LocalTable table, int n) {
    switch (kind) {
      case STREAM -> {
        assertThat(table.stream().findFirst()).isPresent();
        assertFails(
            () ->
                table.stream()
                    .forEach(
                        object -> {
                          throw failure();
                        }));
      }
      case STREAM_OF_RESULTS -> assertThat(table.stream(ALL).anyMatch(object -> true)).isTrue();
      case RANGE -> {
        if (table.type() == TableType.ORDERED_SET) {
          assertThat(table.stream(KeyRange.atLeast(i(3))).findFirst()).isPresent();
        }
      }
      case ITERATOR -> {
        // Any other key can be the last of a set or bag, and then there is no object left to fail
        // at.
        Iterator<Tuple> iterator = table.iterateFrom(table.first().orElseThrow()).iterator();
        iterator.next();
        assertFails(
            () ->
                iterator.forEachRemaining(
                    object -> {
                      throw failure();
                    }));
      }
      case SPLITERATOR -> {
        Spliterator<Tuple> spliterator = table.spliterator();
        spliterator.trySplit();
        spliterator.tryAdvance(object -> {});
      }
      case SNAPSHOT -> {
        LocalTable snapshot = table.snapshot();
        assertThat(snapshot.stream().findFirst()).isPresent();
        snapshot.safeFixtable(true);
        snapshot.select(ALL, 1);
      }
      case CONTINUATION -> {
        SelectContinuation continuation =
            table.select(ALL, 1).orElseThrow().continuation().orElseThrow();
        table.select(continuation);
      }
      case CONTINUATION_TERM -> {
        Term spec = l(t(t("$1", "_"), l(), l(t("const", large(n)))));
        EtsModule.apply(owner, a("select"), List.of(table.id(), spec, i(1)));
      }
      case PLAN -> {
        MatchSpec spec = MatchSpec.objectsLike(t(large(n), "_"));
        table.explain(spec);
        table.select(spec);
      }
      case COMPILED_SPECIFICATION -> {
        Term spec = l(t(t(large(n), "_"), l(), l("$_")));
        Term compiled = EtsModule.apply(owner, a("match_spec_compile"), List.of(spec));
        EtsModule.apply(owner, a("match_spec_run"), List.of(l(t(1, 1)), compiled));
      }
      case OWNER -> {
        Owner forgotten = space.newOwner();
        LocalTable handle = forgotten.open(table.id());
        assertThat(handle.stream().findFirst()).isPresent();
        handle.safeFixtable(true);
        handle.insert(t(1, 1));
      }
      case HEIR_DATA -> {
        Owner heir = space.newOwner();
        table.setHeir(heir.pid(), large(n));
        Owner giver = space.newOwner();
        giver.newTable("u", TableOptions.set().withHeir(heir.pid(), large(n)));
        giver.close();
        assertThat(heir.pollTransfer()).isPresent();
        heir.close();
      }
    }
  }

  private void useOften(Kind kind, LocalTable table, int count) {
    for (int n = 0; n < count; n++) {
      use(kind, table, n);
    }
  }

  private static long settledBytes() {
    LiveHeap.bytes();
    ResourceReclaimer.giveBackAll();
    return LiveHeap.bytes();
  }

  private static boolean isFixed(LocalTable table) {
    return table.info(a("fixed")).orElseThrow() == Atom.TRUE;
  }

  /** Returns sets, bags and ordered sets on every store. */
  private static Stream<Variant> variants() {
    return Variant.all().filter(variant -> variant.type() != TableType.DUPLICATE_BAG);
  }

  private LocalTable filledTable(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options().withPublicAccess());
    for (int n = 0; n < OBJECTS; n++) {
      table.insert(t(n, n));
    }
    return table;
  }

  /** Returns the number of repetitions; a fifth on stores that are no default. */
  private static int countFor(Variant variant) {
    return variant.backend() == Backend.defaultFor(variant.type(), null) ? COUNT : COUNT / 5;
  }

  /** The tables share the collections of the heap, and the allowed growth. */
  @ParameterizedTest
  @EnumSource
  void handedOut_halfUsedAndForgotten_leavesNothing(Kind kind) {
    Map<Variant, LocalTable> tables =
        variants().collect(Collectors.toMap(variant -> variant, this::filledTable));
    tables.values().forEach(table -> useOften(kind, table, 10));
    long before = settledBytes();
    // Some kinds take a microsecond, and a snapshot of a hash table some dozens.
    tables.forEach((variant, table) -> useOften(kind, table, TestScale.count(countFor(variant))));
    long growth = settledBytes() - before;
    for (int n = 0; n < 100 && (!fixed(tables).isEmpty() || growth > MAX_GROWTH); n++) {
      growth = settledBytes() - before;
    }
    assertThat(growth).as(kind.name()).isLessThan(MAX_GROWTH);
    assertThat(fixed(tables)).as(kind.name()).isEmpty();
  }

  private static List<Variant> fixed(Map<Variant, LocalTable> tables) {
    return tables.keySet().stream().filter(variant -> isFixed(tables.get(variant))).toList();
  }

  /** The room for one is 200 bytes or more. */
  @ParameterizedTest
  @MethodSource("variants")
  void continuations_forgotten_leaveNoRoomForAsMany(Variant variant) {
    LocalTable table = filledTable(variant);
    useOften(Kind.CONTINUATION, table, 10);
    long before = settledBytes();
    useOften(Kind.CONTINUATION, table, CONTINUATIONS);
    long growth = settledBytes() - before;
    for (int n = 0; n < 100 && growth > MAX_ROOM; n++) {
      growth = settledBytes() - before;
    }
    assertThat(growth).isLessThan(MAX_ROOM);
  }

  /** Structures that stay as large as they once were would also be slow to walk over. */
  @Test
  void streams_manyAtATime_leaveNoRoomForAsMany() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    table.insert(List.of(t(1, 1), t(2, 2)));
    useAtATime(table, 10);
    long before = settledBytes();
    useAtATime(table, STREAMS);
    long growth = settledBytes() - before;
    for (int n = 0; n < 100 && (isFixed(table) || growth > MAX_ROOM); n++) {
      growth = settledBytes() - before;
    }
    assertThat(growth).isLessThan(MAX_ROOM);
    assertThat(isFixed(table)).isFalse();
  }

  private static void useAtATime(LocalTable table, int count) {
    List<Iterator<Tuple>> begun = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      begun.add(table.stream().iterator());
      begun.get(n).next();
    }
    assertThat(isFixed(table)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void ownerForgotten_withTables_keepsThem(TableType type) {
    Term id = space.newOwner().newTable("t", TableOptions.of(type).withPublicAccess()).id();
    settledBytes();
    settledBytes();
    assertThat(owner.open(id).insertNew(t(1, TermParser.parse("x")))).isTrue();
  }
}
