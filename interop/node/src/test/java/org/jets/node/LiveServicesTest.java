package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.ErlangShell;
import org.jets.node.live.LiveNode;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;

/** A node beside live Erlang nodes, used from Erlang and from Java. */
class LiveServicesTest {
  /**
   * Waits until the shell knows the process that it asked for. Erlang tells no process that it
   * gives up a request which has not been answered yet: its function runs to the end.
   */
  private static final String AWAIT_SPAWNED =
      "(fun Wait() ->"
          + " {monitors, Monitors} = process_info(self(), monitors),"
          + " case [P || {process, P} <- Monitors, node(P) =:= J] of"
          + " [] -> erlang:yield(), Wait(); _ -> ok end end)()";

  private static ErlangNode start(ErlangRelease erlang, LiveNode live) throws IOException {
    return start(erlang, live, text -> {});
  }

  private static ErlangNode start(
      ErlangRelease erlang, LiveNode live, Consumer<? super String> output) throws IOException {
    return ErlangNode.start(
        Loopback.uniqueName("jets") + "@" + Loopback.HOST,
        NodeOptions.defaults()
            .withCookie(live.cookie())
            .withEpmd(Loopback.address(erlang.epmd().port()))
            .withOutput(output));
  }

  /** Evaluates with the node's name in the variable {@code J}. */
  private static Term eval(LiveNode live, ErlangNode node, String expressions) {
    return live.eval(expressions, Map.of("J", Atom.of(node.name())));
  }

  private static Term parse(String text) {
    return TermParser.parse(text);
  }

  // From Erlang.

  @LiveNodeTest
  void ping_fromErlang_isPongAndNodeIsHidden(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      assertThat(eval(live, node, "net_adm:ping(J)")).isEqualTo(Atom.of("pong"));
      assertThat(eval(live, node, "{lists:member(J, nodes()), lists:member(J, nodes(hidden))}"))
          .isEqualTo(parse("{false,true}"));
    }
  }

  @LiveNodeTest
  void rpc_fromErlang_givesResultsAndErrors(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      assertThat(eval(live, node, "rpc:call(J, lists, reverse, [[1,2,3]])"))
          .isEqualTo(parse("[3,2,1]"));
      assertThat(eval(live, node, "rpc:call(J, lists, sort, [[b,a]], 60000)"))
          .isEqualTo(parse("[a,b]"));
      assertThat(eval(live, node, "rpc:block_call(J, erlang, node, [])"))
          .isEqualTo(Atom.of(node.name()));
      assertThat(eval(live, node, "rpc:call(J, no_module, f, [1])"))
          .isEqualTo(parse("{badrpc,{'EXIT',{undef,[{no_module,f,[1],[]}]}}}"));
      assertThat(eval(live, node, "rpc:block_call(J, no_module, f, [1])"))
          .isEqualTo(parse("{badrpc,{'EXIT',{undef,[{no_module,f,[1],[]}]}}}"));
      assertThat(eval(live, node, "rpc:multicall([node(), J], lists, usort, [[b,a,b]])"))
          .isEqualTo(parse("{[[a,b],[a,b]],[]}"));
      assertThat(
              eval(
                  live,
                  node,
                  "K = rpc:async_call(J, erlang, phash2, [{a, 1}]), rpc:yield(K) =:="
                      + " erlang:phash2({a, 1})"))
          .isEqualTo(Atom.TRUE);
      assertThat(eval(live, node, "rpc:call(J, net_adm, ping, [node()])"))
          .isEqualTo(Atom.of("pong"));
    }
  }

  @LiveNodeTest
  void erpc_fromErlang_givesResultsAndErrors(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      node.expose("mine", new FailingModule());

      assertThat(eval(live, node, "erpc:call(J, erlang, node, [])"))
          .isEqualTo(Atom.of(node.name()));
      assertThat(
              eval(
                  live,
                  node,
                  "R = erpc:send_request(J, lists, reverse, [[1,2]]),"
                      + " erpc:receive_response(R)"))
          .isEqualTo(parse("[2,1]"));
      assertThat(eval(live, node, "erpc:multicall([J, J], lists, reverse, [[1,2]])"))
          .isEqualTo(parse("[{ok,[2,1]},{ok,[2,1]}]"));
      assertThat(
              eval(
                  live,
                  node,
                  "[try erpc:call(J, mine, F, []) catch C:E:S ->"
                      + " {C, E, case S of [{mine,_,_,_} = X|_] -> X; _ -> none end} end"
                      + " || F <- [error, exit, throw]]"))
          .isEqualTo(
              parse(
                  "[{error,{exception,reason,[{mine,error,0,[]}]},none},"
                      + "{exit,{exception,reason},none},{throw,value,none}]"));
      assertThat(eval(live, node, "try erpc:call(J, fun() -> 1 end) catch error:E -> E end"))
          .isInstanceOf(Tuple.class)
          .satisfies(e -> assertThat(((Tuple) e).element(2)).isEqualTo(Atom.of("undef")));
    }
  }

  @LiveNodeTest
  void casts_fromErlang_run(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    BlockingQueue<Term> casts = new LinkedBlockingQueue<>();
    try (ErlangNode node = start(erlang, live)) {
      node.expose(
          "mine",
          call -> {
            casts.add(call.arguments().get(0));
            return Atom.OK;
          });

      eval(live, node, "erpc:cast(J, mine, f, [1])");
      assertThat(casts.poll(Await.SECONDS, TimeUnit.SECONDS)).isEqualTo(IntegerTerm.of(1));
      eval(live, node, "rpc:cast(J, mine, f, [2])");
      assertThat(casts.poll(Await.SECONDS, TimeUnit.SECONDS)).isEqualTo(IntegerTerm.of(2));
      eval(live, node, "rpc:eval_everywhere([J], mine, f, [3])");
      assertThat(casts.poll(Await.SECONDS, TimeUnit.SECONDS)).isEqualTo(IntegerTerm.of(3));
    }
  }

  @LiveNodeTest
  void call_fromErlangWithTimeout_isCancelled(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    WaitingModule waiting = new WaitingModule();
    try (ErlangNode node = start(erlang, live);
        ErlangShell shell = live.shell()) {
      node.expose("late", new WaitingModule());
      node.expose("mine", waiting);

      assertThat(eval(live, node, "try erpc:call(J, late, f, [], 500) catch error:E -> E end"))
          .isEqualTo(parse("{erpc,timeout}"));
      // Like that call, but the time is over when the function has begun.
      shell.eval("R = erpc:send_request(J, mine, f, [])", Map.of("J", Atom.of(node.name())));
      waiting.awaitCall();
      shell.eval(AWAIT_SPAWNED, Map.of("J", Atom.of(node.name())));
      assertThat(shell.eval("try erpc:receive_response(R, 0) catch error:E -> E end"))
          .isEqualTo(parse("{erpc,timeout}"));
      assertThat(waiting.wasInterrupted()).isTrue();
    }
  }

  @LiveNodeTest
  void call_rightAfterDisconnect_connectsAnew(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      for (int round = 0; round < 50; round++) {
        assertThat(Await.value(node.call(live.name().name(), "erlang", "node")))
            .isEqualTo(live.name());
        assertThat(node.disconnect(live.name().name())).isTrue();
      }
    }
  }

  @LiveNodeTest
  void spawn_anyFunction_endsAsInErlang(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      String down = ", receive {'DOWN', R, process, _, Reason} -> Reason end";
      assertThat(eval(live, node, "{_, R} = spawn_monitor(J, lists, reverse, [[1]])" + down))
          .isEqualTo(parse("normal"));
      assertThat(eval(live, node, "{_, R} = spawn_monitor(J, ets, info, [x])" + down))
          .isEqualTo(parse("normal"));
      assertThat(
              eval(
                  live,
                  node,
                  "{_, R} = spawn_monitor(J, ets, lookup, [no_such, 1]), receive"
                      + " {'DOWN', R, process, _, {Why, [{M, F, A, _} | _]}} -> {Why, M, F, A} end"))
          .isEqualTo(parse("{badarg,ets,lookup,[no_such,1]}"));
      assertThat(
              eval(
                  live,
                  node,
                  "process_flag(trap_exit, true),"
                      + " P = spawn_link(J, lists, no_such, [[1]]),"
                      + " receive {'EXIT', P, Reason} -> Reason end"))
          .isEqualTo(parse("{undef,[{lists,no_such,[[1]],[]}]}"));
    }
  }

  @LiveNodeTest
  void spawnRequest_ofFunctionsOfErpc_isAnsweredWithTheProcess(ErlangRelease erlang)
      throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      assertThat(
              eval(
                  live,
                  node,
                  "R = spawn_request(J, erpc, execute_call, [tag, lists, reverse, [[1,2]]],"
                      + " [monitor]),"
                      + " P = receive {spawn_reply, R, ok, S} -> S end,"
                      + " receive {'DOWN', R, process, P, Why} -> {node(P) =:= J, Why} end"))
          .isEqualTo(parse("{true,{tag,return,[2,1]}}"));
      assertThat(
              eval(
                  live,
                  node,
                  "R = spawn_request(J, erpc, execute_cast, [lists, reverse, [[1,2]]],"
                      + " [monitor, {reply_tag, mine}]),"
                      + " P = receive {mine, R, ok, S} -> S end,"
                      + " receive {'DOWN', R, process, P, Why} -> {node(P) =:= J, Why} end"))
          .isEqualTo(parse("{true,normal}"));
    }
  }

  @LiveNodeTest
  void spawn_badOption_isRefused(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      assertThat(
              eval(
                  live,
                  node,
                  "R = spawn_request(J, lists, reverse, [[1]], [{nonsense, 1}]),"
                      + " receive {spawn_reply, R, error, E} -> E end"))
          .isEqualTo(Atom.of("badopt"));
    }
  }

  @LiveNodeTest
  void genServerCall_toMailbox_isAnswered(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        Mailbox server = node.newMailbox("server")) {
      server.listen(
          message -> {
            try {
              if (message instanceof Tuple call && call.arity() == 3) {
                server.reply(call.element(2), Tuple.of(Atom.of("echo"), call.element(3)));
              }
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });

      assertThat(eval(live, node, "gen_server:call({server, J}, hello, 60000)"))
          .isEqualTo(parse("{echo,hello}"));
      assertThat(eval(live, node, "gen_server:call({server, J}, hello, infinity)"))
          .isEqualTo(parse("{echo,hello}"));
      assertThat(live.eval("gen_server:call(P, hello, infinity)", Map.of("P", server.pid())))
          .isEqualTo(parse("{echo,hello}"));
      assertThat(
              eval(
                  live, node, "try gen_server:call({nobody, J}, hello) catch exit:{E, _} -> E end"))
          .isEqualTo(Atom.of("noproc"));
    }
  }

  @LiveNodeTest
  void links_fromErlang_tellOfTheEnd(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        ErlangShell shell = live.shell()) {
      Mailbox mailbox = node.newMailbox();
      shell.eval("process_flag(trap_exit, true), link(P)", Map.of("P", mailbox.pid()));
      shell.eval("P ! linked");
      assertThat(Await.message(mailbox)).isEqualTo(Atom.of("linked"));

      mailbox.exit(Atom.of("reason"));

      assertThat(shell.eval("receive {'EXIT', P, R} -> R end")).isEqualTo(Atom.of("reason"));
      assertThat(shell.eval("link(P), receive {'EXIT', P, R2} -> R2 end"))
          .isEqualTo(Atom.of("noproc"));

      Mailbox unlinked = node.newMailbox();
      shell.eval("link(Q), unlink(Q), Q ! unlinked", Map.of("Q", unlinked.pid()));
      assertThat(Await.message(unlinked)).isEqualTo(Atom.of("unlinked"));
      unlinked.exit(Atom.of("reason"));
      assertThat(
              shell.eval(
                  "erlang:monitor(process, Q), receive {'EXIT', Q, R3} -> R3;"
                      + " {'DOWN', _, _, Q, _} -> none end"))
          .isEqualTo(Atom.of("none"));
    }
  }

  @LiveNodeTest
  void links_fromJava_tellOfTheEnd(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      Mailbox mailbox = node.newMailbox();
      mailbox.trapExits(true);
      Pid pid = (Pid) live.eval("spawn(fun() -> receive R -> exit(R) end end)");
      mailbox.link(pid);
      mailbox.unlink(pid);
      mailbox.link(pid);
      mailbox.send(pid, Atom.of("reason"));
      assertThat(Await.message(mailbox))
          .isEqualTo(Tuple.of(Atom.of("EXIT"), pid, Atom.of("reason")));

      mailbox.link(pid);
      assertThat(Await.message(mailbox))
          .isEqualTo(Tuple.of(Atom.of("EXIT"), pid, Atom.of("noproc")));

      Pid other = (Pid) live.eval("spawn(fun() -> receive never -> ok end end)");
      Reference monitor = mailbox.monitor(other);
      mailbox.exit(other, Atom.of("kill"));
      assertThat(Await.message(mailbox))
          .isEqualTo(
              Tuple.of(Atom.of("DOWN"), monitor, Atom.of("process"), other, Atom.of("killed")));
    }
  }

  @LiveNodeTest
  void monitors_fromErlang_tellOfTheEnd(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        ErlangShell shell = live.shell()) {
      Mailbox mailbox = node.newMailbox("watched");
      Map<String, Term> bindings =
          Map.of("P", mailbox.pid(), "N", Tuple.of(Atom.of("watched"), Atom.of(node.name())));
      shell.eval(
          "A = erlang:monitor(process, P), B = erlang:monitor(process, N),"
              + " C = erlang:monitor(process, P), erlang:demonitor(C), P ! ready",
          bindings);
      assertThat(Await.message(mailbox)).isEqualTo(Atom.of("ready"));

      mailbox.exit(Atom.of("reason"));

      assertThat(
              shell.eval(
                  "{receive {'DOWN', A, process, X, R} -> {X =:= P, R} end,"
                      + " receive {'DOWN', B, process, Y, S} -> {Y =:= N, S} end}"))
          .isEqualTo(parse("{{true,reason},{true,reason}}"));
      assertThat(
              shell.eval(
                  "D = erlang:monitor(process, N),"
                      + " receive {'DOWN', D, process, Z, T} -> {Z =:= N, T} end"))
          .isEqualTo(parse("{true,noproc}"));
    }
  }

  @LiveNodeTest
  void monitorNode_bothWays_tellsOfTheEnd(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (LiveNode other = erlang.newNode().cookie(live.cookie()).start();
        ErlangShell shell = other.shell()) {
      ErlangNode node = start(erlang, live);
      shell.eval("true = monitor_node(J, true)", Map.of("J", Atom.of(node.name())));
      Await.until("they are connected", () -> node.nodes().contains(other.name().name()));
      node.close();
      assertThat(shell.eval("receive {nodedown, J} -> down end")).isEqualTo(Atom.of("down"));

      try (ErlangNode second = start(erlang, live)) {
        Mailbox mailbox = second.newMailbox();
        mailbox.monitorNode(other.name().name());
        CompletableFuture<Term> call =
            second.call(other.name().name(), "timer", "sleep", Atom.of("infinity"));
        assertThat(Await.value(second.ping(other.name().name()))).isTrue();
        other.kill();
        assertThat(Await.message(mailbox)).isEqualTo(Tuple.of(Atom.of("nodedown"), other.name()));
        assertThat(Await.erlangFailure(call).reason()).isEqualTo(parse("{erpc,noconnection}"));
      }
    }
  }

  // From Java.

  @LiveNodeTest
  void call_toErlang_givesResultsAndErrors(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    String name = live.name().name();
    try (ErlangNode node = start(erlang, live)) {
      assertThat(Await.value(node.call(name, "lists", "reverse", parse("[1,2]"))))
          .isEqualTo(parse("[2,1]"));
      assertThat(Await.value(node.rpc(name, "lists", "reverse", parse("[1,2]"))))
          .isEqualTo(parse("[2,1]"));
      assertThat(Await.value(node.ping(name))).isTrue();

      ErlangException undef = Await.erlangFailure(node.call(name, "no_module", "f", Atom.OK));
      assertThat(undef.exceptionClass()).isEqualTo(Atom.ERROR);
      assertThat(undef.reason()).isEqualTo(Atom.of("undef"));
      assertThat(((ListTerm) undef.stack()).head()).isEqualTo(parse("{no_module,f,[ok],[]}"));
      ErlangException thrown =
          Await.erlangFailure(node.call(name, "erlang", "throw", Atom.of("value")));
      assertThat(thrown.exceptionClass()).isEqualTo(Atom.of("throw"));
      ErlangException exit =
          Await.erlangFailure(node.call(name, "erlang", "exit", Atom.of("reason")));
      assertThat(exit.exceptionClass()).isEqualTo(Atom.of("exit"));
      assertThat(exit.reason()).isEqualTo(Atom.of("reason"));
      assertThat(Await.erlangFailure(node.rpc(name, "erlang", "exit", Atom.of("reason"))).reason())
          .isEqualTo(parse("{badrpc,{'EXIT',reason}}"));
    }
  }

  @LiveNodeTest
  void call_thatPrints_isNotHeldUp(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    CompletableFuture<String> output = new CompletableFuture<>();
    try (ErlangNode node = start(erlang, live, output::complete)) {
      assertThat(
              Await.value(node.call(live.name().name(), "io", "put_chars", ListTerm.ofText("hi"))))
          .isEqualTo(Atom.OK);
      assertThat(Await.value(output)).isEqualTo("hi");
    }
  }

  @LiveNodeTest
  void call_cancelled_endsTheCall(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        Mailbox mailbox = node.newMailbox()) {
      CompletableFuture<Term> call =
          mailbox
              .call(live.name().name(), "timer", "sleep", Atom.of("infinity"))
              .orTimeout(1, TimeUnit.MILLISECONDS);

      assertThat(Await.failure(call)).isInstanceOf(TimeoutException.class);
      assertThat(Await.value(node.ping(live.name().name()))).isTrue();
    }
  }

  @LiveNodeTest
  void genCall_toErlang_isAnsweredOrFails(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    String name = live.name().name();
    try (ErlangNode node = start(erlang, live);
        Mailbox mailbox = node.newMailbox()) {
      assertThat(Await.value(node.genCall("kernel_sup", name, Atom.of("which_children"))))
          .isInstanceOf(ListTerm.class);
      assertThat(Await.value(mailbox.genCall("kernel_sup", name, Atom.of("count_children"))))
          .isInstanceOf(ListTerm.class);
      assertThat(mailbox.size()).isZero();
      assertThat(Await.erlangFailure(node.genCall("nobody", name, Atom.OK)).reason())
          .isEqualTo(Atom.of("noproc"));
    }
  }

  @LiveNodeTest
  void messages_bothWays_areTheSameTermsInOrder(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        Mailbox mailbox = node.newMailbox()) {
      Pid echo =
          (Pid)
              live.eval(
                  "spawn(fun() -> (fun Loop() -> receive stop -> ok; {From, M} -> From ! M, Loop()"
                      + " end end)() end)");
      for (int i = 0; i < 1_000; i++) {
        mailbox.send(echo, Tuple.of(mailbox.pid(), IntegerTerm.of(i)));
      }
      for (int i = 0; i < 1_000; i++) {
        assertThat(Await.message(mailbox)).isEqualTo(IntegerTerm.of(i));
      }
      mailbox.send(echo, Atom.of("stop"));
    }
  }

  @LiveNodeTest
  void aliases_bothWays_getMessagesUntilRemoved(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        Mailbox mailbox = node.newMailbox();
        ErlangShell shell = live.shell()) {
      Reference ours = mailbox.newAlias();
      shell.eval("A ! one", Map.of("A", ours));
      assertThat(Await.message(mailbox)).isEqualTo(Atom.of("one"));
      mailbox.removeAlias(ours);
      shell.eval("A ! two, P ! three", Map.of("P", mailbox.pid()));
      assertThat(Await.message(mailbox)).isEqualTo(Atom.of("three"));

      Reference theirs = (Reference) shell.eval("alias()");
      mailbox.send(theirs, Atom.of("hello"));
      assertThat(shell.eval("receive X -> X end")).isEqualTo(Atom.of("hello"));
    }
  }

  @LiveNodeTest
  void mailbox_manyThreadsAndErlangProcesses_loseNothing(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        Mailbox mailbox = node.newMailbox("many")) {
      eval(
          live,
          node,
          "[spawn(fun() -> [{many, J} ! {I, N} || N <- lists:seq(1, 100)] end)"
              + " || I <- lists:seq(1, 20)]");

      int[] last = new int[21];
      for (int i = 0; i < 2_000; i++) {
        Tuple message = (Tuple) Await.message(mailbox);
        int sender = ((IntegerTerm) message.element(1)).intValue();
        assertThat(message.element(2)).isEqualTo(IntegerTerm.of(++last[sender]));
      }
      assertThat(mailbox.receive(Duration.ZERO)).isEmpty();
    }
  }

  // Tables.

  @LiveNodeTest
  void ets_fromErlangShell_works(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      try (ErlangShell shell = live.shell()) {
        shell.eval(
            "T = erpc:call(J, ets, new, [t, [ordered_set, public]])",
            Map.of("J", Atom.of(node.name())));
        shell.eval("true = erpc:call(J, ets, insert, [T, [{K, K*K} || K <- lists:seq(1,1000)]])");

        assertThat(
                shell.eval(
                    "rpc:call(J, ets, select, [T, ets:fun2ms(fun({K,V}) when K > 10, K < 14 -> V"
                        + " end)])"))
            .isEqualTo(parse("[121,144,169]"));
        assertThat(shell.eval("erpc:call(J, ets, info, [T, owner]) =:= self()"))
            .isEqualTo(Atom.TRUE);
      }

      Await.until("the table is gone", () -> node.tables().all().isEmpty());
    }
  }
}
