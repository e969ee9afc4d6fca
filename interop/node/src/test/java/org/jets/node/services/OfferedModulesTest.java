package org.jets.node.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jets.ets.TableSpace;
import org.jets.node.ErlangException;
import org.jets.node.ExposedModule;
import org.jets.node.IncomingCall;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.node.jobs.ObserverSlot;
import org.jets.node.process.ProcessTable;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The functions of Erlang's own modules that each node offers, without a node. */
class OfferedModulesTest {
  private static final Atom NODE = Atom.of("jets@h");

  private static Term call(String module, String function, String arguments)
      throws ErlangException, InterruptedException {
    ProcessTable table = new ProcessTable(NODE, 5);
    RuntimeFacts facts =
        new RuntimeFacts(table, new TableSpace(NODE, 5), 7, () -> 3, () -> 0, () -> 0);
    ModuleTable modules = new ModuleTable(new RateLimitedLog(), new ObserverSlot());
    modules.offer(Atom.of("code"), CodeModule.of(modules));
    modules.expose(Atom.of("mine"), incoming -> Atom.OK);
    ExposedModule exposed =
        switch (module) {
          case "lists" -> ListsModule.of();
          case "code" -> CodeModule.of(modules);
          default -> ErlangModule.of(facts, modules, new DecodeBudget(1 << 20, 1 << 20));
        };
    return exposed.call(
        new IncomingCall(
            Pid.of(NODE, 1, 0, 5),
            Atom.of(module),
            Atom.of(function),
            ((ListTerm) TermParser.parse(arguments)).toList()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "erlang; node; []; 'jets@h'",
        "erlang; phash2; [a]; 97",
        "erlang; phash2; [a,1]; 0",
        "erlang; ==; [1,1.0]; true",
        "erlang; =:=; [1,1.0]; false",
        "erlang; =/=; [1,1.0]; true",
        "erlang; /=; [1,1.0]; false",
        "erlang; <; [a,1]; false",
        "erlang; >; [a,1]; true",
        "erlang; =<; [1,1.0]; true",
        "erlang; >=; [[],{}]; true",
        "erlang; term_to_binary; [1]; <<131,97,1>>",
        "erlang; term_to_binary; [1,[deterministic,{minor_version,1}]]; <<131,97,1>>",
        "erlang; binary_to_term; [<<131,97,1,7>>]; 1",
        "erlang; binary_to_term; [<<131,97,1,7>>,[used,safe]]; {1,3}",
        "erlang; system_info; [machine]; \"JVM\"",
        "erlang; system_info; [creation]; 5",
        "erlang; system_info; [{wordsize,internal}]; 8",
        "erlang; system_info; [ets_limit]; 7",
        "erlang; system_info; [ets_count]; 0",
        "erlang; memory; [ets]; 0",
        "erlang; memory; [[ets]]; [{ets,0}]",
        "erlang; statistics; [run_queue]; 3",
        "erlang; statistics; [io]; {{input,0},{output,0}}",
        "erlang; function_exported; [code,ensure_loaded,1]; true",
        "erlang; function_exported; [code,ensure_loaded,2]; false",
        "erlang; function_exported; [mine,f,0]; false",
        "code; ensure_loaded; [mine]; {module,mine}",
        "code; ensure_loaded; [other]; {error,nofile}",
        "lists; reverse; [[1,a]]; [a,1]",
        "lists; sort; [[b,1.0,a,1]]; [1.0,1,a,b]",
        "lists; usort; [[b,1.0,a,1,b]]; [1.0,a,b]",
        "lists; sort; [[]]; []",
      })
  void function_goodArguments_givesErlangsValue(
      String module, String function, String arguments, String expected) throws Exception {
    assertThat(call(module, function, arguments)).isEqualTo(TermParser.parse(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "phash2; [a,0]",
        "phash2; [a,b]",
        "phash2; [a,4294967297]",
        "phash2; [a,100000000000000000000]",
        "binary_to_term; [a]",
        "binary_to_term; [<<1,2>>]",
        "term_to_binary; [a,[foo]]",
        "term_to_binary; [a,[{compressed,10}]]",
        "term_to_binary; [a,[{foo,1}]]",
        "system_info; [foo]",
        "system_info; [1]",
        "memory; [foo]",
        "memory; [[ets,foo]]",
        "statistics; [foo]",
        "statistics; [1]",
        "function_exported; [a,b,-1]",
        "function_exported; [a,1,1]",
      })
  void erlangFunction_badArguments_isBadargThatAShellExplains(String function, String arguments) {
    assertThatThrownBy(() -> call("erlang", function, arguments))
        .isInstanceOfSatisfying(
            ErlangException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Atom.of("badarg"));
              assertThat(e.stack())
                  .isEqualTo(
                      TermParser.parse(
                          "[{erlang,"
                              + function
                              + ","
                              + arguments
                              + ",[{error_info,#{module => erl_erts_errors}}]}]"));
            });
  }

  @Test
  void binaryToTerm_badOption_saysSo() {
    assertThatThrownBy(() -> call("erlang", "binary_to_term", "[<<131,97,1>>,[foo]]"))
        .isInstanceOfSatisfying(
            ErlangException.class,
            e ->
                assertThat(e.stack())
                    .isEqualTo(
                        TermParser.parse(
                            "[{erlang,binary_to_term,[<<131,97,1>>,[foo]],"
                                + "[{error_info,#{cause => badopt,"
                                + "module => erl_erts_errors}}]}]")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "sort; [a]; function_clause; []",
        "usort; [[a|b]]; function_clause; []",
        "reverse; [a]; function_clause; []",
        "reverse; [[a|b]]; function_clause; []",
        "reverse; [[a,b|c]]; badarg; [{error_info,#{module => erl_stdlib_errors}}]",
      })
  void listsFunction_badArguments_failsAsErlangDoes(
      String function, String arguments, String reason, String location) {
    assertThatThrownBy(() -> call("lists", function, arguments))
        .isInstanceOfSatisfying(
            ErlangException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Atom.of(reason));
              assertThat(e.stack())
                  .isEqualTo(
                      TermParser.parse(
                          "[{lists," + function + "," + arguments + "," + location + "}]"));
            });
  }

  @Test
  void function_unknownArity_isUndef() {
    assertThatThrownBy(() -> call("lists", "sort", "[a,b,c]"))
        .isInstanceOfSatisfying(
            ErlangException.class,
            e ->
                assertThat(List.of(e.reason(), e.stack()))
                    .containsExactly(
                        Atom.of("undef"), TermParser.parse("[{lists,sort,[a,b,c],[]}]")));
  }
}
