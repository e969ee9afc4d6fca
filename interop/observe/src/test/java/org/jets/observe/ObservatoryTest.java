package org.jets.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.match.MatchSpec;
import org.jets.node.ErlangNode;
import org.jets.node.NodeOptions;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the facts that an observatory gathers, and its MXBeans. */
class ObservatoryTest {
  private static final MatchSpec BY_VALUE =
      MatchSpec.compile(TermParser.parse("[{{'_','$1'},[{'>','$1',1}],['$1']}]"));

  private final ManualClock clock = new ManualClock();
  private final TableSpace space = new TableSpace(Atom.of("a\"b*?=,:\n@h"), 1);
  private final Owner owner = space.newOwner();
  private final Observatory observatory =
      Observatory.of(space, ObserveOptions.defaults().withSlowCalls(2), clock);

  @AfterEach
  void close() {
    observatory.close();
  }

  private LocalTable table(String name, int size) {
    LocalTable table = owner.newTable(name, TableOptions.set());
    IntStream.range(0, size)
        .forEach(i -> table.insert(Tuple.of(IntegerTerm.of(i), IntegerTerm.of(i))));
    return table;
  }

  private List<String> names(TableOrder order, boolean isDescending) {
    return observatory.tables().sorted(order, isDescending).stream()
        .map(row -> row.name().name())
        .toList();
  }

  @Test
  void tables_eachOrder_isThatOfTheColumn() {
    LocalTable first = table("b", 3);
    table("c", 1);
    table("a", 200);
    first.safeFixtable(true);

    assertThat(names(TableOrder.ID, false)).containsExactly("b", "c", "a");
    assertThat(names(TableOrder.NAME, false)).containsExactly("a", "b", "c");
    assertThat(names(TableOrder.SIZE, true)).containsExactly("a", "b", "c");
    assertThat(names(TableOrder.BYTES, true)).startsWith("a");
    assertThat(names(TableOrder.FIXED, true)).startsWith("b");
    for (TableOrder order : TableOrder.values()) {
      assertThat(names(order, true)).hasSize(3);
    }
    assertThat(observatory.tables().objects()).isEqualTo(204);
    assertThat(observatory.tables().bytes()).isPositive();
  }

  @Test
  void tables_withinASecond_areThoseOfOneCensus() {
    TableCensus before = observatory.tables();
    table("new", 0);

    clock.advanceMillis(999);
    assertThat(observatory.tables()).isSameAs(before);
    clock.advanceMillis(1);
    assertThat(observatory.tables().rows()).hasSize(1);
  }

  @Test
  void tables_fixedTable_isFixedForTheTimeSince() {
    LocalTable table = table("t", 1);
    table.safeFixtable(true);
    clock.advanceMillis(60_000);

    TableRow row = observatory.tables().fixed(10).get(0);

    assertThat(row.name().name()).isEqualTo("t");
    assertThat(row.fixedNanos()).isGreaterThan(Duration.ofSeconds(50).toNanos());
  }

  @Test
  void slowCalls_scanThatTakesLong_isKeptWithThePlannersReason() {
    LocalTable table = table("t", 3);
    clock.setStepMillis(100);

    table.select(BY_VALUE);

    assertThat(observatory.slowCalls())
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.operation()).isEqualTo("select (full scan)");
              assertThat(call.table()).isEqualTo(table.id().toString());
              assertThat(call.reason()).isEqualTo(table.explain(BY_VALUE).reason());
              assertThat(call.duration()).isEqualTo(Duration.ofMillis(100));
            });
  }

  @Test
  void slowCalls_scanThatTakesLess_isNotKept() {
    LocalTable table = table("t", 3);
    clock.setStepMillis(99);

    table.select(BY_VALUE);

    assertThat(observatory.slowCalls()).isEmpty();
  }

  @Test
  void slowCalls_moreThanAreKept_areTheLastOnes() {
    LocalTable first = table("first", 3);
    LocalTable second = table("second", 3);
    clock.setStepMillis(100);
    first.select(BY_VALUE);
    second.select(BY_VALUE);
    second.selectReverse(BY_VALUE);

    assertThat(observatory.slowCalls())
        .extracting(SlowCall::operation)
        .containsExactly("select_reverse (full scan)", "select (full scan)");
    assertThat(observatory.slowCallCount()).isEqualTo(3);
  }

  @Test
  void close_observatory_isToldOfNothingMore() {
    LocalTable table = table("t", 3);
    clock.setStepMillis(100);
    observatory.close();
    observatory.close();

    table.select(BY_VALUE);

    assertThat(observatory.slowCalls()).isEmpty();
  }

  @Test
  void close_observatoryInWhosePlaceIsAnother_leavesTheOther() {
    LocalTable table = table("t", 3);
    Observatory second = Observatory.of(space, ObserveOptions.defaults(), clock);
    clock.setStepMillis(100);

    observatory.close();
    table.select(BY_VALUE);

    assertThat(second.slowCallCount()).isEqualTo(1);
    second.close();
    table.select(BY_VALUE);
    assertThat(second.slowCallCount()).isEqualTo(1);
  }

  @Test
  void registerMBeans_tables_canBeReadByAProxy() throws Exception {
    LocalTable table = table("it's, a=\"name\"", 3);
    table.safeFixtable(true);
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name =
        new ObjectName("org.jets:type=Tables,node=" + ObjectName.quote(space.node().name()));
    observatory.registerMBeans();

    TablesMXBean bean = JMX.newMXBeanProxy(server, name, TablesMXBean.class);

    assertThat(bean.getTableCount()).isEqualTo(1);
    assertThat(bean.getObjects()).isEqualTo(3);
    assertThat(bean.getFixedTables()).isEqualTo(1);
    TableStatus status = bean.getLargestTables().get(0);
    assertThat(status.getId()).isEqualTo(table.id().toString());
    assertThat(status.getName()).isEqualTo(table.name().toString());
    assertThat(status.getType()).isEqualTo("set");
    assertThat(status.getSize()).isEqualTo(3);
    assertThat(status.getBytes()).isPositive();
    assertThat(status.getOwner()).isEqualTo(owner.pid().toString());
    assertThat(status.getHeir()).isEqualTo("none");
    assertThat(status.getProtection()).isEqualTo("protected");
    assertThat(status.getStore()).isEqualTo(table.backend().name());
    assertThat(status.getFixedMillis()).isNotNegative();
    assertThat(status.getFixedBy()).containsExactly(owner.pid().toString());
    assertThatThrownBy(() -> bean.listTables("none", true, 0, 10))
        .hasMessageContaining("order: none");
    assertThatThrownBy(() -> bean.listTables("id", true, 0, 1_001)).hasMessageContaining("limit");
    assertThat(bean.listTables("id", true, 1, 10)).isEmpty();
    observatory.close();
    assertThat(server.isRegistered(name)).isFalse();
  }

  @Test
  void registerMBeans_twice_isRefused() {
    observatory.registerMBeans();

    assertThatThrownBy(observatory::registerMBeans).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void registerMBeans_node_tellsItsState() throws Exception {
    NodeOptions options = NodeOptions.defaults().withCookie("any").withoutEpmd();
    try (ErlangNode node = ErlangNode.start("observed@127.0.0.1", options);
        Observatory ofNode = Observatory.of(node, ObserveOptions.defaults())) {
      ofNode.registerMBeans();

      NodeMXBean bean =
          JMX.newMXBeanProxy(
              ManagementFactory.getPlatformMBeanServer(),
              new ObjectName("org.jets:type=Node,node=\"observed@127.0.0.1\""),
              NodeMXBean.class);

      assertThat(bean.getName()).isEqualTo("observed@127.0.0.1");
      assertThat(bean.getPort()).isEqualTo(node.port());
      assertThat(bean.getAtoms()).isPositive();
      assertThat(bean.getPeers()).isEmpty();
      assertThat(bean.isHeapHigh()).isFalse();
      assertThat(bean.getMaxTables()).isPositive();
    }
  }

  @Test
  void tables_callsBetweenTwoCensuses_areARate() {
    LocalTable table = table("t", 0);
    observatory.tables();
    clock.advanceMillis(1_000);
    for (int i = 0; i < 5_000; i++) {
      table.lookup(IntegerTerm.of(1));
    }
    clock.advanceMillis(1_000);

    TableCensus census = observatory.tables();

    assertThat(census.rows().get(0).callsPerSecond()).isBetween(1_000L, 5_000L);
    assertThat(census.rows().get(0).mostNanos()).isPositive();
    assertThat(census.callsPerSecond()).isEqualTo(census.rows().get(0).callsPerSecond());
    assertThat(census.calls()).isBetween(2_000L, 10_000L);
    assertThat(census.sorted(TableOrder.CALLS, true)).hasSize(1);
    assertThat(census.sorted(TableOrder.P99, true)).hasSize(1);
  }

  /** Some tables have few samples beside others: a mean over some seconds shows them steadily. */
  @Test
  void tables_callsThatEnd_fadeFromTheRate() {
    LocalTable table = table("t", 0);
    observatory.tables();
    clock.advanceMillis(1_000);
    for (int i = 0; i < 5_000; i++) {
      table.lookup(IntegerTerm.of(1));
    }
    clock.advanceMillis(1_000);
    long first = observatory.tables().callsPerSecond();
    clock.advanceMillis(5_000);
    long second = observatory.tables().callsPerSecond();
    clock.advanceMillis(60_000);

    assertThat(second).isBetween(first / 4, first / 2);
    assertThat(observatory.tables().callsPerSecond()).isZero();
  }

  /** A counter must not fall, though the table whose calls it has counted is gone. */
  @Test
  void calls_tableIsDropped_staysCounted() {
    LocalTable table = table("t", 0);
    table.lookup(IntegerTerm.of(1));
    long calls = observatory.tables().calls();
    assertThat(calls).isPositive();

    table.drop();
    clock.advanceMillis(10_000);

    assertThat(observatory.tables().calls()).isEqualTo(calls);
    assertThat(observatory.tables().rows()).isEmpty();
  }

  @Test
  void withCallTimes_off_knowsNoRate() {
    try (Observatory untimed =
        Observatory.of(space, ObserveOptions.defaults().withCallTimes(false), clock)) {
      observatory.close();
      LocalTable table = table("t", 1);
      table.lookup(IntegerTerm.of(1));

      assertThat(untimed.tables().rows().get(0).callsPerSecond()).isEqualTo(-1);
      assertThat(untimed.tables().rows().get(0).mostNanos()).isEqualTo(-1);
    }
  }

  @Test
  void close_observatory_endsTheTimingOfCalls() {
    table("t", 1);
    assertThat(space.facts().get(0).calls()).isPresent();

    observatory.close();

    assertThat(space.facts().get(0).calls()).isEmpty();
  }

  @Test
  void health_refusal_isToldForTenSeconds() {
    Watchers watchers = new Watchers(new SlowCalls(1), Duration.ofHours(1), clock);
    assertThat(watchers.hasRefused()).isFalse();

    watchers.refused("a@h", "calls of it", "<= 3");

    assertThat(watchers.hasRefused()).isTrue();
    clock.advanceMillis(9_999);
    assertThat(watchers.hasRefused()).isTrue();
    clock.advanceMillis(1);
    assertThat(watchers.hasRefused()).isFalse();
  }

  @Test
  void health_tablesWithoutFaults_isUp() {
    table("t", 1);

    assertThat(observatory.health()).isEqualTo(Health.UP);
    assertThat(Health.UP.isUp()).isTrue();
    assertThat(Health.LOG.isUp()).isFalse();
  }
}
