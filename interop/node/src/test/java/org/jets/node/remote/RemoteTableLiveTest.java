package org.jets.node.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jets.ets.Access;
import org.jets.ets.BadArgumentException;
import org.jets.ets.EtsTable;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.Owner;
import org.jets.ets.TableAccessException;
import org.jets.ets.TableFileException;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.node.Await;
import org.jets.node.ErlangNode;
import org.jets.node.EtsCalls;
import org.jets.node.NodeOptions;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.LiveNode;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.io.TempDir;

/** Tables of live Erlang nodes, on which nothing is installed. */
class RemoteTableLiveTest {

  private static ErlangNode start(ErlangRelease erlang, LiveNode live) throws IOException {
    return ErlangNode.start(
        Loopback.uniqueName("jets") + "@" + Loopback.HOST,
        NodeOptions.defaults()
            .withCookie(live.cookie())
            .withEpmd(Loopback.address(erlang.epmd().port())));
  }

  private static Term t(String text) {
    return TermParser.parse(text);
  }

  private static Tuple o(String text) {
    return (Tuple) TermParser.parse(text);
  }

  @LiveNodeTest
  void contract_holds(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        RemoteOwner owner = RemoteOwner.start(node, live.name().name())) {
      TableContract contract = new TableContract(owner::newTable, owner::open, owner.pid());
      contract.verify();
      assertThat(contract.uncalled()).allMatch(method -> method.startsWith("tab2file["));
    }
  }

  @LiveNodeTest
  void dets_tableThatIsNotOpen_isABadArgument(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        RemoteOwner owner = RemoteOwner.start(node, live.name().name());
        RemoteEtsTable table = owner.newTable("t", TableOptions.set())) {
      Atom none = Atom.of("no_such_dets_table");
      assertThatThrownBy(() -> table.fromDets(none)).isInstanceOf(BadArgumentException.class);
      assertThatThrownBy(() -> table.toDets(none)).isInstanceOf(BadArgumentException.class);
    }
  }

  @LiveNodeTest
  void randomCalls_haveTheResultsOfALocalTable(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    long seed = new SecureRandom().nextLong();
    try (ErlangNode node = start(erlang, live);
        RemoteOwner remote = RemoteOwner.start(node, live.name().name());
        Owner local = new TableSpace().newOwner()) {
      for (TableType type : TableType.values()) {
        boolean isOrdered = type == TableType.ORDERED_SET;
        // A public table is served by workers, a private one by the owner's process.
        for (Access access : List.of(Access.PUBLIC, Access.PRIVATE)) {
          TableOptions options = TableOptions.of(type).withAccess(access);
          EtsTable there = remote.newTable("random", options);
          EtsTable here = local.newTable("random", options);
          List<Term> calls = new EtsCalls(new Random(seed), type.term().name(), 25).calls(400);
          for (Term call : calls) {
            assertThat(TableCalls.result(there, call, isOrdered))
                .as("%s of a %s, seed %s", call, type, seed)
                .isEqualTo(TableCalls.result(here, call, isOrdered));
          }
          there.drop();
          here.drop();
        }
      }
    }
  }

  @LiveNodeTest
  void owner_thatIsClosed_hasNoTablesAndNoProcess(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live)) {
      Term pid;
      Term id;
      try (RemoteOwner owner = RemoteOwner.start(node, live.name().name())) {
        EtsTable table = owner.newTable("t", TableOptions.set().withPublicAccess());
        table.insert(o("{1,a}"));
        pid = owner.pid();
        id = table.id();
        assertThat(live.eval("ets:lookup(T, 1)", Map.of("T", id))).isEqualTo(t("[{1,a}]"));
        assertThat(live.eval("ets:info(T, owner)", Map.of("T", id))).isEqualTo(pid);
        assertThat(live.eval("is_process_alive(P)", Map.of("P", pid))).isEqualTo(Atom.TRUE);
      }
      assertThat(
              live.eval(
                  "{lists:member(T, ets:all()), is_process_alive(P)}", Map.of("T", id, "P", pid)))
          .isEqualTo(t("{false,false}"));
    }
  }

  @LiveNodeTest
  void owner_whoseNodeIsLost_endsThere(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        RemoteOwner owner = RemoteOwner.start(node, live.name().name())) {
      EtsTable table = owner.newTable("t", TableOptions.set());
      Term id = table.id();
      assertThat(node.disconnect(live.name().name())).isTrue();
      assertThat(
              live.eval(
                  "(fun Gone() -> case lists:member(T, ets:all()) of false -> gone; true -> Gone()"
                      + " end end)()",
                  Map.of("T", id)))
          .isEqualTo(t("gone"));
      assertThatThrownBy(() -> table.insert(o("{1}"))).isInstanceOf(NodeDownException.class);
      // Other tables can be opened again: workers connect when they are called, once the other node
      // has noticed the end of the old connection.
      Await.until("connected anew", () -> Await.value(node.ping(live.name().name())));
      assertThatThrownBy(() -> owner.open(id)).isInstanceOf(NoSuchTableException.class);
    }
  }

  @LiveNodeTest
  void tableOfAnother_canBeUsedAsItsAccessAllows(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    String make =
        "Me = self(), P = spawn(fun() -> T = ets:new(t, [A]), ets:insert(T, {1,a}), Me ! {t, T},"
            + " receive stop -> ok end end), receive {t, T} -> {T, P} end";
    try (ErlangNode node = start(erlang, live);
        RemoteOwner owner = RemoteOwner.start(node, live.name().name())) {
      for (Access access : Access.values()) {
        Tuple made = (Tuple) live.eval(make, Map.of("A", access.term()));
        EtsTable table = owner.open(made.element(1));
        if (access == Access.PRIVATE) {
          assertThatThrownBy(() -> table.lookup(t("1"))).isInstanceOf(TableAccessException.class);
        } else {
          assertThat(table.lookup(t("1"))).containsExactly(o("{1,a}"));
        }
        if (access == Access.PUBLIC) {
          table.insert(o("{2,b}"));
        } else {
          assertThatThrownBy(() -> table.insert(o("{2,b}")))
              .isInstanceOf(TableAccessException.class);
        }
        live.eval("P ! stop, ok", Map.of("P", made.element(2)));
      }
    }
  }

  @LiveNodeTest
  void given_table_belongsToItsReceiver(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        RemoteOwner owner = RemoteOwner.start(node, live.name().name());
        RemoteOwner receiver = RemoteOwner.start(node, live.name().name())) {
      EtsTable table = owner.newTable("t", TableOptions.set());
      table.giveAway(receiver.pid(), Atom.of("gift"));
      assertThatThrownBy(() -> table.insert(o("{1}"))).isInstanceOf(TableAccessException.class);
      receiver.open(table.id()).insert(o("{1}"));
      assertThat(table.lookup(t("1"))).hasSize(1);
    }
  }

  @LiveNodeTest
  void streams_notReadToTheirEnd_releaseTheTable(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        RemoteOwner owner =
            RemoteOwner.start(
                node, live.name().name(), RemoteOptions.defaults().withChunkSize(2))) {
      EtsTable table = owner.newTable("t", TableOptions.set());
      table.insert(List.of(o("{1}"), o("{2}"), o("{3}"), o("{4}"), o("{5}")));
      String isFixed = "ets:info(T, safe_fixed_monotonic_time) =/= false";
      Map<String, Term> bindings = Map.of("T", table.id());
      assertThatThrownBy(
              () ->
                  table.stream()
                      .forEach(
                          object -> {
                            assertThat(live.eval(isFixed, bindings)).isEqualTo(Atom.TRUE);
                            throw new IllegalArgumentException("mine");
                          }))
          .hasMessage("mine");
      assertThat(live.eval(isFixed, bindings)).isEqualTo(Atom.FALSE);

      assertThat(table.stream().findFirst()).isPresent();
      assertThat(table.stream().anyMatch(object -> true)).isTrue();
      Await.until(
          "the table is released",
          () -> {
            System.gc();
            return live.eval(isFixed, bindings) == Atom.FALSE;
          });
      assertThat(table.stream().count()).isEqualTo(5);
    }
  }

  @LiveNodeTest
  void stream_ofATableThatGrows_hasEachObjectOnce(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    try (ErlangNode node = start(erlang, live);
        RemoteOwner owner =
            RemoteOwner.start(
                node, live.name().name(), RemoteOptions.defaults().withChunkSize(50))) {
      EtsTable table = owner.newTable("t", TableOptions.set().withPublicAccess());
      List<Term> keys = new ArrayList<>();
      for (int n = 0; n < 1_000; n++) {
        keys.add(IntegerTerm.of(n));
      }
      table.insert(keys.stream().map(Tuple::of).toList());
      List<Term> seen = new ArrayList<>();
      int[] next = {1_000};
      table.stream()
          .forEach(
              object -> {
                seen.add(object.element(1));
                if (seen.size() % 100 == 0 && next[0] < 11_000) {
                  List<Tuple> more = new ArrayList<>();
                  for (int i = 0; i < 2_000; i++) {
                    more.add(Tuple.of(IntegerTerm.of(next[0]++)));
                  }
                  table.insert(more);
                }
              });
      assertThat(seen).doesNotHaveDuplicates().containsAll(keys);
    }
  }

  @LiveNodeTest
  void threads_countTogether(ErlangRelease erlang) throws IOException {
    LiveNode live = erlang.node();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (ErlangNode node = start(erlang, live);
        RemoteOwner owner = RemoteOwner.start(node, live.name().name())) {
      EtsTable table = owner.newTable("t", TableOptions.set().withPublicAccess());
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        all.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int i = 0; i < 50; i++) {
                    table.updateCounter(Atom.of("n"), 1, o("{n,0}"));
                  }
                },
                threads));
      }
      all.forEach(Await::value);
      assertThat(table.lookup(Atom.of("n"))).containsExactly(o("{n,400}"));
    } finally {
      threads.shutdown();
    }
  }

  @LiveNodeTest
  void files_areOfTheOtherHost(ErlangRelease erlang, @TempDir Path folder) throws IOException {
    LiveNode live = erlang.node();
    Path file = folder.resolve("t.tab");
    // A node that lives in a root of its own has its own folders, and says so.
    boolean sameFiles =
        live.eval("filelib:is_dir(F)", Map.of("F", ListTerm.ofText(folder.toString())))
            == Atom.TRUE;
    try (ErlangNode node = start(erlang, live);
        RemoteOwner owner = RemoteOwner.start(node, live.name().name())) {
      EtsTable table = owner.newTable("t", TableOptions.set());
      table.insert(o("{1,a}"));
      if (sameFiles) {
        table.tab2file(file);
        assertThat(Files.size(file)).isPositive();
        Term name = ListTerm.ofText(file.toString());
        assertThat(owner.file2tab(name, ListTerm.empty()).tab2list()).containsExactly(o("{1,a}"));
      }
      Path nowhere = folder.resolve("nowhere").resolve("t.tab");
      assertThatThrownBy(() -> table.tab2file(nowhere)).isInstanceOf(TableFileException.class);
    }
  }

  @LiveNodeTest
  void nodeKilled_endsCallsInTime(ErlangRelease erlang) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (LiveNode live = erlang.newNode().start();
        ErlangNode node = start(erlang, live);
        RemoteOwner owner =
            RemoteOwner.start(
                node, live.name().name(), RemoteOptions.defaults().withTimeout(Await.BOUND))) {
      EtsTable table = owner.newTable("t", TableOptions.set().withPublicAccess());
      List<CompletableFuture<Void>> callers = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        callers.add(
            CompletableFuture.runAsync(
                () -> {
                  while (true) {
                    table.updateCounter(Atom.of("n"), 1, o("{n,0}"));
                  }
                },
                threads));
      }
      Await.until("calls are made", () -> table.member(Atom.of("n")));
      live.kill();
      for (CompletableFuture<Void> caller : callers) {
        assertThat(Await.failure(caller)).isInstanceOf(NodeDownException.class);
      }
      assertThatThrownBy(table::size).isInstanceOf(NodeDownException.class);
      Await.until("the connection gone", () -> node.nodes().isEmpty());
    } finally {
      threads.shutdown();
    }
  }

  @LiveNodeTest
  void nodeThatHangs_endsCallsByTheirTimeout(ErlangRelease erlang) throws IOException {
    try (LiveNode live = erlang.newNode().start();
        ErlangNode node = start(erlang, live)) {
      RemoteOptions options = RemoteOptions.defaults().withTimeout(Await.BOUND);
      try (RemoteOwner owner = RemoteOwner.start(node, live.name().name(), options);
          RemoteOwner hasty =
              Await.inTime(
                  () ->
                      RemoteOwner.start(
                          node, live.name().name(), options.withTimeout(Duration.ofSeconds(3))))) {
        EtsTable table = owner.newTable("t", TableOptions.set().withPublicAccess());
        EtsTable same = Await.inTime(() -> hasty.open(table.id()));
        live.suspend();
        try {
          assertThatThrownBy(same::tab2list).isInstanceOf(RemoteTimeoutException.class);
        } finally {
          live.resume();
        }
        table.insert(o("{1}"));
        assertThat(table.tab2list()).containsExactly(o("{1}"));
      }
    }
  }
}
