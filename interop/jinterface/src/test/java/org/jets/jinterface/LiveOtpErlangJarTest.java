package org.jets.jinterface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.ErlangShell;
import org.jets.node.live.LiveNode;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.Term;
import org.jets.terms.TermParser;

/**
 * The bridge with the jinterface that comes with Erlang (Debian: {@code erlang-jinterface}), which
 * connects with live nodes. Skipped if it is not installed. Its classes have the names of those of
 * 1.6.1, so the program is loaded separately.
 */
class LiveOtpErlangJarTest {
  private static final Path APPLICATIONS = Path.of("/usr/lib/erlang/lib");

  @LiveNodeTest
  void server_callsFromErlang_areServed(ErlangRelease erlang) throws Exception {
    try (Loaded program = new Loaded(erlang);
        ErlangShell shell = erlang.node().shell()) {
      shell.eval(
          "Call = fun(F, A) -> gen_server:call({tables, Node}, {ets, F, A}, 30000) end",
          Map.of("Node", Atom.of(program.name)));

      assertThat(shell.eval("Call(new, [t, [named_table, ordered_set]])"))
          .isEqualTo(TermParser.parse("{ok,t}"));
      assertThat(shell.eval("Call(insert, [t, [{K, K * K} || K <- lists:seq(1, 1000)]])"))
          .isEqualTo(TermParser.parse("{ok,true}"));
      assertThat(
              shell.eval("Call(select, [t, ets:fun2ms(fun({K, V}) when K > 10, K < 14 -> V end)])"))
          .isEqualTo(TermParser.parse("{ok,[121,144,169]}"));
      assertThat(
              shell.eval("{ok, T} = Call(new, [u, []]), Call(insert, [T, {self(), make_ref()}])"))
          .isEqualTo(TermParser.parse("{ok,true}"));
      assertThat(
              shell.eval("{ok, [{P, R}]} = Call(tab2list, [T]), {P =:= self(), is_reference(R)}"))
          .isEqualTo(TermParser.parse("{true,true}"));
      assertThat(
              shell.eval(
                  "{tables, Node} ! {call, self(), ets, lookup, [none, 1]},"
                      + " receive {ets, {error, badarg, [{ets, lookup, _, _}]}} -> ok end"))
          .isEqualTo(Atom.OK);
    }
  }

  @LiveNodeTest
  void server_messageTooDeepForJinterface_isDroppedAndTheNextServed(ErlangRelease erlang)
      throws Exception {
    try (Loaded program = new Loaded(erlang);
        ErlangShell shell = erlang.node().shell()) {
      shell.eval(
          "{tables, Node} ! {call, self(), ets, is_record,"
              + " [lists:foldl(fun(_, Inner) -> [Inner] end, [], lists:seq(1, 500000))]}, ok",
          Map.of("Node", Atom.of(program.name)));

      assertThat(shell.eval("gen_server:call({tables, Node}, {ets, all, []}, 30000)"))
          .isEqualTo(TermParser.parse("{ok,[]}"));
    }
  }

  @LiveNodeTest
  void client_tableOfErlang_isUsed(ErlangRelease erlang) throws Exception {
    LiveNode node = erlang.node();
    String table = Loopback.uniqueName("table");
    try (Loaded program = new Loaded(erlang);
        ErlangShell shell = node.shell()) {
      shell.eval("ets:new(" + table + ", [named_table, public])");

      assertThat(program.call(node, "{insert,[" + table + ",{k,[1|2],<<5:3>>}]}"))
          .isEqualTo("true");
      assertThat(shell.eval("ets:lookup(" + table + ", k)"))
          .isEqualTo(TermParser.parse("[{k,[1|2],<<5:3>>}]"));
      assertThat(program.call(node, "{lookup,[" + table + ",k]}")).isEqualTo("[{k,[1|2],<<5:3>>}]");
      assertThat(program.call(node, "{lookup,[no_such_table,k]}")).isEqualTo("error:badarg");
    }
  }

  @LiveNodeTest
  void terms_ofErlang_areHeldWhole(ErlangRelease erlang) throws Exception {
    Term term =
        erlang
            .node()
            .eval(
                "X = lists:seq(1, 3), {self(), make_ref(), alias(), hd(erlang:ports()),"
                    + " fun lists:map/2, fun(Y) -> {X, Y} end, #{X => -0.0, 1 bsl 70 => <<5:3>>}}");
    try (Loaded program = new Loaded(erlang)) {
      assertThat(program.throughObjects(term)).isEqualTo(term);
    }
  }

  /** The program, with another jinterface than these tests. */
  private static final class Loaded implements AutoCloseable {
    final String name = Loopback.uniqueName("otp") + "@" + Loopback.HOST;
    private final URLClassLoader loader;
    private final Closeable program;

    Loaded(ErlangRelease erlang) throws IOException, ReflectiveOperationException {
      Path jar = installedJar();
      assumeTrue(jar != null, "no jinterface in " + APPLICATIONS);
      loader = new URLClassLoader(classPath(jar), ClassLoader.getPlatformClassLoader());
      program =
          (Closeable)
              loader
                  .loadClass(TablesProgram.class.getName())
                  .getConstructor(String.class, String.class, int.class)
                  .newInstance(name, erlang.node().cookie(), erlang.epmd().port());
    }

    private static Path installedJar() throws IOException {
      if (!Files.isDirectory(APPLICATIONS)) {
        return null;
      }
      Path installed = null;
      try (DirectoryStream<Path> folders = Files.newDirectoryStream(APPLICATIONS, "jinterface-*")) {
        for (Path folder : folders) {
          Path jar = folder.resolve("priv/OtpErlang.jar");
          installed = Files.exists(jar) ? jar : installed;
        }
      }
      return installed;
    }

    /** Returns the class path of these tests, with the jar instead of the other jinterface's. */
    private static URL[] classPath(Path jar) throws IOException {
      String path =
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
      List<URL> urls = new ArrayList<>();
      for (String entry : path.split(File.pathSeparator, -1)) {
        if (!entry.contains("/org/erlang/otp/")) {
          urls.add(Path.of(entry).toUri().toURL());
        }
      }
      urls.add(jar.toUri().toURL());
      return urls.toArray(URL[]::new);
    }

    String call(LiveNode node, String call) throws ReflectiveOperationException {
      return (String)
          program
              .getClass()
              .getMethod("call", String.class, String.class)
              .invoke(program, node.name().name(), call);
    }

    Term throughObjects(Term term) throws ReflectiveOperationException {
      byte[] external = ExternalTermFormat.encode(term);
      return ExternalTermFormat.decode(
          (byte[])
              program
                  .getClass()
                  .getMethod("throughObjects", byte[].class)
                  .invoke(null, (Object) external));
    }

    @Override
    public void close() throws IOException {
      program.close();
      loader.close();
    }
  }
}
