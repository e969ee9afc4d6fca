package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jets.terms.Binary;
import org.jets.terms.FloatTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.Pid;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.junit.jupiter.api.Test;

/** How many bytes terms are taken to have. Their real sizes are tested where the terms are. */
class TermBytesTest {
  private static final int CELLS = 1_000;

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
    assertThat(TermBytes.of(list)).isEqualTo(52 * CELLS);
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
        .isEqualTo(52 + TermBytes.of(large));
    assertThat(TermBytes.of(Binary.view(new byte[1_000], 10, 1))).isEqualTo(TermBytes.of(large));
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
    assertThat(KeyMemory.bytesOf(keys, Long.MAX_VALUE, visits))
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
          assertThat(CellBytes.of(t(1, measured, measured), t(1, 1, 1)))
              .isGreaterThanOrEqualTo(TermBytes.TOO_LARGE);
        });
  }
}
