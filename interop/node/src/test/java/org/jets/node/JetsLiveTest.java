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
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.testkit.TestScale;

/** The module {@code jets} of a node, as live Erlang uses it. */
class JetsLiveTest {
  private static final int JOBS = 2_000;

  private static ErlangNode start(ErlangRelease erlang, LiveNode live) throws IOException {
    return ErlangNode.start(
        Loopback.uniqueName("jets") + "@" + Loopback.HOST,
        NodeOptions.defaults()
            .withCookie(live.cookie())
            .withEpmd(Loopback.address(erlang.epmd().port())));
  }

  private static Term term(String text) {
    return TermParser.parse(text);
  }

  /** Defines the function {@code C}, which calls one of {@code jets} on the table {@code T}. */
  private static void open(ErlangShell shell, ErlangNode node, String options) {
    shell.eval(
        "T = erpc:call(J, ets, new, [t, "
            + options
            + "]), C = fun(F, A) -> erpc:call(J, jets, F, [T | A]) end",
        Map.of("J", Atom.of(node.name())));
  }

  @LiveNodeTest
  void functions_fromErlangShell_giveTheirResults(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        ErlangShell shell = live.shell()) {
      open(shell, node, "[ordered_set]");
      shell.eval("erpc:call(J, ets, insert, [T, [{K, K*K} || K <- lists:seq(1, 100)]])");

      assertThat(shell.eval("C(lookup_all, [[7, 1000, 3]])")).isEqualTo(term("[{7,49},{3,9}]"));
      assertThat(shell.eval("C(take_all, [[7, 1000, 3]])")).isEqualTo(term("[{7,49},{3,9}]"));
      assertThat(shell.eval("C(compare_insert, [[], {7, seven}])")).isEqualTo(Atom.TRUE);
      assertThat(shell.eval("C(compare_insert, [[{7, 49}], {7, again}])")).isEqualTo(Atom.FALSE);
      assertThat(
              shell.eval(
                  "C(compare_insert," + " [erpc:call(J, ets, lookup, [T, 7]), {7, <<\"x\">>}])"))
          .isEqualTo(Atom.TRUE);
      assertThat(
              shell.eval(
                  "C(select_take,"
                      + " [ets:fun2ms(fun({K, V}) when K > 10, K < 20 -> {V} end), 2])"))
          .isEqualTo(term("[{121},{144}]"));
      assertThat(
              shell.eval(
                  "C(select_replace_returning,"
                      + " [ets:fun2ms(fun({K, V}) when K > 10, K < 20 -> {K, -V} end), 2])"))
          .isEqualTo(term("[{13,-169},{14,-196}]"));
      assertThat(
              shell.eval(
                  "maps:with([plan, keys],"
                      + " C(explain, [ets:fun2ms(fun({K, V}) when K > 10, K < 20 -> V end)]))"))
          .isEqualTo(term("#{plan => range,keys => [<<\"(10 .. 20)\">>]}"));
      assertThat(shell.eval("rpc:call(J, jets, lookup_all, [T, [7]])"))
          .isEqualTo(term("[{7,<<\"x\">>}]"));
      assertThat(shell.eval("erpc:call(J, ets, info, [T, size])")).isEqualTo(term("97"));
    }
  }

  @LiveNodeTest
  void errors_fromErlangShell_haveReasonAndStack(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        ErlangShell shell = live.shell();
        ErlangShell other = live.shell()) {
      open(shell, node, "[named_table, private]");

      assertThat(shell.eval("catch rpc:call(J, jets, take_all, [t, x])"))
          .isEqualTo(
              term(
                  "{badrpc,{'EXIT',{badarg,[{jets,take_all,[t,x],[{error_info,"
                      + "#{cause => <<\"keys: x (expected: a proper list)\">>}}]}]}}}"));
      assertThat(
              other.eval(
                  "try erpc:call(J, jets, take_all, [t, [1]]) catch error:E -> E end",
                  Map.of("J", Atom.of(node.name()))))
          .isEqualTo(
              term(
                  "{exception,badarg,"
                      + "[{jets,take_all,[t,[1]],[{error_info,#{cause => access}}]}]}"));
      assertThat(shell.eval("try C(subscribe, []) catch error:{exception, E, _} -> E end"))
          .isEqualTo(Atom.of("undef"));
      assertThat(
              shell.eval(
                  "try erpc:call(J, ets, take_all, [t, [1]]) catch error:{_, E, _} -> E end"))
          .isEqualTo(Atom.of("undef"));
    }
  }

  @LiveNodeTest
  void subscribe_byErlangProcess_sendsItTheChanges(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        ErlangShell shell = live.shell()) {
      open(shell, node, "[ordered_set, public, {events, true}]");
      shell.eval(
          "S = C(subscribe, [[{keys, [1, last]}]]),"
              + " Get = fun() -> receive {jets_event, T, S, E} -> E after 60000 -> none end end");
      shell.eval("rpc:call(J, ets, insert, [T, [{1, a}, {2, b}]])");
      shell.eval("erpc:call(J, ets, update_element, [T, 1, {2, c}])");
      shell.eval("erpc:call(J, ets, delete, [T, 1])");

      assertThat(shell.eval("[Get(), Get(), Get()]"))
          .isEqualTo(
              term(
                  "[{inserted,1,[],[{1,a}]},{replaced,1,[{1,a}],[{1,c}]},"
                      + "{deleted,1,[{1,c}],[]}]"));
      assertThat(shell.eval("erpc:call(J, jets, unsubscribe, [S])")).isEqualTo(Atom.TRUE);
    }
  }

  /** The subscription of a process that ends does not outlive it, and others go on. */
  @LiveNodeTest
  void subscriber_endsOrTableEnds_endsTheSubscription(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        ErlangShell shell = live.shell()) {
      open(shell, node, "[public, {events, true}]");
      shell.eval(
          "Get = fun(S) -> receive {jets_event, T, S, E} -> E after 60000 -> none end end,"
              + " S1 = C(subscribe, [[]]), S2 = C(subscribe, [[]]),"
              + " {P, M} = spawn_monitor(fun() -> C(subscribe, [[]]) end),"
              + " receive {'DOWN', M, process, P, R} -> R end");
      assertThat(shell.eval("erpc:call(J, jets, unsubscribe, [S1])")).isEqualTo(Atom.TRUE);
      assertThat(shell.eval("erpc:call(J, jets, unsubscribe, [S1])")).isEqualTo(Atom.FALSE);
      shell.eval("erpc:call(J, ets, insert, [T, {1, a}])");
      shell.eval("erpc:call(J, ets, delete, [T])");

      assertThat(shell.eval("[Get(S2), Get(S2)]"))
          .isEqualTo(term("[{inserted,1,[],[{1,a}]},{closed,deleted}]"));
      assertThat(shell.eval("receive {jets_event, _, S1, _} -> message after 0 -> none end"))
          .isEqualTo(Atom.of("none"));
    }
  }

  /** Processes that take jobs from one table share them: none is lost, none is done twice. */
  @LiveNodeTest
  void selectTake_byManyErlangProcesses_givesEachObjectToOne(ErlangRelease erlang)
      throws Exception {
    LiveNode live = erlang.node();
    int jobs = TestScale.count(JOBS);
    try (ErlangNode node = start(erlang, live);
        ErlangShell shell = live.shell()) {
      open(shell, node, "[public]");
      shell.eval("erpc:call(J, ets, insert, [T, [{N} || N <- lists:seq(1, " + jobs + ")]])");
      shell.eval(
          "Take = fun Loop(Done) ->"
              + " case C(select_take, [[{{'$1'}, [], ['$1']}], 7]) of"
              + " [] -> exit({done, Done}); Some -> Loop(Some ++ Done) end end,"
              + " Ws = [spawn_monitor(fun() -> Take([]) end) || _ <- lists:seq(1, 8)]");

      assertThat(
              shell.eval(
                  "lists:sort(lists:append([receive {'DOWN', R, process, P, {done, D}} -> D end"
                      + " || {P, R} <- Ws])) =:= lists:seq(1, "
                      + jobs
                      + ")"))
          .isEqualTo(Atom.TRUE);
      assertThat(shell.eval("erpc:call(J, ets, info, [T, size])")).isEqualTo(term("0"));
    }
  }
}
