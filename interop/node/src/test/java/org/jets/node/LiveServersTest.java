package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.LiveNode;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Assumptions;

/** Servers and clients in Java under load, with long messages, many threads, and over IPv6. */
class LiveServersTest {
  /**
   * The heap that the test needs, in sizes of the message. It holds the message, the bytes that it
   * is read from, and its encoded bytes.
   */
  private static final long MESSAGES_AT_A_TIME = 6;

  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  private static NodeOptions options(ErlangRelease erlang, LiveNode live) {
    return NodeOptions.defaults()
        .withCookie(live.cookie())
        .withEpmd(Loopback.address(erlang.epmd().port()));
  }

  private static ErlangNode start(ErlangRelease erlang, LiveNode live) throws IOException {
    return ErlangNode.start(
        Loopback.uniqueName("jets") + "@" + Loopback.HOST, options(erlang, live));
  }

  /** Answers {@code gen_server:call(Server, Request)} with <code>{Server, Request}</code>. */
  private static Mailbox server(ErlangNode node, String name) {
    Mailbox server = node.newMailbox(name);
    server.listen(
        message -> {
          if (message instanceof Tuple call && call.arity() == 3) {
            try {
              server.reply(call.element(2), Tuple.of(Atom.of(name), call.element(3)));
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        });
    return server;
  }

  @LiveNodeTest
  void genServerCall_fromManyProcesses_eachGetsItsAnswers(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        Mailbox server = server(node, "server")) {
      assertThat(
              live.eval(
                  "Me = self(),"
                      + "Ps = [spawn_link(fun() -> Me ! {self(), lists:usort("
                      + "   [gen_server:call({server, J}, {I, N}, infinity) =:= {server, {I, N}}"
                      + "    || N <- lists:seq(1, Count)])} end) || I <- lists:seq(1, 8)],"
                      + "lists:usort([receive {P, Answers} -> Answers end || P <- Ps])",
                  Map.of("J", Atom.of(node.name()), "Count", IntegerTerm.of(TestScale.count(250)))))
          .isEqualTo(TermParser.parse("[[true]]"));
      assertThat(server.size()).isZero();
    }
  }

  @LiveNodeTest
  void message_of100Megabytes_comesBackAndHoldsUpNoPings(ErlangRelease erlang) throws Exception {
    int bytes = TestScale.count(100_000_000);
    long needed = MESSAGES_AT_A_TIME * bytes;
    Assumptions.assumeTrue(
        Runtime.getRuntime().maxMemory() > needed, "a heap of more than " + needed + " bytes");
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        Mailbox echo = node.newMailbox("echo")) {
      echo.listen(
          message -> {
            if (message instanceof Tuple request) {
              try {
                echo.send((Pid) request.element(1), request.element(2));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            }
          });
      Term answer =
          live.eval(
              "pong = net_adm:ping(J), Me = self(),"
                  + "Pinger = spawn_link(fun() -> (fun Ping(N) -> receive stop -> Me ! {pings, N}"
                  + "   after 0 -> pong = net_adm:ping(J), Ping(N + 1) end end)(0) end),"
                  + "B = binary:copy(<<1,2,3,4,5>>, Bytes div 5),"
                  + "{echo, J} ! {self(), B},"
                  + "Same = receive X when is_binary(X) -> X =:= B end,"
                  + "Pinger ! stop,"
                  + "{Same, receive {pings, N} -> N end}",
              Map.of("J", Atom.of(node.name()), "Bytes", IntegerTerm.of(bytes)));

      assertThat(((Tuple) answer).element(1)).isEqualTo(Atom.TRUE);
      // At most two threads wait for the whole message, there or back.
      assertThat(((IntegerTerm) ((Tuple) answer).element(2)).intValue()).isGreaterThan(2);
    }
  }

  @LiveNodeTest
  void virtualThreads_callAndReceive_doNotBlockEachOther(ErlangRelease erlang) throws Exception {
    Assumptions.assumeTrue(
        Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS, "virtual threads");
    LiveNode live = erlang.node();
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    try (ErlangNode node = start(erlang, live);
        Mailbox server = server(node, "server")) {
      Pid echo =
          (Pid)
              live.eval(
                  "spawn(fun() -> (fun Loop() -> receive stop -> ok; {From, M} -> From ! M, Loop()"
                      + " end end)() end)");
      List<Future<Boolean>> results = new ArrayList<>();
      // Far more than there are carriers: if waiting blocked a carrier, no caller would progress.
      for (int i = 0; i < 500; i++) {
        IntegerTerm number = IntegerTerm.of(i);
        results.add(threads.submit(() -> talk(node, live.name().name(), echo, number)));
      }
      for (Future<Boolean> result : results) {
        assertThat(result.get(Await.SECONDS, TimeUnit.SECONDS)).isTrue();
      }
      server.send(echo, Atom.of("stop"));
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean talk(ErlangNode node, String peer, Pid echo, Term number)
      throws InterruptedException {
    try (Mailbox mailbox = node.newMailbox()) {
      mailbox.send(echo, Tuple.of(mailbox.pid(), number));
      boolean echoed = mailbox.receive().equals(number);
      boolean called = Await.value(mailbox.call(peer, "erlang", "abs", number)).equals(number);
      Term served = Await.value(mailbox.genCall("server", node.name(), number));
      return echoed && called && served.equals(Tuple.of(Atom.of("server"), number));
    }
  }

  @LiveNodeTest
  void ipv6_bothWays_isConnected(ErlangRelease erlang) throws Exception {
    byte[] loopback = new byte[16];
    loopback[15] = 1;
    InetAddress address = InetAddress.getByAddress(loopback);
    Assumptions.assumeTrue(isHere(address), "IPv6");
    try (LiveNode live = erlang.newNode().ipv6().start();
        ErlangNode node =
            ErlangNode.start(
                Loopback.uniqueName("jets") + "@::1",
                options(erlang, live)
                    .withBindAddress(address)
                    .withEpmd(new InetSocketAddress(address, erlang.epmd().port())))) {
      Map<String, Term> name = Map.of("J", Atom.of(node.name()));
      assertThat(live.eval("net_adm:ping(J)", name)).isEqualTo(Atom.of("pong"));
      assertThat(node.disconnect(live.name().name())).isTrue();
      CompletableFuture<Term> call = node.call(live.name().name(), "erlang", "node");
      assertThat(Await.value(call)).isEqualTo(live.name());
      assertThat(live.eval("erpc:call(J, lists, reverse, [[1, 2]])", name))
          .isEqualTo(TermParser.parse("[2,1]"));
    }
  }

  private static boolean isHere(InetAddress address) {
    try (ServerSocket socket = new ServerSocket(0, 1, address)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
