package org.jets.ets.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the look at the parts of an object. */
class TermLookTest {
  private static final Binary LARGE = binary(20_000);
  private static final Binary MEDIUM = binary(1_000);

  private static Binary binary(int bytes) {
    return Binary.of("x".repeat(bytes));
  }

  private static Tuple tuple(int arity, Term element) {
    Term[] elements = new Term[arity];
    Arrays.fill(elements, element);
    return Tuple.of(elements);
  }

  private static Term map(int size, Term value) {
    Map<Term, Term> entries = new LinkedHashMap<>();
    for (int n = 0; n < size; n++) {
      entries.put(i(n), value);
    }
    return Term.of(entries);
  }

  private static ListTerm list(int size, Term element) {
    return ListTerm.of(Collections.nCopies(size, element));
  }

  static Stream<Tuple> largeObjects() {
    return Stream.of(
        t(1, LARGE),
        t(1, list(1_000, i(1))),
        tuple(20, i(1)).with(20, LARGE),
        t(1, t("record", 1, 2, LARGE)),
        t(1, MapTerm.of(a("data"), LARGE)),
        t(1, MapTerm.of(LARGE, a("data"))),
        t(1, l(binary(10), LARGE)),
        t(1, t("ok", l(MapTerm.of(a("data"), t("v1", LARGE))))),
        t(1, list(100, MEDIUM)),
        t(1, map(40, MEDIUM)),
        t(1, map(2_000, i(1))),
        t(1, tuple(15, MEDIUM)),
        t(1, MEDIUM, MEDIUM, MEDIUM, MEDIUM, MEDIUM, MEDIUM, t(MEDIUM, MEDIUM, MEDIUM, MEDIUM), 2)
            .with(9, t(MEDIUM)));
  }

  @ParameterizedTest
  @MethodSource("largeObjects")
  void isLarge_largePartInReach_isSeen(Tuple object) {
    assertThat(TermLook.isLarge(object)).isTrue();
  }

  static Stream<Tuple> smallObjects() {
    return Stream.of(
        Tuple.of(),
        t(1, 2).packed(),
        t("key", f(1.5), MEDIUM),
        t(1, t("record", 1, 2, MEDIUM)),
        t(1, map(50, a("value"))),
        t(1, list(400, i(1))),
        t(1, list(5, MEDIUM)),
        t(1, ListTerm.empty(), MapTerm.of(), Tuple.of()),
        tuple(100, a("x")));
  }

  @ParameterizedTest
  @MethodSource("smallObjects")
  void isLarge_smallObject_isNot(Tuple object) {
    assertThat(TermLook.isLarge(object)).isFalse();
  }

  @Test
  void isLarge_manyPartsAtEachDepth_takesABoundedTime() {
    Term shared = a("x");
    for (int n = 0; n < 100; n++) {
      shared = tuple(30, shared);
    }
    Tuple wide = tuple(1 << 16, shared);
    Term lists = a("x");
    for (int n = 0; n < 100; n++) {
      lists = list(4, lists);
    }
    List<Tuple> objects = List.of(wide, t(1, shared), t(1, lists));
    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> {
          for (int n = 0; n < 10_000; n++) {
            objects.forEach(TermLook::isLarge);
          }
        });
  }
}
