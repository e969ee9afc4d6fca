package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.jets.ets.Access;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.LiveNode;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;

/**
 * Replays, from a live Erlang, the calls that Erlang's {@code observer} and {@code etop} make on
 * the node that they show. They were recorded from these tools of OTP 25, and all pages of {@code
 * observer} from OTP 27 and 29, which make the same calls, some of them by {@code erpc}.
 */
class LiveObserverTest {
  private static final int OBJECTS = 450;

  private static ErlangNode start(ErlangRelease erlang) throws IOException {
    return ErlangNode.start(
        Loopback.uniqueName("jets") + "@" + Loopback.HOST,
        NodeOptions.defaults()
            .withCookie(erlang.node().cookie())
            .withEpmd(Loopback.address(erlang.epmd().port())));
  }

  /** Evaluates with the node's name in the variable {@code J}. */
  private static Term eval(LiveNode live, ErlangNode node, String expressions) {
    return live.eval(expressions, Map.of("J", Atom.of(node.name())));
  }

  private static void fill(LocalTable table) {
    for (int i = 0; i < OBJECTS; i++) {
      table.insert(Tuple.of(IntegerTerm.of(i), IntegerTerm.of(i)));
    }
  }

  @LiveNodeTest
  void systemPage_callsOfObserver_areAnswered(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang)) {
      assertThat(
              eval(
                  live,
                  node,
                  // The keys that observer_sys_wx of OTP 25 shows.
                  "I = rpc:call(J, observer_backend, sys_info, []),"
                      + " [K || K <- [uptime, run_queue, io_input, io_output, logical_processors,"
                      + " logical_processors_online, logical_processors_available, schedulers,"
                      + " schedulers_online, schedulers_available, otp_release, version,"
                      + " system_architecture, kernel_poll, smp_support, threads,"
                      + " thread_pool_size, wordsize_internal, wordsize_external, alloc_info,"
                      + " process_count, process_limit, atom_limit, atom_count, port_limit,"
                      + " port_count, ets_limit, ets_count, dist_buf_busy_limit, total, processes,"
                      + " processes_used, system, atom, atom_used, binary, code, ets],"
                      + " not lists:keymember(K, 1, I)]"))
          .isEqualTo(ListTerm.empty());
      assertThat(
              eval(
                  live,
                  node,
                  "{rpc:call(J, code, ensure_loaded, [observer_backend]),"
                      + " [rpc:call(J, erlang, function_exported, [observer_backend, F, A])"
                      + " || {F, A} <- [{procs_info, 1}, {get_port_list, 0},"
                      + " {get_socket_list, 0}]],"
                      + " rpc:call(J, observer_backend, get_port_list, []),"
                      + " rpc:call(J, observer_backend, get_socket_list, []),"
                      + " is_list(rpc:call(J, observer_backend, socket_info, [])),"
                      + " rpc:call(J, erlang, system_info, [dirty_cpu_schedulers]),"
                      + " is_integer(rpc:call(J, erlang, memory, [total])),"
                      // observer ends if its page of applications gets no pid.
                      + " begin {ok, A} = appmon_info:start_link(J, self(), []), node(A) =:= J,"
                      + " appmon_info:app_ctrl(A, J, true, []) end}"))
          .isEqualTo(
              TermParser.parse(
                  "{{module,observer_backend},[true,true,true],[],[],true,0,true,ok}"));
    }
  }

  /** The page of allocators of OTP 27 and 29 ends if there is none, or one of another form. */
  @LiveNodeTest
  void allocatorPage_callsOfObserver_getTheMemoryOfTheJvm(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang)) {
      assertThat(
              eval(
                  live,
                  node,
                  "I = rpc:call(J, observer_backend, sys_info, []),"
                      + " {alloc_info, L} = lists:keyfind(alloc_info, 1, I),"
                      + " [begin [{instance, 0, [{mbcs, [{blocks, [{N, [{size, S, S, S}]}]},"
                      + " {carriers_size, C, C, C}]},"
                      + " {sbcs, [{blocks, []}, {carriers_size, 0, 0, 0}]}]}] = A,"
                      + " {N, C >= S, S >= 0} end || {N, A} <- L]"))
          .isEqualTo(
              TermParser.parse(
                  "[{eheap_alloc,true,true},{ll_alloc,true,true},{binary_alloc,true,true}]"));
    }
  }

  @LiveNodeTest
  void tablePage_callsOfObserver_showTables(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang);
        Owner owner = node.tables().newOwner()) {
      fill(owner.newTable("shown", TableOptions.set().withNamedTable()));
      owner.newTable("hidden", TableOptions.orderedSet().withAccess(Access.PRIVATE));

      String list =
          "[{proplists:get_value(name, T), proplists:get_value(id, T),"
              + " proplists:get_value(size, T), proplists:get_value(type, T),"
              + " proplists:get_value(protection, T), proplists:get_value(reg_name, T),"
              + " proplists:get_value(keypos, T), proplists:get_value(heir, T),"
              + " proplists:get_value(fixed, T), proplists:get_value(memory, T) > 1000,"
              + " node(proplists:get_value(owner, T)) =:= J}"
              + " || T <- rpc:call(J, observer_backend, get_table_list,"
              + " [ets, [{unread_hidden, %s}, {sys_hidden, true}]])]";
      assertThat(eval(live, node, list.formatted("true")))
          .isEqualTo(
              TermParser.parse("[{shown,ignore,450,set,protected,ignore,1,none,false,true,true}]"));
      assertThat(eval(live, node, "length(" + list.formatted("false") + ")"))
          .isEqualTo(IntegerTerm.of(2));
      assertThat(
              eval(
                  live,
                  node,
                  "rpc:call(J, observer_backend, get_table_list, [mnesia, []]) =:="
                      + " {error, \"Mnesia is not running on: \" ++ atom_to_list(J)}"))
          .isEqualTo(Atom.TRUE);
    }
  }

  @LiveNodeTest
  void tableView_callsOfObserver_getTheObjectsInChunks(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang);
        Owner owner = node.tables().newOwner()) {
      fill(owner.newTable("shown", TableOptions.set().withNamedTable()));
      owner.newTable(
          "hidden", TableOptions.orderedSet().withNamedTable().withAccess(Access.PRIVATE));

      // As observer_tv_table does: the parent gets lists of lists with one object each.
      String read =
          "P = rpc:call(J, observer_backend, get_table, [self(), %s, ets]),"
              + " (fun Loop(All) -> receive {P, '$end_of_table'} -> length(All);"
              + " {P, Chunk} -> Loop([R || [R] <- Chunk] ++ All) after 60000 -> timeout end"
              + " end)([])";
      assertThat(eval(live, node, read.formatted("shown"))).isEqualTo(IntegerTerm.of(OBJECTS));
      LocalTable large = owner.newTable("large", TableOptions.set().withNamedTable());
      for (int i = 0; i < 40; i++) {
        large.insert(Tuple.of(IntegerTerm.of(i), Binary.of(new byte[1 << 20])));
      }
      assertThat(eval(live, node, read.formatted("large") + " < 20")).isEqualTo(Atom.TRUE);
      assertThat(eval(live, node, read.formatted("hidden"))).isEqualTo(IntegerTerm.of(0));
      assertThat(eval(live, node, read.formatted("none"))).isEqualTo(IntegerTerm.of(0));
      assertThat(
              eval(
                  live,
                  node,
                  "Q = spawn(J, erlang, node, []), {badrpc, {'EXIT', {R, _}}} ="
                      + " rpc:call(J, observer_backend, get_table, [Q, shown, ets]), R"))
          .isEqualTo(Atom.of("badarg"));
    }
  }

  /** A program that replaces the module ets decides about the view of a table too. */
  @LiveNodeTest
  void tableView_etsIsReplaced_hasWhatItAnswers(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang);
        Owner owner = node.tables().newOwner()) {
      fill(owner.newTable("shown", TableOptions.set().withNamedTable()));
      node.replaceModule(
          "ets",
          call -> {
            throw ErlangException.error(Atom.of("eacces"));
          });
      String read =
          "P = rpc:call(J, observer_backend, get_table, [self(), shown, ets]),"
              + " receive {P, First} -> First after 60000 -> timeout end";
      assertThat(eval(live, node, read)).isEqualTo(Atom.of("$end_of_table"));
    }
  }

  @LiveNodeTest
  void processes_callsOfObserverAndEtop_areAnswered(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang)) {
      assertThat(
              eval(
                  live,
                  node,
                  "process_flag(trap_exit, true),"
                      + " B = spawn_link(J, observer_backend, procs_info, [self()]),"
                      + " Procs = receive {procs_info, B, L} -> L after 60000 -> timeout end,"
                      + " End = receive {'EXIT', B, R} -> R after 60000 -> timeout end,"
                      + " {[element(5, X) || X <- Procs, element(5, X) =:= rex,"
                      + " tuple_size(X) =:= 8], End}"))
          .isEqualTo(TermParser.parse("{[rex],normal}"));
      assertThat(
              eval(
                  live,
                  node,
                  "{ok, _} = rpc:call(J, observer_backend, vsn, []),"
                      + " C = spawn_link(J, observer_backend, etop_collect, [self()]),"
                      + " receive {C, E} -> {element(1, E), tuple_size(E), element(6, E) > 0,"
                      + " is_integer(proplists:get_value(total, element(8, E))),"
                      + " length(element(9, E)) =:= element(3, E)}"
                      + " after 60000 -> timeout end"))
          .isEqualTo(TermParser.parse("{etop_info,9,true,true,true}"));
    }
  }

  /** As observer_perf_wx does, which takes differences between two samples. */
  @LiveNodeTest
  void loadCharts_callsOfObserver_getStatisticsUntilTheyEnd(ErlangRelease erlang)
      throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang)) {
      assertThat(
              eval(
                  live,
                  node,
                  "process_flag(trap_exit, true),"
                      + " F = spawn_link(J, observer_backend, fetch_stats, [self(), 1]),"
                      + " Get = fun() -> receive {stats, 1, S, {{input, I}, {output, O}}, M}"
                      + " when is_integer(I), is_integer(O) -> {S, M} after 60000 -> timeout end"
                      + " end,"
                      + " {S0, _} = Get(), {S1, M1} = Get(),"
                      + " Shares = [{A1 >= A0, T1 > T0, A1 - A0 =< T1 - T0} ||"
                      + " {{N, A0, T0}, {N, A1, T1}} <- lists:zip(lists:sort(S0), lists:sort(S1))],"
                      + " Types = [T || T <- [total, processes, atom, binary, code, ets],"
                      + " not lists:keymember(T, 1, M1)],"
                      + " F ! exit, End = receive {'EXIT', F, R} -> R after 60000 -> timeout end,"
                      + " {Shares, Types, End}"))
          .isEqualTo(TermParser.parse("{[{true,true,true}],[],normal}"));
    }
  }

  /** A megabyte to the node and back is at least that much input and output. */
  @LiveNodeTest
  void loadCharts_bytesOfCalls_areInputAndOutput(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang)) {
      node.expose("echo", call -> call.arguments().get(0));
      assertThat(
              eval(
                  live,
                  node,
                  "Io = fun() -> {{input, I}, {output, O}} ="
                      + " rpc:call(J, erlang, statistics, [io]), {I, O} end,"
                      + " {I0, O0} = Io(), B = binary:copy(<<7>>, 1 bsl 20),"
                      + " B = rpc:call(J, echo, echo, [B]), {I1, O1} = Io(),"
                      + " S = rpc:call(J, observer_backend, sys_info, []),"
                      + " D = 1 bsl 20,"
                      + " {I1 - I0 >= D, I1 - I0 < 2 * D, O1 - O0 >= D, O1 - O0 < 2 * D,"
                      + " proplists:get_value(io_input, S) >= I1,"
                      + " proplists:get_value(io_output, S) >= O1}"))
          .isEqualTo(TermParser.parse("{true,true,true,true,true,true}"));
    }
  }

  @LiveNodeTest
  void loadCharts_observerEnds_endWithIt(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang)) {
      assertThat(
              eval(
                  live,
                  node,
                  "Me = self(), O = spawn(fun() -> Me ! spawn_link(J, observer_backend,"
                      + " fetch_stats, [self(), 60000]), receive stop -> ok end end),"
                      + " F = receive P -> P after 60000 -> timeout end,"
                      + " Ref = erlang:monitor(process, F), exit(O, kill),"
                      + " receive {'DOWN', Ref, process, F, R} -> R after 60000 -> timeout end"))
          .isEqualTo(Atom.of("killed"));
    }
  }

  /** One node can start no more than a few, and each that ends makes room for another. */
  @LiveNodeTest
  void loadCharts_moreThanThereMayBe_areRefused(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang)) {
      assertThat(
              eval(
                  live,
                  node,
                  "process_flag(trap_exit, true), Start = fun(A) ->"
                      + " R = spawn_request(J, observer_backend, fetch_stats, A, [monitor]),"
                      + " receive {spawn_reply, R, ok, P} -> {R, P};"
                      + " {spawn_reply, R, error, E} -> E after 60000 -> timeout end end,"
                      + " All = [Start([self(), 60000]) || _ <- lists:seq(1, 20)],"
                      + " {Ok, No} = lists:partition(fun erlang:is_tuple/1, All),"
                      + " [P ! exit || {_, P} <- Ok],"
                      + " [receive {'DOWN', R, process, _, normal} -> ok after 60000 -> exit(late)"
                      + " end || {R, _} <- Ok],"
                      + " Again = is_tuple(Start([self(), 60000])),"
                      + " {length(Ok), lists:usort(No), Again, Start([self(), soon]),"
                      + " Start([pid, 100])}"))
          .isEqualTo(TermParser.parse("{16,[system_limit],true,badarg,badarg}"));
    }
  }

  @LiveNodeTest
  void etop_schedulers_haveTheirTimes(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang)) {
      assertThat(
              eval(
                  live,
                  node,
                  "C = spawn_link(J, observer_backend, etop_collect, [self()]),"
                      + " [{1, A, T}] = receive {C, E} -> element(5, E) end,"
                      + " [{1, A2, T2}] = rpc:call(J, erlang, statistics, [scheduler_wall_time]),"
                      + " A >= 0 andalso A2 >= A andalso T2 > T"))
          .isEqualTo(Atom.TRUE);
    }
  }
}
