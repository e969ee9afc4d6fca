package org.jets.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jets.ets.LocalTable;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.match.MatchSpec;
import org.jets.node.ErlangNode;
import org.jets.node.NodeOptions;
import org.jets.terms.IntegerTerm;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

/** Tests the meters for Micrometer. */
class TableMetricsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private double gauge(String name, String node) {
    return registry.get(name).tag("node", node).gauge().value();
  }

  @Test
  void bindTo_tables_haveTheirNumbers() {
    TableSpace space = new TableSpace();
    ManualClock clock = new ManualClock();
    try (Observatory observatory = Observatory.of(space, ObserveOptions.defaults(), clock)) {
      LocalTable table = space.newOwner().newTable("t", TableOptions.set());
      table.insert(Tuple.of(IntegerTerm.of(1), IntegerTerm.of(2)));
      table.safeFixtable(true);
      clock.setStepMillis(100);
      table.select(MatchSpec.compile(TermParser.parse("[{{'_',2},[],['$_']}]")));
      clock.setStepMillis(0);

      new TableMetrics(observatory).bindTo(registry);

      String node = "nonode@nohost";
      assertThat(gauge("jets.tables", node)).isEqualTo(1);
      assertThat(gauge("jets.table.objects", node)).isEqualTo(1);
      assertThat(gauge("jets.table.memory", node)).isPositive();
      assertThat(gauge("jets.tables.fixed", node)).isEqualTo(1);
      assertThat(registry.get("jets.calls.slow").functionCounter().count()).isEqualTo(1);
      assertThat(registry.get("jets.table.calls").functionCounter().count()).isPositive();
      assertThat(gauge("jets.table.calls.p99", node)).isPositive();
      assertThat(registry.find("jets.node.peers").gauge()).isNull();
    }
  }

  @Test
  void bindTo_node_hasItsNumbers() throws Exception {
    NodeOptions options = NodeOptions.defaults().withCookie("any").withoutEpmd();
    try (ErlangNode node = ErlangNode.start("metered@127.0.0.1", options);
        Observatory observatory = Observatory.of(node, ObserveOptions.defaults())) {
      new TableMetrics(observatory).bindTo(registry);

      assertThat(gauge("jets.node.peers", node.name())).isZero();
      assertThat(gauge("jets.node.calls", node.name())).isZero();
      assertThat(gauge("jets.node.heap.high", node.name())).isZero();
    }
  }
}
