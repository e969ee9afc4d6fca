package org.jets.node.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;

/** The properties of live nodes on which tests rely. */
class LiveNodeFixtureTest {

  @LiveNodeTest
  void eval_expressionsWithBindings_givesTheLastValue(ErlangRelease erlang) throws IOException {
    Term value = erlang.node().eval("Y = X + 1, {X, Y}", Map.of("X", IntegerTerm.of(1)));

    assertThat(value).isEqualTo(TermParser.parse("{1,2}"));
  }

  @LiveNodeTest
  void eval_exception_failsWithItsText(ErlangRelease erlang) throws IOException {
    LiveNode node = erlang.node();

    assertThatThrownBy(() -> node.eval("1 + a"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("error:badarith");
  }

  @LiveNodeTest
  void eval_processThatIsKilled_failsAndNodeServesOn(ErlangRelease erlang) throws IOException {
    LiveNode node = erlang.node();

    assertThatThrownBy(() -> node.eval("exit(self(), kill), receive never -> ok end"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("killed");
    assertThat(node.eval("ok")).isEqualTo(Atom.OK);
  }

  @LiveNodeTest
  void eval_expressionThatPrints_keepsAnswersWhole(ErlangRelease erlang) throws IOException {
    assertThat(erlang.node().eval("io:format(\"x~n\"), logger:error(\"y\"), ok"))
        .isEqualTo(Atom.OK);
  }

  @LiveNodeTest
  void evalAsync_oneThatWaits_letsOthersAnswer(ErlangRelease erlang) throws IOException {
    LiveNode node = erlang.node();
    String name = Loopback.uniqueName("waiting");
    CompletableFuture<Term> waiting =
        node.evalAsync("register(" + name + ", self()), receive Message -> Message end");

    node.eval(
        "(fun Wait() -> case whereis(Name) of undefined -> erlang:yield(), Wait(); _ -> ok end"
            + " end)(), Name ! hello",
        Map.of("Name", Atom.of(name)));

    assertThat(node.await(waiting)).isEqualTo(Atom.of("hello"));
  }

  @LiveNodeTest
  void shell_severalEvaluations_isOneProcessThatKeepsVariables(ErlangRelease erlang)
      throws IOException {
    try (ErlangShell shell = erlang.node().shell()) {
      shell.eval("T = ets:new(t, []), Self = self()");
      assertThatThrownBy(() -> shell.eval("1 = 2")).hasMessageContaining("badmatch");

      assertThat(shell.eval("true = ets:insert(T, {1}), {Self =:= self(), ets:tab2list(T)}"))
          .isEqualTo(TermParser.parse("{true,[{1}]}"));
    }
  }

  @LiveNodeTest
  void epmd_sharedNode_knowsItAndRegistersOthers(ErlangRelease erlang) throws Exception {
    LiveNode node = erlang.node();
    String name = Loopback.uniqueName("registered");
    try (Closeable registration = erlang.epmd().register(name, 4242)) {
      assertThat(registration).isNotNull();
      assertThat(node.eval("erl_epmd:port_please(\"" + name + "\", {127,0,0,1})"))
          .isEqualTo(TermParser.parse("{port,4242,6}"));
    }
    assertThat(
            node.eval(
                "element(1, erl_epmd:port_please(hd(string:lexemes(atom_to_list(node()), \"@\")), {127,0,0,1}))"))
        .isEqualTo(Atom.of("port"));
  }

  @LiveNodeTest
  void kill_nodeThatIsConnected_isGoneForTheOther(ErlangRelease erlang) throws IOException {
    LiveNode node = erlang.node();
    try (LiveNode other = erlang.newNode().hidden().cookie(node.cookie()).start();
        ErlangShell watcher = node.shell()) {
      Map<String, Term> name = Map.of("Other", other.name());
      assertThat(watcher.eval("monitor_node(Other, true), net_adm:ping(Other)", name))
          .isEqualTo(Atom.of("pong"));

      other.kill();

      assertThat(watcher.eval("receive {nodedown, Node} -> Node end")).isEqualTo(other.name());
      assertThat(other.isAlive()).isFalse();
    }
  }

  @LiveNodeTest
  void stop_anyNode_endsItsProcess(ErlangRelease erlang) throws IOException {
    try (LiveNode node = erlang.newNode().start()) {
      node.stop();

      assertThat(node.isAlive()).isFalse();
      assertThatThrownBy(() -> node.eval("ok")).isInstanceOf(AssertionError.class);
    }
  }

  @LiveNodeTest
  void start_argumentsThatErlangRefuses_failsWithItsOutput(ErlangRelease erlang) {
    LiveNodeStarter starter = erlang.newNode().arguments("+S", "nonsense");

    assertThatThrownBy(starter::start)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("nonsense");
  }
}
