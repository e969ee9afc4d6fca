package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.ErlangShell;
import org.jets.node.live.FaultProxy;
import org.jets.node.live.LiveNode;
import org.jets.node.live.Loopback;
import org.jets.node.services.ClusterProcesses;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;

/**
 * A node that live nodes reach through a {@link FaultProxy}. One of them, the keeper, has a
 * connection without faults. A process of the keeper has a table, and collects the numbers that
 * others report as inserted.
 *
 * <p>In the expressions of other processes, {@code J} is the node's name, {@code K} the table and
 * {@code C} the process that collects. They insert objects of one number and send it the number.
 */
final class BadlyConnectedNode implements AutoCloseable {
  private final Leftovers leftovers;
  private final String name = Loopback.uniqueName("jets");
  private final LiveNode live;
  private final ErlangShell keeper;
  private final ErlangNode node;
  private final FaultProxy proxy;
  private final Closeable registration;
  private final Term table;
  private final Map<String, Term> bindings;

  BadlyConnectedNode(ErlangRelease erlang, UnaryOperator<NodeOptions> settings) throws IOException {
    live = erlang.node();
    leftovers = new Leftovers();
    NodeOptions options = NodeOptions.defaults().withCookie(live.cookie()).withoutEpmd();
    node = ErlangNode.start(name + "@" + Loopback.HOST, settings.apply(options));
    proxy = FaultProxy.to(node.port());
    registration = erlang.epmd().register(name, proxy.port());
    keeper = live.shell();
    Atom self = Atom.of(node.name());
    table = keeper.eval("K = erpc:call(J, ets, new, [kept, [public]])", Map.of("J", self));
    // For tests in which the time for ticks is shorter than the live node's.
    keeper.eval(
        "spawn_link(fun() -> (fun Tick() -> {nobody, J} ! tick, receive after 100 -> Tick() end"
            + " end)() end)");
    bindings = Map.of("J", self, "K", table, "C", keeper.pid());
  }

  ErlangNode node() {
    return node;
  }

  FaultProxy proxy() {
    return proxy;
  }

  /** Returns the variables for processes that use the table. */
  Map<String, Term> bindings() {
    return bindings;
  }

  /** Inserts a number for the keeper. */
  void keep(int number) {
    keeper.eval(
        "true = erpc:call(J, ets, insert, [K, {N}]), self() ! N",
        Map.of("N", IntegerTerm.of(number)));
  }

  /** Returns the numbers of which a process was told that they were in the table. */
  ListTerm acknowledged() {
    return (ListTerm)
        keeper.eval(
            "(fun() -> put(got, (fun Get(L) -> receive X when is_integer(X) -> Get([X|L]) after 0"
                + " -> L end end)(case get(got) of undefined -> []; Before -> Before end)),"
                + " get(got) end)()");
  }

  /**
   * Checks that nothing is left of other nodes, and that nothing of the keeper's is lost.
   *
   * @param peers the nodes that are still connected, besides the keeper
   */
  void assertUnharmed(String... peers) {
    List<String> connected = new ArrayList<>(List.of(peers));
    connected.add(live.name().name());
    Await.until(
        "no connection but those of " + connected,
        () -> node.nodes().size() == connected.size() && node.nodes().containsAll(connected));
    Await.until("no table but the keeper's", () -> node.tables().all().equals(List.of(table)));
    assertThat(keeper.eval("{net_adm:ping(J), erpc:call(J, ets, info, [K, owner]) =:= self()}"))
        .isEqualTo(TermParser.parse("{pong,true}"));
    Await.until(
        "no fixation", () -> keeper.eval("erpc:call(J, ets, info, [K, fixed])") == Atom.FALSE);
    Await.until(
        "no owner but the keeper", () -> ((ClusterProcesses) node.processes()).monitorCount() == 1);
    keep(-1);
    ListTerm numbers = acknowledged();
    assertThat(numbers.isEmpty()).isFalse();
    assertThat(
            keeper.eval(
                // In one call: there may be many thousands, which would make single calls slow.
                "lists:usort(Numbers) -- erpc:call(J, ets, select, [K, [{{'$1'}, [], ['$1']}]])",
                Map.of("Numbers", numbers)))
        .as("acknowledged and not there")
        .isEqualTo(ListTerm.empty());
  }

  /** Closes all, and waits until no thread and no socket is left. */
  @Override
  public void close() throws IOException {
    keeper.close();
    registration.close();
    node.close();
    proxy.close();
    leftovers.awaitNone();
  }
}
