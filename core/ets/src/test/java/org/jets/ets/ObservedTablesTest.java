package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.observe.ScanObserver;
import org.jets.ets.observe.ScanPlan;
import org.jets.ets.observe.TableFacts;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the facts about tables, and the observer of searches that scan all objects. */
class ObservedTablesTest {
  private static final MatchSpec BY_VALUE = spec("[{{'_','$1'},[{'>','$1',1}],['$1']}]");
  private static final MatchSpec BY_KEY = spec("[{{1,'$1'},[],['$1']}]");
  private static final MatchSpec VALUE_IS_2 = spec("[{{'_',2},[],[true]}]");

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();
  private final List<String> told = new ArrayList<>();

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(TermParser.parse(text));
  }

  private LocalTable table(String name) {
    LocalTable table =
        owner.newTable(name, TableOptions.of(TableType.SET).withNamedTable().withPublicAccess());
    LongStream.range(0, 4)
        .forEach(i -> table.insert(Tuple.of(IntegerTerm.of(i), IntegerTerm.of(i))));
    return table;
  }

  private Runnable tell(Term table, String operation, ScanPlan plan) {
    told.add(table + " " + operation);
    return () -> told.add("end");
  }

  @Test
  void observeScans_searchesByValue_areToldWithTheirEnd() {
    LocalTable table = table("t");
    space.observeScans(this::tell);

    assertThat(table.select(BY_VALUE)).hasSize(2);
    assertThat(table.selectReverse(BY_VALUE)).hasSize(2);
    assertThat(table.selectCount(VALUE_IS_2)).isEqualTo(1);
    assertThat(table.select(BY_VALUE, 1)).isPresent();
    assertThat(table.selectTake(BY_VALUE, 1)).hasSize(1);
    assertThat(table.selectDelete(VALUE_IS_2)).isLessThan(2);

    assertThat(told)
        .containsExactly(
            "t select", "end",
            "t select_reverse", "end",
            "t select_count", "end",
            "t select with a limit", "end",
            "t select_take", "end",
            "t select_delete", "end");
  }

  @Test
  void observeScans_searchByKey_isNotTold() {
    LocalTable table = table("t");
    space.observeScans(this::tell);

    table.select(BY_KEY);
    table.lookup(IntegerTerm.of(1));

    assertThat(told).isEmpty();
  }

  @Test
  void observeScans_null_endsTheObservation() {
    LocalTable table = table("t");
    space.observeScans(this::tell);
    space.observeScans(null);

    table.select(BY_VALUE);

    assertThat(told).isEmpty();
  }

  @Test
  void observeScans_reason_isThatOfThePlanner() {
    LocalTable table = table("t");
    List<String> reasons = new ArrayList<>();
    space.observeScans(
        (name, operation, plan) -> {
          reasons.add(plan.reason());
          return () -> {};
        });

    table.select(BY_VALUE);

    assertThat(reasons).containsExactly(table.explain(BY_VALUE).reason());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void observeScans_observerThrows_searchIsUnchanged(boolean atEnd) {
    LocalTable table = table("t");
    space.observeScans(throwing(atEnd));

    assertThat(table.select(BY_VALUE)).hasSize(2);
    assertThat(table.selectDelete(BY_VALUE)).isZero();
    assertThat(table.selectDelete(VALUE_IS_2)).isEqualTo(1);
    assertThat(table.size()).isEqualTo(3);
  }

  private static ScanObserver throwing(boolean atEnd) {
    Runnable failure =
        () -> {
          throw new OutOfMemoryError("injected");
        };
    return (table, operation, plan) -> {
      if (!atEnd) {
        failure.run();
      }
      return failure;
    };
  }

  @Test
  void observeScans_searchFails_endIsTold() {
    LocalTable table = table("t");
    AtomicInteger open = new AtomicInteger();
    space.observeScans(
        (name, operation, plan) -> {
          table.drop();
          open.incrementAndGet();
          return open::decrementAndGet;
        });

    assertThatThrownBy(() -> table.selectDelete(VALUE_IS_2))
        .isInstanceOf(NoSuchTableException.class);

    assertThat(open).hasValue(0);
  }

  @Test
  void facts_ofEachTable_areThoseOfInfo() {
    Owner heir = space.newOwner();
    LocalTable named = table("named");
    LocalTable other =
        owner.newTable(
            "other",
            TableOptions.of(TableType.ORDERED_SET)
                .withAccess(Access.PRIVATE)
                .withKeypos(2)
                .withHeir(heir.pid(), Atom.of("data")));

    List<TableFacts> facts = space.facts();

    assertThat(facts).extracting(TableFacts::id).containsExactlyInAnyOrder(named.id(), other.id());
    TableFacts ofOther = of(other);
    assertThat(ofOther.name()).isEqualTo(Atom.of("other"));
    assertThat(ofOther.isNamed()).isFalse();
    assertThat(ofOther.term()).isEqualTo(other.id());
    assertThat(ofOther.type()).isEqualTo(TableType.ORDERED_SET);
    assertThat(ofOther.keypos()).isEqualTo(2);
    assertThat(ofOther.protection()).isEqualTo(Access.PRIVATE);
    assertThat(ofOther.backend()).isEqualTo(other.backend());
    assertThat(ofOther.owner()).isEqualTo(owner.pid());
    assertThat(ofOther.heir()).contains(heir.pid());
    assertThat(of(named).term()).isEqualTo(Atom.of("named"));
    assertThat(of(named).size()).isEqualTo(4);
    assertThat(of(named).heir()).isEmpty();
    assertThat(of(named).fixed()).isEmpty();
  }

  private TableFacts of(EtsTable table) {
    return space.facts().stream()
        .filter(facts -> facts.id().equals(table.id()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void facts_fixedTable_tellWhoFixesItSinceWhen() {
    LocalTable table = table("t");
    Owner reader = space.newOwner();
    EtsTable read = reader.open("t");
    long before = System.nanoTime();
    table.safeFixtable(true);
    table.safeFixtable(true);
    read.safeFixtable(true);

    TableFacts.Fixation fixation = of(table).fixed().orElseThrow();

    assertThat(fixation.sinceNanos() - before).isNotNegative();
    assertThat(fixation.sinceNanos() - System.nanoTime()).isNotPositive();
    assertThat(fixation.fixers())
        .containsExactlyInAnyOrder(
            new TableFacts.Fixer(owner.pid(), 2), new TableFacts.Fixer(reader.pid(), 1));
    reader.close();
    table.safeFixtable(false);
    table.safeFixtable(false);
    assertThat(of(table).fixed()).isEmpty();
  }

  @Test
  void facts_droppedTable_areGone() {
    LocalTable table = table("t");
    table.drop();

    assertThat(space.facts()).isEmpty();
    assertThat(space.bytes(table.id())).isEmpty();
  }

  @Test
  void bytes_table_areThoseOfInfo() {
    LocalTable table = table("t");
    Optional<Term> words = table.info(Atom.of("memory"));

    assertThat(words).contains(IntegerTerm.of(space.bytes(table.id()).orElseThrow() / 8));
  }

  private String advice(TableOptions options, String spec) {
    List<String> advice = new ArrayList<>();
    space.observeScans(
        (name, operation, plan) -> {
          advice.add(plan.advice());
          return () -> {};
        });
    owner.newTable("advised", options).select(spec(spec));
    return String.join("|", advice);
  }

  @Test
  void advice_keyIsOpen_namesItAndTheTablesThatWouldLookUp() {
    assertThat(advice(TableOptions.set(), "[{{'_',5,'$1'},[{'>','$1',3}],['$_']}]"))
        .isEqualTo(
            "bind element 1 in the head, which is the key;"
                + " with element 2 as the key it is a lookup of 5");
    assertThat(advice(TableOptions.orderedSet(), "[{{'_','_','$1'},[{'>','$1',3}],['$_']}]"))
        .startsWith("bind element 1 in the head, which is the key;")
        .contains("with element 3 as the key it is a search of the range");
    assertThat(advice(TableOptions.set(), "[{'_',[],['$_']}]"))
        .isEqualTo("bind element 1 in the head, which is the key");
  }

  @Test
  void advice_guardOnTheKeyWithoutOrder_namesTheOrderedSet() {
    assertThat(advice(TableOptions.set(), "[{{'$1','_'},[{'>','$1',3}],['$_']}]"))
        .startsWith("in an ordered_set it is a search of the range");
  }

  @Test
  void advice_guardHidesTheKey_tellsHowToWriteIt() {
    assertThat(advice(TableOptions.orderedSet(), "[{{'$1','_'},[{'=:=',{'+','$1',1},3}],['$_']}]"))
        .isEqualTo(
            "bind element 1 in the head, which is the key;"
                + " a guard limits the key only if it compares '$1' itself, or an element of it,"
                + " with a constant");
  }

  @Test
  void advice_oneOfTwoClausesIsOpen_namesIt() {
    assertThat(advice(TableOptions.set(), "[{{1,'_'},[],['$_']},{{'_','$2'},[],['$_']}]"))
        .isEqualTo("bind element 1 in the head of clause 2, which is the key");
  }

  /** Each advice that names another table is what that table's own plan says. */
  @Test
  void advice_anotherTable_doesWhatIsPromised() {
    String spec = "[{{'_',5,'$1'},[],['$_']}]";
    assertThat(advice(TableOptions.set(), spec)).contains("with element 2 as the key");
    assertThat(owner.newTable("other", TableOptions.set().withKeypos(2)).explain(spec(spec)).kind())
        .isEqualTo(SelectPlan.Kind.LOOKUP);
  }
}
