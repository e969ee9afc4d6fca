package org.jets.ets.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests specifications that are deeply nested or very long, and the allocations of a run. */
class MatchSpecDepthTest {
  private static final int DEEP = 300_000;
  private static final int MAX_LEVELS = 1_000;
  private static final long SMALL_STACK = 256 * 1024;
  private static final Atom VARIABLE = Atom.of("$1");

  private static Term nested(int levels, Term innermost, UnaryOperator<Term> level) {
    Term term = innermost;
    for (int i = 0; i < levels; i++) {
      term = level.apply(term);
    }
    return term;
  }

  private static MatchSpec withBody(Term expression) {
    return MatchSpec.compile(
        ListTerm.of(Tuple.of(Tuple.of(VARIABLE), ListTerm.empty(), ListTerm.of(expression))));
  }

  private static UnaryOperator<Term> level(String kind) {
    return switch (kind) {
      case "not" -> term -> Tuple.of(Atom.of("not"), term);
      case "andalso" -> term -> Tuple.of(Atom.of("andalso"), Atom.TRUE, term);
      case "tuple" -> term -> Tuple.of(Tuple.of(term));
      case "list" -> ListTerm::of;
      case "map" -> term -> MapTerm.of(Atom.of("k"), term);
      default -> throw new AssertionError(kind);
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"not", "andalso", "tuple", "list", "map"})
  void compile_asDeepAsAllowed_runsOnASmallStack(String kind) {
    CompletableFuture<Term> result = new CompletableFuture<>();
    Runnable trial =
        () ->
            result.complete(
                withBody(nested(MAX_LEVELS, VARIABLE, level(kind)))
                    .run(Tuple.of(Atom.TRUE), MatchContext.NONE));
    Thread thread = new Thread(null, trial, "small stack", SMALL_STACK);
    thread.setUncaughtExceptionHandler((t, failure) -> result.completeExceptionally(failure));
    thread.start();
    Term innermost = result.join();
    for (int i = 0; i < MAX_LEVELS && !(innermost instanceof Atom); i++) {
      innermost =
          innermost instanceof Tuple tuple
              ? tuple.element(1)
              : innermost instanceof MapTerm map ? map.value(0) : ((ListTerm) innermost).head();
    }
    assertThat(innermost).isEqualTo(Atom.TRUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"not", "andalso", "tuple", "list", "map"})
  void compile_deeperThanAllowed_isASystemLimit(String kind) {
    for (int levels : new int[] {MAX_LEVELS + 1, DEEP}) {
      Term deep = nested(levels, VARIABLE, level(kind));
      assertThatThrownBy(() -> withBody(deep))
          .isInstanceOfSatisfying(
              MatchSpecException.class,
              e -> assertThat(e.reason()).isEqualTo(Atom.of("system_limit")))
          .hasMessage("clause 1, body 1: nested deeper than 1000 levels");
    }
  }

  @Test
  void compile_moreTermsThanAllowed_isASystemLimit() {
    Term shared = VARIABLE;
    for (int level = 0; level < 60; level++) {
      shared = Tuple.of(shared, shared);
    }
    Term head = shared;
    for (Term part : new Term[] {head, Tuple.of(head), ListTerm.of(head)}) {
      assertThatThrownBy(() -> MatchSpec.bindingsOf(part))
          .isInstanceOfSatisfying(
              MatchSpecException.class,
              e -> assertThat(e.reason()).isEqualTo(Atom.of("system_limit")))
          .hasMessage("match specification: more than 1000000 terms");
    }
    Term spec = TermParser.parse("[{{'$1'},[],['$1']}]");
    assertThat(MatchSpec.compile(spec, 15).toTerm()).isEqualTo(spec);
    assertThatThrownBy(() -> MatchSpec.compile(spec, 5)).isInstanceOf(MatchSpecException.class);
  }

  @Test
  void compile_deepMistake_isNamedInAShortText() {
    Term deep = Tuple.of(Atom.of("foo"), nested(DEEP, VARIABLE, level("not")));
    assertThatThrownBy(() -> withBody(deep))
        .hasMessageStartingWith(
            "clause 1, body 1: there is no function foo/1, called by {foo,{'not',")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
  }

  @Test
  void run_deepConstant_isReturned() {
    Term deep = nested(DEEP, VARIABLE, level("list"));
    assertThat(withBody(Tuple.of(Atom.of("const"), deep)).run(Tuple.of(deep), MatchContext.NONE))
        .isEqualTo(deep);
  }

  @Test
  void run_longList_isBuilt() {
    Term[] elements = new Term[DEEP];
    Arrays.fill(elements, VARIABLE);
    Term result = withBody(ListTerm.of(elements)).run(Tuple.of(Atom.OK), MatchContext.NONE);
    assertThat(((ListTerm) result).size()).isEqualTo(DEEP);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tuple", "list", "map"})
  void run_deepHead_bindsItsVariable(String kind) {
    UnaryOperator<Term> level = kind.equals("tuple") ? Tuple::of : level(kind);
    MatchSpec spec = MatchSpec.bindingsOf(nested(DEEP, VARIABLE, level));
    assertThat(spec.run(nested(DEEP, Atom.OK, level), MatchContext.NONE))
        .isEqualTo(ListTerm.of(Atom.OK));
    assertThat(spec.run(nested(DEEP - 1, Atom.OK, level), MatchContext.NONE)).isNull();
  }

  @Test
  void run_guardOnElement_allocatesNothing() {
    MatchSpec spec =
        MatchSpec.compile(
            TermParser.parse("[{{'$1','$2','_'},[{'>','$2',1},{'<','$1',7}],['$_']}]"));
    Tuple object = Tuple.of(IntegerTerm.of(5_000), IntegerTerm.of(2), Atom.OK);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int runs = 20_000;
    long least = Long.MAX_VALUE;
    int matched = 0;
    for (int round = 0; round < 10; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < runs; i++) {
        matched += spec.run(object, MatchContext.NONE) == null ? 0 : 1;
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(matched).isZero();
    // The counter may be off by some bytes.
    assertThat(least).isLessThan(runs);
  }
}
