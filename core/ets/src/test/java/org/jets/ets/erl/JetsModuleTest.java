package org.jets.ets.erl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jets.ets.Access;
import org.jets.ets.EtsTable;
import org.jets.ets.FakeProcesses;
import org.jets.ets.LocalTable;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.Owner;
import org.jets.ets.Quota;
import org.jets.ets.TableAccessException;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.ets.Variant;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the functions of the module {@code jets} in terms: results, errors and rights. */
class JetsModuleTest {
  private static final Term KEYS = term("[{{'$1','_'},[],['$1']}]");

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  @AfterEach
  void end() {
    owner.close();
  }

  private static Term term(String text) {
    return TermParser.parse(text);
  }

  private Term apply(String function, Term... arguments) {
    return JetsModule.apply(owner, a(function), List.of(arguments));
  }

  private EtsCallException error(String function, Term... arguments) {
    return errorAs(owner, function, List.of(arguments));
  }

  private static EtsCallException errorAs(Owner caller, String function, List<Term> arguments) {
    return catchThrowableOfType(
        EtsCallException.class, () -> JetsModule.apply(caller, a(function), arguments));
  }

  private EtsTable table(Variant variant, Tuple... objects) {
    EtsTable table = owner.newTable("t", variant.options());
    table.insert(List.of(objects));
    return table;
  }

  private static List<Term> elements(Term list) {
    return ((ListTerm) list).toList();
  }

  // Results

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void lookupAll_presentAbsentAndRepeatedKeys_givesWhatLookupsGive(Variant variant) {
    EtsTable table = table(variant, t(1, "a"), t(2, "b"), t(2, "c"), t(2, "c"));
    List<Term> expected = new ArrayList<>();
    for (long key : new long[] {2, 3, 1, 2}) {
      expected.addAll(table.lookup(i(key)));
    }
    assertThat(apply("lookup_all", table.id(), l(2, 3, 1, 2))).isEqualTo(ListTerm.of(expected));
    assertThat(apply("lookup_all", table.id(), l())).isEqualTo(l());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void takeAll_presentAbsentAndRepeatedKeys_takesWhatTheyHave(Variant variant) {
    EtsTable table = table(variant, t(1, "a"), t(2, "b"), t(2, "c"), t(3, "d"));
    List<Term> expected = new ArrayList<>(table.lookup(i(2)));
    expected.add(t(1, "a"));

    assertThat(apply("take_all", table.id(), l(2, 4, 1, 2))).isEqualTo(ListTerm.of(expected));
    assertThat(table.tab2list()).containsExactly(t(3, "d"));
    assertThat(apply("take_all", table.id(), l())).isEqualTo(l());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void selectTake_moreObjectsThanTheLimit_takesThatManyAndLaterTheRest(Variant variant) {
    EtsTable table = table(variant);
    for (int key = 1; key <= 10; key++) {
      table.insert(t(key, "v"));
    }
    List<Term> first = elements(apply("select_take", table.id(), KEYS, i(3)));
    assertThat(first).hasSize(3);
    assertThat(table.size()).isEqualTo(7);
    List<Term> all = new ArrayList<>(first);
    all.addAll(elements(apply("select_take", table.id(), KEYS, i(1_000_000_000_000L))));

    assertThat(all).doesNotHaveDuplicates().hasSize(10);
    assertThat(apply("select_take", table.id(), KEYS, i(1))).isEqualTo(l());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void selectTake_orderedSet_takesTheFirstByKey(Variant variant) {
    EtsTable table = table(variant, t(3, "a"), t(1, "b"), t(2, "b"), t(0, "a"));
    Term spec = term("[{{'$1',b},[],['$_']}]");
    assertThat(apply("select_take", table.id(), spec, i(1))).isEqualTo(l(t(1, "b")));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void selectReplaceReturning_moreObjectsThanTheLimit_replacesThatMany(Variant variant) {
    EtsTable table = table(variant, t(1, "idle"), t(2, "idle"), t(3, "idle"));
    Term claim = term("[{{'$1',idle},[],[{{'$1',busy}}]}]");
    if (variant.type() == TableType.BAG) {
      assertCause("table_type", error("select_replace_returning", table.id(), claim, i(2)));
      return;
    }
    List<Term> replaced = elements(apply("select_replace_returning", table.id(), claim, i(2)));

    assertThat(replaced).hasSize(2).isSubsetOf(t(1, "busy"), t(2, "busy"), t(3, "busy"));
    assertThat(table.tab2list()).hasSize(3).containsAll(tuples(replaced));
    assertThat(elements(apply("select_replace_returning", table.id(), claim, i(9)))).hasSize(1);
    assertThat(apply("select_replace_returning", table.id(), claim, i(9))).isEqualTo(l());
  }

  private static List<Tuple> tuples(List<Term> terms) {
    return terms.stream().map(Tuple.class::cast).toList();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void compareInsert_expectedObjects_insertsAndElseDoesNot(Variant variant) {
    EtsTable table = table(variant);
    assertThat(apply("compare_insert", table.id(), l(t(1, "a")), t(1, "b"))).isEqualTo(a("false"));
    assertThat(apply("compare_insert", table.id(), l(), t(1, "a"))).isEqualTo(a("true"));
    assertThat(apply("compare_insert", table.id(), l(), t(1, "b"))).isEqualTo(a("false"));
    assertThat(table.tab2list()).containsExactly(t(1, "a"));

    assertThat(apply("compare_insert", table.id(), l(t(1, "a")), t(1, "b"))).isEqualTo(a("true"));

    List<Tuple> after = variant.type().isSet() ? List.of(t(1, "b")) : List.of(t(1, "a"), t(1, "b"));
    assertThat(table.lookup(i(1))).isEqualTo(after);
    assertThat(apply("compare_insert", table.id(), l(t(1, "b"), t(1, "a")), t(1, "c")))
        .isEqualTo(a("false"));
    assertThat(apply("compare_insert", table.id(), ListTerm.of(after), t(1, "c")))
        .isEqualTo(a("true"));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void explain_specifications_namesTheWayToTheObjects(Variant variant) {
    Term table = table(variant).id();
    assertThat(apply("explain", table, KEYS))
        .isEqualTo(
            term("#{plan => scan,keys => [],reason => <<\"the clause leaves the key open\">>}"));
    assertThat(apply("explain", table, term("[{{7,'_'},[],['$_']}]")))
        .isEqualTo(
            term(
                "#{plan => lookup,keys => [<<\"7\">>],"
                    + "reason => <<\"the key is limited by the head\">>}"));
    assertThat(apply("explain", table, term("[{{},[],['$_']}]")))
        .isEqualTo(
            term("#{plan => nothing,keys => [],reason => <<\"no clause can match an object\">>}"));
    Term above = term("[{{'$1','_'},[{'>','$1',5}],['$_']}]");
    String range =
        variant.type() == TableType.ORDERED_SET
            ? "#{plan => range,keys => [<<\"(5 .. +)\">>],"
                + "reason => <<\"the key is limited by the guards\">>}"
            : "#{plan => scan,keys => [],"
                + "reason => <<\"without an order of keys only =:= finds one\">>}";
    assertThat(apply("explain", table, above)).isEqualTo(term(range));
  }

  /** A character of two UTF-16 units is at the place where the text of the range is cut. */
  @Test
  void explain_longKeyOfLargeCharacters_isValidText() throws Exception {
    EtsTable table = owner.newTable("t", TableOptions.orderedSet());
    Tuple head = t(t("\uD83D\uDE00".repeat(120), "_"), "_");
    Term plan = apply("explain", table.id(), l(t(head, l(), l(a("$_")))));
    Term range = ((ListTerm) ((MapTerm) plan).get(a("keys"))).head();

    assertThat(((Binary) range).toText()).startsWith("({'").endsWith("...");
  }

  @Test
  void apply_nameOfTable_isEnough() {
    EtsTable table = owner.newTable("named", TableOptions.set().withNamedTable());
    assertThat(apply("compare_insert", a("named"), l(), t(1, 2))).isEqualTo(a("true"));
    assertThat(apply("lookup_all", a("named"), l(1))).isEqualTo(l(t(1, 2)));
    assertThat(table.size()).isEqualTo(1);
  }

  @DisabledIfSystemProperty(
      named = "jets.expiry",
      matches = "far",
      disabledReason = "no unique index on objects that expire")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void addIndex_descriptions_areListedUsedAndDropped(Variant variant) {
    Term table = owner.newTable("t", variant.options().withIndexes(true)).id();
    apply("compare_insert", table, l(), t(1, "a"));
    assertThat(apply("add_index", table, a("x"), term("{unique,{element,2}}")))
        .isEqualTo(a("true"));
    assertThat(apply("add_index", table, a("y"), term("{map_key,2,k}"))).isEqualTo(a("true"));
    assertThat(apply("indexes", table))
        .isEqualTo(term("[{x,{unique,{element,2}}},{y,{map_key,2,k}}]"));
    assertThat(apply("explain", table, term("[{{'_',a},[],['$_']}]")))
        .isEqualTo(
            MapTerm.of(
                a("plan"),
                a("index"),
                a("keys"),
                l(Binary.of("a")),
                a("reason"),
                Binary.of("the key is open, and the index x on {unique,{element,2}} is limited")));
    EtsCallException refused = error("compare_insert", table, l(), t(2, "a"));
    assertThat(refused.reason()).isEqualTo(a("badarg"));
    assertThat(refused.getMessage())
        .endsWith("term of the unique index x: a (expected: one that no other key has)");
    assertThat(apply("drop_index", table, a("x"))).isEqualTo(a("true"));
    assertThat(apply("drop_index", table, a("x"))).isEqualTo(a("false"));
    assertThat(apply("compare_insert", table, l(), t(2, "a"))).isEqualTo(a("true"));
    assertThat(error("add_index", table, i(1), term("{element,2}")).getMessage())
        .endsWith("name: 1 (expected: an atom)");
    assertThat(error("add_index", table, a("z"), term("{element,0}")).getMessage())
        .contains("index: {element,0} (expected: {element, N}, {map_key, N, Key} or");
  }

  /** Each later writer pays for the expression of an index. */
  @Test
  void addIndex_publicTableOfAnother_isRefused() {
    LocalTable table = owner.newTable("t", TableOptions.set().withPublicAccess().withIndexes(true));
    try (Owner other = space.newOwner()) {
      List<Term> add = List.of(table.id(), a("x"), term("{element,2}"));
      EtsCallException error = errorAs(other, "add_index", add);
      assertCause("access", error);
      assertThat(error.getMessage()).endsWith("(expected: the owner as the caller)");
      assertThat(table.indexes()).isEmpty();
      apply("add_index", add.toArray(new Term[0]));
      assertCause("access", errorAs(other, "drop_index", List.of(table.id(), a("x"))));
      assertThat(table.indexes()).hasSize(1);
    }
  }

  // Errors

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "lookup_all; x; keys: x (expected: a proper list)",
        "lookup_all; [1|2]; keys: [1|2] (expected: a proper list)",
        "take_all; 1; keys: 1 (expected: a proper list)",
        "take_all; [1|2]; keys: [1|2] (expected: a proper list)",
        "select_take; [{'_',[],['$_']}], 0; limit: 0 (expected: >= 1)",
        "select_take; [{'_',[],['$_']}], x; limit: x (expected: an integer >= 1, of one word)",
        "select_take; y, x; limit: x (expected: an integer >= 1, of one word)",
        "select_replace_returning; [{'_',[],['$_']}], -1; limit: -1 (expected: >= 1)",
        "compare_insert; {1}, {1}; objects: {1} (expected: a list of tuples)",
        "compare_insert; [{1}|x], {1}; objects: [{1}|x] (expected: a list of tuples)",
        "compare_insert; [x], {1}; object: x (expected: a tuple)",
        "compare_insert; [], x; object: x (expected: a tuple)",
        "compare_insert; [], {}; object: {} (expected: a tuple of 1 elements or more)",
      })
  void apply_wrongArgument_isBadargWithATextAndChangesNothing(
      String function, String others, String text) {
    EtsTable table = owner.newTable("t", TableOptions.set());
    table.insert(t(1, 1));
    ListTerm arguments = ListTerm.cons(table.id(), term("[" + others + "]"));
    EtsCallException error =
        catchThrowableOfType(
            EtsCallException.class, () -> JetsModule.apply(owner, a(function), arguments.toList()));

    assertThat(error.reason()).isEqualTo(a("badarg"));
    Term info = MapTerm.of(a("cause"), Binary.of(text));
    assertThat(error.stackEntry())
        .isEqualTo(t("jets", function, arguments, l(t("error_info", info))));
    assertThat(error.getMessage()).startsWith("jets:" + function + "/").endsWith(text);
    assertThat(table.tab2list()).containsExactly(t(1, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "select_take; x; 1",
        "select_take; [{'_',[],[{nosuch}]}]; 1",
        "select_replace_returning; x; 1",
        "select_replace_returning; [{{'$1','$2'},[],[{{'$2','$1'}}]}]; 1",
        "explain; x;",
        "explain; [{'_',[],[{nosuch}]}];",
      })
  void apply_wrongSpecification_isBadargAndChangesNothing(
      String function, String spec, String limit) {
    EtsTable table = owner.newTable("t", TableOptions.set());
    table.insert(t(1, 1));
    List<Term> arguments = new ArrayList<>(List.of(table.id(), term(spec)));
    if (limit != null) {
      arguments.add(term(limit));
    }
    assertThatThrownBy(() -> JetsModule.apply(owner, a(function), arguments))
        .isInstanceOfSatisfying(
            EtsCallException.class,
            error -> {
              assertThat(error.reason()).isEqualTo(a("badarg"));
              assertThat(error.getMessage()).contains("match specification");
            });
    assertThat(table.tab2list()).containsExactly(t(1, 1));
  }

  private static void assertCause(String cause, EtsCallException error) {
    assertThat(error.reason()).isEqualTo(a("badarg"));
    assertThat(error.erlangCause()).contains(a(cause));
    Term info = MapTerm.of(a("cause"), a(cause));
    assertThat(error.stackEntry().element(4)).isEqualTo(l(t("error_info", info)));
  }

  private record Call(String function, boolean isWriting, List<Term> arguments) {
    Term as(Owner caller) {
      return JetsModule.apply(caller, a(function), arguments);
    }

    EtsCallException errorAs(Owner caller) {
      return catchThrowableOfType(EtsCallException.class, () -> as(caller));
    }
  }

  /** Returns each function with correct arguments for a table. */
  private static List<Call> calls(Term table) {
    Term replacing = term("[{{'$1','_'},[],[{{'$1',x}}]}]");
    return List.of(
        new Call("lookup_all", false, List.of(table, l(1))),
        new Call("explain", false, List.of(table, KEYS)),
        new Call("indexes", false, List.of(table)),
        new Call("drop_index", true, List.of(table, a("none"))),
        new Call("take_all", true, List.of(table, l(1))),
        new Call("select_take", true, List.of(table, KEYS, i(1))),
        new Call("select_replace_returning", true, List.of(table, replacing, i(1))),
        new Call("compare_insert", true, List.of(table, l(t(1, 1)), t(1, 2))));
  }

  @Test
  void apply_whatIsNoTable_isBadargOfThatCause() {
    EtsTable dropped = owner.newTable("t", TableOptions.set());
    dropped.drop();
    for (Call call : calls(a("nosuch"))) {
      EtsCallException error = call.errorAs(owner);
      assertCause("id", error);
      assertThat(error.getCause()).isInstanceOf(NoSuchTableException.class);
    }
    for (Call call : calls(dropped.id())) {
      assertCause("id", call.errorAs(owner));
    }
    for (Call call : calls(i(7))) {
      assertCause("type", call.errorAs(owner));
    }
  }

  @Test
  void apply_unknownFunctionArityOrFunctionOfEts_isUndef() {
    assertThat(error("nosuch").reason()).isEqualTo(a("undef"));
    assertThat(error("take_all", a("t")).stackEntry())
        .isEqualTo(t("jets", "take_all", l("t"), l()));
    assertThat(error("lookup", a("t"), i(1)).reason()).isEqualTo(a("undef"));
    assertThatThrownBy(() -> EtsModule.apply(owner, a("lookup_all"), List.of(a("t"), l(1))))
        .isInstanceOfSatisfying(
            EtsCallException.class, error -> assertThat(error.reason()).isEqualTo(a("undef")));
  }

  @Test
  void exports_areElevenFunctionsNoneOfThemOfEts() {
    assertThat(JetsModule.exports())
        .containsExactlyInAnyOrder(
            t("lookup_all", 2),
            t("take_all", 2),
            t("select_take", 3),
            t("select_replace_returning", 3),
            t("compare_insert", 3),
            t("explain", 2),
            t("add_index", 3),
            t("drop_index", 2),
            t("indexes", 1),
            t("subscribe", 2),
            t("unsubscribe", 1));
    List<Term> names = EtsModule.exports().stream().map(export -> export.element(1)).toList();
    assertThat(JetsModule.exports()).noneMatch(export -> names.contains(export.element(1)));
  }

  // Rights and limits

  @Test
  void apply_tableOfAnotherOwner_needsItsAccess() {
    try (Owner other = space.newOwner()) {
      for (TableOptions options :
          List.of(
              TableOptions.set().withPublicAccess(),
              TableOptions.set(),
              TableOptions.set().withAccess(Access.PRIVATE))) {
        LocalTable table = owner.newTable("t", options);
        for (Call call : calls(table.id())) {
          boolean isAllowed =
              switch (options.access()) {
                case PUBLIC -> !call.function().equals("drop_index");
                case PROTECTED -> !call.isWriting();
                case PRIVATE -> false;
              };
          table.insert(t(1, 1));
          if (isAllowed) {
            assertThat(call.as(other)).isNotNull();
          } else {
            EtsCallException error = call.errorAs(other);
            assertCause("access", error);
            assertThat(error.getCause()).isInstanceOf(TableAccessException.class);
            assertThat(table.tab2list()).containsExactly(t(1, 1));
          }
          assertThat(call.as(owner)).isNotNull();
        }
      }
    }
  }

  /** A caller without rights does not learn whether its other arguments are correct. */
  @Test
  void apply_severalErrors_tellOfTheTableFirst() {
    Term table = owner.newTable("t", TableOptions.set().withAccess(Access.PRIVATE)).id();
    try (Owner other = space.newOwner()) {
      for (Call call : calls(table)) {
        List<Term> wrong = new ArrayList<>(Collections.nCopies(call.arguments().size(), a("x")));
        wrong.set(0, table);
        assertCause("access", errorAs(other, call.function(), wrong));
      }
    }
  }

  @Test
  void compareInsert_beyondTheQuota_isSystemLimitWithoutAText() {
    TableSpace small = new TableSpace();
    small.limit(Quota.UNLIMITED, Quota.UNLIMITED.withObjects(1));
    try (Owner metered = small.newOwner()) {
      EtsTable table = metered.newTable("t", TableOptions.set());
      List<Term> first = List.of(table.id(), l(), t(1, 1));
      assertThat(JetsModule.apply(metered, a("compare_insert"), first)).isEqualTo(a("true"));
      EtsCallException error =
          errorAs(metered, "compare_insert", List.of(table.id(), l(), t(2, 2)));

      assertThat(error.reason()).isEqualTo(a("system_limit"));
      assertThat(error.stackEntry().element(4)).isEqualTo(l());
      assertThat(table.tab2list()).containsExactly(t(1, 1));
    }
  }

  @Test
  void apply_processOfAnotherNode_hasTheRightsOfItsTables() {
    TableSpace joined = new TableSpace();
    joined.join(FakeProcesses.NODE, FakeProcesses.CREATION, new FakeProcesses());
    Pid one = FakeProcesses.process(1);
    Pid two = FakeProcesses.process(2);
    Term table = EtsModule.apply(joined, one, a("new"), List.of(a("t"), l("private")));
    List<Term> insert = List.of(table, l(), t(1, 1));

    assertThatThrownBy(() -> JetsModule.apply(joined, two, a("compare_insert"), insert))
        .isInstanceOfSatisfying(EtsCallException.class, error -> assertCause("access", error));
    assertThat(JetsModule.apply(joined, one, a("compare_insert"), insert)).isEqualTo(a("true"));
    assertThat(JetsModule.apply(joined, one, a("take_all"), List.of(table, l(1))))
        .isEqualTo(l(t(1, 1)));
    joined.leave();
  }

  @Test
  void apply_null_isRefusedByItsName() {
    assertThatThrownBy(() -> JetsModule.apply(null, a("explain"), List.of())).hasMessage("caller");
    assertThatThrownBy(() -> JetsModule.apply(owner, null, List.of())).hasMessage("function");
    assertThatThrownBy(() -> JetsModule.apply(null, owner.pid(), a("explain"), List.of()))
        .hasMessage("space");
  }
}
