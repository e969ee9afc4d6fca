package org.jets.node.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.ets.Owner;
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
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tables for processes of other nodes, without other nodes. */
@Timeout(60)
class EtsServiceTest {
  private static final Pid ONE = FakePeers.process(1);
  private static final Pid TWO = FakePeers.process(2);

  private final FakePeers peers = new FakePeers();
  private final TableSpace space = new TableSpace();
  private EtsService service;

  @BeforeEach
  void start() {
    service =
        new EtsService(space, peers, EtsOptions.defaults().withAnswerBound(Duration.ofMillis(50)));
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

  private Term call(Pid caller, String function, Term... arguments)
      throws ErlangException, InterruptedException {
    return service.call(
        new IncomingCall(caller, Atom.of("ets"), Atom.of(function), List.of(arguments)));
  }

  private Term newTable(Pid caller, Term... options) throws Exception {
    return call(caller, "new", Atom.of("t"), ListTerm.of(options));
  }

  private static Tuple heir(Pid pid) {
    return Tuple.of(Atom.of("heir"), pid, Atom.of("data"));
  }

  private void assertError(String reason, String stack, Pid caller, String function, Term... args) {
    assertThatThrownBy(() -> call(caller, function, args))
        .isInstanceOfSatisfying(
            ErlangException.class,
            error -> {
              assertThat(error.exceptionClass()).isEqualTo(Atom.ERROR);
              assertThat(error.reason()).isEqualTo(term(reason));
              assertThat(error.stack()).isEqualTo(term(stack));
            });
  }

  // Errors

  @Test
  void call_wrongArgument_isErlangsErrorWithItsStack() {
    assertError(
        "badarg",
        "[{ets,lookup,[nosuch,1],[{error_info,#{cause=>id,module=>erl_stdlib_errors}}]}]",
        ONE,
        "lookup",
        Atom.of("nosuch"),
        term("1"));
    assertError(
        "badarg",
        "[{ets,insert,[nosuch,{1}],[{error_info,#{cause=>id,module=>erl_stdlib_errors}}]}]",
        ONE,
        "insert",
        Atom.of("nosuch"),
        term("{1}"));
  }

  @Test
  void call_unknownFunction_isUndef() {
    assertError("undef", "[{ets,no_such,[1],[]}]", ONE, "no_such", term("1"));
  }

  // Heirs and gifts

  @Test
  void giveAway_toLivingProcess_sendsTheMessageBeforeItReturns() throws Exception {
    Term table = newTable(ONE);
    call(ONE, "give_away", table, TWO, Atom.of("gift"));
    assertThat(peers.sent())
        .containsExactly(
            Tuple.of(TWO, Tuple.of(Atom.of("ETS-TRANSFER"), table, ONE, Atom.of("gift"))));
    assertThat(call(TWO, "info", table, Atom.of("owner"))).isEqualTo(TWO);
  }

  @Test
  void giveAway_interrupted_stillSendsTheMessage() throws Exception {
    Term table = newTable(ONE);
    Thread.currentThread().interrupt();
    try {
      call(ONE, "give_away", table, TWO, Atom.of("gift"));
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(peers.awaitSent().element(1)).isEqualTo(TWO);
  }

  @Test
  void giveAway_toWhoDoesNotAnswer_isBadarg() throws Exception {
    Term table = newTable(ONE);
    peers.silence(TWO);
    assertThatThrownBy(() -> call(ONE, "give_away", table, TWO, Atom.of("gift")))
        .isInstanceOf(ErlangException.class)
        .hasMessage("error:badarg");
    assertThat(call(ONE, "info", table, Atom.of("owner"))).isEqualTo(ONE);
  }

  @Test
  void heir_thatHasEnded_isNone() throws Exception {
    peers.end(TWO, "noproc");
    Term table = newTable(ONE, heir(TWO));
    assertThat(call(ONE, "info", table, Atom.of("heir"))).isEqualTo(Atom.of("none"));
  }

  @Test
  void heir_thatDoesNotAnswer_isBadarg() {
    peers.silence(TWO);
    assertThatThrownBy(() -> newTable(ONE, heir(TWO)))
        .isInstanceOf(ErlangException.class)
        .hasMessage("error:badarg");
  }

  @Test
  void heir_whoseNodeIsNotConnected_isBadarg() {
    peers.end(TWO, "noconnection");
    assertThatThrownBy(() -> newTable(ONE, heir(TWO)))
        .isInstanceOf(ErlangException.class)
        .hasMessage("error:badarg");
  }

  @Test
  void end_ofOwner_handsItsTableOverAtOnceAndTellsTheHeir() throws Exception {
    Term table = newTable(ONE, heir(TWO));
    peers.end(ONE, "killed");
    assertThat(call(TWO, "info", table, Atom.of("owner"))).isEqualTo(TWO);
    assertThat(peers.awaitSent())
        .isEqualTo(Tuple.of(TWO, Tuple.of(Atom.of("ETS-TRANSFER"), table, ONE, Atom.of("data"))));
  }

  @Test
  void end_ofManyOwners_leavesNothing() throws Exception {
    int count = 10_000;
    for (int n = 0; n < count; n++) {
      newTable(FakePeers.process(10 + n), Atom.of("public"));
    }
    assertThat(space.all()).hasSize(count);
    for (int n = 0; n < count; n++) {
      peers.end(FakePeers.process(10 + n), "noconnection");
    }
    assertThat(space.all()).isEmpty();
    assertThat(peers.monitorCount()).isZero();
  }

  // Files

  private static final String REFUSED = "{error,{file_error,\"x\",eacces}}";

  @Test
  void files_withoutFolder_areRefused() throws Exception {
    Term table = newTable(ONE);
    assertThat(call(ONE, "tab2file", table, term("\"x\""))).isEqualTo(term(REFUSED));
    assertThat(call(ONE, "tab2file", table, term("\"x\""), term("[]"))).isEqualTo(term(REFUSED));
    Term unread = term("{error,{read_error,{file_error,\"x\",eacces}}}");
    assertThat(call(ONE, "file2tab", term("\"x\""))).isEqualTo(unread);
    assertThat(call(ONE, "file2tab", term("\"x\""), term("[]"))).isEqualTo(unread);
    assertThat(call(ONE, "tabfile_info", term("\"x\""))).isEqualTo(unread);
    assertThat(Path.of("x")).doesNotExist();
  }

  @Test
  void files_inTheFolder_areWrittenAndRead(@TempDir Path folder) throws Exception {
    service.close();
    service = new EtsService(space, peers, EtsOptions.defaults().withFiles(folder));
    Term table = newTable(ONE);
    call(ONE, "insert", table, term("{1,2}"));
    assertThat(call(ONE, "tab2file", table, term("\"x\""))).isEqualTo(Atom.OK);
    assertThat(folder.resolve("x")).exists();
    call(ONE, "delete", table);
    Tuple loaded = (Tuple) call(TWO, "file2tab", Atom.of("x"));
    assertThat(call(TWO, "lookup", loaded.element(2), term("1"))).isEqualTo(term("[{1,2}]"));
    assertThat(call(TWO, "info", loaded.element(2), Atom.of("owner"))).isEqualTo(TWO);
  }

  @Test
  void files_thatFail_tellTheCallersNameAndNotThePath(@TempDir Path folder) throws Exception {
    service.close();
    TableSpace small = new TableSpace();
    EtsOptions oneTable =
        EtsOptions.defaults()
            .withFiles(folder)
            .withQuotas(Quota.UNLIMITED.withTables(1), Quota.UNLIMITED);
    service = new EtsService(small, peers, oneTable);
    Term only = newTable(ONE);
    assertThat(call(ONE, "tab2file", only, term("\"o.tab\""))).isEqualTo(Atom.OK);

    assertThatThrownBy(() -> call(ONE, "file2tab", term("\"o.tab\"")))
        .isInstanceOfSatisfying(
            ErlangException.class,
            error -> {
              assertThat(error.reason()).isEqualTo(Atom.of("system_limit"));
              Tuple entry = (Tuple) ((ListTerm) error.stack()).head();
              assertThat(entry.element(3)).isEqualTo(term("[\"o.tab\"]"));
            });
    assertThat(call(ONE, "file2tab", term("\"none\"")))
        .isEqualTo(term("{error,{read_error,{file_error,\"none\",enoent}}}"));
  }

  @Test
  void files_outOfTheFolder_areRefused(@TempDir Path folder) throws Exception {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Path secret = Files.writeString(folder.resolve("secret"), "secret");
    Files.createSymbolicLink(inner.resolve("link"), secret);
    Files.createSymbolicLink(inner.resolve("up"), folder);
    service.close();
    service = new EtsService(space, peers, EtsOptions.defaults().withFiles(inner));
    Term table = newTable(ONE);
    List<Term> names =
        List.of(
            ListTerm.ofText("../secret"),
            ListTerm.ofText(secret.toString()),
            ListTerm.ofText("link"),
            ListTerm.ofText("up/secret"),
            Atom.of("../secret"),
            ListTerm.of(ListTerm.ofText("../"), ListTerm.ofText("secret")),
            ListTerm.ofText(""),
            ListTerm.ofText("."));
    for (Term name : names) {
      assertThat(((Tuple) call(ONE, "tab2file", table, name)).element(2))
          .as("%s", name)
          .isEqualTo(Tuple.of(Atom.of("file_error"), name, Atom.of("eacces")));
      assertThat(call(ONE, "file2tab", name).toString()).contains("eacces");
    }
    assertThat(secret).hasContent("secret");
  }

  // Quotas

  @Test
  void insert_beyondThePeersQuota_isSystemLimit() throws Exception {
    service.close();
    service =
        new EtsService(
            space,
            peers,
            EtsOptions.defaults().withQuotas(Quota.UNLIMITED.withObjects(1), Quota.UNLIMITED));
    Term table = newTable(ONE);
    call(ONE, "insert", table, term("{1,2}"));
    assertThatThrownBy(() -> call(ONE, "insert", table, term("{2,2}")))
        .isInstanceOfSatisfying(
            ErlangException.class,
            error -> assertThat(error.reason()).isEqualTo(Atom.of("system_limit")));
  }

  // The node

  @Test
  void start_spaceWithOwners_isRefused() {
    TableSpace used = new TableSpace();
    // An unreachable owner may be collected.
    try (Owner owner = used.newOwner()) {
      assertThat(owner.isAlive()).isTrue();
      assertThatThrownBy(() -> new EtsService(used, peers, EtsOptions.defaults()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("owners: 1");
    }
  }

  @Test
  void call_memoryIsLow_refusesWhatLetsTablesGrow() throws Exception {
    AtomicBoolean isLow = new AtomicBoolean();
    service.close();
    service =
        new EtsService(
            space,
            peers,
            EtsOptions.defaults(),
            new TableRights(isLow::get, peer -> false, new AuditLog(), new RateLimitedLog()));
    Term table = newTable(ONE);
    call(ONE, "insert", table, term("{1,a}"));
    isLow.set(true);

    assertError("system_limit", "[]", ONE, "insert", table, term("{2,b}"));
    assertError("system_limit", "[]", ONE, "new", Atom.of("u"), ListTerm.empty());
    assertThat(call(ONE, "lookup", table, term("1"))).isEqualTo(term("[{1,a}]"));
    assertThat(call(ONE, "delete", table, term("1"))).isEqualTo(Atom.TRUE);
  }

  @Test
  void call_ofPeerThatMayOnlyRead_changesNothing() throws Exception {
    Term table = newTable(ONE, Atom.of("public"));
    call(ONE, "insert", table, term("{1,a}"));
    service.close();
    service =
        new EtsService(
            space,
            peers,
            EtsOptions.defaults(),
            new TableRights(
                () -> false, ONE.node().name()::equals, new AuditLog(), new RateLimitedLog()));

    for (String function : List.of("insert", "delete", "take", "give_away")) {
      assertError("eacces", "[]", ONE, function, table, term("{1,b}"));
    }
    assertError("eacces", "[]", ONE, "new", Atom.of("u"), ListTerm.empty());
    assertError("eacces", "[]", ONE, "internal_delete_all", table, Atom.of("undefined"));
    assertError("eacces", "[]", ONE, "internal_select_delete", table, term("[{'_',[],[true]}]"));
    assertThat(call(ONE, "whereis", Atom.of("u"))).isEqualTo(Atom.of("undefined"));
  }
}
