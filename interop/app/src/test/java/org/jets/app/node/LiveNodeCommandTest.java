package org.jets.app.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.ets.EtsTable;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.ErlangShell;
import org.jets.node.live.LiveNode;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.jets.node.live.TestCertificates;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./jets node} as a process of its own, and a live Erlang node that uses its tables. */
class LiveNodeCommandTest {
  private String name = Loopback.uniqueName("jets") + "@" + Loopback.HOST;
  private NodeProcess process;

  @AfterEach
  void end() throws InterruptedException {
    if (process != null) {
      process.kill();
    }
  }

  @LiveNodeTest
  void node_shellLines_workAsPrinted(ErlangRelease erlang) throws Exception {
    List<String> lines = startNode(erlang, 5, "--cookie", erlang.node().cookie());

    assertThat(lines.get(0)).isEqualTo("jets node " + name + " ready");
    try (ErlangShell shell = erlang.node().shell()) {
      assertThat(shell.eval(shellLine(lines.get(2)) + ", is_reference(T)")).isEqualTo(Atom.TRUE);
      assertThat(shell.eval(shellLine(lines.get(3)))).isEqualTo(Atom.TRUE);
      assertThat(shell.eval(shellLine(lines.get(4)))).isEqualTo(term("[121,144,169]"));
    }
  }

  /** Returns a line without the full stop, which the fixture adds. */
  private static String shellLine(String printed) {
    assertThat(printed).endsWith(".");
    return printed.strip().substring(0, printed.strip().length() - 1);
  }

  @LiveNodeTest
  void node_tablesAndFilesOfTheCommandLine_areServed(ErlangRelease erlang, @TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("stock.tab");
    try (EtsTable stock =
        new TableSpace()
            .newOwner()
            .newTable("stock", TableOptions.set().withNamedTable().withPublicAccess())) {
      stock.insert(List.of(tuple("{apple,3}"), tuple("{pear,7}")));
      stock.tab2file(file);
    }
    Path cookie = folder.resolve("cookie");
    Files.writeString(cookie, erlang.node().cookie());
    Files.setPosixFilePermissions(cookie, PosixFilePermissions.fromString("rw-------"));

    startNode(
        erlang,
        1,
        "--cookie-file",
        cookie.toString(),
        "--table",
        "words:bag",
        "--load",
        file.toString());

    try (ErlangShell shell = erlang.node().shell()) {
      shell.eval("Call = fun(F, A) -> erpc:call('" + name + "', ets, F, A) end");
      assertThat(shell.eval("lists:sort(Call(tab2list, [stock]))"))
          .isEqualTo(term("[{apple,3},{pear,7}]"));
      assertThat(shell.eval("Call(insert, [words, [{a, 1}, {a, 2}]]), Call(lookup, [words, a])"))
          .isEqualTo(term("[{a,1},{a,2}]"));
      assertThat(shell.eval("net_adm:ping('" + name + "')")).isEqualTo(Atom.of("pong"));
    }
  }

  @LiveNodeTest
  void node_sigterm_disconnectsAndEndsWithStatus0(ErlangRelease erlang) throws Exception {
    startNode(erlang, 1, "--cookie", erlang.node().cookie());
    try (ErlangShell shell = erlang.node().shell()) {
      shell.eval(
          "true = net_kernel:connect_node('" + name + "'), monitor_node('" + name + "', true)");

      process.terminate();

      assertThat(shell.eval("receive {nodedown, N} -> N end")).isEqualTo(Atom.of(name));
    }
    assertThat(process.awaitExit()).isZero();
  }

  @LiveNodeTest
  void node_killed_hasItsDurableTablesAgain(ErlangRelease erlang, @TempDir Path folder)
      throws Exception {
    String[] options = {"--cookie", erlang.node().cookie(), "--data", folder.toString()};
    startNode(erlang, 1, options);
    try (ErlangShell shell = erlang.node().shell()) {
      shell.eval("Call = fun(N, F, A) -> erpc:call(N, ets, F, A) end");
      shell.eval("N1 = '" + name + "'");
      assertThat(shell.eval("Call(N1, new, [d, [named_table, public, bag, {durable, true}]])"))
          .isEqualTo(Atom.of("d"));
      shell.eval("[Call(N1, insert, [d, {K rem 7, K}]) || K <- lists:seq(1, 100)]");
      shell.eval("Call(N1, delete, [d, 3])");
      shell.eval("Before = lists:sort(Call(N1, tab2list, [d]))");
      assertThat(
              shell.eval(
                  "try Call(N1, new, [e, [{durable, true}]]) catch error:{exception, R, _} -> R"
                      + " end"))
          .isEqualTo(Atom.of("badarg"));
      process.kill();

      name = Loopback.uniqueName("jets") + "@" + Loopback.HOST;
      startNode(erlang, 1, options);
      assertThat(process.output()).contains("jets: node: --data: durable tables: 1");
      shell.eval("N2 = '" + name + "'");
      assertThat(
              shell.eval(
                  "{Call(N2, info, [d, type]), lists:sort(Call(N2, tab2list, [d])) =:= Before}"))
          .isEqualTo(term("{bag,true}"));
      assertThat(shell.eval("Call(N2, delete, [d]), Call(N2, whereis, [d])"))
          .isEqualTo(Atom.of("undefined"));
      shell.eval("Call(N2, new, [f, [named_table, public, {durable, true}]])");
      process.terminate();
      assertThat(process.awaitExit()).isZero();

      name = Loopback.uniqueName("jets") + "@" + Loopback.HOST;
      startNode(erlang, 1, options);
      assertThat(shell.eval("Call('" + name + "', all, [])")).isEqualTo(term("[f]"));
    }
  }

  @LiveNodeTest
  void node_withoutEpmd_isFoundByItsPort(ErlangRelease erlang) throws Exception {
    int port = Loopback.freePort();
    // Of the nodes without epmd, there is one at each address.
    String address = "127.0.0.2";
    name = Loopback.uniqueName("jets") + "@" + address;
    try (LiveNode node = erlang.newNode().withoutEpmd(port).start()) {
      startNode(
          erlang,
          1,
          "--cookie",
          node.cookie(),
          "--no-epmd",
          "--bind",
          address,
          "--port",
          Integer.toString(port));

      assertThat(node.eval("net_adm:ping('" + name + "')")).isEqualTo(Atom.of("pong"));
    }
  }

  @LiveNodeTest
  void node_tls_servesAPeerThatSpeaksIt(ErlangRelease erlang, @TempDir Path folder)
      throws Exception {
    TestCertificates certificates = TestCertificates.make(folder);
    assumeTrue(erlang.has("ssl") && certificates.areReadableBy(erlang), "ssl, and its files");
    try (LiveNode node = erlang.newNode().tls(certificates.optionsFile().toString()).start();
        ErlangShell shell = node.shell()) {
      startNode(
          erlang,
          1,
          "--cookie",
          node.cookie(),
          "--tls-cert",
          certificates.certificate().toString(),
          "--tls-key",
          certificates.key().toString(),
          "--tls-ca",
          certificates.authority().toString(),
          "--table",
          "words:set");

      shell.eval("Call = fun(F, A) -> erpc:call('" + name + "', ets, F, A) end");
      assertThat(shell.eval("Call(insert, [words, {a, binary:copy(<<7>>, 200000)}])"))
          .isEqualTo(Atom.TRUE);
      assertThat(shell.eval("Call(lookup, [words, a]) =:= [{a, binary:copy(<<7>>, 200000)}]"))
          .isEqualTo(Atom.TRUE);
      try (LiveNode plain = erlang.newNode().cookie(node.cookie()).start()) {
        assertThat(plain.eval("net_adm:ping('" + name + "')")).isEqualTo(Atom.of("pang"));
      }
    }
  }

  @LiveNodeTest
  void node_nameThatIsTaken_isOneLineAndStatus1(ErlangRelease erlang) throws Exception {
    String taken = erlang.node().name().name();
    process = start(erlang, List.of("--name", taken, "--cookie", "c"));

    assertThat(process.awaitExit()).isEqualTo(1);
    assertThat(process.output())
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith("jets: node: "));
  }

  /** Starts the command, and returns its first lines when it is ready. */
  private List<String> startNode(ErlangRelease erlang, int lines, String... options)
      throws Exception {
    List<String> words = new ArrayList<>(List.of("--name", name));
    words.addAll(List.of(options));
    process = start(erlang, words);
    return process.awaitReady(lines);
  }

  private static NodeProcess start(ErlangRelease erlang, List<String> options) throws IOException {
    return NodeProcess.start(
        List.of(), options, Map.of("ERL_EPMD_PORT", Integer.toString(erlang.epmd().port())));
  }

  private static Term term(String text) {
    return TermParser.parse(text);
  }

  private static Tuple tuple(String text) {
    return (Tuple) term(text);
  }
}
