package org.jets.ets.erl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.ets.EtsTable;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.Owner;
import org.jets.ets.TableSpace;
import org.jets.ets.Variant;
import org.jets.terms.ExternalFun;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the parts of the module that {@link EtsModuleLiveTest} omits. */
class EtsModuleTest {
  private static final Term END = a("$end_of_table");
  private static final ListTerm ALL = l(t(a("_"), l(), l(a("$_"))));

  private final Owner owner = new TableSpace().newOwner();

  @AfterEach
  void end() {
    owner.close();
  }

  private Term apply(String function, Term... arguments) {
    return EtsModule.apply(owner, a(function), List.of(arguments));
  }

  private EtsCallException error(String function, Term... arguments) {
    return catchThrowableOfType(EtsCallException.class, () -> apply(function, arguments));
  }

  private Term table(String type) {
    return apply("new", a("t"), l(type));
  }

  @LiveErlangTest
  void exports_liveErlang_areAllHere(ErlangOracle oracle) {
    byte[] question =
        ExternalTermFormat.encode(Tuple.of(a("ets"), a("module_info"), l(a("exports"))));
    ListTerm exports =
        (ListTerm) ExternalTermFormat.decode(oracle.ask("apply", List.of(question)).get(0).bytes());
    List<Term> expected =
        exports.stream()
            .filter(export -> !((Tuple) export).element(1).equals(a("module_info")))
            // Talks to the process that answers ets:i().
            .filter(export -> !((Tuple) export).element(1).equals(a("internal_request_all")))
            .toList();
    if (oracle.release() >= 29) {
      assertThat(EtsModule.exports()).containsExactlyInAnyOrderElementsOf(tuples(expected));
    } else {
      assertThat(EtsModule.exports()).containsAll(tuples(expected));
    }
  }

  private static List<Tuple> tuples(List<Term> terms) {
    return terms.stream().map(Tuple.class::cast).toList();
  }

  @Test
  void apply_unknownFunctionOrArity_isUndef() {
    assertThat(error("nosuch").reason()).isEqualTo(a("undef"));
    assertThat(error("lookup", a("t")).stackEntry()).isEqualTo(t("ets", "lookup", l("t"), l()));
    assertThat(error("insert", i(1), i(2), i(3), i(4), i(5)).reason()).isEqualTo(a("undef"));
  }

  @Test
  void apply_null_isRefusedByItsName() {
    assertThatThrownBy(() -> EtsModule.apply(null, a("all"), List.of())).hasMessage("caller");
    assertThatThrownBy(() -> EtsModule.apply(owner, null, List.of())).hasMessage("function");
  }

  @Test
  void error_derivedFunction_namesThePrimitive() {
    EtsCallException error = error("tab2list", a("nosuch"));
    assertThat(error.function()).isEqualTo(a("match_object"));
    assertThat(error.arguments()).containsExactly(a("nosuch"), a("_"));
    assertThat(error.erlangCause()).contains(a("id"));
    assertThat(error.argumentTexts())
        .containsEntry(1, "the table identifier does not refer to an existing ETS table");
    assertThat(error.getCause()).isInstanceOf(NoSuchTableException.class);
  }

  @Test
  void error_serialized_isRefused() {
    assertThatThrownBy(
            () ->
                new ObjectOutputStream(new ByteArrayOutputStream())
                    .writeObject(error("first", i(1))))
        .isInstanceOf(NotSerializableException.class);
  }

  @Test
  void fold_funOfAnAbsentModule_isUndefWhereItIsCalled() {
    Term table = table("ordered_set");
    Term fun = ExternalFun.of(a("m"), a("f"), 2);
    assertThat(apply("foldl", fun, a("acc"), table)).isEqualTo(a("acc"));
    apply("insert", table, l(t(1), t(2)));
    EtsCallException first = error("foldl", fun, a("acc"), table);
    assertThat(first.reason()).isEqualTo(a("undef"));
    assertThat(first.stackEntry()).isEqualTo(t("m", "f", l(t(1), "acc"), l()));
    assertThat(error("foldr", fun, a("acc"), table).arguments()).containsExactly(t(2), a("acc"));
    assertThat(apply("info", table, a("fixed"))).isEqualTo(a("false"));
  }

  @Test
  void initTable_noFunOrOneOfAnAbsentModule_failsAfterClearing() {
    for (Term fun : List.of(a("x"), ExternalFun.of(a("m"), a("f"), 1))) {
      Term table = table("set");
      apply("insert", table, t(1));
      EtsCallException error = error("init_table", table, fun);
      assertThat(error.reason()).isIn(t("badfun", "x"), a("undef"));
      assertThat(apply("tab2list", table)).isEqualTo(l());
    }
  }

  @Test
  void apply_functionsThatCannotBeHere_sayNotsup() {
    Term table = table("set");
    assertThat(error("table", table).reason()).isEqualTo(a("notsup"));
    assertThat(error("i").reason()).isEqualTo(a("notsup"));
    EtsCallException fun2ms = error("fun2ms", ExternalFun.of(a("m"), a("f"), 1));
    assertThat(fun2ms.exceptionClass()).isEqualTo(a("exit"));
    assertThat(((Tuple) fun2ms.reason()).element(1)).isEqualTo(a("badarg"));
  }

  @Test
  void files_savedTable_comesBackUnderItsName(@TempDir Path folder) {
    Term file = ListTerm.ofText(folder.resolve("table").toString());
    apply("new", a("saved"), l(a("named_table"), a("bag")));
    apply("insert", a("saved"), l(t(1, 2), t(1, 3)));
    assertThat(apply("tab2file", a("saved"), file)).isEqualTo(a("ok"));
    assertThat(Files.exists(folder.resolve("table"))).isTrue();
    apply("delete", a("saved"));
    assertThat(apply("tab2file", a("saved"), file)).isEqualTo(t("error", "badtab"));
    assertThat(apply("file2tab", file)).isEqualTo(t("ok", "saved"));
    assertThat(apply("lookup", a("saved"), i(1))).isEqualTo(l(t(1, 2), t(1, 3)));
    assertThat(apply("file2tab", file)).isEqualTo(t("error", "cannot_create_table"));
    assertThat(((Tuple) apply("tabfile_info", file)).element(1)).isEqualTo(a("ok"));
    assertThat(error("tabfile_info", t()).reason()).isEqualTo(a("function_clause"));
    assertThat(error("tab2file", i(1), file).function()).isEqualTo(a("info"));
  }

  @Test
  void select_continuationThatWasSentAway_continues() {
    Term table = table("ordered_set");
    apply("insert", table, l(t(1), t(2), t(3)));
    Tuple chunk = (Tuple) apply("select", table, ALL, i(2));
    Term returned = ExternalTermFormat.decode(ExternalTermFormat.encode(chunk.element(2)));
    assertThat(((Tuple) apply("select", returned)).element(1)).isEqualTo(l(t(3)));
    assertThat(((Tuple) apply("select", returned)).element(1)).isEqualTo(l(t(3)));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void repairContinuation_forgottenReference_findsThePlaceAgain(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    for (int key = 0; key < 5; key++) {
      table.insert(t(key, 1));
      table.insert(t(key, 2));
    }
    table.safeFixtable(true);
    for (String function : List.of("select", "select_reverse")) {
      for (Term spec : List.of(ALL, l(t(t("$1", "_"), l(t(">", a("$1"), 1)), l(a("$_")))))) {
        List<Term> all = new ArrayList<>();
        Term chunk = apply(function, table.id(), spec, i(3));
        while (chunk instanceof Tuple pair) {
          all.addAll(((ListTerm) pair.element(1)).toList());
          Term rest = pair.element(2);
          if (rest instanceof Tuple continuation) {
            Tuple forgotten = continuation.with(6, Reference.of(a("other@host"), 1, 1, 2, 3));
            assertThat(error("select", forgotten).argumentTexts())
                .containsEntry(1, "invalid continuation");
            rest = apply("repair_continuation", forgotten, spec);
          }
          chunk = apply("select", rest);
        }
        assertThat(chunk).isEqualTo(END);
        assertThat(ListTerm.of(all)).isEqualTo(apply(function, table.id(), spec));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void repairContinuation_keyOfALookupIsGone_continuesWithTheOthers(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    table.insert(List.of(t(1), t(2), t(3)));
    Term isAny =
        t("orelse", t("=:=", a("$1"), 1), t("orelse", t("=:=", a("$1"), 2), t("=:=", a("$1"), 3)));
    Term spec = l(t(t("$1"), l(isAny), l(a("$1"))));
    for (String function : List.of("select", "select_reverse")) {
      Tuple chunk = (Tuple) apply(function, table.id(), spec, i(1));
      Term shown = ((ListTerm) chunk.element(1)).head();
      table.delete(shown);
      Tuple forgotten =
          ((Tuple) chunk.element(2)).with(6, Reference.of(a("other@host"), 1, 1, 2, 3));
      Tuple rest = (Tuple) apply("select", apply("repair_continuation", forgotten, spec));
      assertThat(rest.element(1)).isNotEqualTo(l(shown));
      table.insert(t(shown));
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void repairContinuation_keyIsGone_continuesWithAllOthers(Variant variant) {
    // Many keys, since keys in the same bin of a map change places there.
    for (int key = 0; key < 64; key++) {
      EtsTable table = owner.newTable("t", variant.options());
      table.safeFixtable(true);
      table.insert(List.of(t(key), t(key + 100), t(key + 200)));
      for (String function : List.of("select", "select_reverse")) {
        Tuple chunk = (Tuple) apply(function, table.id(), ALL, i(1));
        Tuple shown = (Tuple) ((ListTerm) chunk.element(1)).head();
        table.delete(shown.element(1));
        Tuple forgotten =
            ((Tuple) chunk.element(2)).with(6, Reference.of(a("other@host"), 1, 1, 2, 3));
        List<Term> rest = new ArrayList<>();
        Term next = apply("select", apply("repair_continuation", forgotten, ALL));
        while (next instanceof Tuple pair) {
          rest.addAll(((ListTerm) pair.element(1)).toList());
          next = apply("select", pair.element(2));
        }
        assertThat(rest).doesNotContain(shown).hasSize(2);
        table.insert(shown);
      }
      table.drop();
    }
  }

  @Test
  void repairContinuation_limitOrCountThatNoSearchHas_isRefused() {
    Term table = table("set");
    apply("insert", table, l(t(1), t(2), t(3)));
    Tuple continuation = (Tuple) ((Tuple) apply("select", table, ALL, i(1))).element(2);
    Tuple forgotten = continuation.with(6, Reference.of(a("other@host"), 1, 1, 2, 3));
    for (Tuple bad : List.of(forgotten.with(4, i(0)), forgotten.with(3, i(-1)))) {
      assertThat(error("repair_continuation", bad, ALL).reason()).isEqualTo(a("function_clause"));
    }
  }

  @Test
  void matchSpecRun_compiledSpecThatWasSentAway_runs() {
    Term compiled = apply("match_spec_compile", ALL);
    Term returned = ExternalTermFormat.decode(ExternalTermFormat.encode(compiled));
    assertThat(apply("is_compiled_ms", returned)).isEqualTo(a("true"));
    assertThat(apply("match_spec_run_r", l(t(1), t(2)), returned, a("x")))
        .isEqualTo(ListTerm.improper(List.of(t(2), t(1)), a("x")));
  }

  @Test
  void apply_nullArguments_areNamed() {
    TableSpace space = owner.space();
    assertNamesNull("arguments", () -> EtsModule.apply(owner, a("all"), nothing()));
    assertNamesNull(
        "argument", () -> EtsModule.apply(owner, a("all"), Collections.singletonList(nothing())));
    assertNamesNull("function", () -> EtsModule.apply(owner, nothing(), List.of()));
    assertNamesNull("caller", () -> EtsModule.apply(nothing(), a("all"), List.of()));
    assertNamesNull("arguments", () -> EtsModule.apply(space, owner.pid(), a("all"), nothing()));
    assertNamesNull("function", () -> EtsModule.apply(space, owner.pid(), nothing(), List.of()));
    assertNamesNull("space", () -> EtsModule.apply(nothing(), owner.pid(), a("all"), List.of()));
  }

  private static void assertNamesNull(String argument, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(argument);
  }

  /** Returns null where the types forbid it. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }
}
