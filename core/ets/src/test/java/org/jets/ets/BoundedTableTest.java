package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jets.ets.event.ChangeOptions;
import org.jets.ets.limit.Expiry;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what a table with bounds does when it is full. */
class BoundedTableTest {
  private static final int MOST = 10;
  private static final MatchSpec ALL = MatchSpec.objectsLike(a("_"));

  private final Owner owner = new TableSpace().newOwner();

  @AfterEach
  void close() {
    owner.close();
  }

  private LocalTable evicting(Variant variant) {
    return owner.newTable("t", variant.options().withMaxObjects(MOST));
  }

  private LocalTable rejecting(Variant variant) {
    return owner.newTable("t", variant.options().withMaxObjects(MOST).withRejectionWhenFull(true));
  }

  private static void fill(LocalTable table) {
    for (int n = 0; n < MOST; n++) {
      table.insert(t(n, n));
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_full_evictsAndTellsEach(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options().withMaxObjects(MOST).withEvents(true));
    List<String> told = new ArrayList<>();
    table
        .changes(ChangeOptions.defaults().withExecutor(Runnable::run))
        .subscribe(
            new ChangeRecorder(
                Long.MAX_VALUE,
                change -> told.add(change.kind() + " " + change.cause() + " " + change.before())));
    fill(table);
    assertThat(told).hasSize(MOST).allMatch(text -> text.startsWith("INSERTED CALL"));
    told.clear();
    table.insert(t(MOST, MOST));
    assertThat(table.size()).isEqualTo(MOST);
    assertThat(told).hasSize(2);
    assertThat(told.get(1)).startsWith("DELETED EVICTION [{");
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_manyOnce_keepsTheKeysThatAreUsedOften(Variant variant) {
    LocalTable table = evicting(variant);
    fill(table);
    for (int n = 0; n < 300; n++) {
      table.lookup(i(n % 3));
      table.lookup(i(n % 3));
      table.insert(t(100 + n, n));
    }
    assertThat(table.lookupAll(List.of(i(0), i(1), i(2)))).hasSize(3);
    assertThat(table.size()).isEqualTo(MOST);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void insert_bagIsFull_evictsWholeKeys(Variant variant) {
    LocalTable table = evicting(variant);
    for (int n = 0; n < 50; n++) {
      table.insert(t(n / 4, n, "v"));
    }
    assertThat(table.size()).isBetween(MOST - 4L, (long) MOST);
    for (Tuple object : table.tab2list()) {
      assertThat(table.lookup(object.element(1)).size()).isIn(4, 2);
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void insert_keyOfTooManyObjects_evictsThatKeyAlone(Variant variant) {
    LocalTable table = evicting(variant);
    table.insert(t("other", 1));
    List<Tuple> many = new ArrayList<>();
    for (int n = 0; n <= MOST; n++) {
      many.add(t("large", n));
    }
    table.insert(many);
    assertThat(table.tab2list()).containsExactly(t("other", 1));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_listLargerThanTheBound_leavesAsManyAsAllowed(Variant variant) {
    LocalTable table = evicting(variant);
    List<Tuple> many = new ArrayList<>();
    for (int n = 0; n < 10 * MOST; n++) {
      many.add(t(n, n));
    }
    table.insert(many);
    assertThat(table.size()).isEqualTo(MOST);
    assertThat(many).containsAll(table.tab2list());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_bytesAreFull_evictsByThem(Variant variant) {
    int most = 200_000;
    LocalTable table = owner.newTable("t", variant.options().withMaxBytes(most));
    for (int n = 0; n < 1_000; n++) {
      table.insert(t(n, Binary.of(new byte[n % 3_000])));
    }
    long words = ((IntegerTerm) table.info(a("memory")).orElseThrow()).longValue();
    assertThat(words * Long.BYTES).isBetween(most / 2L, most * 5L / 4);
    table.insert(t("huge", Binary.of(new byte[most])));
    assertThat(table.member(a("huge"))).isFalse();
    assertThat(table.size()).isGreaterThan(50);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_twoKeysTooLarge_evictsTheseAlone(Variant variant) {
    int most = 20_000;
    LocalTable table = owner.newTable("t", variant.options().withMaxBytes(most));
    for (int n = 0; n < MOST + 2; n++) {
      table.insert(t(n, Binary.of(new byte[1_200])));
    }
    for (int n = 0; n < 100; n++) {
      table.lookup(i(n % 2));
    }
    Binary large = Binary.of(new byte[most]);
    table.insert(List.of(t(0, large), t(1, large)));
    assertThat(table.member(i(0)) || table.member(i(1))).isFalse();
    assertThat(table.select(ALL)).hasSize(MOST);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void insert_twoKeysOfTooManyObjects_evictsTheseAlone(Variant variant) {
    LocalTable table = evicting(variant);
    List<Tuple> many = new ArrayList<>();
    for (int n = 0; n <= MOST; n++) {
      many.add(t("one", n));
      many.add(t("two", n));
    }
    table.insert(List.of(t("other", 1), t("other", 2), t("one", "first"), t("two", "first")));
    for (int n = 0; n < 100; n++) {
      table.lookup(a(n % 2 == 0 ? "one" : "two"));
    }
    table.insert(many);
    assertThat(table.tab2list()).containsExactlyInAnyOrder(t("other", 1), t("other", 2));
  }

  /** A key as large as nearly all others together does not drive out those that are used. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_newKeyOfMostBytes_keepsTheKeysThatAreUsed(Variant variant) {
    int most = 100_000;
    LocalTable table = owner.newTable("t", variant.options().withMaxBytes(most));
    int keys = 60;
    for (int n = 0; n < keys; n++) {
      table.insert(t(n, Binary.of(new byte[1_300])));
    }
    for (int n = 0; n < 4 * keys; n++) {
      table.lookup(i(n % keys));
    }
    table.insert(t("large", Binary.of(new byte[most * 9 / 10])));
    assertThat(table.size()).isGreaterThan(keys * 9L / 10);
    assertThat(table.member(a("large"))).isFalse();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void next_objectsExpireToo_isNoUse(Variant variant) {
    FakeClock clock = new FakeClock();
    LocalTable table =
        owner.newTable(
            "t",
            clock.expiring(variant.options().withMaxObjects(MOST), Expiry.Kind.AFTER_WRITE, 100));
    fill(table);
    for (int n = 0; n < 200; n++) {
      for (Optional<Term> key = table.first(); key.isPresent(); key = table.next(key.get())) {
        table.slot(0);
      }
    }
    table.insert(t("new", 1));
    for (int n = 0; n < 4; n++) {
      table.lookup(a("new"));
    }
    for (int n = 0; n < MOST / 2; n++) {
      table.insert(t("later", n));
      table.delete(a("later"));
      table.insert(t(100 + n, n));
    }
    assertThat(table.member(a("new"))).isTrue();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateCounter_full_countsAndStays(Variant variant) {
    LocalTable table = evicting(variant);
    fill(table);
    for (int n = 0; n < 20; n++) {
      assertThat(table.updateCounter(i(3), CounterOp.add(2, 1))).isEqualTo(i(4 + n));
    }
    assertThat(table.size()).isEqualTo(MOST);
    assertThat(table.replaceIf(i(3), t(3, 23), t(3, 0))).isTrue();
    table.computeIfAbsent(a("new"), key -> Tuple.of(key, i(1)));
    assertThat(table.size()).isEqualTo(MOST);
  }

  /** A walk over a fixed table ends, and shows each object that stays. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void next_fixedWhileKeysAreEvicted_reachesAllThatStay(Variant variant) {
    LocalTable table = evicting(variant);
    fill(table);
    table.safeFixtable(true);
    Set<Term> met = new HashSet<>();
    Optional<Term> key = table.first();
    for (int n = 0; key.isPresent(); n++) {
      assertThat(met.add(key.get())).isTrue();
      if (n < MOST) {
        table.insert(t(-1 - n, n)); // Before all others in an ordered_set.
      }
      key = table.next(key.get());
    }
    table.safeFixtable(false);
    for (Tuple left : table.tab2list()) {
      int number = left.getInt(1);
      assertThat(number < 0 || met.contains(left.element(1))).as("%s", left).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void snapshot_laterEvictions_keepsItsObjects(Variant variant) {
    LocalTable table = evicting(variant);
    fill(table);
    LocalTable snapshot = table.snapshot();
    for (int n = 0; n < MOST; n++) {
      table.insert(t(100 + n, n));
    }
    assertThat(snapshot.size()).isEqualTo(MOST);
    assertThat(snapshot.lookup(i(3))).containsExactly(t(3, 3));
    assertThat(snapshot.select(ALL)).hasSize(MOST);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void deleteAllObjects_full_leavesRoom(Variant variant) {
    LocalTable table = evicting(variant);
    fill(table);
    table.deleteAllObjects();
    assertThat(table.size()).isZero();
    fill(table);
    assertThat(table.size()).isEqualTo(MOST);
    assertThat(table.select(ALL)).hasSize(MOST);
    assertThat(table.selectDelete(MatchSpec.trueFor(a("_")))).isEqualTo(MOST);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_objectsExpireToo_keepsBothLimits(Variant variant) {
    FakeClock clock = new FakeClock();
    LocalTable table =
        owner.newTable(
            "t",
            clock.expiring(variant.options().withMaxObjects(MOST), Expiry.Kind.AFTER_WRITE, 100));
    for (int n = 0; n < 5 * MOST; n++) {
      table.insert(t(n, n));
      table.insert(List.of(t(n, "x"), t(1_000 + n, "x")));
      table.lookup(i(n));
      assertThat(table.size()).isLessThanOrEqualTo(MOST);
      clock.advanceMillis(1);
    }
    assertThat(table.tab2list()).hasSize((int) table.size());
    assertThat(table.snapshot().tab2list()).hasSameElementsAs(table.tab2list());
    clock.advanceMillis(100);
    assertThat(table.tab2list()).isEmpty();
    table.deleteAllObjects();
    fill(table);
    assertThat(table.size()).isEqualTo(MOST);
  }

  // Rejection

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_fullAndRejects_failsAndChangesNothing(Variant variant) {
    LocalTable table = rejecting(variant);
    fill(table);
    assertThatThrownBy(() -> table.insert(t(MOST, 1)))
        .isInstanceOf(SystemLimitException.class)
        .hasMessageContaining("objects of the table: too many (expected: <= 10)");
    assertThatThrownBy(() -> table.insertNew(t(MOST, 1))).isInstanceOf(SystemLimitException.class);
    assertThatThrownBy(() -> table.insert(List.of(t(0, "new"), t(MOST, 1))))
        .isInstanceOf(SystemLimitException.class);
    assertThat(table.insertNew(t(0, "new"))).isFalse();
    assertThat(table.lookup(i(0))).containsExactly(t(0, 0));
    if (variant.type().isSet()) {
      table.insert(t(0, "new"));
      assertThat(table.lookup(i(0))).containsExactly(t(0, "new"));
    }
    table.delete(i(5));
    table.insert(t(MOST, 1));
    assertThat(table.size()).isEqualTo(MOST);
    table.deleteAllObjects();
    fill(table);
    assertThat(table.size()).isEqualTo(MOST);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_bytesFullAndRejects_fails(Variant variant) {
    LocalTable table =
        owner.newTable("t", variant.options().withMaxBytes(10_000).withRejectionWhenFull(true));
    table.insert(t(1, Binary.of(new byte[5_000])));
    assertThatThrownBy(() -> table.insert(t(2, Binary.of(new byte[5_000]))))
        .isInstanceOf(SystemLimitException.class)
        .hasMessageContaining("bytes of the table");
    table.insert(t(3, Binary.of(new byte[3_000])));
    assertThat(table.size()).isEqualTo(2);
  }

  /** Both the table and its space have a limit. */
  @Test
  void insert_spaceHasAQuotaToo_keepsBoth() {
    TableSpace space = new TableSpace();
    space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withObjects(15));
    try (Owner other = space.newOwner()) {
      TableOptions options = TableOptions.set().withMaxObjects(MOST).withRejectionWhenFull(true);
      LocalTable one = other.newTable("one", options);
      LocalTable two = other.newTable("two", options);
      fill(one);
      assertThatThrownBy(() -> one.insert(t("x"))).hasMessageContaining("of the table");
      for (int n = 0; n < 5; n++) {
        two.insert(t(n));
      }
      assertThatThrownBy(() -> two.insert(t("x"))).hasMessageContaining("of the space");
      one.delete(i(1));
      two.insert(t("x"));
      assertThat(space.usages().all().objects()).isEqualTo(15);
      two.deleteAllObjects();
      assertThat(space.usages().all().objects()).isEqualTo(MOST - 1);
    }
  }

  // Options

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{max_objects,0}",
        "{max_objects,-1}",
        "{max_objects,a}",
        "{max_objects,1.0}",
        "{max_objects,100000000000000000000000}",
        "max_objects",
        "{max_bytes,0}",
        "{max_bytes,infinity}",
        "{max_objects,1,2}",
        "{when_full,drop}",
        "{when_full,true}"
      })
  void fromTerms_badBound_isABadArgument(String option) {
    ListTerm options = ListTerm.of(TermParser.parse(option));
    assertThatThrownBy(() -> TableOptions.fromTerms(options))
        .isInstanceOf(BadArgumentException.class);
  }

  @Test
  void fromTerms_bounds_areThoseOfTheTerm() {
    Term term = TermParser.parse("[{max_objects,7},{max_bytes,100},{when_full,reject}]");
    TableOptions options = TableOptions.fromTerms(term);
    assertThat(options.hasBounds()).isTrue();
    assertThat(options.toTerm()).containsAll((ListTerm) term);
    assertThat(options.toString()).contains("bounds=7 objects, 100 bytes, rejects");
    assertThat(TableOptions.fromTerms(options.toTerm()).toTerm()).isEqualTo(options.toTerm());
    LocalTable table = owner.newTable("t", options);
    assertThat(table.info(a("max_objects"))).contains(i(7));
    assertThat(table.info(a("max_bytes"))).contains(i(100));
    LocalTable plain = owner.newTable("t", TableOptions.set());
    assertThat(plain.info(a("max_objects"))).contains(a("infinity"));
    assertThatThrownBy(() -> TableOptions.set().withMaxObjects(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxObjects: 0 (expected: >= 1)");
    assertThatThrownBy(() -> TableOptions.set().withMaxBytes(-1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {(1L << 59) - 1, 1L << 59, Long.MAX_VALUE - 1})
  void toTerm_largeBounds_isParsedToThem(long bound) {
    TableOptions options = TableOptions.set().withMaxObjects(bound).withMaxBytes(bound);
    assertThat(TableOptions.fromTerms(options.toTerm()).toString())
        .isEqualTo(options.toString())
        .contains("bounds=" + bound + " objects, " + bound + " bytes");
  }

  @Test
  void newTable_durable_mayRejectAndNotEvict(@TempDir Path folder) {
    TableOptions options = TableOptions.set().withDurable(folder).withMaxObjects(2);
    assertThatThrownBy(() -> owner.newTable("t", options))
        .isInstanceOf(BadArgumentException.class)
        .hasMessageContaining("evicts");
    TableOptions rejecting = options.withRejectionWhenFull(true);
    LocalTable table = owner.newTable("t", rejecting);
    table.insert(List.of(t(1), t(2)));
    assertThatThrownBy(() -> table.insert(t(3))).isInstanceOf(SystemLimitException.class);
    table.close();
    LocalTable again = owner.newTable("t", rejecting);
    assertThat(again.size()).isEqualTo(2);
    assertThatThrownBy(() -> again.insert(t(3))).isInstanceOf(SystemLimitException.class);
    again.delete(i(1));
    again.insert(t(3));
    again.drop();
  }
}
