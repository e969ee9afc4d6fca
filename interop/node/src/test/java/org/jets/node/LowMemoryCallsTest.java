package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

/** Calls while the heap is above its mark. */
class LowMemoryCallsTest {
  private static final Atom TABLE = Atom.of("rows");
  private static final int ROWS = 20_000;

  private static Term call(ErlangNode client, ErlangNode node, String function, Term argument)
      throws Exception {
    return call(client, node, "ets", function, argument);
  }

  private static Term call(
      ErlangNode client, ErlangNode node, String module, String function, Term argument)
      throws Exception {
    return client
        .call(node.name(), module, function, TABLE, argument)
        .get(Await.SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void scan_heapAboveItsMark_endsAndShortCallsAndRemovalsAreServed() throws Exception {
    String cookie = Loopback.uniqueCookie();
    TableSpace space = new TableSpace();
    NodeOptions options = NodeOptions.defaults().withCookie(cookie).withoutEpmd();
    try (ErlangNode node =
            ErlangNode.start(
                Loopback.uniqueName("low") + "@" + Loopback.HOST,
                options
                    .withTables(space)
                    .withHeapMark(0.0001)
                    .withHeapPatience(Duration.ofHours(1))
                    .withScanTurn(Duration.ofNanos(1)));
        ErlangNode client =
            ErlangNode.start(
                Loopback.uniqueName("client") + "@" + Loopback.HOST,
                options.withPeerAddress(node.name(), Loopback.address(node.port())));
        Owner owner = space.newOwner()) {
      EtsTable rows =
          owner.newTable(TABLE.name(), TableOptions.set().withNamedTable().withPublicAccess());
      for (int i = 0; i < ROWS; i++) {
        rows.insert(Tuple.of(IntegerTerm.of(i), IntegerTerm.of(i)));
      }
      Term all = TermParser.parse("[{'_',[],['$_']}]");
      // The mark is checked after a collection, once a second.
      System.gc();
      Await.until("the node sees that the heap is high", () -> refuses(client, node));

      assertThatThrownBy(() -> call(client, node, "select", all))
          .hasMessageContaining("system_limit");
      assertThat(call(client, node, "select_count", TermParser.parse("[{'_',[],[true]}]")))
          .isEqualTo(IntegerTerm.of(ROWS));
      assertThat(call(client, node, "lookup", IntegerTerm.of(7)))
          .isEqualTo(TermParser.parse("[{7,7}]"));
      ListTerm keys = ListTerm.of(IntStream.range(0, ROWS).mapToObj(IntegerTerm::of).toList());
      assertThatThrownBy(() -> call(client, node, "jets", "lookup_all", keys))
          .hasMessageContaining("system_limit");
      assertThat(((ListTerm) call(client, node, "jets", "take_all", keys)).size()).isEqualTo(ROWS);
      assertThat(rows.size()).isZero();
    }
  }

  private static boolean refuses(ErlangNode client, ErlangNode node) {
    try {
      call(client, node, "insert", TermParser.parse("{0,0}"));
      return false;
    } catch (Exception e) {
      return e.getMessage().contains("system_limit");
    }
  }
}
