package org.jets.jinterface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ericsson.otp.erlang.OtpEpmd;
import com.ericsson.otp.erlang.OtpMbox;
import com.ericsson.otp.erlang.OtpNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.node.ErlangException;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;

/** Two mailboxes of one program with jinterface. It needs Erlang's epmd, and no Erlang node. */
class EtsMailboxTest {
  private static final Duration BOUND = Duration.ofSeconds(30);

  @LiveNodeTest
  void call_functionsOfEts_haveErlangsResults(ErlangRelease erlang) throws Exception {
    try (Program program = new Program(erlang);
        EtsMailboxServer server = EtsMailboxServer.start(program.tables, program.owner)) {
      assertThat(server).isNotNull();
      EtsMailboxClient client = program.client();

      assertThat(client.call(BOUND, "new", term("t"), term("[named_table,ordered_set]")))
          .isEqualTo(term("t"));
      assertThat(client.call(BOUND, "insert", term("t"), term("[{1,a},{2,\"b\"},{3.0,[]}]")))
          .isEqualTo(Atom.TRUE);
      assertThat(
              client.call(BOUND, "select", term("t"), term("[{{'$1','_'},[{'>','$1',1}],['$_']}]")))
          .isEqualTo(term("[{2,\"b\"},{3.0,[]}]"));
    }
  }

  @LiveNodeTest
  void call_wrongArguments_throwsErlangsError(ErlangRelease erlang) throws Exception {
    try (Program program = new Program(erlang);
        EtsMailboxServer server = EtsMailboxServer.start(program.tables, program.owner)) {
      assertThat(server).isNotNull();
      EtsMailboxClient client = program.client();

      assertThatThrownBy(() -> client.call(BOUND, "lookup", term("nothing"), term("1")))
          .isInstanceOfSatisfying(
              ErlangException.class,
              e -> {
                assertThat(e.reason()).isEqualTo(term("badarg"));
                assertThat(e.stack())
                    .isEqualTo(
                        term(
                            "[{ets,lookup,[nothing,1],"
                                + "[{error_info,#{cause => id,module => erl_stdlib_errors}}]}]"));
              });
      assertThatThrownBy(() -> client.call(BOUND, "no_such_function"))
          .isInstanceOfSatisfying(
              ErlangException.class, e -> assertThat(e.reason()).isEqualTo(term("undef")));
    }
  }

  @LiveNodeTest
  void call_resultThatJinterfaceCannotHold_throwsAnErrorThatSaysSo(ErlangRelease erlang)
      throws Exception {
    try (Program program = new Program(erlang);
        EtsMailboxServer server = EtsMailboxServer.start(program.tables, program.owner)) {
      assertThat(server).isNotNull();
      Term record = RecordTerm.of(Atom.of("m"), Atom.of("r"), true, List.of(), List.of());
      program
          .owner
          .newTable("t", TableOptions.set().withNamedTable())
          .insert(Tuple.of(Atom.of("k"), record));
      EtsMailboxClient client = program.client();

      assertThatThrownBy(() -> client.call(BOUND, "lookup", term("t"), term("k")))
          .isInstanceOfSatisfying(
              ErlangException.class,
              e -> {
                Tuple reason = (Tuple) e.reason();
                assertThat(reason.element(1)).isEqualTo(Atom.of("jinterface"));
                assertThat(((Binary) reason.element(2)).toByteArray())
                    .asString(StandardCharsets.UTF_8)
                    .startsWith("a native record");
              });
    }
  }

  @LiveNodeTest
  void answer_eachMessage_isAnsweredAsDocumented(ErlangRelease erlang) throws Exception {
    try (Program program = new Program(erlang)) {
      EtsMailboxServer server = EtsMailboxServer.of(program.tables, program.owner);
      assertThat(program.answer(server, "{'$gen_call',{Self,[tag|1]},{ets,all,[]}}"))
          .isEqualTo(term("{[tag|1],{ok,[]}}"));
      assertThat(program.answer(server, "{call,{Self,7},ets,all,[]}"))
          .isEqualTo(term("{7,{ok,[]}}"));
      assertThat(program.answer(server, "{call,Self,ets,all,[]}")).isEqualTo(term("{ets,{ok,[]}}"));
      assertThat(program.answer(server, "{'$gen_call',{Self,7},{lists,all,[]}}"))
          .isEqualTo(term("{7,{error,badarg,[]}}"));
      assertThat(
              server.answer(
                  JinterfaceTerms.toObject(term("{'$gen_cast',{ets,new,[t,[named_table]]}}"))))
          .isTrue();
      assertThat(program.answer(server, "{call,{Self,8},ets,all,[]}"))
          .isEqualTo(term("{8,{ok,[t]}}"));
      assertThat(server.answer(JinterfaceTerms.toObject(term("{hello,world}")))).isFalse();
      assertThat(server.answer(JinterfaceTerms.toObject(term("{call,nobody,ets,all,[]}"))))
          .isFalse();
    }
  }

  @LiveNodeTest
  void call_nobodyServes_timesOut(ErlangRelease erlang) throws Exception {
    try (Program program = new Program(erlang)) {
      EtsMailboxClient client = program.client();

      assertThatThrownBy(() -> client.call(Duration.ofMillis(20), "all"))
          .isInstanceOf(TimeoutException.class)
          .hasMessage("no answer from tables");
    }
  }

  private static Term term(String text) {
    return TermParser.parse(text);
  }

  /** A program with jinterface that has two mailboxes. */
  private static final class Program implements AutoCloseable {
    final Owner owner = new TableSpace().newOwner();
    final OtpNode node;
    final OtpMbox tables;
    final OtpMbox calls;

    Program(ErlangRelease erlang) throws IOException {
      OtpEpmd.useEpmdPort(erlang.epmd().port());
      node = new OtpNode(Loopback.uniqueName("otp") + "@" + Loopback.HOST, Loopback.uniqueCookie());
      tables = node.createMbox(TablesProgram.TABLES);
      calls = node.createMbox();
    }

    EtsMailboxClient client() {
      return EtsMailboxClient.ofServer(calls, TablesProgram.TABLES, null);
    }

    Term answer(EtsMailboxServer server, String message) throws Exception {
      Tuple template = (Tuple) term(message.replace("Self", "self"));
      assertThat(server.answer(JinterfaceTerms.toObject(withSelf(template)))).isTrue();
      return JinterfaceTerms.toTerm(calls.receive(BOUND.toMillis()));
    }

    /** Replaces the atom self, as second element or first of the second, by the calling mailbox. */
    private Term withSelf(Tuple template) {
      Term self = JinterfaceTerms.toTerm(calls.self());
      return template.with(
          2, template.element(2) instanceof Tuple pair ? pair.with(1, self) : self);
    }

    @Override
    public void close() {
      owner.close();
      node.close();
    }
  }
}
