package org.jets.app.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jets.app.CommandLines;
import org.jets.app.CommandRunner;
import org.jets.app.UsageException;
import org.jets.app.node.NodeCommandOptions.NamedTable;
import org.jets.app.node.NodeCommandOptions.Rules;
import org.jets.app.node.NodeCommandOptions.TlsFiles;
import org.jets.ets.Access;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.terms.Atom;
import org.jets.terms.Reference;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParseResult;

class NodeCommandOptionsTest {
  /** The minimum values of flags that do not accept 1. */
  private static final Map<String, String> LEAST =
      Map.of("--max-message-bytes", "1024", "--max-handshake-bytes", "1024");

  private static NodeCommandOptions parse(String arguments) throws UsageException {
    return NodeCommandOptions.of(
        CommandLines.parse(new NodeCommand().spec(), List.of(arguments.split(" "))));
  }

  private static List<String> warnings(String arguments) throws UsageException {
    ParseResult given = CommandLines.parse(new NodeCommand().spec(), List.of(arguments.split(" ")));
    return NodeCommandOptions.of(given).warnings(given::hasMatchedOption);
  }

  @Test
  void parse_nameAlone_isTheLoopbackWithEpmdAndTheUsersCookie() throws UsageException {
    assertThat(parse("--name a@b"))
        .isEqualTo(
            new NodeCommandOptions(
                "a@b", null, null, 0, true, null, null, List.of(), List.of(), null, Rules.NONE));
  }

  @Test
  void parse_allOptions_takesEach() throws Exception {
    NodeCommandOptions options =
        parse(
            "--name a@b --cookie-file c --port 4370 --no-epmd --bind 127.0.0.2 --tls-cert d"
                + " --tls-key e --tls-ca f --table t:set --table a:b:ordered_set --load g --load h"
                + " --save-on-exit s");

    assertThat(options)
        .isEqualTo(
            new NodeCommandOptions(
                "a@b",
                null,
                Path.of("c"),
                4370,
                false,
                InetAddress.getByName("127.0.0.2"),
                new TlsFiles(Path.of("d"), Path.of("e"), Path.of("f")),
                List.of(
                    new NamedTable("t", TableType.SET),
                    new NamedTable("a:b", TableType.ORDERED_SET)),
                List.of(Path.of("g"), Path.of("h")),
                Path.of("s"),
                Rules.NONE));
  }

  @Test
  void parse_limitsAndRules_areThoseOfTheNode() throws Exception {
    NodeCommandOptions options =
        parse(
            "--name a@b --job-threads 3 --max-call-time 60 --heap-mark 0.8 --send-bytes 1000000"
                + " --allow c@d --allow e@f --read-only e@f --no-dial --log-level debug");

    assertThat(options.rules())
        .isEqualTo(
            new Rules(
                Map.of(
                    "--job-threads", "3",
                    "--max-call-time", "60",
                    "--heap-mark", "0.8",
                    "--send-bytes", "1000000"),
                Set.of("c@d", "e@f"),
                Set.of("e@f"),
                false,
                Level.DEBUG));
    assertThat(options.node().withCookie("c")).isNotNull();
  }

  @Test
  void parse_eachLimit_takesOne() throws Exception {
    for (String flag : NodeLimits.flags()) {
      String least = LEAST.getOrDefault(flag, "1");
      NodeCommandOptions options = parse("--name a@b " + flag + " " + least);

      assertThat(options.rules().limits()).containsExactly(Map.entry(flag, least));
      assertThat(options.node()).isNotNull();
    }
  }

  @Test
  void parse_numbersForOneAndForAll_takesBoth() throws Exception {
    NodeCommandOptions options = parse("--name a@b --links 10,20 --max-tables 3,4");

    assertThat(options.rules().limits()).containsEntry("--links", "10,20");
    assertThat(options.node().ets().peerQuota().tables()).isEqualTo(3);
    assertThat(options.node().ets().quota().tables()).isEqualTo(4);
  }

  @Test
  void parse_placesAndFiles_areThoseOfTheNode(@TempDir Path folder) throws Exception {
    String arguments =
        "--name a@b --listen no --epmd localhost:4370 --peer-port 4371"
            + " --peer-address c@d=localhost:4372 --peer-cookie c@d=secret --files "
            + folder;
    NodeCommandOptions options = parse(arguments);

    assertThat(options.rules().limits()).hasSize(6);
    assertThat(options.node().ets().files()).contains(folder);
    assertThat(warnings(arguments)).hasSize(1);
  }

  @Test
  void warnings_cookieOnTheCommandLineAndClearText_areTwo() throws Exception {
    assertThat(warnings("--name a@b --cookie c --bind 192.0.2.1")).hasSize(2);
    assertThat(warnings("--name a@b --cookie-file c --bind 127.0.0.2")).isEmpty();
    assertThat(warnings("--name a@b --bind 192.0.2.1 --tls-cert d --tls-key e --tls-ca f"))
        .isEmpty();
  }

  @Test
  void table_nameThatIsNoAtom_isRefused() {
    assertThatThrownBy(() -> parse("--name a@b --table " + "n".repeat(256) + ":set"))
        .isInstanceOf(UsageException.class)
        .hasMessage("--table: name: 256 characters (expected: at most 255)");
  }

  @Test
  void run_addressOfAnotherHost_isMisuseInOneLine() throws Exception {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(errors, true, UTF_8);

    int status =
        CommandRunner.run(
            new NodeCommand(),
            List.of("--name", "a@127.0.0.1", "--cookie", "c", "--bind", "192.0.2.1"),
            err,
            err);

    assertThat(status).isEqualTo(2);
    assertThat(errors.toString(UTF_8).lines())
        .containsExactly("jets: node: --bind: 192.0.2.1 (expected: an address of this host)");
  }

  @Test
  void node_anyAddressOfTheLoopback_isOneOfThisHost() throws Exception {
    assertThat(parse("--name a@b --bind 127.0.0.1").node()).isNotNull();
    assertThat(parse("--name a@b --bind 0.0.0.0").node()).isNotNull();
  }

  @Test
  void parse_noEpmdOfANodeThatDoesNotListen_needsNoPort() throws Exception {
    NodeCommandOptions options = parse("--name a@b --no-epmd --listen no");

    assertThat(options.port()).isZero();
    assertThat(options.epmd()).isFalse();
  }

  @Test
  void isFoundByName_withoutEpmdOrListening_isFalse() throws Exception {
    assertThat(parse("--name a@b").isFoundByName()).isTrue();
    assertThat(parse("--name a@b --listen no").isFoundByName()).isFalse();
    assertThat(parse("--name a@b --no-epmd --port 4370").isFoundByName()).isFalse();
  }

  @Test
  void hostWarning_hostWithoutAnAddress_namesIt() throws Exception {
    assertThat(parse("--name a@127.0.0.1").hostWarning()).isEmpty();
    assertThat(parse("--name a@host.invalid").hostWarning().orElseThrow())
        .startsWith("--name: the host host.invalid has no address here");
  }

  @Test
  void node_cookieFileMissingOrEmpty_isNamedWithItsFlag(@TempDir Path folder) throws Exception {
    Path empty = Files.createFile(folder.resolve("empty"));
    for (Path file : List.of(folder.resolve("none"), empty)) {
      assertThatThrownBy(() -> parse("--name a@b --cookie-file " + file).node())
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("--cookie-file: cookie file " + file + ": ");
    }
  }

  @Test
  void node_wrongCookieFile_saysOnceWhatWasExpected(@TempDir Path folder) throws Exception {
    Path open = Files.writeString(folder.resolve("open"), "secret");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    Path empty = Files.createFile(folder.resolve("empty"));
    Files.setPosixFilePermissions(empty, PosixFilePermissions.fromString("rw-------"));
    Path none = folder.resolve("none");
    for (Path file : List.of(open, empty, none)) {
      assertThatThrownBy(() -> parse("--name a@b --cookie-file " + file).node())
          .isInstanceOf(UsageException.class)
          .hasMessageMatching("--cookie-file: cookie file [^()]+ \\(expected: [^()]+\\)");
    }
  }

  @Test
  void node_missingFileOfTls_isNamedWithItsFlag() {
    assertThatThrownBy(
            () -> parse("--name a@b --tls-cert /none --tls-key /none --tls-ca /none").node())
        .isInstanceOf(UsageException.class)
        .hasMessage("--tls-cert: /none (expected: a file in PEM that this user can read)");
  }

  @Test
  void node_fileOfTlsWithoutKeyOrCertificate_isNamedWithItsFlag(@TempDir Path folder)
      throws Exception {
    Path file = Files.writeString(folder.resolve("empty.pem"), "nothing");

    assertThatThrownBy(
            () ->
                parse("--name a@b --tls-cert F --tls-key F --tls-ca F".replace("F", "" + file))
                    .node())
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--tls-cert: " + file + ": no certificate in it");
  }

  private static Path save(Path file, TableOptions options) {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table = owner.newTable("stock", options);
      table.insert(Tuple.of(Atom.of("apple")));
      table.tab2file(file);
      return file;
    }
  }

  @Test
  void node_fileOfNoTableOrOfANameThatIsTaken_isNamedWithItsFlag(@TempDir Path folder)
      throws Exception {
    Path other = Files.writeString(folder.resolve("other.tab"), "nothing");
    Path named = save(folder.resolve("named.tab"), TableOptions.set().withNamedTable());
    Path unnamed = save(folder.resolve("unnamed.tab"), TableOptions.set());
    String taken = ", the table stock (expected: a name that no other --table or --load has)";

    assertThat(parse("--name a@b --load " + named + " --load " + unnamed).node()).isNotNull();
    assertThat(parse("--name a@b --table stock:set --load " + unnamed).node()).isNotNull();
    assertThatThrownBy(() -> parse("--name a@b --load " + folder.resolve("none")).node())
        .isInstanceOf(UsageException.class)
        .hasMessageMatching("--load: file: .*none.*, enoent .*");
    assertThatThrownBy(() -> parse("--name a@b --load " + other).node())
        .isInstanceOf(UsageException.class)
        .hasMessageMatching("--load: file: .*other.tab.*, not_a_log_file .*");
    assertThatThrownBy(() -> parse("--name a@b --table stock:set --load " + named).node())
        .isInstanceOf(UsageException.class)
        .hasMessage("--load: " + named + taken);
    assertThatThrownBy(() -> parse("--name a@b --load " + named + " --load " + named).node())
        .isInstanceOf(UsageException.class)
        .hasMessage("--load: " + named + taken);
  }

  private static final String PROTECTED = "; it is protected, others can read and not change it";

  @Test
  void load_tableWithAndWithoutName_saysWhichItHasBecome(@TempDir Path folder) throws Exception {
    Path named = save(folder.resolve("named.tab"), TableOptions.set().withNamedTable());
    Path unnamed = save(folder.resolve("unnamed.tab"), TableOptions.set());
    Path hidden = save(folder.resolve("hidden.tab"), TableOptions.set().withAccess(Access.PRIVATE));
    TableSpace space = new TableSpace();
    try (Owner owner = space.newOwner()) {
      assertThat(TableFiles.load(owner, named))
          .isEqualTo("--load: " + named + " is the table stock, objects: 1" + PROTECTED);
      String line = TableFiles.load(owner, unnamed);
      assertThat(line)
          .isEqualTo(
              "--load: "
                  + unnamed
                  + " is the table "
                  + space.all().stream().filter(Reference.class::isInstance).findFirst().get()
                  + ", objects: 1; it has no name, others find it in ets:all()"
                  + PROTECTED);
      Path open = save(folder.resolve("open.tab"), TableOptions.set().withPublicAccess());
      assertThat(TableFiles.load(owner, open)).endsWith("in ets:all()");
      assertThat(TableFiles.load(owner, hidden))
          .endsWith("; it is private, others can neither read nor change it");
      assertThatThrownBy(() -> TableFiles.load(owner, named))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("--load: " + named + " cannot be loaded: ");
    }
  }

  @Test
  void run_portInUse_saysSoInOneLine() throws Exception {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(errors, true, UTF_8);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      int status =
          CommandRunner.run(
              new NodeCommand(),
              List.of("--name", "a@127.0.0.1", "--cookie", "c", "--no-epmd", "--port", port),
              err,
              err);

      assertThat(status).isEqualTo(1);
      assertThat(errors.toString(UTF_8).lines())
          .singleElement()
          .asString()
          .startsWith("jets: node: --port: " + port + " is in use (expected: a free port");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--data", "--table t:set --save-on-exit"})
  void run_folderAmongTheFilesOfOtherNodes_isRefusedAndNotMade(String flag, @TempDir Path folder) {
    Path own = folder.resolve("own");
    List<String> words = new ArrayList<>(List.of("--name", "a@b", "--cookie", "c", "--files"));
    words.add(folder.toString());
    words.addAll(List.of(flag.split(" ", -1)));
    words.add(own.toString());
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(errors, true, UTF_8);

    int status = CommandRunner.run(new NodeCommand(), words, err, err);

    assertThat(errors.toString(UTF_8))
        .contains(": " + own + " (expected: a folder that is not that of --files");
    assertThat(status).isEqualTo(2);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void run_valueWithControlCharacters_isNamedInOneLine() {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(errors, true, UTF_8);

    int status =
        CommandRunner.run(new NodeCommand(), List.of("--config", "no\n\u001b[2Jfile"), err, err);

    assertThat(status).isEqualTo(2);
    assertThat(errors.toString(UTF_8).lines())
        .containsExactly(
            "jets: node: --config: no\\n\\x{1B}[2Jfile"
                + " (expected: a text file in UTF-8 that can be read)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--port 1 | --name: missing",
        "--name | --name: no value",
        "--nonsense | --nonsense: no such option",
        "--name a@b --cookie c --cookie-file d | --cookie-file: there is a --cookie",
        "--name a@b --job-threads 0 | --job-threads: 0 (expected: 1 to 4096)",
        "--name a@b --peer-job-threads 4097 | --peer-job-threads: 4097 (expected: 1 to 4096)",
        "--name a@b --callback-threads 0 | --callback-threads: 0 (expected: 1 to 4096)",
        "--name a@b --max-call-time x | --max-call-time: x (expected: seconds, 1 to ",
        "--name a@b --heap-mark 2 | --heap-mark: 2 (expected: a share of the heap",
        "--name a@b --send-bytes | --send-bytes: no value",
        "--name a@b --heap-mark 0.005 | --heap-mark: 0.005 (expected: a share of the heap, 0.01",
        "--name a@b --bind= | --bind: no value (expected: an address of this host)",
        "--name a@b --table x:\u017fet | --table: x:\u017fet (expected: a name, a colon and one of",
        "--name a@b --links 1,x | --links: 1,x (expected: 1 to 2147483647, or two",
        "--name a@b --max-fragments 1,2,3 | --max-fragments: 1,2,3 (expected: a number of",
        "--name a@b --listen maybe | --listen: maybe (expected: yes or no)",
        "--name a@b --epmd here | --epmd: here (expected: a host, a colon and a port)",
        "--name a@b --data /etc/passwd | --data: /etc/passwd (expected: a folder, or a name that is",
        "--name a@b --data-sync often | --data-sync: often (expected: each, never, or 1 to",
        "--name a@b --data-sync 0 | --data-sync: 0 (expected: each, never, or 1 to",
        "--name a@b --data-sync 3600001 | --data-sync: 3600001 (expected: each, never, or 1 to",
        "--name a@b --files /no/such/folder | --files: /no/such/folder (expected: an existing",
        "--name a@b --log-level loud | --log-level: loud (expected: one of debug, info, ",
        "--name a@b --nonsense | --nonsense: no such option (expected: one that --help lists)",
        "--name a@b stray | stray: no such argument",
        "--name foo | --name: foo (expected: name@host)",
        "--name a@b --name c@d | --name: more than once (expected: once)",
        "--name a@b --links 1 --links 2 | --links: more than once (expected: once)",
        "--name a@b --no-epmd --epmd b:1 --port 5 | --no-epmd: there is an --epmd (expected: one",
        "--name a@b --allow c | --allow: c (expected: name@host)",
        "--name a@b --allow c@d --allow @ | --allow: @ (expected: name@host)",
        "--name a@b --read-only c@ | --read-only: c@ (expected: name@host)",
        "--name a@b --peer-cookie b@c= | --peer-cookie: b@c= (expected: a node's name, = and a cookie",
        "--name a@b --peer-cookie b=c | --peer-cookie: b=c (expected: a node's name, = and a cookie",
        "--name a@b --peer-address b=c:1 | --peer-address: b=c:1 (expected: a node's name, =, a",
        "--name a@b --cookie= | --cookie: not a cookie (expected: 1 to 255",
        "--name a@b --max-tables 0 | --max-tables: 0 (expected: 1 to 999999999999999999, or",
        "--name a@b --links 5,2 | --links: 5,2 (expected: 1 to 2147483647, or two",
        "--name a@b --job-bytes 5,2 | --job-bytes: 5,2 (expected: 1 to ",
        "--name a@b --log-level all | --log-level: all (expected: one of debug, info, ",
        "--name a@b --port 0 | --port: 0 (expected: 1 to 65535)",
        "--name a@b --no-dial=yes | --no-dial: a value (expected: none",
        "--name a@b --listen no --port 5 | --port: with --listen no (expected: one of both)",
        "--name a@b --listen no --bind ::1 | --bind: with --listen no (expected: one of both)",
        "--name a@b --read-only a@b | --read-only: a@b is this node (expected: another)",
        "--name a@b --allow c@d --read-only e@f | --read-only: e@f (expected: one of those of --allow,",
        "--name a@b --listen no --no-dial | --no-dial: with --listen no (expected: one of both)",
        "--name a@b --job-threads 2 --peer-job-threads 5 | --peer-job-threads: 5 (expected: no more",
        "--name a@b --job-queue 2 --peer-job-queue 5 | --peer-job-queue: 5 (expected: no more",
        "--name a@b --send-queue 2147483647 | --send-queue: 2147483647 (expected: 1 to 1048576)",
        "--name a@b --send-reserve 1048577 | --send-reserve: 1048577 (expected: 1 to 1048576)",
        "--name a@b --table t:set --table t:bag | --table: t more than once (expected: each name",
        "--name a@b --max-tables 1 --table t:set --table u:set | --max-tables: 1 (expected: 2 or",
        "--name a@b --max-tables 1 --table t:set --load f | --max-tables: 1 (expected: 2 or more",
        "--name a@b --no-dial --peer-port 5 | --peer-port: with --no-dial (expected: one of both)",
        "--name a@b --no-dial --peer-address c@d=e:5 | --peer-address: with --no-dial (expected:",
        "--name a@b --allow c@d --allow a@b | --allow: a@b is this node (expected: another; a",
        "--name a@b --max-message-bytes 1 | --max-message-bytes: 1 (expected: 1024 to 2147483647)",
        "--name a@b --max-handshake-bytes 1 | --max-handshake-bytes: 1 (expected: 1024 to ",
        "--name a@b --port 65536 | --port: 65536 (expected: 1 to 65535)",
        "--name a@b --load= | --load: no value (expected: a path)",
        "--name a@b --table t:set --save-on-exit= | --save-on-exit: no value (expected: a path)",
        "--name a@b --port x | --port: x (expected: 1 to 65535)",
        "--name a@b --no-epmd | --no-epmd: without --port",
        "--name a@b --bind [x | --bind: [x (expected: an address of this host)",
        "--name a@b --tls-cert c | --tls-cert, --tls-key, --tls-ca: not all",
        "--name a@b --table t | --table: t (expected: a name, a colon and one of set, ",
        "--name a@b --table :set | --table: :set (expected: ",
        "--name a@b --table t:tree | --table: t:tree (expected: ",
      })
  void parse_wrongOptions_saysWhatWasExpected(String arguments, String message) {
    assertThatThrownBy(() -> parse(arguments.strip()))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(message.strip());
  }
}
