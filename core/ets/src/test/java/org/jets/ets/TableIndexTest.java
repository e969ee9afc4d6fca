package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jets.ets.index.Index;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of {@link LocalTable#addIndex} and of searches that use indexes. */
class TableIndexTest {
  private static final Atom NAME = a("name");
  private static final Index BY_SECOND = Index.onElement(a("by_second"), 2);

  private final Owner owner = new TableSpace().newOwner();

  @AfterEach
  void closeOwner() {
    owner.close();
  }

  private LocalTable table(TableType type) {
    return owner.newTable("t", TableOptions.of(type).withIndexes(true));
  }

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(TermParser.parse(text));
  }

  private static SelectPlan.Kind kind(LocalTable table, String spec) {
    return table.explain(spec(spec)).kind();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{element,2}    | [{{'_',5,'_'},[],['$_']}]                                 | 5",
        "{element,2}    | [{{'_','$1','_'},[{'>','$1',3},{'=<','$1',7}],['$_']}]    | (3 .. 7]",
        "{element,2}    | [{'$1',[{'==',{element,2,'$1'},5}],['$_']}]               | 5",
        "{element,2}    | [{'_',[{'<',{element,2,'$_'},5}],['$_']}]                 | (- .. 5)",
        "{element,2}    | [{{'_',{a,'$1'},'_'},[{'>','$1',3}],[true]}]    | ({a,3} .. {a,+})",
        "{map_key,3,k}  | [{{'_','_',#{k => 5, j => '_'}},[],['$_']}]               | 5",
        "{map_key,3,k}  | [{{'_','_',#{k => '$1'}},[{'>=','$1',5}],['$_']}]         | [5 .. +)",
        "{map_key,3,k}  | [{{'_','_','$7'},[{'==',{map_get,k,'$7'},5}],['$_']}]     | 5",
        "{map_key,3,k}  | [{'_',[{'==',{map_get,k,{element,3,'$_'}},5}],['$_']}]    | 5",
        "{expression,{'+','$2','$3'}} | [{{'_','$8','$9'},[{'=:=',{'+','$8','$9'},5}],[1]}] | 5",
        "{expression,{hd,'$2'}}       | [{{'_','$8','_'},[{'<',5,{hd,'$8'}}],[1]}]      | (5 .. +)",
        "{expression,{{'$2',{const,{x}}}}}"
            + " | [{{'_','$8','_'},[{'==',{{'$8',{const,{x}}}},{const,{a,{x}}}}],[1]}]|{a,{x}}",
      })
  void explain_limitedTerm_usesTheIndex(String on, String spec, String range) {
    LocalTable table = table(TableType.SET);
    table.addIndex(Index.of(NAME, TermParser.parse(on)));
    SelectPlan plan = table.explain(spec(spec));
    assertThat(plan.kind()).as(plan.toString()).isEqualTo(SelectPlan.Kind.INDEX);
    assertThat(plan.keys()).containsExactly(range);
    assertThat(plan.reason()).contains("the index name on " + on.replace(" ", "").trim());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{element,3}    | [{{'_','_'},[],['$_']}]                                   | SCAN",
        "{element,3}    | [{{'_','_',5},[],['$_']},{'_',[],['$_']}]                 | SCAN",
        "{element,3}    | [{{1,'_',5},[],['$_']}]                                   | LOOKUP",
        "{element,3}    | [{{'_','_','$1'},[{'/=','$1',5}],['$_']}]                 | SCAN",
        "{element,3}    | [{'_',[{'orelse',{'==',{element,3,'$_'},5},true}],[1]}]   | SCAN",
        "{map_key,3,k}  | [{{'_','_',#{j => 5}},[],['$_']}]                         | SCAN",
        "{map_key,3,k}  | [{{'_','_',5},[],['$_']}]                                 | SCAN",
        "{map_key,3,1}  | [{{'_','_','$7'},[{'==',{map_get,1.0,'$7'},5}],['$_']}]   | SCAN",
        "{map_key,3,k}  | [{{'_','$7','_'},[{'==',{map_get,k,'$7'},5}],['$_']}]     | SCAN",
        "{expression,{'+','$2','$3'}} | [{{'_','$8','$9'},[{'=:=',{'+','$9','$8'},5}],[1]}] | SCAN",
        "{expression,{'+','$2',1}}    | [{{'_','$8'},[{'=:=',1,2}],[1]}]               | SCAN",
      })
  void explain_openTerm_usesNoIndex(String on, String spec, SelectPlan.Kind kind) {
    LocalTable table = table(TableType.SET);
    table.addIndex(Index.of(NAME, TermParser.parse(on)));
    assertThat(kind(table, spec)).isEqualTo(kind);
  }

  @Test
  void explain_severalIndexes_usesPointsThenUniqueOnes() {
    LocalTable table = table(TableType.SET);
    table.addIndex(Index.onElement(a("x"), 2));
    table.addIndex(Index.onElement(a("y"), 3));
    table.addIndex(Index.onElement(a("z"), 3).unique());
    String points = "[{{'_','$1',7},[{'>','$1',1}],['$_']}]";
    assertThat(table.explain(spec(points)).reason()).contains("index z on {unique,{element,3}}");
    assertThat(table.dropIndex(a("z"))).isTrue();
    assertThat(table.explain(spec(points)).reason()).contains("index y on {element,3}");
    assertThat(table.dropIndex(a("y"))).isTrue();
    assertThat(table.explain(spec(points)).reason()).contains("index x on {element,2}");
    assertThat(table.dropIndex(a("x"))).isTrue();
    assertThat(table.dropIndex(a("x"))).isFalse();
    assertThat(table.explain(spec(points)))
        .hasToString(
            "scan of all objects: the clause leaves the key open; an index on element 2 would"
                + " serve");
    assertThat(table.indexes()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void select_shortObjectsAndEqualNumbers_areAsInAScan(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options().withIndexes(true));
    table.addIndex(BY_SECOND);
    table.insert(List.of(t(1, i(5)), t(2, Terms.f(5)), Tuple.of(i(3)), t(4, i(6)), t(5, a("x"))));
    assertThat(table.select(spec("[{{'$1',5},[],['$1']}]"))).containsExactly(i(1));
    assertThat(table.select(spec("[{{'$1','$2'},[{'==','$2',5}],['$1']}]")))
        .containsExactlyInAnyOrder(i(1), i(2));
    assertThat(table.select(spec("[{{'$1','$2'},[{'<','$2',5.5}],['$1']}]")))
        .containsExactlyInAnyOrder(i(1), i(2));
    assertThat(table.select(spec("[{{'$1'},[],['$1']}]"))).containsExactly(i(3));
    assertThat(table.matchObject(TermParser.parse("{'_',6}"))).containsExactly(t(4, i(6)));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void select_bagKeyWithSeveralTerms_givesEachObjectOnce(Variant bag) {
    LocalTable table = owner.newTable("t", bag.options().withIndexes(true));
    table.addIndex(BY_SECOND);
    table.insert(List.of(t(1, 5), t(1, 6), t(1, 7), t(2, 6)));
    MatchSpec range = spec("[{{'_','$1'},[{'>','$1',5}],['$_']}]");
    assertThat(table.select(range)).containsExactlyInAnyOrder(t(1, 6), t(1, 7), t(2, 6));
    table.deleteObject(t(1, 6));
    assertThat(table.select(range)).containsExactlyInAnyOrder(t(1, 7), t(2, 6));
    assertThat(table.selectDelete(spec("[{{'_',7},[],[true]}]"))).isEqualTo(1);
    assertThat(table.select(range)).containsExactly(t(2, 6));
    IndexedTables.indexes(table).validate();
  }

  @Test
  void select_withLimit_continuesAfterChanges() {
    LocalTable table = table(TableType.ORDERED_SET);
    table.addIndex(BY_SECOND);
    for (int key = 0; key < 20; key++) {
      table.insert(t(key, key % 2));
    }
    List<Term> found = new ArrayList<>();
    Optional<SelectChunk> chunk = table.selectReverse(spec("[{{'$1',1},[],['$1']}]"), 3);
    int removed = 1;
    while (chunk.isPresent()) {
      found.addAll(chunk.get().results());
      table.delete(i(removed));
      removed += 2;
      table.dropIndex(a("by_second"));
      chunk = chunk.get().continuation().flatMap(table::select);
    }
    assertThat(found).containsExactly(i(19), i(17), i(15), i(13), i(11), i(9), i(7), i(5));
  }

  @Test
  void addIndex_wrongArguments_areRefused() {
    LocalTable table = table(TableType.SET);
    table.addIndex(BY_SECOND);
    assertThatThrownBy(() -> table.addIndex(BY_SECOND))
        .isInstanceOf(BadArgumentException.class)
        .hasMessage("name: by_second (expected: one that no index of the table has)");
    for (int n = 2; n <= 16; n++) {
      table.addIndex(Index.onElement(a("i" + n), n));
    }
    assertThatThrownBy(() -> table.addIndex(Index.onElement(a("more"), 2)))
        .isInstanceOf(SystemLimitException.class);
    assertThat(table.indexes()).hasSize(16);
    LocalTable plain = owner.newTable("plain", TableOptions.set());
    assertThatThrownBy(() -> plain.addIndex(BY_SECOND))
        .isInstanceOf(BadArgumentException.class)
        .hasMessageContaining("made with the option indexes");
    assertThat(plain.indexes()).isEmpty();
    LocalTable snapshot = table.snapshot();
    assertThatThrownBy(() -> snapshot.addIndex(BY_SECOND)).isInstanceOf(TableAccessException.class);
    LocalTable expiring =
        owner.newTable(
            "expiring",
            TableOptions.set().withIndexes(true).withExpiryAfterWrite(Duration.ofHours(1)));
    assertThatThrownBy(() -> expiring.addIndex(BY_SECOND.unique()))
        .isInstanceOf(BadArgumentException.class)
        .hasMessageContaining("since the objects expire");
    LocalTable others = new TableSpace().newOwner().newTable("t", TableOptions.set());
    assertThat(others.indexes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{element,0}",
        "{element,a}",
        "{map_key,2}",
        "{expression,{self}}",
        "{expression,{node}}",
        "{expression,'$$'}",
        "{expression,{'+',1,2}}",
        "{expression,'$65'}",
        "{expression,{unknown,'$1'}}",
        "{unique,{unique,{element,1}}}",
        "element",
      })
  void of_wrongDescription_isRefused(String description) {
    Term term = TermParser.parse(description);
    assertThatThrownBy(() -> Index.of(NAME, term)).isInstanceOf(BadArgumentException.class);
  }

  @Test
  @SuppressWarnings("NullAway") // As a caller without its checks.
  void of_null_isRefusedByName() {
    Term none = null;
    assertThatThrownBy(() -> Index.of(NAME, none)).hasMessage("description");
    assertThatThrownBy(() -> Index.of(null, t("element", 1))).hasMessage("name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{element,3}",
        "{unique,{map_key,2,{a,b}}}",
        "{expression,{'+','$2','$3'}}",
      })
  void description_isRead_givesTheSameIndex(String description) {
    Term term = TermParser.parse(description);
    Index index = Index.of(NAME, term);
    assertThat(index.description()).isEqualTo(term);
    assertThat(Index.of(NAME, index.description())).isEqualTo(index).hasSameHashCodeAs(index);
    assertThat(index.unique()).isEqualTo(index.unique().unique());
  }

  @DisabledIfSystemProperty(
      named = "jets.expiry",
      matches = "far",
      disabledReason = "no unique index on objects that expire")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void write_takenUniqueTerm_isRefusedAndChangesNothing(Variant set) {
    LocalTable table = owner.newTable("t", set.options().withIndexes(true).withEvents(true));
    table.insert(List.of(t(1, 10), t(2, 20)));
    table.addIndex(BY_SECOND.unique());
    assertThatThrownBy(() -> table.insert(t(3, 10)))
        .isInstanceOf(BadArgumentException.class)
        .hasMessage("term of the unique index by_second: 10 (expected: one that no other key has)");
    assertThatThrownBy(() -> table.insert(t(3, Terms.f(10))))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> table.insertNew(t(3, 10))).isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> table.insert(List.of(t(4, 40), t(3, 20))))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> table.insert(List.of(t(4, 40), t(3, 40))))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> table.updateElement(i(2), 2, i(10)))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> table.updateCounter(i(1), CounterOp.add(2, 10)))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> table.selectReplace(spec("[{{'$1','_'},[],[{{'$1',30}}]}]")))
        .isInstanceOf(BadArgumentException.class);
    IndexedTables.indexes(table).validate();
    assertThat(table.size()).isEqualTo(2);
    table.insert(List.of(t(1, 20), t(2, 10)));
    assertThat(table.select(spec("[{{'$1',20},[],['$1']}]"))).containsExactly(i(1));
    table.delete(i(1));
    table.insert(t(3, 20));
    table.deleteAllObjects();
    table.insert(t(9, 20));
    IndexedTables.indexes(table).validate();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{{'$2','$3'}}",
        "['$2','$3']",
        "['$2'|'$3']",
        "#{'$2' => '$3'}",
        "{max,'$2','$3'}",
        "{'==','$3','$2'}",
        "{is_atom,'$3'}",
        "{'andalso',{'==','$2',a},'$3'}",
      })
  void unique_expressionWithAPartThatFails_hasNoTerm(String expression) {
    LocalTable table = table(TableType.SET);
    table.addIndex(Index.of(NAME, TermParser.parse("{unique,{expression," + expression + "}}")));
    table.insert(List.of(t(1, "a"), t(2, "a")));
    IndexedTables.indexes(table).validate();
    table.insert(t(3, "a", "EXIT"));
    assertThatThrownBy(() -> table.insert(t(4, "a", "EXIT")))
        .isInstanceOf(BadArgumentException.class);
    IndexedTables.indexes(table).validate();
  }

  /** The guards before the one that limits the term are too many to compare. */
  @Test
  void explain_guardsWithoutBound_usesTheIndexOnlyForTheFirstOnes() {
    LocalTable table = table(TableType.SET);
    table.addIndex(BY_SECOND);
    table.insert(List.of(t(1, 5), t(2, 6)));
    String others = "{'<',{'+','$1',1},100},".repeat(30_000);
    String last = "[{{'$1','$2'},[" + others + "{'==','$2',5}],['$1']}]";
    assertThat(kind(table, last)).isEqualTo(SelectPlan.Kind.SCAN);
    assertThat(table.select(spec(last))).containsExactly(i(1));
    String first = "[{{'$1','$2'},[{'==','$2',5}," + others + "true],['$1']}]";
    assertThat(kind(table, first)).isEqualTo(SelectPlan.Kind.INDEX);
    assertThat(table.select(spec(first))).containsExactly(i(1));
  }

  /** An expression is compared with the parts of each guard, down to where they differ. */
  @Test
  void explain_guardsAlikeALargeExpression_useTheIndexOnlyForTheFirstOnes() {
    LocalTable table = table(TableType.SET);
    table.addIndex(Index.on(NAME, TermParser.parse(sum(300, "1"))));
    table.insert(List.of(t(1, 5), t(2, 6)));
    String limit = "{'==',%s,1801}".formatted(sum(300, "1"));
    String others = "{'<',%s,1},".formatted(sum(300, "-3000"));
    String first = "[{{'$1','$2'},[" + limit + "," + others.repeat(3) + "true],['$1']}]";
    assertThat(kind(table, first)).isEqualTo(SelectPlan.Kind.INDEX);
    assertThat(table.select(spec(first))).containsExactly(i(2));
    String last = "[{{'$1','$2'},[" + others.repeat(3) + limit + "],['$1']}]";
    assertThat(kind(table, last)).isEqualTo(SelectPlan.Kind.SCAN);
    assertThat(table.select(spec(last))).containsExactly(i(2));
  }

  /** Returns an expression that adds the second element many times. */
  private static String sum(int depth, String last) {
    return "{'+','$2',".repeat(depth) + last + "}".repeat(depth);
  }

  @ParameterizedTest
  @CsvSource({"99,INDEX", "100,SCAN"})
  void explain_manyGuards_usesTheIndexForTheFirst100(int others, SelectPlan.Kind kind) {
    LocalTable table = table(TableType.SET);
    table.addIndex(BY_SECOND);
    table.insert(List.of(t(1, 5), t(2, 6)));
    String spec =
        "[{{'$1','$2'},[" + "{is_integer,'$1'},".repeat(others) + "{'==','$2',5}],['$1']}]";
    assertThat(kind(table, spec)).isEqualTo(kind);
    assertThat(table.select(spec(spec))).containsExactly(i(1));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void index_hostileTerms_agreesWithTheTable(Variant variant) {
    String[] texts = {
      "0",
      "0.0",
      "-0.0",
      "1",
      "1.0",
      "9007199254740992",
      "9007199254740993",
      "9007199254740992.0",
      "1208925819614629174706176",
      "1208925819614629174706176.0",
      "1208925819614629174706177",
      "-1208925819614629174706176",
      "[]",
      "[1|2]",
      "[1.0|2]",
      "[1|2.0]",
      "[1,2|x]",
      "#{}",
      "#{1 => a}",
      "#{1.0 => a}",
      "#{a => 1}",
      "#{a => 1.0}",
      "{1,1}",
      "{1.0,1}",
      "<<>>",
      "<<1:1>>",
      "''",
      "'_'",
      "'$1'",
    };
    List<Term> terms = new ArrayList<>();
    for (String text : texts) {
      terms.add(TermParser.parse(text));
    }
    LocalTable indexed = owner.newTable("i", variant.options().withIndexes(true));
    LocalTable plain = owner.newTable("p", variant.options());
    indexed.addIndex(BY_SECOND);
    indexed.addIndex(Index.onElement(a("key"), 1));
    indexed.addIndex(Index.on(a("pair"), TermParser.parse("{{'$1','$2'}}")));
    SplittableRandom random = new SplittableRandom(7);
    for (int step = 0; step < 600; step++) {
      Term key = terms.get(random.nextInt(terms.size()));
      Tuple object = Tuple.of(key, terms.get(random.nextInt(terms.size())));
      int kind = random.nextInt(5);
      for (LocalTable table : List.of(indexed, plain)) {
        switch (kind) {
          case 0 -> table.delete(key);
          case 1 -> table.deleteObject(object);
          case 2 -> table.insertNew(object);
          default -> table.insert(object);
        }
      }
      if (step % 10 == 0) {
        for (String operator : List.of("==", "=:=", "<", ">=")) {
          MatchSpec spec = bySecond(operator, terms.get(random.nextInt(terms.size())));
          assertThat(indexed.explain(spec).kind()).isEqualTo(SelectPlan.Kind.INDEX);
          assertThat(sorted(indexed.select(spec)))
              .as("%s", spec.toTerm())
              .isEqualTo(sorted(plain.select(spec)));
        }
      }
    }
    IndexedTables.indexes(indexed).validate();
  }

  private static MatchSpec bySecond(String operator, Term constant) {
    Term guard = Tuple.of(a(operator), a("$2"), Tuple.of(a("const"), constant));
    return MatchSpec.compile(
        Terms.l(Tuple.of(Tuple.of(a("_"), a("$2")), Terms.l(guard), Terms.l(a("$_")))));
  }

  @Test
  void addIndex_duplicateTerms_failsAndLeavesNoIndex() {
    LocalTable table = table(TableType.SET);
    table.insert(List.of(t(1, 10), t(2, 10)));
    assertThatThrownBy(() -> table.addIndex(BY_SECOND.unique()))
        .isInstanceOf(BadArgumentException.class)
        .hasMessageContaining("a table without two keys of the same term");
    assertThat(table.indexes()).isEmpty();
    table.insert(t(3, 10));
    table.addIndex(BY_SECOND);
    assertThat(table.selectCount(spec("[{{'_',10},[],[true]}]"))).isEqualTo(3);
  }

  @Test
  void addIndex_bagKeyWithOneTermTwice_isUnique() {
    LocalTable table = table(TableType.BAG);
    table.insert(List.of(t(1, 10, 1), t(1, 10, 2)));
    table.addIndex(BY_SECOND.unique());
    table.deleteObject(t(1, 10, 1));
    assertThatThrownBy(() -> table.insert(t(2, 10, 1))).isInstanceOf(BadArgumentException.class);
    table.deleteObject(t(1, 10, 2));
    table.insert(t(2, 10, 1));
    IndexedTables.indexes(table).validate();
  }

  @Test
  void memory_withIndex_countsTheEntries() {
    LocalTable table = table(TableType.SET);
    for (int key = 0; key < 1_000; key++) {
      table.insert(t(key, key));
    }
    long before = words(table);
    table.addIndex(BY_SECOND);
    assertThat(words(table) - before).isBetween(4_000L, 12_000L);
    table.dropIndex(a("by_second"));
    assertThat(words(table)).isEqualTo(before);
  }

  private static long words(LocalTable table) {
    return ((IntegerTerm) table.info(a("memory")).orElseThrow()).longValue();
  }

  @Test
  void insert_quotaUsedUpByTheIndex_isRefused() {
    TableSpace space = new TableSpace();
    space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(60_000));
    try (Owner limited = space.newOwner()) {
      LocalTable table = limited.newTable("t", TableOptions.set().withIndexes(true));
      table.addIndex(Index.onElement(a("x"), 2));
      table.addIndex(Index.onElement(a("y"), 2));
      int[] key = {0};
      assertThatThrownBy(
              () -> {
                while (true) {
                  table.insert(t(key[0]++, key[0]));
                }
              })
          .isInstanceOf(SystemLimitException.class);
      IndexedTables.indexes(table).validate();
      int withIndexes = key[0];
      table.dropIndex(a("x"));
      table.dropIndex(a("y"));
      assertThatThrownBy(
              () -> {
                while (true) {
                  table.insert(t(key[0]++, key[0]));
                }
              })
          .isInstanceOf(SystemLimitException.class);
      assertThat(key[0]).isGreaterThan(withIndexes * 3 / 2);
    }
  }

  @Test
  void durable_openedAgain_hasNoIndexUntilItIsAdded(@TempDir Path folder) {
    TableOptions options = TableOptions.set().withIndexes(true).withDurable(folder);
    MatchSpec spec = spec("[{{'$1',5},[],['$1']}]");
    try (Owner first = new TableSpace().newOwner()) {
      LocalTable table = first.newTable("t", options);
      table.addIndex(BY_SECOND.unique());
      table.insert(t(1, 5));
      assertThatThrownBy(() -> table.insert(t(2, 5))).isInstanceOf(BadArgumentException.class);
      table.insert(t(2, 6));
    }
    try (Owner second = new TableSpace().newOwner()) {
      LocalTable table = second.newTable("t", options);
      assertThat(table.indexes()).isEmpty();
      table.addIndex(BY_SECOND.unique());
      assertThat(table.explain(spec).kind()).isEqualTo(SelectPlan.Kind.INDEX);
      assertThat(table.select(spec)).containsExactly(i(1));
      assertThat(table.size()).isEqualTo(2);
    }
  }

  /** Random searches by maps and expressions, on random objects and changes. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void search_mapKeysAndExpressions_givesWhatAScanGives(Variant variant) {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < TestScale.count(10); round++) {
      LocalTable indexed = owner.newTable("i", variant.options().withIndexes(true));
      LocalTable plain = owner.newTable("p", variant.options());
      indexed.addIndex(Index.onMapKey(a("map"), 2, a("k")));
      for (int step = 0; step < 200; step++) {
        if (step == 50) {
          indexed.addIndex(Index.on(a("sum"), TermParser.parse("{'+','$1','$3'}")));
          indexed.addIndex(Index.on(a("exit"), TermParser.parse("{element,1,'$2'}")));
        }
        Tuple object = randomObject(random);
        int kind = random.nextInt(4);
        for (LocalTable table : List.of(indexed, plain)) {
          if (kind == 0) {
            table.deleteObject(object);
          } else if (kind == 1) {
            table.delete(object.element(1));
          } else {
            table.insert(object);
          }
        }
        MatchSpec spec = spec(randomSpec(random));
        assertThat(sorted(indexed.select(spec)))
            .as("seed %d, %s, %s", seed, spec, indexed.explain(spec))
            .isEqualTo(sorted(plain.select(spec)));
      }
      IndexedTables.indexes(indexed).validate();
      indexed.drop();
      plain.drop();
    }
  }

  private static List<Term> sorted(List<Term> terms) {
    return terms.stream().sorted(TermOrder.EXACT).toList();
  }

  private static Tuple randomObject(SplittableRandom random) {
    String value = new String[] {"1", "1.0", "2", "a", "'EXIT'", "#{k => 1}"}[random.nextInt(6)];
    String second =
        switch (random.nextInt(6)) {
          case 0 -> "a";
          case 1 -> "#{}";
          case 2 -> "{" + value + "}";
          case 3 -> "#{j => " + value + "}";
          default -> "#{k => " + value + ", j => 1}";
        };
    String third = random.nextInt(6) == 0 ? "" : "," + random.nextInt(3);
    return (Tuple) TermParser.parse("{" + random.nextInt(10) + "," + second + third + "}");
  }

  private static String randomSpec(SplittableRandom random) {
    String constant = new String[] {"1", "1.0", "2", "a", "'EXIT'", "5"}[random.nextInt(6)];
    String operator = new String[] {"==", "=:=", "<", ">=", "/="}[random.nextInt(5)];
    return switch (random.nextInt(7)) {
      case 0 -> "[{{'_',#{k => " + constant + "},'_'},[],['$_']}]";
      case 1 -> "[{{'_',#{k => '$1'},'_'},[{'" + operator + "','$1'," + constant + "}],['$_']}]";
      case 2 ->
          "[{{'_','$2','_'},[{'" + operator + "',{map_get,k,'$2'}," + constant + "}],['$_']}]";
      case 3 ->
          "[{'$9',[{'"
              + operator
              + "',{map_get,k,{element,2,'$9'}},"
              + constant
              + "}],['$_']},{{'_',#{k => 2}},[],['$_']}]";
      case 4 ->
          "[{{'$1','_','$2'},[{'" + operator + "',{'+','$1','$2'}," + constant + "}],['$_']}]";
      case 5 -> "[{{'_','$2'},[{'" + operator + "',{element,1,'$2'}," + constant + "}],['$_']}]";
      default -> "[{{'_',{" + constant + "},'_'},[],['$_']}]";
    };
  }
}
