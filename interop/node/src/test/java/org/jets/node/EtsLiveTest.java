package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jets.ets.TableSpace;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.ErlangShell;
import org.jets.node.live.LiveNode;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;

/** Tables of a node, as live Erlang uses them. */
class EtsLiveTest {

  private static ErlangNode start(ErlangRelease erlang, LiveNode live) throws IOException {
    return ErlangNode.start(
        Loopback.uniqueName("jets") + "@" + Loopback.HOST,
        NodeOptions.defaults()
            .withCookie(live.cookie())
            .withEpmd(Loopback.address(erlang.epmd().port())));
  }

  private static Map<String, Term> named(ErlangNode node) {
    return Map.of("J", Atom.of(node.name()));
  }

  private static Term term(String text) {
    return TermParser.parse(text);
  }

  private static void awaitNoTables(ErlangNode node) {
    TableSpace space = node.tables();
    Await.until("all tables gone", () -> space.all().isEmpty());
  }

  // As the page about Erlang has it

  @LiveNodeTest
  void shell_newInsertSelect_giveWhatErlangGives(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      try (ErlangShell shell = live.shell()) {
        shell.eval("T = erpc:call(J, ets, new, [t, [ordered_set, public]])", named(node));
        assertThat(
                shell.eval("erpc:call(J, ets, insert, [T, [{K, K*K} || K <- lists:seq(1,1000)]])"))
            .isEqualTo(Atom.TRUE);
        assertThat(
                shell.eval(
                    "rpc:call(J, ets, select,"
                        + " [T, ets:fun2ms(fun({K,V}) when K > 10, K < 14 -> V end)])"))
            .isEqualTo(term("[121,144,169]"));
        assertThat(shell.eval("{node(T) =:= J, erpc:call(J, ets, info, [T, owner]) =:= self()}"))
            .isEqualTo(term("{true,true}"));
        assertThat(
                shell.eval(
                    "erpc:call(J, ets, tab2list, [T]) =:= [{K, K*K} || K <- lists:seq(1,1000)]"))
            .isEqualTo(Atom.TRUE);
      }
      awaitNoTables(node);
    }
  }

  // Owners

  @LiveNodeTest
  void owner_ofEachFormOfCall_isTheCallerUntilItEnds(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      try (ErlangShell shell = live.shell()) {
        shell.eval("A = [t, [private]]", named(node));
        List<String> forms =
            List.of(
                "erpc:call(J, ets, new, A)",
                "erpc:receive_response(erpc:send_request(J, ets, new, A))",
                "element(2, hd(erpc:multicall([J], ets, new, A)))",
                "rpc:call(J, ets, new, A)",
                "rpc:block_call(J, ets, new, A)",
                "hd(element(1, rpc:multicall([J], ets, new, A)))");
        for (String form : forms) {
          assertThat(
                  shell.eval(
                      "(fun(T) -> {erpc:call(J, ets, info, [T, owner]) =:= self(),"
                          + " erpc:call(J, ets, insert, [T, {1}]),"
                          + " rpc:call(J, ets, lookup, [T, 1])} end)("
                          + form
                          + ")"))
              .as(form)
              .isEqualTo(term("{true,true,[{1}]}"));
        }
        assertThat(node.tables().all()).hasSize(forms.size());
      }
      awaitNoTables(node);
    }
  }

  @LiveNodeTest
  void owner_thatHasEnded_hasNoTableForLong(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      assertThat(
              live.eval(
                  "Me = self(),"
                      + "Owner = fun() ->"
                      + "  Me ! {table, erpc:call(J, ets, new, [t, [public]])},"
                      + "  receive stop -> ok end end,"
                      + "Once = fun() ->"
                      + "  {Pid, M} = spawn_monitor(Owner),"
                      + "  T = receive {table, X} -> X end,"
                      + "  true = erpc:call(J, ets, insert, [T, {1}]),"
                      + "  Pid ! stop,"
                      + "  receive {'DOWN', M, process, Pid, normal} -> ok end,"
                      + "  (fun Gone() -> case erpc:call(J, ets, info, [T]) of"
                      + "    undefined -> undefined; _ -> Gone() end end)() end,"
                      + "lists:usort([Once() || _ <- lists:seq(1, 100)])",
                  named(node)))
          .isEqualTo(term("[undefined]"));
      awaitNoTables(node);
    }
  }

  @LiveNodeTest
  void owners_manyThatEnd_leaveNothing(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      int count = 10_000;
      assertThat(
              live.eval(
                  "Me = self(),"
                      + "Ps = [spawn(fun() -> T = erpc:call(J, ets, new, [t, []]),"
                      + "  true = erpc:call(J, ets, insert, [T, {self()}]),"
                      + "  Me ! {made, self()}, receive stop -> ok end end)"
                      + "  || _ <- lists:seq(1, Count)],"
                      + "[receive {made, P} -> ok end || P <- Ps],"
                      + "N = length(erpc:call(J, ets, all, [])),"
                      + "[P ! stop || P <- Ps], N",
                  Map.of("J", Atom.of(node.name()), "Count", IntegerTerm.of(count))))
          .isEqualTo(IntegerTerm.of(count));
      awaitNoTables(node);
    }
  }

  @LiveNodeTest
  void nodeDown_endsItsOwners(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        LiveNode other = erlang.newNode().cookie(live.cookie()).start();
        ErlangShell keeper = live.shell()) {
      ErlangShell owner = other.shell();
      Term table = owner.eval("T = erpc:call(J, ets, new, [t, [public]])", named(node));
      keeper.eval("K = erpc:call(J, ets, new, [t, [public]])", named(node));
      owner.eval("erpc:call(J, ets, safe_fixtable, [K, true])", keeperTable(keeper));
      assertThat(keeper.eval("erpc:call(J, ets, info, [K, fixed])")).isEqualTo(Atom.TRUE);

      other.kill();

      TableSpace space = node.tables();
      Await.until("the table gone", () -> !space.all().contains(table));
      assertThat(keeper.eval("erpc:call(J, ets, info, [K, fixed])")).isEqualTo(Atom.FALSE);
    }
  }

  private static Map<String, Term> keeperTable(ErlangShell keeper) {
    return Map.of("K", keeper.eval("K"));
  }

  @LiveNodeTest
  void safeFixtable_ofProcessThatEnds_isReleased(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      assertThat(
              live.eval(
                  "T = erpc:call(J, ets, new, [t, [public]]),"
                      + "{P, M} = spawn_monitor(fun() ->"
                      + "  true = erpc:call(J, ets, safe_fixtable, [T, true]),"
                      + "  exit(erpc:call(J, ets, info, [T, fixed])) end),"
                      + "Was = receive {'DOWN', M, process, P, R} -> R end,"
                      + "{Was, (fun Free() -> case erpc:call(J, ets, info, [T, fixed]) of"
                      + "  false -> false; _ -> Free() end end)()}",
                  named(node)))
          .isEqualTo(term("{true,false}"));
      awaitNoTables(node);
    }
  }

  // Heirs and gifts

  @LiveNodeTest
  void giveAway_toWhoWaits_messageIsThereBeforeTheReply(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      assertThat(
              live.eval(
                  "Me = self(),"
                      + "Once = fun() ->"
                      + "  T = erpc:call(J, ets, new, [t, []]),"
                      + "  P = spawn(fun() -> receive go -> ok end,"
                      + "    receive {'ETS-TRANSFER', T, Me, gift} ->"
                      + "      Me ! {got, erpc:call(J, ets, insert, [T, {1}])} end end),"
                      + "  true = erpc:call(J, ets, give_away, [T, P, gift]),"
                      + "  {messages, Messages} = process_info(P, messages),"
                      + "  P ! go,"
                      + "  {Messages =:= [{'ETS-TRANSFER', T, Me, gift}],"
                      + "   receive {got, X} -> X end} end,"
                      + "lists:usort([Once() || _ <- lists:seq(1, 50)])",
                  named(node)))
          .isEqualTo(term("[{true,true}]"));
      awaitNoTables(node);
    }
  }

  @LiveNodeTest
  void heir_onAnotherNode_getsTheTableOfWhoEnds(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        LiveNode other = erlang.newNode().cookie(live.cookie()).start()) {
      try (ErlangShell heir = other.shell()) {
        Term made =
            live.eval(
                "T = erpc:call(J, ets, new, [t, [{heir, Heir, data}]]),"
                    + "true = erpc:call(J, ets, insert, [T, {1,2}]), {T, self()}",
                Map.of("J", Atom.of(node.name()), "Heir", heir.pid()));
        assertThat(
                heir.eval(
                    "receive {'ETS-TRANSFER', T, Owner, data} ->"
                        + " {{T, Owner} =:= Made, erpc:call(J, ets, lookup, [T, 1]),"
                        + "  erpc:call(J, ets, info, [T, owner]) =:= self()} end",
                    Map.of("J", Atom.of(node.name()), "Made", made)))
            .isEqualTo(term("{true,[{1,2}],true}"));
      }
      awaitNoTables(node);
    }
  }

  @LiveNodeTest
  void heir_thatHasEnded_isNoneAndGiftToItIsBadarg(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      assertThat(
              live.eval(
                  "{P, M} = spawn_monitor(fun() -> ok end),"
                      + "receive {'DOWN', M, process, P, _} -> ok end,"
                      + "T = erpc:call(J, ets, new, [t, [{heir, P, data}]]),"
                      + "{erpc:call(J, ets, info, [T, heir]),"
                      + " try erpc:call(J, ets, give_away, [T, P, gift])"
                      + " catch error:{exception, R, [{ets, F, _, _}|_]} -> {R, F} end}",
                  named(node)))
          .isEqualTo(term("{none,{badarg,give_away}}"));
      awaitNoTables(node);
    }
  }

  @LiveNodeTest
  void giveAway_toUnknownNode_isBadarg(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      Pid nobody = Pid.of(Atom.of("nosuchnode@127.0.0.1"), 5, 0, 5);
      assertThat(
              live.eval(
                  "T = erpc:call(J, ets, new, [t, []]),"
                      + "try erpc:call(J, ets, give_away, [T, Nobody, gift])"
                      + " catch error:{exception, R, [{ets, F, _, _}|_]} -> {R, F} end",
                  Map.of("J", Atom.of(node.name()), "Nobody", nobody)))
          .isEqualTo(term("{badarg,give_away}"));
      awaitNoTables(node);
    }
  }

  // Continuations

  @LiveNodeTest
  void select_withLimit_goesOnInAnotherProcess(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      assertThat(
              live.eval(
                  "T = erpc:call(J, ets, new, [t, [ordered_set]]),"
                      + "true = erpc:call(J, ets, insert, [T, [{N} || N <- lists:seq(1, 10)]]),"
                      + "{L1, C1} = erpc:call(J, ets, select, [T, [{{'$1'}, [], ['$1']}], 4]),"
                      + "Me = self(),"
                      + "spawn(fun() -> Me ! erpc:call(J, ets, select, [C1]) end),"
                      + "{L2, C2} = receive X -> X end,"
                      + "{L3, _} = Last = rpc:call(J, ets, select, [C2]),"
                      + "End = case Last of {_, '$end_of_table'} -> '$end_of_table';"
                      + " {_, C3} -> erpc:call(J, ets, select, [C3]) end,"
                      + "{L1, L2, L3, End}",
                  named(node)))
          .isEqualTo(term("{[1,2,3,4],[5,6,7,8],[9,10],'$end_of_table'}"));
      awaitNoTables(node);
    }
  }

  // The same as between Erlang nodes

  /**
   * Calls a function of another node, and returns the value or the error with the text of a shell.
   */
  private static final String CALL =
      "Explain = fun(R, S) -> try erl_stdlib_errors:format_error(R, S) catch _:_ -> none end end,"
          + "Call = fun(Node, F, Args) ->"
          + "  try {ok, erpc:call(Node, ets, F, Args)}"
          + "  catch error:{exception, R, [{M, F2, As, I}|_] = S} ->"
          + "    {error, R, M, F2, case As of [_|Rest] -> Rest; _ -> As end,"
          + "     lists:keyfind(error_info, 1, I), Explain(R, S)} end end,";

  /** Calls each function with each table first, and collects the different answers. */
  private static final String COMPARE =
      CALL
          // The caller owns neither table.
          + "Keep = fun(N, New) -> Me = self(),"
          + "  P = spawn(N, fun() -> T = New(), Me ! {T, self()}, receive stop -> ok end end),"
          + "  receive {T, P} -> {T, P} end end,"
          + "{E, OfE} = Keep(Erl, fun() -> ets:new(t, [Type, public]) end),"
          + "{T, OfT} = Keep(node(), fun() -> erpc:call(J, ets, new, [t, [Type, public]]) end),"
          + "Order = fun(F, {ok, L}) when is_list(L), Type =/= ordered_set,"
          + "    F =/= lookup_element -> {F, lists:sort(L)};"
          // The continuation after a limit is specific to each node.
          + "  (F, {ok, {L, _}}) when is_list(L), F =/= first_lookup, F =/= last_lookup,"
          + "    F =/= next_lookup, F =/= prev_lookup -> {F, L};"
          // A table without a name keeps its identifier.
          + "  (rename, {ok, R}) -> {rename, is_reference(R)};"
          + "  (F, X) -> {F, X} end,"
          + "Differ = [{F, As, A, B} || {F, As} <- Calls,"
          + "  {A, B} <- [{Order(F, Call(J, F, [T|As])), Order(F, Call(Erl, F, [E|As]))}],"
          + "  A =/= B],"
          + "OfE ! stop, OfT ! stop,"
          + "{length(Calls), Differ}";

  @LiveNodeTest
  void anyFunction_givesWhatAnErlangNodeGives(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
    try (ErlangNode node = start(erlang, live);
        LiveNode other = erlang.newNode().cookie(live.cookie()).start()) {
      for (String type : List.of("ordered_set", "set", "bag", "duplicate_bag")) {
        List<Term> calls =
            new EtsCalls(new Random(seed), type, erlang.number()).calls(TestScale.count(1_000));
        Term differences =
            live.eval(
                COMPARE,
                Map.of(
                    "J", Atom.of(node.name()),
                    "Erl", other.name(),
                    "Type", Atom.of(type),
                    "Calls", ListTerm.of(calls)));
        assertThat(differences)
            .as("-Djets.seed=%d, %s", seed, type)
            .isEqualTo(Tuple.of(IntegerTerm.of(calls.size()), ListTerm.empty()));
      }
      awaitNoTables(node);
    }
  }

  @LiveNodeTest
  void error_ofWrongArgument_isExplainedAsErlangsOwn(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    List<Term> calls = new ArrayList<>();
    for (String call :
        List.of(
            "{lookup,[nosuch,1]}",
            "{insert,[nosuch,{1}]}",
            "{insert,[1,{1}]}",
            "{new,[1,[]]}",
            "{new,[t,[unknown]]}",
            "{new,[t,x]}",
            "{rename,[nosuch,x]}",
            "{whereis,[1]}",
            "{info,[nosuch,x,y]}",
            "{no_such_function,[1,2]}",
            "{match_spec_compile,[x]}")) {
      calls.add(term(call));
    }
    try (ErlangNode node = start(erlang, live);
        LiveNode other = erlang.newNode().cookie(live.cookie()).start()) {
      assertThat(
              live.eval(
                  CALL
                      + "[{F, A, B} || {F, As} <- Calls, {A, B} <-"
                      + " [{Call(J, F, As), Call(Erl, F, As)}], A =/= B]",
                  Map.of(
                      "J", Atom.of(node.name()),
                      "Erl", other.name(),
                      "Calls", ListTerm.of(calls))))
          .isEqualTo(ListTerm.empty());
    }
  }
}
