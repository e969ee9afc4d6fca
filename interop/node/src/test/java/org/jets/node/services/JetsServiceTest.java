package org.jets.node.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.ets.Quota;
import org.jets.ets.TableSpace;
import org.jets.node.ErlangException;
import org.jets.node.EtsOptions;
import org.jets.node.IncomingCall;
import org.jets.node.distribution.AuditLog;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The module {@code jets} for processes of other nodes, without other nodes. */
@Timeout(60)
class JetsServiceTest {
  private static final Pid ONE = FakePeers.process(1);
  private static final Pid TWO = FakePeers.process(2);

  private final FakePeers peers = new FakePeers();
  private final TableSpace space = new TableSpace();
  private final AtomicBoolean isLow = new AtomicBoolean();
  private final AtomicBoolean isReadOnly = new AtomicBoolean();
  private EtsService service = service(EtsOptions.defaults());

  private EtsService service(EtsOptions options) {
    TableRights rights =
        new TableRights(isLow::get, peer -> isReadOnly.get(), new AuditLog(), new RateLimitedLog());
    return new EtsService(space, peers, options, rights);
  }

  @AfterEach
  void close() {
    service.close();
    assertThat(space.all()).isEmpty();
    assertThat(peers.monitorCount()).isZero();
  }

  private static Term term(String text) {
    return TermParser.parse(text);
  }

  private Term ets(Pid caller, String function, Term... arguments) throws Exception {
    return service.call(
        new IncomingCall(caller, Atom.of("ets"), Atom.of(function), List.of(arguments)));
  }

  /** Calls a function for a process, with arguments after the table as text. */
  private Term jets(Pid caller, String function, Term table, String others)
      throws ErlangException, InterruptedException {
    ListTerm arguments = ListTerm.cons(table, term("[" + others + "]"));
    return service
        .jets()
        .call(new IncomingCall(caller, Atom.of("jets"), Atom.of(function), arguments.toList()));
  }

  private void assertError(
      String reason, String stack, Pid caller, String function, Term table, String others) {
    assertThatThrownBy(() -> jets(caller, function, table, others))
        .isInstanceOfSatisfying(
            ErlangException.class,
            error -> {
              assertThat(error.exceptionClass()).isEqualTo(Atom.ERROR);
              assertThat(error.reason()).isEqualTo(term(reason));
              assertThat(error.stack()).isEqualTo(term(stack));
            });
  }

  private Term publicTable(String objects) throws Exception {
    Term table = ets(ONE, "new", Atom.of("t"), term("[public,ordered_set]"));
    ets(ONE, "insert", table, term(objects));
    return table;
  }

  @Test
  void call_eachFunction_worksOnTheTablesOfEts() throws Exception {
    Term table = publicTable("[{1,a},{2,b},{3,c}]");

    assertThat(jets(TWO, "lookup_all", table, "[3,1,9]")).isEqualTo(term("[{3,c},{1,a}]"));
    assertThat(jets(TWO, "take_all", table, "[3,9]")).isEqualTo(term("[{3,c}]"));
    assertThat(jets(TWO, "compare_insert", table, "[{1,x}],{1,y}")).isEqualTo(Atom.FALSE);
    assertThat(jets(TWO, "compare_insert", table, "[{1,a}],{1,y}")).isEqualTo(Atom.TRUE);
    assertThat(jets(TWO, "select_replace_returning", table, "[{{'$1',b},[],[{{'$1',z}}]}],5"))
        .isEqualTo(term("[{2,z}]"));
    assertThat(jets(TWO, "explain", table, "[{{2,'_'},[],[true]}]"))
        .isEqualTo(
            term(
                "#{plan => lookup,keys => [<<\"2\">>],"
                    + "reason => <<\"the key is limited by the head\">>}"));
    assertThat(jets(TWO, "select_take", table, "[{{'_','$1'},[],['$1']}],1"))
        .isEqualTo(term("[y]"));
    assertThat(ets(TWO, "tab2list", table)).isEqualTo(term("[{2,z}]"));
  }

  @Test
  void call_unknownFunctionOrArity_isUndef() {
    Term table = Atom.of("t");
    assertError("undef", "[{jets,lookup,[t,1],[]}]", ONE, "lookup", table, "1");
    assertError("undef", "[{jets,take_all,[t],[]}]", ONE, "take_all", table, "");
  }

  @Test
  void call_wrongArgument_isBadargWithItsStack() {
    assertError(
        "badarg",
        "[{jets,take_all,[nosuch,[1]],[{error_info,#{cause=>id}}]}]",
        ONE,
        "take_all",
        Atom.of("nosuch"),
        "[1]");
  }

  @Test
  void call_privateTableOfAnotherProcess_isBadarg() throws Exception {
    Term table = ets(ONE, "new", Atom.of("t"), term("[private,named_table]"));
    assertError(
        "badarg",
        "[{jets,lookup_all,[t,[1]],[{error_info,#{cause=>access}}]}]",
        TWO,
        "lookup_all",
        table,
        "[1]");
    assertThat(jets(ONE, "lookup_all", table, "[1]")).isEqualTo(term("[]"));
  }

  @Test
  void call_memoryIsLow_refusesWhatLetsTablesGrow() throws Exception {
    Term table = publicTable("[{1,a},{2,b}]");
    isLow.set(true);

    assertError("system_limit", "[]", ONE, "compare_insert", table, "[],{3,c}");
    assertError(
        "system_limit",
        "[]",
        ONE,
        "select_replace_returning",
        table,
        "[{{'$1','_'},[],[{{'$1',z}}]}],1");
    assertThat(jets(ONE, "lookup_all", table, "[1]")).isEqualTo(term("[{1,a}]"));
    assertThat(jets(ONE, "take_all", table, "[1]")).isEqualTo(term("[{1,a}]"));
    assertThat(jets(ONE, "select_take", table, "[{'_',[],['$_']}],9")).isEqualTo(term("[{2,b}]"));
  }

  @Test
  void call_ofPeerThatMayOnlyRead_changesNothing() throws Exception {
    Term table = publicTable("{1,a}");
    isReadOnly.set(true);

    assertError("eacces", "[]", ONE, "compare_insert", table, "[],{3,c}");
    assertError("eacces", "[]", ONE, "take_all", table, "[1]");
    assertError("eacces", "[]", ONE, "select_take", table, "[{'_',[],['$_']}],9");
    assertError(
        "eacces", "[]", ONE, "select_replace_returning", table, "[{{'$1','_'},[],[{{'$1',z}}]}],1");
    assertThat(jets(ONE, "lookup_all", table, "[1]")).isEqualTo(term("[{1,a}]"));
    assertThat(jets(ONE, "explain", table, "[{'_',[],['$_']}]")).isNotNull();
  }

  @Test
  void compareInsert_beyondThePeersQuota_isSystemLimit() throws Exception {
    service.close();
    service =
        service(EtsOptions.defaults().withQuotas(Quota.UNLIMITED.withObjects(1), Quota.UNLIMITED));
    Term table = publicTable("{1,a}");

    assertThatThrownBy(() -> jets(ONE, "compare_insert", table, "[],{2,b}"))
        .isInstanceOfSatisfying(
            ErlangException.class,
            error -> assertThat(error.reason()).isEqualTo(Atom.of("system_limit")));
    assertThat(jets(ONE, "compare_insert", table, "[{1,a}],{1,b}")).isEqualTo(Atom.TRUE);
  }
}
