package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jets.ets.TableSpace;
import org.jets.node.live.Fault;
import org.jets.node.live.FaultProxy;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tables that pass to an heir whose node stops reading, and to others. */
@Timeout(120)
class SilentHeirTest {
  private static final int TABLES = 200;
  private static final Term DATA = Binary.of(new byte[100_000]);

  /** More than the monitors and answers take that come before the tables pass. */
  private static final long READ_BYTES = 1_000_000;

  /** Far less than the time after which a node that does not read is cut. */
  private static final Duration SOON = Duration.ofSeconds(15);

  private final String cookie = Loopback.uniqueCookie();
  private final TableSpace space = new TableSpace();

  private ErlangNode client(String name, ErlangNode target, int port) throws IOException {
    return ErlangNode.start(
        Loopback.uniqueName(name) + "@" + Loopback.HOST,
        NodeOptions.defaults()
            .withCookie(cookie)
            .withoutEpmd()
            .withPeerAddress(target.name(), Loopback.address(port)));
  }

  private static void newTable(ErlangNode owner, ErlangNode target, Pid heir, Term data)
      throws Exception {
    Term options = ListTerm.of(Tuple.of(Atom.of("heir"), heir, data));
    owner
        .call(target.name(), "ets", "new", Atom.of("t"), options)
        .get(Await.SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void end_ofOwnerWithSilentHeir_otherHeirIsToldSoonAndNothingIsLeft() throws Exception {
    Leftovers leftovers = new Leftovers();
    NodeOptions options =
        NodeOptions.defaults()
            .withCookie(cookie)
            .withoutEpmd()
            .withSendQueueBytes(1 << 16)
            .withTables(space);
    try (ErlangNode node =
            ErlangNode.start(Loopback.uniqueName("jets") + "@" + Loopback.HOST, options);
        FaultProxy proxy = FaultProxy.to(node.port());
        ErlangNode good = client("good", node, node.port());
        Mailbox goodHeir = good.newMailbox()) {
      proxy.fromTarget(Fault.stallAfter(READ_BYTES));
      good.call(node.name(), "erlang", "node").get(Await.SECONDS, TimeUnit.SECONDS);
      ErlangNode silent = client("silent", node, proxy.port());
      try (Mailbox silentHeir = silent.newMailbox()) {
        silent.call(node.name(), "erlang", "node").get(Await.SECONDS, TimeUnit.SECONDS);
        ErlangNode owner = client("owner", node, node.port());
        for (int i = 0; i < TABLES; i++) {
          newTable(owner, node, silentHeir.pid(), DATA);
        }
        newTable(owner, node, goodHeir.pid(), Atom.of("told"));
        owner.close();

        Term told = goodHeir.receive(SOON).orElseThrow();

        assertThat(((Tuple) told).element(4)).isEqualTo(Atom.of("told"));
        assertThat(space.all()).hasSize(TABLES + 1);
      } finally {
        proxy.cutAll();
        silent.close();
      }
      Await.until("the silent heir's tables are gone", () -> space.all().size() == 1);
    }
    leftovers.awaitNone();
  }
}
