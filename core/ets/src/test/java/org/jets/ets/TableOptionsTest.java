package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.TermCalls.apply;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jets.terms.Atom;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the options of {@code ets:new/2}, and the report of {@code ets:info} about them. */
class TableOptionsTest {
  /**
   * The items that Erlang reports alike on all machines. On one scheduler it treats {@code
   * write_concurrency} as false; see {@link
   * #info_writeConcurrency_isReportedAsErlangOnManySchedulersDoes}.
   */
  private static final List<String> REPORTED =
      List.of(
          "type",
          "protection",
          "keypos",
          "named_table",
          "name",
          "compressed",
          "read_concurrency",
          "size",
          "fixed");

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  @AfterEach
  void close() {
    owner.close();
  }

  private Term info(Term options, String item) {
    return owner.newTable(a("t"), TableOptions.fromTerms(options)).info(a(item)).orElseThrow();
  }

  @Test
  void toTerm_ofOptions_isReadAsTheSameOptions() {
    TableOptions options =
        TableOptions.bag()
            .withPublicAccess()
            .withNamedTable()
            .withKeypos(3)
            .withHeir(owner.pid(), a("data"))
            .withFixedLocks(128)
            .withReadConcurrency(true)
            .withDecentralizedCounters(false)
            .withCompressed(true);
    for (TableOptions each : List.of(TableOptions.set(), options, options.withHeir(owner.pid()))) {
      ListTerm term = each.toTerm();
      assertThat(TableOptions.fromTerms(term).toTerm()).isEqualTo(term);
    }
    assertThat(options.toTerm())
        .containsExactly(
            a("bag"),
            a("public"),
            a("named_table"),
            t(a("keypos"), i(3)),
            t(a("heir"), owner.pid(), a("data")),
            t(a("write_concurrency"), t(a("debug_hash_fixed_number_of_locks"), i(128))),
            t(a("read_concurrency"), a("true")),
            t(a("decentralized_counters"), a("false")),
            a("compressed"));
  }

  @Test
  void newTable_typesAndAccesses_theLastCountsButSetAndProtected() {
    assertThat(info(l("bag", "set"), "type")).isEqualTo(a("bag"));
    assertThat(info(l("private", "protected"), "protection")).isEqualTo(a("private"));
    assertThat(info(l("ordered_set", "bag"), "type")).isEqualTo(a("bag"));
    assertThat(info(l("public", "private"), "protection")).isEqualTo(a("private"));
    assertThat(info(l(), "type")).isEqualTo(a("set"));
  }

  @Test
  void newTable_nameIsNoAtom_isReportedBeforeTheOptions() {
    assertThatThrownBy(() -> apply(owner, "new", i(1), a("no list")))
        .isInstanceOfSatisfying(
            BadArgumentException.class, error -> assertThat(error.argument()).isEqualTo(1));
  }

  @Test
  void newTable_badOptionAndTakenName_reportsTheOption() {
    owner.newTable(a("t"), TableOptions.set().withNamedTable());
    assertThatThrownBy(() -> apply(owner, "new", a("t"), l("named_table", "foo")))
        .isInstanceOfSatisfying(
            BadArgumentException.class, error -> assertThat(error.argument()).isEqualTo(2));
    assertThat(space.all()).containsExactly(a("t"));
  }

  @Test
  void newTable_heir_mayBeAPidOfThisSpace() {
    Owner heir = space.newOwner();
    assertThat(info(l(t("heir", heir.pid(), "data")), "heir")).isEqualTo(heir.pid());
    assertThat(info(l(t("heir", heir.pid())), "heir")).isEqualTo(heir.pid());
    assertThat(info(l(t("heir", heir.pid()), t("heir", "none")), "heir")).isEqualTo(a("none"));
  }

  /** Erlang accepts the option too, but reports another number, since it keeps 32 bits of it. */
  @Test
  void newTable_largestKeypos_isTaken() {
    long largest = 576460752303423487L;
    assertThat(info(l(t("keypos", largest)), "keypos")).isEqualTo(i(largest));
    EtsTable table = owner.newTable(a("t"), TableOptions.fromTerms(l(t("keypos", largest))));
    assertThatThrownBy(() -> table.insert(t(1))).isInstanceOf(BadArgumentException.class);
  }

  /**
   * Returns lists of options, valid and not, for which all releases of Erlang have the same answer.
   */
  private static List<Term> optionLists() {
    Term locks = t("debug_hash_fixed_number_of_locks", 100);
    return List.of(
        l(),
        l("set"),
        l("bag", "set"),
        l("ordered_set", "duplicate_bag"),
        l("private", "protected"),
        l("public", "private", "public"),
        l("named_table", "public"),
        l(t("keypos", 2), t("keypos", 3)),
        l(t("keypos", 1_000_000)),
        l(t("keypos", 576460752303423488L)),
        l(t("keypos", 0)),
        l(t("keypos", -1)),
        l(t("keypos", 2.0)),
        l(t("keypos", 1, 2)),
        l("compressed"),
        l(t("compressed", true)),
        l(t("heir", "none")),
        l(t("heir", "none", 1)),
        l(t("heir", "x", 1)),
        l(t("read_concurrency", true)),
        l(t("read_concurrency", true), "private"),
        l(t("read_concurrency", "maybe")),
        l(t("write_concurrency", true)),
        l(t("write_concurrency", "auto")),
        l(t("write_concurrency", "maybe")),
        l("private", t("write_concurrency", true)),
        l(t("write_concurrency", true), "ordered_set"),
        l(t("write_concurrency", "auto"), t("decentralized_counters", false)),
        l(t("write_concurrency", true), t("decentralized_counters", true)),
        l(t("decentralized_counters", true)),
        l(t("decentralized_counters", "maybe")),
        l(t("write_concurrency", locks)),
        l("bag", t("write_concurrency", t("debug_hash_fixed_number_of_locks", 1))),
        l(t("write_concurrency", t("debug_hash_fixed_number_of_locks", 32768))),
        l(t("write_concurrency", t("debug_hash_fixed_number_of_locks", 32769))),
        l(t("write_concurrency", t("debug_hash_fixed_number_of_locks", 0))),
        l(t("write_concurrency", t("other", 64))),
        l(t("write_concurrency", locks), "private"),
        l(t("write_concurrency", locks), "ordered_set"),
        l(t("write_concurrency", locks), "ordered_set", "private"),
        l(t("write_concurrency", locks), t("write_concurrency", true), "ordered_set"),
        l(t("write_concurrency", locks), t("decentralized_counters", false)),
        l(locks),
        l("foo"),
        l(1),
        l(t()),
        l(t("keypos")),
        l("set", "foo", "bag"),
        ListTerm.improper(List.of(a("set")), a("bag")),
        a("set"),
        t("set"));
  }

  @LiveErlangTest
  void newTable_optionLists_areTakenAndReportedAsInErlang(ErlangOracle oracle) {
    for (Term options : optionLists()) {
      assertThat(reported(options)).as("%s", options).isEqualTo(reportedBy(oracle, options));
    }
  }

  private Term reported(Term options) {
    EtsTable table;
    try {
      table = owner.newTable(a("jets_options"), TableOptions.fromTerms(options));
    } catch (BadArgumentException e) {
      return TableCall.BADARG;
    }
    List<Term> items = REPORTED.stream().map(item -> table.info(a(item)).orElseThrow()).toList();
    table.drop();
    return ListTerm.of(items);
  }

  private static Term reportedBy(ErlangOracle oracle, Term options) {
    String text =
        "begin T = ets:new(jets_options, "
            + options
            + "), R = [ets:info(T, I) || I <- "
            + REPORTED
            + "], ets:delete(T), R end";
    Answer answer = oracle.ask("eval", List.of(text.getBytes(StandardCharsets.UTF_8))).get(0);
    Optional<String> error = answer.error();
    if (error.isPresent()) {
      assertThat(error.get()).isEqualTo("error:badarg");
      return TableCall.BADARG;
    }
    return ExternalTermFormat.decode(answer.bytes());
  }

  @LiveErlangTest
  void newTable_heirWithoutData_isTakenFromRelease28On(ErlangOracle oracle) {
    String text = "is_reference(ets:new(t, [{heir, self()}]))";
    Answer answer = oracle.ask("eval", List.of(text.getBytes(StandardCharsets.UTF_8))).get(0);
    assertThat(answer.error().isEmpty()).isEqualTo(oracle.release() >= 28);
  }

  @Test
  void info_writeConcurrency_isReportedAsErlangOnManySchedulersDoes() {
    assertConcurrency(a("false"), false, l());
    assertConcurrency(a("false"), false, l(t("decentralized_counters", true)));
    assertConcurrency(a("true"), false, l(t("write_concurrency", true)));
    assertConcurrency(a("true"), true, l(t("write_concurrency", true), "ordered_set"));
    assertConcurrency(
        a("true"), true, l(t("write_concurrency", true), t("decentralized_counters", true)));
    assertConcurrency(a("auto"), true, l(t("write_concurrency", "auto")));
    assertConcurrency(
        a("auto"), false, l(t("write_concurrency", "auto"), t("decentralized_counters", false)));
    assertConcurrency(a("false"), false, l("private", t("write_concurrency", true)));
    assertLocks(64, 1);
    assertLocks(64, 65);
    assertLocks(128, 192);
    assertLocks(16_384, 32_767);
    assertLocks(32_768, 32_768);
    Term locks = t("write_concurrency", t("debug_hash_fixed_number_of_locks", 128));
    assertConcurrency(a("false"), false, l("private", locks));
    assertConcurrency(a("true"), false, l(locks, t("write_concurrency", true)));
  }

  private void assertLocks(int reported, int given) {
    String name = "debug_hash_fixed_number_of_locks";
    assertConcurrency(t(name, reported), true, l(t("write_concurrency", t(name, given))));
  }

  private void assertConcurrency(Term write, boolean decentralizedCounters, Term options) {
    assertThat(info(options, "write_concurrency")).as("%s", options).isEqualTo(write);
    assertThat(info(options, "decentralized_counters"))
        .as("%s", options)
        .isEqualTo(Atom.of(decentralizedCounters));
  }

  @Test
  void info_all_isInErlangsOrder() {
    EtsTable table = owner.newTable("t", TableOptions.bag());
    table.insert(List.of(t(1, 2), t(1, 3)));
    List<Term> names =
        table.info().orElseThrow().stream().map(pair -> ((Tuple) pair).element(1)).toList();
    assertThat(names.stream().map(name -> ((Atom) name).name()))
        .containsExactly(
            "id",
            "decentralized_counters",
            "read_concurrency",
            "write_concurrency",
            "compressed",
            "memory",
            "owner",
            "heir",
            "name",
            "size",
            "node",
            "named_table",
            "type",
            "keypos",
            "protection");
    assertThat(table.info(a("size"))).contains(i(2));
    assertThat(table.info(a("owner"))).contains(owner.pid());
    assertThatThrownBy(() -> table.info(a("nonsense"))).isInstanceOf(BadArgumentException.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void info_memory_growsWithTheObjects(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    long empty = memory(table);
    for (int n = 0; n < 1_000; n++) {
      table.insert(t(n, Term.of(new byte[100])));
    }
    long filled = memory(table);
    assertThat(filled - empty).isBetween(1_000L * 100 / 8, 1_000L * 500 / 8);
  }

  private static long memory(EtsTable table) {
    return ((IntegerTerm) table.info(a("memory")).orElseThrow()).longValue();
  }

  @Test
  void newTable_backendOfOtherType_failsClearly() {
    for (Backend backend : Backend.values()) {
      for (TableType type : TableType.values()) {
        TableOptions options = TableOptions.of(type).withBackend(backend);
        if (backend.supports(type)) {
          assertThat(owner.newTable("t", options).backend()).isEqualTo(backend);
        } else {
          assertThatThrownBy(() -> owner.newTable("t", options))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining(backend.name())
              .hasMessageContaining(type.term().name());
        }
      }
    }
  }

  @Test
  void backend_noneNamed_isThatOfTheType() {
    assertThat(TableOptions.set().backend()).isEqualTo(Backend.SPLIT_ORDERED);
    assertThat(TableOptions.bag().backend()).isEqualTo(Backend.STRIPED);
    assertThat(TableOptions.duplicateBag().backend()).isEqualTo(Backend.STRIPED);
    assertThat(TableOptions.orderedSet().backend()).isEqualTo(Backend.CA_TREE);
  }

  @ParameterizedTest
  @EnumSource
  void backend_locksNamed_hasLocks(WriteConcurrency writeConcurrency) {
    assertThat(TableOptions.set().withWriteConcurrency(writeConcurrency).backend())
        .isEqualTo(Backend.STRIPED);
    assertThat(TableOptions.duplicateBag().withWriteConcurrency(writeConcurrency).backend())
        .isEqualTo(Backend.STRIPED);
    assertThat(TableOptions.orderedSet().withWriteConcurrency(writeConcurrency).backend())
        .isEqualTo(
            writeConcurrency == WriteConcurrency.FALSE ? Backend.LOCKED_AVL : Backend.CA_TREE);
  }

  @ParameterizedTest
  @EnumSource
  void backend_privateWithLocksNamed_isThatOfTheType(WriteConcurrency writeConcurrency) {
    for (TableType type : TableType.values()) {
      TableOptions options = TableOptions.of(type).withAccess(Access.PRIVATE);
      TableOptions named = options.withWriteConcurrency(writeConcurrency);
      assertThat(named.backend()).isEqualTo(TableOptions.of(type).backend());
      assertThat(OwnedTable.concurrency(named)).isEqualTo(OwnedTable.concurrency(options));
    }
  }

  @Test
  void backend_fixedLocks_hasLocks() {
    assertThat(TableOptions.set().withFixedLocks(64).backend()).isEqualTo(Backend.STRIPED);
  }

  @Test
  void backend_otherOptions_doNotChangeIt() {
    assertThat(
            TableOptions.set().withReadConcurrency(true).withDecentralizedCounters(true).backend())
        .isEqualTo(TableOptions.set().backend());
    assertThat(
            TableOptions.set()
                .withWriteConcurrency(WriteConcurrency.AUTO)
                .withBackend(Backend.CONCURRENT_HASH_MAP)
                .backend())
        .isEqualTo(Backend.CONCURRENT_HASH_MAP);
  }

  @Test
  void setters_outOfRange_sayTheRange() {
    assertThatThrownBy(() -> TableOptions.set().withKeypos(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("keypos: 0 (expected: >= 1)");
    assertThatThrownBy(() -> TableOptions.set().withFixedLocks(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("locks: 0 (expected: 1..32768)");
    assertThatThrownBy(() -> owner.newTable("t", TableOptions.orderedSet().withFixedLocks(64)))
        .isInstanceOf(BadArgumentException.class);
  }

  @Test
  void toString_showsEachOptionAndOnlyTheBeginningOfTheData() {
    assertThat(TableOptions.set())
        .hasToString(
            "TableOptions[type=set, access=protected, named=false, keypos=1, heir=none,"
                + " writeConcurrency=default, readConcurrency=false,"
                + " decentralizedCounters=default, compressed=false, events=false, indexes=false,"
                + " durable=false, expiry=none, bounds=none, backend=default]");
    TableOptions changed =
        TableOptions.orderedSet()
            .withPublicAccess()
            .withNamedTable()
            .withKeypos(2)
            .withHeir(owner.pid(), ListTerm.of(Collections.nCopies(1_000_000, a("data"))))
            .withWriteConcurrency(WriteConcurrency.AUTO)
            .withReadConcurrency(true)
            .withDecentralizedCounters(false)
            .withCompressed(true)
            .withBackend(Backend.CA_TREE);
    assertThat(changed.toString())
        .startsWith(
            "TableOptions[type=ordered_set, access=public, named=true, keypos=2, heir="
                + owner.pid()
                + " with [data,data,")
        .endsWith(
            ", writeConcurrency=auto, readConcurrency=true, decentralizedCounters=false,"
                + " compressed=true, events=false, indexes=false, durable=false, expiry=none,"
                + " bounds=none, backend=CA_TREE]")
        .hasSizeLessThan(600);
    assertThat(TableOptions.set().withFixedLocks(64).toString())
        .contains("writeConcurrency={debug_hash_fixed_number_of_locks,64}")
        .doesNotContain("auto");
  }

  @Test
  void toString_ofOptionsOfFiles_showsEachOption() {
    assertThat(SaveOptions.plain().withMd5sum())
        .hasToString("SaveOptions[objectCount=false, md5sum=true, sync=false, forced=true]");
    assertThat(SaveOptions.plain().withObjectCount().withSync().withoutForce())
        .hasToString("SaveOptions[objectCount=true, md5sum=false, sync=false, forced=false]");
    assertThat(
            LoadOptions.defaults()
                .withoutVerification()
                .withBackend(Backend.STRIPED)
                .withDecoding(DecodeOptions.defaults().withMaxDepth(5).withSafe(true))
                .toString())
        .startsWith("LoadOptions[verification=none, backend=STRIPED, maxEncodedBytes=")
        .contains(", maxDepth=5, ")
        .endsWith(", safe=true]");
    assertThat(LoadOptions.defaults().toString())
        .startsWith("LoadOptions[verification=whole, backend=default, ");
    assertThat(LoadOptions.fromTerms(l(t("verify", true))).toString())
        .startsWith("LoadOptions[verification=as Erlang, ");
  }
}
