package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.TermCalls.apply;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;
import static org.jets.ets.match.Match.any;
import static org.jets.ets.match.Match.tuple;
import static org.jets.ets.match.Match.var;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests match specifications on tables, by each function of the family. */
class SelectTest {
  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  @AfterEach
  void end() {
    owner.close();
  }

  private LocalTable table(TableOptions options, String... objects) {
    LocalTable table = owner.newTable("t", options);
    for (String object : objects) {
      table.insert((Tuple) parse(object));
    }
    return table;
  }

  private LocalTable numbers(int count) {
    LocalTable table = owner.newTable("t", TableOptions.orderedSet());
    IntStream.rangeClosed(1, count).forEach(n -> table.insert(t(n)));
    return table;
  }

  private static Term parse(String text) {
    return TermParser.parse(text);
  }

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(parse(text));
  }

  private static List<Term> ints(int... values) {
    return IntStream.of(values).<Term>mapToObj(IntegerTerm::of).toList();
  }

  private static final MatchSpec KEYS = spec("[{{'$1'},[],['$1']}]");

  @Test
  void select_limit_givesThatManyInEachChunkButTheLast() {
    LocalTable table = numbers(6);
    SelectChunk first = table.select(KEYS, 4).orElseThrow();
    assertThat(first.results()).isEqualTo(ints(1, 2, 3, 4));
    SelectChunk last = table.select(first.continuation().orElseThrow()).orElseThrow();
    assertThat(last.results()).isEqualTo(ints(5, 6));
    assertThat(last.continuation()).isEmpty();
    assertThat(table.select(KEYS, 7).orElseThrow().results()).hasSize(6);
  }

  @Test
  void select_limitThatDividesTheCount_endsWithoutAnEmptyChunk() {
    LocalTable table = numbers(6);
    SelectChunk first = table.select(KEYS, 3).orElseThrow();
    SelectChunk second = table.select(first.continuation().orElseThrow()).orElseThrow();
    assertThat(second.results()).isEqualTo(ints(4, 5, 6));
    assertThat(second.continuation().flatMap(table::select)).isEmpty();
  }

  @Test
  void select_nothingMatches_isTheEnd() {
    LocalTable table = numbers(3);
    assertThat(table.select(spec("[{{a},[],[true]}]"), 2)).isEmpty();
    assertThat(table.select(spec("[]"), 2)).isEmpty();
    assertThat(table.select(spec("[]"))).isEmpty();
  }

  @Test
  void select_keysChangeBetweenChunks_continuesAfterTheLastKey() {
    LocalTable table = numbers(10);
    SelectChunk first = table.select(KEYS, 4).orElseThrow();
    table.delete(i(4));
    table.delete(i(5));
    table.insert(t(f(4.5)));
    assertThat(table.select(first.continuation().orElseThrow()).orElseThrow().results())
        .isEqualTo(List.of(f(4.5), i(6), i(7), i(8)));
  }

  @Test
  void select_continuationUsedTwice_givesTheSame() {
    LocalTable table = numbers(10);
    SelectContinuation continuation =
        table.select(KEYS, 4).flatMap(SelectChunk::continuation).orElseThrow();
    assertThat(table.select(continuation).orElseThrow().results()).isEqualTo(ints(5, 6, 7, 8));
    assertThat(table.select(continuation).orElseThrow().results()).isEqualTo(ints(5, 6, 7, 8));
  }

  @Test
  void selectReverse_limit_goesDownToTheEnd() {
    LocalTable table = numbers(10);
    SelectChunk first = table.selectReverse(KEYS, 4).orElseThrow();
    assertThat(first.results()).isEqualTo(ints(10, 9, 8, 7));
    assertThat(first.continuation().orElseThrow().isReverse()).isTrue();
    SelectChunk second = table.select(first.continuation().orElseThrow()).orElseThrow();
    SelectChunk third = table.select(second.continuation().orElseThrow()).orElseThrow();
    assertThat(second.results()).isEqualTo(ints(6, 5, 4, 3));
    assertThat(third.results()).isEqualTo(ints(2, 1));
  }

  @Test
  void select_continuationOfMatchObject_givesObjects() {
    LocalTable table = numbers(3);
    SelectChunk first = table.matchObject(parse("{'$1'}"), 2).orElseThrow();
    assertThat(table.select(first.continuation().orElseThrow()).orElseThrow().results())
        .isEqualTo(List.of(t(3)));
  }

  @Test
  void select_continuationAfterRenaming_continuesExceptInAnOrderedSet() {
    LocalTable set = owner.newTable("set", TableOptions.set().withNamedTable());
    set.insert(List.of(t(1), t(2)));
    SelectContinuation known = set.select(KEYS, 1).flatMap(SelectChunk::continuation).orElseThrow();
    assertThat(known.table()).isEqualTo(set.id());
    set.rename(a("renamed"));
    assertThat(set.select(known)).isPresent();
    LocalTable table = owner.newTable("named", TableOptions.orderedSet().withNamedTable());
    table.insert(List.of(t(1), t(2)));
    SelectContinuation continuation =
        table.select(KEYS, 1).flatMap(SelectChunk::continuation).orElseThrow();
    assertThat(continuation.table()).isEqualTo(a("named"));
    assertThat(table.select(continuation)).isPresent();
    table.rename(a("other name"));
    assertThatThrownBy(() -> table.select(continuation))
        .isInstanceOf(BadArgumentException.class)
        .hasMessageEndingWith("(expected: one of 'other name', which is " + table.id() + ")");
    LocalTable other = owner.newTable("other", TableOptions.set());
    assertThatThrownBy(() -> other.select(continuation))
        .isInstanceOf(BadArgumentException.class)
        .hasMessageEndingWith("(expected: one of " + other.id() + ")");
    table.drop();
    assertThatThrownBy(() -> table.select(continuation)).isInstanceOf(NoSuchTableException.class);
  }

  @Test
  void select_otherCallerGoesOn_runsOnItsBehalf() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    table.insert(List.of(t(1), t(2)));
    SelectContinuation continuation =
        table.select(spec("[{'_',[],[{self}]}]"), 1).orElseThrow().continuation().orElseThrow();
    Owner other = space.newOwner();
    assertThat(other.open(table.id()).select(continuation).orElseThrow().results())
        .isEqualTo(List.of(other.pid()));
    assertThat(table.select(spec("[{'_',[],[{node}]}]"), 1).orElseThrow().results())
        .isEqualTo(List.of(space.node()));
    other.close();
  }

  @Test
  void select_limitBelowOne_isRefusedBeforeTheSpecification() {
    LocalTable table = numbers(1);
    assertThatThrownBy(() -> table.select(KEYS, 0))
        .isInstanceOf(BadArgumentException.class)
        .hasMessage("limit: 0 (expected: >= 1)");
    for (Term limit : List.of(i(0), i(-1), a("x"), parse("576460752303423488"))) {
      assertThatThrownBy(() -> apply(table, "select", a("bad"), limit))
          .isInstanceOfSatisfying(
              BadArgumentException.class, e -> assertThat(e.argument()).isEqualTo(3));
    }
    assertThat(apply(table, "select", parse("[{'_',[],[1]}]"), parse("576460752303423487")))
        .isEqualTo(t(l(1), "$end_of_table"));
  }

  @Test
  void select_badSpecification_saysWhereAndWhy() {
    LocalTable table = numbers(1);
    assertThatThrownBy(() -> apply(table, "select", parse("[{{'$1','$2'},[],[{'$1','$2'}]}]")))
        .isInstanceOfSatisfying(
            BadMatchSpecException.class,
            e -> {
              assertThat(e.argument()).isEqualTo(2);
              assertThat(e.reason()).isEqualTo(a("badarg"));
              assertThat(e)
                  .hasMessageContaining("clause 1, body")
                  .hasCauseInstanceOf(org.jets.ets.match.MatchSpecException.class);
            });
    assertThatThrownBy(() -> table.match(parse("{#{'_' => 1}}")))
        .isInstanceOf(BadMatchSpecException.class);
    table.drop();
    assertThatThrownBy(() -> apply(table, "select", a("bad")))
        .isInstanceOf(NoSuchTableException.class);
  }

  @Test
  void select_privateTableOfAnother_isRefused() {
    LocalTable table = owner.newTable("t", TableOptions.set().withAccess(Access.PRIVATE));
    LocalTable guarded = owner.newTable("t", TableOptions.set());
    try (Owner other = space.newOwner()) {
      LocalTable foreign = other.open(table.id());
      assertThatThrownBy(() -> foreign.select(KEYS)).isInstanceOf(TableAccessException.class);
      assertThatThrownBy(() -> foreign.explain(KEYS)).isInstanceOf(TableAccessException.class);
      LocalTable readable = other.open(guarded.id());
      assertThat(readable.selectCount(KEYS)).isZero();
      assertThatThrownBy(() -> readable.selectDelete(KEYS))
          .isInstanceOf(TableAccessException.class);
      assertThatThrownBy(() -> apply(readable, "select_replace", a("bad")))
          .isInstanceOf(TableAccessException.class);
      assertThatThrownBy(() -> readable.matchDelete(a("_")))
          .isInstanceOf(TableAccessException.class);
    }
  }

  @Test
  void match_patterns_giveBindingsByNumber() {
    LocalTable table = table(TableOptions.set(), "{a,1}");
    assertThat(table.match(parse("'_'"))).containsExactly(l());
    assertThat(table.match(parse("{'$2','$1'}"))).containsExactly(l(1, "a"));
    assertThat(table.match(parse("{a,1}"))).containsExactly(l());
    assertThat(table.match(parse("{b,1}"))).isEmpty();
    assertThat(table.match(parse("foo"))).isEmpty();
    assertThat(table.match(parse("{'_','$1'}"), 3).orElseThrow().results()).containsExactly(l(1));
  }

  @Test
  void selectCount_resultIsNotTrue_countsNothing() {
    LocalTable table = numbers(3);
    assertThat(table.selectCount(spec("[{'_',[],[1]}]"))).isZero();
    assertThat(table.selectCount(spec("[{'_',[],['$_']}]"))).isZero();
    assertThat(table.selectCount(spec("[{{'$1'},[{'>','$1',1}],[true]}]"))).isEqualTo(2);
    assertThat(table.selectDelete(spec("[{'_',[],['$_']}]"))).isZero();
    assertThat(table.size()).isEqualTo(3);
  }

  @Test
  void select_literalInTheHead_isExactInAnOrderedSetToo() {
    LocalTable table = table(TableOptions.orderedSet(), "{1.0,x}", "{{a,2},y}");
    assertThat(table.match(parse("{1,'$1'}"))).isEmpty();
    assertThat(table.match(parse("{1.0,'$1'}"))).containsExactly(l("x"));
    assertThat(table.select(spec("[{{'$1','$2'},[{'==','$1',1}],['$2']}]")))
        .containsExactly(a("x"));
    assertThat(table.select(spec("[{{'$1','$2'},[{'=:=','$1',1}],['$2']}]"))).isEmpty();
    assertThat(table.match(parse("{{'_',2.0},'$1'}"))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void select_mapAsKey_standsForAllWithItsEntriesByAnyPlan(Variant variant) {
    LocalTable table =
        table(variant.options(), "{#{a=>1},x}", "{#{a=>1,b=>2},y}", "{k,#{a=>1,b=>2}}");
    String clause = "{{#{a=>1},'$1'},[],['$1']}";
    assertThat(table.select(spec("[" + clause + "]"))).containsExactlyInAnyOrder(a("x"), a("y"));
    assertThat(table.select(spec("[" + clause + ",{{'_',never},[],[x]}]")))
        .containsExactlyInAnyOrder(a("x"), a("y"));
    assertThat(table.matchObject(parse("{#{},'_'}"))).hasSize(2);
    assertThat(table.match(parse("{#{a=>1,b=>2},'$1'}"))).containsExactly(l("y"));
    assertThat(table.match(parse("{#{a=>'$1'},'_'}"))).hasSize(2);
    assertThat(table.match(parse("{'$1',#{a=>1}}"))).containsExactly(l("k"));
    assertThat(table.lookup(parse("#{}"))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void select_objectsOfOneKey_standTogetherOldestFirst(Variant variant) {
    LocalTable table = table(variant.options());
    List<Term> inserted = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      table.insert(t("k", 100 - n));
      table.insert(t(n, n));
      inserted.add(i(100 - n));
    }
    assertThat(table.select(spec("[{{k,'$1'},[],['$1']}]"))).isEqualTo(inserted);
    List<Term> chunked = new ArrayList<>();
    for (var chunk = table.select(spec("[{{'$1','$2'},[{'==','$1',k}],['$2']}]"), 3);
        chunk.isPresent();
        chunk = chunk.get().continuation().flatMap(table::select)) {
      chunked.addAll(chunk.get().results());
    }
    assertThat(chunked).isEqualTo(inserted);
    assertThat(table.selectReverse(spec("[{{k,'$1'},[],['$1']}]"))).isEqualTo(inserted);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void selectDelete_someOfAKey_leavesTheOthersInOrder(Variant variant) {
    LocalTable table = table(variant.options());
    IntStream.range(0, 40).forEach(n -> table.insert(t("k", n)));
    MatchSpec odd = spec("[{{'_','$1'},[{'==',{'rem','$1',2},1}],[true]}]");
    assertThat(table.selectDelete(odd)).isEqualTo(20);
    assertThat(table.select(spec("[{{k,'$1'},[],['$1']}]")))
        .isEqualTo(ints(IntStream.range(0, 20).map(n -> 2 * n).toArray()));
    assertThat(table.size()).isEqualTo(20);
    assertThat(table.selectDelete(spec("[{{k,'_'},[],[true]}]"))).isEqualTo(20);
    assertThat(table.member(a("k"))).isFalse();
    assertThat(table.size()).isZero();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void selectDelete_allObjects_givesTheirNumber(Variant variant) {
    LocalTable table = table(variant.options(), "{1,a}", "{2,b}", "{2,c}");
    long size = table.size();
    assertThat(table.selectDelete(spec("[{'_',[],[true]}]"))).isEqualTo(size);
    assertThat(table.size()).isZero();
    table.insert(t(1));
    table.matchDelete(a("_"));
    assertThat(table.size()).isZero();
    table.insert(List.of(t(1), t(2)));
    table.matchDelete(parse("{1}"));
    assertThat(table.tab2list()).containsExactly(t(2));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void selectReplace_doublesATermAgainAndAgain_isRefusedBeforeItIsTooLarge(Variant variant) {
    LocalTable table = table(variant.options(), "{1,a}");
    MatchSpec doubling = spec("[{{'$1','$2'},[],[{{'$1',{{'$2','$2'}}}}]}]");
    for (int i = 0; i < 20; i++) {
      assertThat(table.selectReplace(doubling)).isEqualTo(1);
    }

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 10; i++) {
                table.selectReplace(doubling);
              }
            })
        .isInstanceOf(SystemLimitException.class)
        .hasMessageContaining(
            "element of a replacement: too many terms in it (expected: <= 4194304");
    assertThat(table.selectReplace(spec("[{{1,'$1'},[],[{const,{1,b}}]}]"))).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void selectReplace_matches_putsResultsInTheirPlace(Variant variant) {
    LocalTable table = table(variant.options(), "{1,a}", "{2,b}", "{3,c}");
    MatchSpec spec = spec("[{{'$1',b},[],[{{'$1',x,y}}]},{{'$1','$2'},[{'>','$1',2}],['$_']}]");
    assertThat(table.selectReplace(spec)).isEqualTo(2);
    assertThat(table.tab2list()).containsExactlyInAnyOrder(t(1, "a"), t(2, "x", "y"), t(3, "c"));
    assertThat(table.selectReplace(spec("[{{1,a},[],[{const,{1,b}}]}]"))).isEqualTo(1);
    assertThat(table.selectReplace(spec("[{{1,a},[],[{const,{1,c}}]}]"))).isZero();
    assertThat(table.lookup(i(1))).containsExactly(t(1, "b"));
    assertThat(table.selectReplace(spec("[{{'$1','$2'},[],[{{'$1',{hd,'$2'}}}]}]"))).isEqualTo(2);
    assertThat(table.lookup(i(3))).containsExactly(t(3, "EXIT"));
    assertThat(table.selectReplace(spec("[]"))).isZero();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#duplicateBags")
  void selectReplace_duplicateBag_replacesEachObjectInItsPlace(Variant variant) {
    LocalTable table = table(variant.options(), "{k,1}", "{k,2}", "{k,1}", "{j,1}");
    assertThat(table.selectReplace(spec("[{{'$1',1},[],[{{'$1',z}}]}]"))).isEqualTo(3);
    assertThat(table.lookup(a("k"))).containsExactly(t("k", "z"), t("k", 2), t("k", "z"));
    table.insert(t("k", 3));
    assertThat(table.lookup(a("k"))).hasSize(4).endsWith(t("k", 3));
  }

  @Test
  void selectReplace_keyMayChange_isRefusedAndNothingReplaced() {
    LocalTable table = table(TableOptions.set(), "{1,a}");
    for (String text :
        List.of(
            "[{{'$1','$2'},[],[{{'$2','$1'}}]}]",
            "[{'$1',[],[{{{element,1,'$_'},z}}]},{{'$1','$2'},[],[{{'$2',2}}]}]",
            "[{{'$1','$2'},[],['$_']},{{'$1','$2'},[],[ok]}]")) {
      assertThatThrownBy(() -> table.selectReplace(spec(text)))
          .as(text)
          .isInstanceOfSatisfying(
              BadMatchSpecException.class, e -> assertThat(e.argument()).isEqualTo(2));
    }
    assertThat(table.tab2list()).containsExactly(t(1, "a"));
    LocalTable bag = table(TableOptions.bag());
    assertThatThrownBy(() -> apply(bag, "select_replace", a("bad")))
        .isInstanceOf(TableTypeException.class);
  }

  @Test
  void stream_limited_looksAtNoMoreThanItGives() {
    LocalTable table = numbers(5);
    try (var stream = table.stream(KEYS)) {
      var results = stream.iterator();
      assertThat(results.next()).isEqualTo(i(1));
      table.delete(i(3));
      List<Term> rest = new ArrayList<>();
      results.forEachRemaining(rest::add);
      assertThat(rest).isEqualTo(ints(2, 4, 5));
    }
    assertThat(table.stream(spec("[{{'$1'},[{'<','$1',3}],['$1']}]"))).containsExactly(i(1), i(2));
  }

  @Test
  void matchObject_pattern_givesTuples() {
    LocalTable table = table(TableOptions.set(), "{a,1}", "{b,2}", "{c,2}");
    List<Tuple> found = table.matchObject(tuple(any(), 2).toTerm());
    assertThat(found).containsExactlyInAnyOrder(t("b", 2), t("c", 2));
    MatchSpec built = MatchSpec.from(tuple(var(1), var(2))).where(var(2).lt(2)).select(var(1));
    assertThat(table.select(built)).containsExactly(Atom.of("a"));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void select_guardsNestedAsDeepAsAllowed_runsOnASmallStack(Variant variant) throws Exception {
    LocalTable table = table(variant.options(), "{1,x}", "{2,y}");
    for (String operator : List.of("not", "andalso", "orelse", "and")) {
      Term guard = parse("{'==','$1',1}");
      for (int level = 0; level < 990; level++) {
        guard =
            operator.equals("not")
                ? t("not", guard)
                : t(operator, operator.equals("orelse") ? "false" : "true", guard);
      }
      Term spec = l(t(t("$1", "_"), l(guard), l("$1")));
      CompletableFuture<List<Term>> found = new CompletableFuture<>();
      Thread thread =
          new Thread(
              null,
              () -> found.completeAsync(() -> table.select(MatchSpec.compile(spec)), Runnable::run),
              "s",
              1 << 18);
      thread.start();
      assertThat(found.get()).as(operator).containsExactly(i(1));
    }
  }

  @Test
  void select_guardsOfManyAlternatives_isPlannedInTime() {
    LocalTable table = table(TableOptions.orderedSet(), "{1,x}", "{70,y}");
    List<Term> alternatives = new ArrayList<>(List.of(a("orelse")));
    for (int n = 0; n < 60; n++) {
      alternatives.add(t("==", "$1", n));
    }
    Term guard = Tuple.of(alternatives);
    Term spec = l(t(t("$1", "_"), ListTerm.of(Collections.nCopies(1_000, guard)), l("$1")));
    assertThat(table.select(MatchSpec.compile(spec))).containsExactly(i(1));
    assertThat(table.explain(MatchSpec.compile(spec)).kind()).isEqualTo(SelectPlan.Kind.LOOKUP);
  }

  @Test
  void patterns_ofTooManyTerms_areRefused() {
    LocalTable table = table(TableOptions.set(), "{1,a}");
    Term large = ListTerm.of(Collections.nCopies(MatchSpec.DEFAULT_MAX_TERMS, a("_")));
    Term pattern = t("_", large);
    assertTooLarge(() -> table.match(pattern));
    assertTooLarge(() -> table.match(pattern, 1));
    assertTooLarge(() -> table.matchObject(pattern));
    assertTooLarge(() -> table.matchObject(pattern, 1));
    assertTooLarge(() -> table.matchDelete(pattern));
    assertThat(table.size()).isEqualTo(1);
    Term fitting = ListTerm.of(Collections.nCopies(MatchSpec.DEFAULT_MAX_TERMS - 100, a("_")));
    assertThat(table.match(t("_", fitting))).isEmpty();
  }

  private static void assertTooLarge(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            BadMatchSpecException.class,
            error -> assertThat(error.reason()).isEqualTo(a("system_limit")));
  }
}
