package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.ErlangShell;
import org.jets.node.live.LiveNode;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;

/** More links and monitors at once than may wait to be written: they end no connection. */
class LiveBulkTest {
  private static final int COUNT = 50_000;

  private static ErlangNode start(ErlangRelease erlang, LiveNode live) throws IOException {
    return ErlangNode.start(
        Loopback.uniqueName("jets") + "@" + Loopback.HOST,
        NodeOptions.defaults()
            .withCookie(live.cookie())
            .withEpmd(Loopback.address(erlang.epmd().port())));
  }

  private static Map<String, Term> bindings(ErlangNode node, Mailbox mailbox) {
    return Map.of("J", Atom.of(node.name()), "P", mailbox.pid(), "Count", IntegerTerm.of(COUNT));
  }

  @LiveNodeTest
  void monitors_ofErlang_areAnsweredAndToldOfTheEnd(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        Mailbox mailbox = node.newMailbox();
        ErlangShell shell = live.shell()) {
      String all =
          "lists:usort([receive {'DOWN', _, process, _, Reason} -> Reason end || _ <- Refs])";
      assertThat(
              shell.eval(
                  "(fun() -> Refs = [erlang:monitor(process, {nobody, J})"
                      + " || _ <- lists:seq(1, Count)], "
                      + all
                      + " end)()",
                  bindings(node, mailbox)))
          .isEqualTo(TermParser.parse("[noproc]"));
      assertThat(
              shell.eval(
                  "(fun() -> Refs = [erlang:monitor(process, P) || _ <- lists:seq(1, Count)],"
                      + " exit(P, kill), "
                      + all
                      + " end)()"))
          .isEqualTo(TermParser.parse("[killed]"));
    }
  }

  @LiveNodeTest
  void monitors_ofAMailbox_areToldOfTheEndOrTakenBack(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        Mailbox mailbox = node.newMailbox()) {
      Pid process = (Pid) live.eval("spawn(fun() -> receive R -> exit(R) end end)");
      Reference[] taken = new Reference[COUNT];
      for (int i = 0; i < COUNT; i++) {
        mailbox.monitor(process);
        taken[i] = mailbox.monitor(process);
      }
      for (Reference monitor : taken) {
        assertThat(mailbox.demonitor(monitor)).isTrue();
      }
      mailbox.send(process, Atom.of("reason"));
      for (int i = 0; i < COUNT; i++) {
        assertThat(((Tuple) Await.message(mailbox)).element(5)).isEqualTo(Atom.of("reason"));
      }
      assertThat(mailbox.size()).isZero();
    }
  }
}
