package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.lang.ref.WeakReference;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jets.ets.event.TableChange;
import org.jets.ets.event.TableChange.Cause;
import org.jets.ets.event.TableChange.Kind;
import org.jets.ets.expiry.ExpiringStore;
import org.jets.ets.limit.Expiry;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what an operation does with objects whose time has come. */
class ExpiryTest {
  private static final long TTL = 100;
  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final MatchSpec ALL = MatchSpec.objectsLike(a("_"));

  private final FakeClock clock = new FakeClock();
  private final Owner owner = new TableSpace().newOwner();

  @AfterEach
  void close() {
    owner.close();
  }

  private LocalTable afterWrite(Variant variant) {
    return owner.newTable("t", clock.expiring(variant.options(), Expiry.Kind.AFTER_WRITE, TTL));
  }

  private LocalTable afterAccess(Variant variant) {
    return owner.newTable("t", clock.expiring(variant.options(), Expiry.Kind.AFTER_ACCESS, TTL));
  }

  private LocalTable atElement(Variant variant, int position) {
    return owner.newTable("t", clock.expiringAt(variant.options(), position));
  }

  private static ExpiringStore store(LocalTable table) {
    return (ExpiringStore) ((TableHandle) table).table().store();
  }

  /** Waits for what another thread does. */
  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("out of patience").isNegative();
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void expiredObject_isNotSeenByAnyOperation(Variant variant) {
    LocalTable table = afterWrite(variant);
    table.insert(List.of(t(1, "old"), t(2, "old"), t(3, "old")));
    clock.advanceMillis(TTL - 1);
    assertThat(table.tab2list()).hasSize(3);
    table.insert(t(2, "new"));
    clock.advanceMillis(1);
    Tuple left = t(2, "new");
    assertThat(table.lookup(i(1))).isEmpty();
    assertThat(table.lookup(i(2))).containsExactly(left);
    assertThat(table.member(i(3))).isFalse();
    assertThat(table.lookupElement(i(1), 2, a("none"))).isEqualTo(a("none"));
    assertThat(table.lookupAll(List.of(i(1), i(2), i(3)))).containsExactly(left);
    assertThat(table.tab2list()).containsExactly(left);
    assertThat(table.stream()).containsExactly(left);
    assertThat(table.stream().parallel()).containsExactly(left);
    assertThat(table.stream(ALL)).containsExactly(left);
    assertThat(table.select(ALL)).containsExactly(left);
    assertThat(table.selectReverse(ALL)).containsExactly(left);
    assertThat(table.matchObject(t(1, "_"))).isEmpty();
    assertThat(table.selectCount(MatchSpec.trueFor(a("_")))).isEqualTo(1);
    assertThat(table.<Integer>foldl((object, sum) -> sum + 1, 0)).isEqualTo(1);
    assertThat(table.first()).contains(i(2));
    assertThat(table.last()).contains(i(2));
    assertThat(table.firstLookup()).contains(Map.entry(i(2), List.of(left)));
    assertThat(table.next(i(2))).isEmpty();
    assertThat(table.take(i(1))).isEmpty();
    assertThat(table.takeAll(List.of(i(1), i(2), i(3)))).containsExactly(left);
    assertThat(table.tab2list()).isEmpty();
    assertThat(table.size()).isLessThanOrEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void slot_showsEachObjectOnceAndNoExpiredOne(Variant variant) {
    LocalTable table = afterWrite(variant);
    table.insert(List.of(t(1), t(2), t(3)));
    clock.advanceMillis(TTL);
    table.insert(t(4));
    List<Tuple> shown = new ArrayList<>();
    for (long n = 0; ; n++) {
      Optional<List<Tuple>> slot = table.slot(n);
      if (slot.isEmpty()) {
        break;
      }
      shown.addAll(slot.get());
    }
    assertThat(shown).containsExactly(t(4));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void write_onExpiredKey_behavesAsOnAbsent(Variant variant) {
    LocalTable table = afterWrite(variant);
    table.insert(List.of(t(1, 10), t(2, 10)));
    assertThat(table.insertNew(t(1, 1))).isFalse();
    assertThat(table.insertNew(List.of(t(1, 1), t(7, 1)))).isFalse();
    clock.advanceMillis(TTL);
    assertThat(table.insertNew(t(1, 1))).isTrue();
    assertThat(table.insertNew(List.of(t(2, 2), t(7, 7)))).isTrue();
    assertThat(table.lookup(i(1))).containsExactly(t(1, 1));
    assertThat(table.lookup(i(2))).containsExactly(t(2, 2));
    clock.advanceMillis(TTL);
    assertThat(table.compareInsert(List.of(), t(1, 5))).isTrue();
    table.deleteObject(t(7, 7));
    assertThat(table.selectDelete(MatchSpec.trueFor(a("_")))).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void update_onExpiredKey_behavesAsOnAbsent(Variant variant) {
    LocalTable table = afterWrite(variant);
    table.insert(List.of(t(1, 10), t(2, 10), t(3, 10)));
    assertThat(table.updateCounter(i(1), 1)).isEqualTo(i(11));
    clock.advanceMillis(TTL);
    assertThatThrownBy(() -> table.updateCounter(i(1), 1)).isInstanceOf(NoSuchKeyException.class);
    assertThat(table.updateCounter(i(1), 1, t(0, 100))).isEqualTo(i(101));
    assertThat(table.updateElement(i(2), 2, a("x"))).isFalse();
    assertThat(table.computeIfAbsent(i(2), key -> t(2, "made"))).isEqualTo(t(2, "made"));
    assertThat(table.merge(t(3, 1), (x, y) -> t(3, "merged"))).isEqualTo(t(3, 1));
    assertThat(table.replaceIf(i(3), t(3, 10), t(3, 11))).isFalse();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void write_beginsTheTimeAgain(Variant variant) {
    LocalTable table = afterWrite(variant);
    Tuple object = t(1, 1);
    table.insert(object);
    clock.advanceMillis(TTL / 2);
    table.insert(object);
    if (variant.type().isSet()) {
      table.insert(t(2, 1));
      clock.advanceMillis(TTL / 2 - 1);
      table.updateCounter(i(2), 1);
    } else {
      clock.advanceMillis(TTL / 2 - 1);
    }
    clock.advanceMillis(TTL / 2);
    assertThat(table.lookup(i(1))).containsExactly(object);
    clock.advanceMillis(1);
    assertThat(table.lookup(i(1))).isEmpty();
    assertThat(table.member(i(2))).isEqualTo(variant.type().isSet());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void bag_manyObjectsOfOneKey_eachHasItsTime(Variant variant) {
    LocalTable table = afterWrite(variant);
    List<Tuple> objects = new ArrayList<>();
    for (int n = 0; n < 100; n++) {
      objects.add(t(1, n));
      table.insert(objects.get(n));
      clock.advanceMillis(1);
    }
    table.deleteObject(objects.remove(50));
    for (int n = 0; n < 100; n++) {
      int last = n;
      List<Tuple> left = objects.stream().filter(object -> object.getLong(2) > last).toList();
      assertThat(table.lookup(i(1))).as("after %d", n).isEqualTo(left);
      clock.advanceMillis(1);
    }
    assertThat(table.lookup(i(1))).isEmpty();
  }

  @Test
  void insertWithTimeToLive_takesThePlaceOfTheTables() {
    for (Variant variant : (Iterable<Variant>) Variant.all()::iterator) {
      for (LocalTable table : List.of(afterWrite(variant), afterAccess(variant))) {
        table.insert(t(1), Duration.ofMillis(10));
        table.insert(t(2), Duration.ofDays(1_000_000));
        table.insert(t(3));
        clock.advanceMillis(9);
        assertThat(table.tab2list()).hasSize(3);
        clock.advanceMillis(1);
        assertThat(table.member(i(1))).isFalse();
        clock.advanceMillis(TTL);
        assertThat(table.tab2list()).containsExactly(t(2));
        table.delete(i(2));
        for (Duration bad : List.of(Duration.ZERO, Duration.ofNanos(-1))) {
          assertThatThrownBy(() -> table.insert(t(1), bad))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageStartingWith("timeToLive: ");
        }
        assertThat(table.tab2list()).isEmpty();
      }
    }
    LocalTable plain = owner.newTable("plain", TableOptions.set());
    Variant set = Variant.hashSets().findFirst().orElseThrow();
    for (LocalTable table : List.of(plain, atElement(set, 2))) {
      assertThatThrownBy(() -> table.insert(t(1, "infinity"), Duration.ofDays(1)))
          .isInstanceOf(BadArgumentException.class)
          .hasMessageContaining("expiry after write");
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void access_renewsButWalksDoNot(Variant variant) {
    LocalTable table = afterAccess(variant);
    table.insert(List.of(t(1, 1), t(2, 1), t(3, 1)));
    table.insert(t(4, 1), Duration.ofMillis(2 * TTL));
    for (int n = 0; n < 5; n++) {
      clock.advanceMillis(TTL - 1);
      assertThat(table.lookup(i(1))).containsExactly(t(1, 1));
      assertThat(table.member(i(4))).isTrue();
      table.deleteObject(t(2, "absent"));
      table.tab2list();
      table.first();
    }
    assertThat(table.member(i(3))).isFalse();
    clock.advanceMillis(TTL - 1);
    assertThat(table.tab2list()).containsExactlyInAnyOrder(t(1, 1), t(2, 1), t(4, 1));
    clock.advanceMillis(1);
    assertThat(table.tab2list()).containsExactly(t(4, 1));
    assertThat(table.lookup(i(1))).isEmpty();
    clock.advanceMillis(TTL);
    assertThat(table.lookup(i(4))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void access_renewsAllLeftObjectsOfABag(Variant variant) {
    LocalTable table = afterAccess(variant);
    table.insert(t(1, "short"), Duration.ofMillis(10));
    table.insert(t(1, "usual"));
    table.insert(t(1, "long"), Duration.ofSeconds(1));
    clock.advanceMillis(9);
    assertThat(table.lookup(i(1))).hasSize(3);
    clock.advanceMillis(9);
    assertThat(table.lookup(i(1))).hasSize(3);
    clock.advanceMillis(10);
    assertThat(table.lookup(i(1))).containsExactly(t(1, "usual"), t(1, "long"));
    clock.advanceMillis(TTL);
    assertThat(table.lookup(i(1))).containsExactly(t(1, "long"));
    clock.advanceMillis(1_000);
    assertThat(table.lookup(i(1))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void atElement_theObjectHoldsItsTime(Variant variant) {
    LocalTable table = atElement(variant, 2);
    long now = clock.currentTimeMillis();
    Term large = IntegerTerm.of(BigInteger.TWO.pow(70));
    Term small = IntegerTerm.of(BigInteger.TWO.pow(70).negate());
    table.insert(
        List.of(
            t(1, now + 10),
            t(2, "infinity"),
            t(3, now),
            t(4, now - 1),
            t(5, large),
            t(6, small),
            t(7, Long.MIN_VALUE),
            t(8, Long.MIN_VALUE + 1),
            t(9, Long.MAX_VALUE)));
    table.insert(t(2, "infinity", "again"));
    assertThat(table.select(ALL).stream().map(object -> ((Tuple) object).element(1)).distinct())
        .containsExactlyInAnyOrder(i(1), i(2), i(5), i(9));
    clock.advanceMillis(9);
    assertThat(table.member(i(1))).isTrue();
    clock.advanceMillis(1);
    assertThat(table.member(i(1))).isFalse();
    clock.advanceMillis(1L << 50);
    assertThat(table.select(ALL).stream().map(object -> ((Tuple) object).element(1)).distinct())
        .containsExactlyInAnyOrder(i(2), i(5), i(9));
    for (Tuple bad : List.of(t(1), t(1, "never"), t(1, 1.0))) {
      assertThatThrownBy(() -> table.insert(bad))
          .isInstanceOf(BadArgumentException.class)
          .hasMessageContaining("element 2 is a system time in milliseconds, or infinity");
      assertThatThrownBy(() -> table.insert(List.of(t(70, "infinity"), bad)))
          .isInstanceOf(BadArgumentException.class);
      assertThatThrownBy(() -> table.insertNew(bad)).isInstanceOf(BadArgumentException.class);
    }
    assertThat(table.member(i(70)) || table.member(i(1))).isFalse();
    if (variant.type().isSet()) {
      table.updateElement(i(2), 2, i(clock.currentTimeMillis() + 5));
      assertThatThrownBy(() -> table.updateElement(i(2), 2, a("x")))
          .isInstanceOf(BadArgumentException.class);
      clock.advanceMillis(5);
      assertThat(table.member(i(2))).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void events_tellEachExpiryOnceAsARemoval(Variant variant) {
    TableOptions options = variant.options().withEvents(true);
    LocalTable table = owner.newTable("t", clock.expiring(options, Expiry.Kind.AFTER_WRITE, TTL));
    ChangeRecorder recorder = new ChangeRecorder();
    table.changes().subscribe(recorder);
    table.insert(List.of(t(1, 1), t(2, 1), t(3, 1)));
    clock.advanceMillis(TTL);
    table.insert(t(1, 2));
    assertThat(table.insertNew(List.of(t(2, 2), t(4, 2)))).isTrue();
    store(table).sweep(100);
    table.delete(i(1));
    await(() -> recorder.changes.size() >= 9);
    assertThat(told(recorder, i(1)))
        .containsExactly(
            "INSERTED CALL [] [{1,1}]",
            "DELETED EXPIRY [{1,1}] []",
            "INSERTED CALL [] [{1,2}]",
            "DELETED CALL [{1,2}] []");
    assertThat(told(recorder, i(2)))
        .containsExactly(
            "INSERTED CALL [] [{2,1}]", "DELETED EXPIRY [{2,1}] []", "INSERTED CALL [] [{2,2}]");
    clock.advanceMillis(64);
    await(() -> told(recorder, i(3)).size() == 2);
    assertThat(told(recorder, i(3)))
        .containsExactly("INSERTED CALL [] [{3,1}]", "DELETED EXPIRY [{3,1}] []");
  }

  private static List<String> told(ChangeRecorder recorder, Term key) {
    return recorder.changes.stream()
        .filter(change -> change.kind() != Kind.LOST && key.equals(change.key()))
        .map(
            change ->
                change.kind() + " " + change.cause() + " " + change.before() + " " + change.after())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void events_ofABag_tellWhatIsLeft(Variant variant) {
    TableOptions options = variant.options().withEvents(true);
    LocalTable table = owner.newTable("t", clock.expiring(options, Expiry.Kind.AFTER_WRITE, TTL));
    ChangeRecorder recorder = new ChangeRecorder();
    table.changes().subscribe(recorder);
    table.insert(t(1, "old"));
    clock.advanceMillis(TTL / 2);
    table.insert(t(1, "new"));
    clock.advanceMillis(TTL / 2);
    table.insert(t(1, "newest"));
    await(() -> recorder.changes.size() >= 4);
    TableChange expiry = recorder.changes.get(2);
    assertThat(expiry.cause()).isEqualTo(Cause.EXPIRY);
    assertThat(expiry.kind()).isEqualTo(Kind.REPLACED);
    assertThat(expiry.before()).containsExactly(t(1, "old"), t(1, "new"));
    assertThat(expiry.after()).containsExactly(t(1, "new"));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void continuation_andSteps_goOnOverExpiredKeysWhileFixed(Variant variant) {
    LocalTable table = afterWrite(variant);
    List<Tuple> objects = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      objects.add(t(n, n));
    }
    table.insert(objects);
    table.safeFixtable(true);
    SelectChunk chunk = table.select(ALL, 5).orElseThrow();
    Term place = table.first().orElseThrow();
    clock.advanceMillis(TTL);
    table.insert(List.of(t(100, 1), t(101, 1)));
    store(table).sweep(1_000);
    List<Term> rest = new ArrayList<>();
    for (var next = chunk.continuation(); next.isPresent(); ) {
      Optional<SelectChunk> more = table.select(next.get());
      more.ifPresent(found -> rest.addAll(found.results()));
      next = more.flatMap(SelectChunk::continuation);
    }
    assertThat(rest).isSubsetOf(t(100, 1), t(101, 1));
    for (int n = 0; n < 3; n++) {
      Optional<Term> next = table.next(place);
      if (next.isEmpty()) {
        break;
      }
      assertThat(next.get()).isIn(i(100), i(101));
      place = next.get();
    }
    table.safeFixtable(false);
    if (variant.type() == TableType.ORDERED_SET) {
      assertThat(table.next(i(3))).contains(i(100));
    } else {
      assertThatThrownBy(() -> table.next(i(3))).isInstanceOf(NoSuchKeyException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void continuation_insideAKey_doesNotShowExpiredObjects(Variant variant) {
    LocalTable table = afterWrite(variant);
    for (int n = 0; n < 10; n++) {
      table.insert(t(1, n));
      clock.advanceMillis(1);
    }
    SelectChunk chunk = table.select(ALL, 3).orElseThrow();
    clock.advanceMillis(TTL - 5);
    SelectChunk rest = table.select(chunk.continuation().orElseThrow()).orElseThrow();
    assertThat(rest.results()).containsExactly(t(1, 6), t(1, 7), t(1, 8));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void snapshot_hasTheObjectsOfItsMoment(Variant variant) {
    for (LocalTable table : List.of(afterWrite(variant), afterAccess(variant))) {
      table.insert(List.of(t(1, 1), t(2, 1)));
      clock.advanceMillis(TTL);
      table.insert(List.of(t(2, 2), t(3, 1), t(3, 2)));
      List<Tuple> present = table.tab2list();
      LocalTable snapshot = table.snapshot();
      assertThat(snapshot.stream().count()).isEqualTo(present.size());
      clock.advanceMillis(TTL);
      assertThat(table.lookup(i(3))).isEmpty();
      store(table).sweep(100);
      assertThat(snapshot.tab2list()).containsExactlyInAnyOrderElementsOf(present);
      assertThat(snapshot.size()).isEqualTo(present.size());
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void background_removesWhatHasExpired(Variant variant) {
    LocalTable table = afterWrite(variant);
    for (int n = 0; n < 5_000; n++) {
      table.insert(t(n, n));
    }
    clock.advanceMillis(TTL + 1_000);
    await(() -> table.size() == 0);
    clock.advanceMillis(1L << 40);
    table.insert(t(1));
    clock.advanceMillis(TTL + 70);
    await(() -> table.size() == 0);
  }

  @Test
  void background_forgottenTable_isCollected() throws Exception {
    WeakReference<ExpiringStore> known = forgotten();
    await(
        () -> {
          System.gc();
          return known.get() == null;
        });
  }

  private static WeakReference<ExpiringStore> forgotten() {
    Owner forgotten = new TableSpace().newOwner();
    LocalTable table =
        forgotten.newTable("t", TableOptions.set().withExpiryAfterWrite(Duration.ofDays(1)));
    table.insert(t(1));
    return new WeakReference<>(store(table));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void clear_leavesNothingInTheWheels(Variant variant) {
    LocalTable table = afterWrite(variant);
    table.insert(List.of(t(1), t(2)));
    clock.advanceMillis(TTL);
    table.insert(t(3));
    assertThat(table.selectDelete(MatchSpec.trueFor(a("_")))).isEqualTo(1);
    table.insert(t(4));
    clock.advanceMillis(TTL + 70);
    assertThat(table.size()).isLessThanOrEqualTo(1);
    await(() -> table.size() == 0);
  }

  /** A batch is applied to a cell several times, and what is counted must not depend on that. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void quota_ofABag_hasNoBytesLeftAfterRemovals(Variant variant) {
    TableSpace limited = new TableSpace();
    limited.limit(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(Long.MAX_VALUE - 1));
    try (Owner counted = limited.newOwner()) {
      LocalTable table =
          counted.newTable("t", variant.options().withExpiryAfterWrite(Duration.ofDays(1)));
      for (int n = 0; n < 20; n++) {
        table.insert(List.of(t(1, 2 * n), t(1, 2 * n + 1), t(2, n)));
        table.insert(t(1, -n));
      }
      table.delete(i(1));
      table.deleteObject(t(2, 3));
      table.delete(i(2));
      assertThat(limited.usages().all().objects()).isZero();
      assertThat(limited.usages().all().bytes()).isZero();
    }
  }

  @Test
  void fromTerms_expiry_isReadAndWritten() {
    for (Term option : List.of(t("ttl", 1_500), t("ttl_after_access", 1), t("expires_at", 3))) {
      TableOptions options = TableOptions.fromTerms(l(option));
      assertThat(options.hasExpiry()).isTrue();
      assertThat(options.toTerm()).contains(option);
    }
    assertThat(TableOptions.set().hasExpiry()).isFalse();
    for (Term bad : List.of(t("ttl", 0), t("ttl", -1), t("ttl", 1.5), t("ttl_after_access", 0))) {
      assertThatThrownBy(() -> TableOptions.fromTerms(l(bad)))
          .isInstanceOf(BadArgumentException.class);
    }
    assertThatThrownBy(() -> TableOptions.set().withExpiryAfterWrite(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TableOptions.set().withExpiryAtElement(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(TableOptions.fromTerms(l(t("ttl", (1L << 59) - 1))).toString())
        .contains("expiry=after write");
  }
}
