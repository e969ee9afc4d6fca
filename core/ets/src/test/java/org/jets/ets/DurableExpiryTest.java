package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jets.ets.durable.LogInspector;
import org.jets.ets.limit.Expiry.Kind;
import org.jets.ets.log.DurableOptions;
import org.jets.ets.log.SyncMode;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests durable tables whose objects expire, also while no program has the table. */
class DurableExpiryTest {
  private static final long TTL = 1_000;

  @TempDir Path temporary;

  private FakeClock clock = new FakeClock();
  private Owner owner = new TableSpace().newOwner();

  @AfterEach
  void close() {
    owner.close();
  }

  private Path folder() {
    return temporary.resolve("table");
  }

  private TableOptions durable(TableOptions options) {
    return options.withDurable(DurableOptions.in(folder()).withSync(SyncMode.never()));
  }

  private LocalTable open(TableOptions options) {
    return owner.newTable("t", clock.expiring(durable(options), Kind.AFTER_WRITE, TTL));
  }

  /** Ends all tables, and lets time pass until the next JVM begins. */
  private void restart(long millis) {
    owner.close();
    clock = clock.ofNextJvm(millis);
    owner = new TableSpace().newOwner();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void open_afterSomeTime_hasWhatHasNotEndedForTheRestOfItsTime(Variant variant) {
    LocalTable table = open(variant.options());
    table.insert(t(1, "old"));
    clock.advanceMillis(TTL / 2);
    table.insert(List.of(t(2, "new"), t(3, "new")));
    table.insert(t(4, "long"), Duration.ofMillis(5 * TTL));
    table.insert(t(5, "short"), Duration.ofMillis(1));

    restart(TTL / 2);
    table = open(variant.options());
    assertThat(table.lookup(i(1))).isEmpty();
    assertThat(table.lookup(i(5))).isEmpty();
    assertThat(table.size()).isEqualTo(3);
    assertThat(table.tab2list()).containsExactlyInAnyOrder(t(2, "new"), t(3, "new"), t(4, "long"));
    table.insert(t(3, "newer"));
    clock.advanceMillis(TTL / 2 - 1);
    assertThat(table.member(i(2))).isTrue();
    clock.advanceMillis(1);
    assertThat(table.member(i(2))).isFalse();
    assertThat(table.lookup(i(3))).containsExactly(t(3, "newer"));

    restart(3 * TTL);
    assertThat(open(variant.options()).tab2list()).containsExactly(t(4, "long"));
    restart(TTL);
    assertThat(open(variant.options()).tab2list()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void open_objectsOfOneKeyWithOwnTimes_hasThoseThatHaveNotEnded(Variant variant) {
    LocalTable table = open(variant.options());
    List<Tuple> left = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      table.insert(t(7, "n" + n), Duration.ofMillis(n % 2 == 0 ? TTL : 10 * TTL));
      if (n % 2 == 1) {
        left.add(t(7, "n" + n));
      }
    }
    if (variant.type().isSet()) {
      left = List.of(t(7, "n19"));
    }
    restart(TTL);
    assertThat(open(variant.options()).lookup(i(7))).isEqualTo(left);
    restart(9 * TTL - 1);
    assertThat(open(variant.options()).lookup(i(7))).isEqualTo(left);
    restart(1);
    assertThat(open(variant.options()).lookup(i(7))).isEmpty();
  }

  @Test
  void open_newerObjectHasEnded_hasNoOlderOne() {
    LocalTable table = open(TableOptions.set());
    table.insert(t(1, "long"), Duration.ofMillis(10 * TTL));
    table.insert(t(1, "short"), Duration.ofMillis(1));
    clock.advanceMillis(2);
    assertThat(table.member(i(1))).isFalse();
    restart(0);
    assertThat(open(TableOptions.set()).tab2list()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void open_timesInElements_counts(Variant variant) {
    TableOptions options = durable(variant.options());
    long now = clock.currentTimeMillis();
    LocalTable table = owner.newTable("t", clock.expiringAt(options, 2));
    table.insert(List.of(t(1, now + 10), t(2, now + 100), t(3, a("infinity"))));

    restart(10);
    table = owner.newTable("t", clock.expiringAt(options, 2));
    assertThat(table.tab2list()).containsExactlyInAnyOrder(t(2, now + 100), t(3, a("infinity")));
    clock.advanceMillis(90);
    assertThat(table.tab2list()).containsExactly(t(3, a("infinity")));
  }

  @Test
  void open_withoutExpiry_keepsWhatWasThere() {
    open(TableOptions.bag()).insert(List.of(t(1, "a"), t(1, "b"), t(2, "c")));
    restart(0);
    LocalTable table = owner.newTable("t", durable(TableOptions.bag()));
    assertThat(table.tab2list()).containsExactlyInAnyOrder(t(1, "a"), t(1, "b"), t(2, "c"));
    table.insert(t(3, "d"));
    restart(TTL / 2);
    table = open(TableOptions.bag());
    assertThat(table.size()).isEqualTo(4);
    // The log did not know the end of the last one, whose time begins now.
    clock.advanceMillis(TTL / 2);
    assertThat(table.tab2list()).containsExactly(t(3, "d"));
    clock.advanceMillis(TTL / 2);
    assertThat(table.tab2list()).isEmpty();
  }

  @Test
  void open_withTimesInElementsAfterOtherEnds_countsTheElements() {
    long now = clock.currentTimeMillis();
    open(TableOptions.set()).insert(List.of(t(1, now + 10 * TTL), t(2, now + 1)));
    restart(TTL);
    LocalTable table = owner.newTable("t", clock.expiringAt(durable(TableOptions.set()), 2));
    assertThat(table.tab2list()).containsExactly(t(1, now + 10 * TTL));
    clock.advanceMillis(9 * TTL);
    assertThat(table.tab2list()).isEmpty();

    restart(0);
    open(TableOptions.set()).insert(t(3, "none"));
    restart(0);
    TableOptions options = clock.expiringAt(durable(TableOptions.set()), 2);
    assertThatThrownBy(() -> owner.newTable("t", options))
        .isInstanceOf(BadArgumentException.class)
        .hasMessageContaining("{3,none}");
    // The log is open to others again.
    assertThat(open(TableOptions.set()).lookup(i(3))).containsExactly(t(3, "none"));
  }

  @Test
  void compact_keepsTheEnds() throws IOException {
    LocalTable table = open(TableOptions.bag());
    table.insert(t(1, "a"));
    clock.advanceMillis(TTL / 2);
    table.insert(List.of(t(1, "b"), t(2, "c")));
    assertThat(table.log().orElseThrow().compact()).isEqualTo(2);
    restart(0);
    LogInspector.of(folder()).compact();
    List<String> lines = new ArrayList<>();
    LogInspector.of(folder()).print(lines::add);
    long end = clock.currentTimeMillis() + TTL;
    assertThat(lines)
        .anyMatch(
            line -> line.endsWith("[{1,a}, {1,b}] ends [" + (end - TTL / 2) + "," + end + "]"));

    restart(TTL / 2);
    assertThat(open(TableOptions.bag()).tab2list()).containsExactlyInAnyOrder(t(1, "b"), t(2, "c"));
  }

  @Test
  void removalOfWhatHasEnded_writesNoRecord() throws IOException {
    LocalTable table = open(TableOptions.orderedSet());
    table.insert(List.of(t(1, "a"), t(2, "b"), t(3, "c")));
    table.log().orElseThrow().force();
    long bytes = bytes();
    clock.advanceMillis(TTL);
    assertThat(table.first()).isEmpty();
    assertThat(table.size()).isZero();
    table.log().orElseThrow().force();
    assertThat(bytes()).isEqualTo(bytes);
  }

  private long bytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(folder())) {
      for (Path file : files.toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  @Test
  void newTable_afterAccess_isRefused() {
    TableOptions options = durable(TableOptions.set());
    assertThatThrownBy(() -> owner.newTable("t", clock.expiring(options, Kind.AFTER_ACCESS, TTL)))
        .isInstanceOf(BadArgumentException.class)
        .hasMessageContaining("lookups renew the objects");
    assertThat(folder()).doesNotExist();
  }

  @Test
  void openData_tableFromItsOptions_keepsItsTimeToLive() {
    Path data = temporary.resolve("data");
    TableOptions options =
        TableOptions.set()
            .withNamedTable()
            .withPublicAccess()
            .withDurable(true)
            .withExpiryAfterWrite(Duration.ofHours(1));
    TableSpace space = new TableSpace();
    space.openData(DurableOptions.in(data));
    space.newOwner().newTable("t", options).insert(t(1, "a"));
    space.closeData();

    space = new TableSpace();
    LocalTable table = space.openData(DurableOptions.in(data)).get(0);
    table.insert(t(2, "b"), Duration.ofHours(2)); // Only a table whose objects expire takes it.
    assertThat(table.tab2list()).containsExactlyInAnyOrder(t(1, "a"), t(2, "b"));
    space.closeData();
  }
}
