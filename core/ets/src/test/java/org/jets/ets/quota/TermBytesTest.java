package org.jets.ets.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.store.FixationLog;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Bitstring;
import org.jets.terms.ExternalFun;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.RecordTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the estimated bytes of terms in a heap of compressed references. */
class TermBytesTest {
  private static final int CELLS = 1_000;
  private static final Atom NODE = a("a@b");

  /** The objects that terms share with others. */
  private static final Object[] SHARED = {a("x"), a("y"), a("m"), a("n"), NODE, ListTerm.empty()};

  static Stream<Term> smallTerms() {
    Stream<Term> leaves =
        Stream.of(
            i(100_000),
            IntegerTerm.of(Long.MAX_VALUE),
            FloatTerm.of(0.5),
            Bitstring.of(new byte[3], 19),
            Binary.view(new byte[11], 1, 4),
            Pid.of(NODE, 1, 2, 3),
            Port.of(NODE, 1, 2),
            Reference.of(NODE, 1, 2, 3, 4),
            ExternalFun.of(a("x"), a("y"), 1),
            RecordTerm.of(a("m"), a("n"), true, Map.of(a("x"), a("y"))),
            t(100_000).packed(),
            t(100_000, -100_000).packed(),
            t("x", -100_000).packed(),
            t(t(100_000, -100_000), -100_000).packed(),
            t("x", 100_000, 0.5).packed(),
            ListTerm.cons(a("x"), a("y")),
            ListTerm.improper(List.of(a("x"), a("x")), a("y")));
    return Stream.concat(
        leaves, IntStream.range(1, 12).boxed().flatMap(TermBytesTest::termsOfSize));
  }

  private static Stream<Term> termsOfSize(int size) {
    List<Term> parts = Collections.nCopies(size, a("x"));
    SortedMap<Term, Term> entries = new TreeMap<>(TermOrder.STANDARD);
    parts.forEach(part -> entries.put(i(100_000 + entries.size()), part));
    return Stream.of(
        Tuple.of(parts),
        ListTerm.of(parts),
        ListTerm.ofText("x".repeat(size)),
        Binary.of(new byte[size]),
        MapTerm.of(entries),
        fun(size),
        IntegerTerm.of(BigInteger.ONE.shiftLeft(Long.SIZE + 11 * size)));
  }

  /** All terms except binaries and integers have exactly as many bytes as they count for. */
  @ParameterizedTest
  @MethodSource("smallTerms")
  void of_smallTerm_isNoLessThanItTakes(Term term) {
    long own = HeapBytes.without(term, SHARED);
    int slack = term instanceof Binary || term instanceof IntegerTerm ? 8 : 0;
    assertThat(TermBytes.of(term)).isBetween(own, own + slack);
  }

  @Test
  void of_consCells_countsAnObjectForEach() {
    Term list = ListTerm.empty();
    for (int n = 0; n < CELLS; n++) {
      list = ListTerm.cons(a("x"), list);
    }
    assertThat(TermBytes.of(list)).isEqualTo(24 * CELLS);
  }

  @Test
  void of_arrayOfCells_countsReferences() {
    Term list = ListTerm.of(Collections.nCopies(CELLS, a("x")));
    assertThat(TermBytes.of(list)).isEqualTo(48 + 4 * CELLS);
  }

  @Test
  void of_arraysOfOneCellEach_countsEachArray() {
    Term list = ListTerm.empty();
    for (int n = 0; n < CELLS; n++) {
      list = ListTerm.improper(List.of(a("x")), list);
    }
    assertThat(TermBytes.of(list)).isEqualTo(56 * CELLS);
  }

  @Test
  void of_cellsInFrontOfAnArray_countsBoth() {
    Term list = ListTerm.of(Collections.nCopies(CELLS, a("x")));
    assertThat(TermBytes.of(ListTerm.cons(a("x"), list))).isEqualTo(24 + 48 + 4 * CELLS);
  }

  @Test
  void of_tailsAndViews_countsWhatTheyKeepReachable() {
    Term large = Binary.of(new byte[1_000]);
    ListTerm list = ListTerm.of(large, a("x"), a("y"));
    long bytes = TermBytes.of(list);
    assertThat(TermBytes.of(list.tail())).isEqualTo(bytes);
    assertThat(TermBytes.of(ListTerm.cons(a("z"), list.tail()))).isEqualTo(24 + bytes);
    assertThat(TermBytes.of(ListTerm.improper(List.of(large, a("x")), a("y"))))
        .isEqualTo(TermBytes.of(ListTerm.of(large, a("x"))));
    assertThat(TermBytes.of(ListTerm.improper(List.of(a("x")), large)))
        .isEqualTo(56 + TermBytes.of(large));
    // A view has a place in its array.
    assertThat(TermBytes.of(Binary.view(new byte[1_000], 10, 1)))
        .isEqualTo(8 + TermBytes.of(large));
  }

  @Test
  void of_localFun_countsItsOwnPartsAndWhatItCaptures() {
    assertThat(TermBytes.of(fun(0))).isBetween(100L, 200L);
    assertThat(TermBytes.of(fun(100_000)) - TermBytes.of(fun(0))).isGreaterThanOrEqualTo(400_000);
  }

  private static Term fun(int captured) {
    List<Term> free = Collections.nCopies(captured, a("x"));
    return LocalFun.of(a("m"), 0, new byte[16], 0, 0, 0, Pid.of(a("n"), 1, 0, 1), free);
  }

  @Test
  void of_record_countsItsDefinition() {
    Term small = RecordTerm.of(a("m"), a("r"), true, Map.of());
    Term large = RecordTerm.of(a("m"), a("r"), true, Map.of(a("f"), a("x"), a("g"), a("y")));
    assertThat(TermBytes.of(small)).isBetween(80L, 120L);
    assertThat(TermBytes.of(large) - TermBytes.of(small)).isGreaterThanOrEqualTo(4 * 4);
  }

  @Test
  void ofInteger_large_countsItsArrayAsTheHeapHasIt() {
    int bits = 4_194_239;
    assertThat(TermBytes.ofInteger(bits))
        .isGreaterThanOrEqualTo(HeapLayout.ofThisJvm().arrayBytes(bits / Byte.SIZE));
    assertThat(TermBytes.ofInteger(64)).isBetween(80L, 100L);
  }

  @Test
  void of_text_countsABytePerCharacter() {
    assertThat(TermBytes.of(ListTerm.ofText("x".repeat(CELLS)))).isEqualTo(24 + 16 + CELLS);
  }

  @Test
  void bytesOf_fewLargeKeysAfterManySmallOnes_countsEach() {
    Set<Term> keys = new LinkedHashSet<>();
    for (int n = 0; n < CELLS; n++) {
      keys.add(i(n));
    }
    keys.add(Binary.of(new byte[100_000]));
    TermBytes.Visits visits = new TermBytes.Visits(Long.MAX_VALUE);
    assertThat(FixationLog.bytesOf(keys, Long.MAX_VALUE, visits))
        .isGreaterThan(100_000)
        .isLessThan(100_000 + 100 * CELLS);
  }

  @Test
  void of_longList_stopsAtTheLimit() {
    Term list = ListTerm.empty();
    for (int n = 0; n < CELLS; n++) {
      list = ListTerm.cons(a("x"), list);
    }
    assertThat(TermBytes.ofTop(list, 240)).isBetween(240 + 4L * (CELLS - 11), 24L * CELLS - 1);
  }

  @Test
  void of_floats_countsHeaderAndAlignment() {
    assertThat(TermBytes.of(t(FloatTerm.of(0.5)))).isEqualTo(16 + 24);
  }

  @Test
  void of_termWhosePartsAreShared_isTooLargeAfterABoundedTime() {
    Term shared = a("x");
    for (int n = 0; n < 100; n++) {
      shared = t(shared, shared);
    }
    Term measured = shared;
    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> {
          assertThat(TermBytes.of(measured)).isEqualTo(TermBytes.TOO_LARGE);
          assertThat(TermBytes.of(measured, 1_000_000_000)).isEqualTo(1_000_000_001);
          assertThat(new CellBytes(1, true).of(t(1, measured, measured), t(1, 1, 1)))
              .isGreaterThanOrEqualTo(TermBytes.TOO_LARGE);
        });
  }
}
