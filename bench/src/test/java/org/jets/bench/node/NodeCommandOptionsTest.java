package org.jets.bench.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import org.jets.bench.UsageException;
import org.jets.bench.node.NodeCommandOptions.NamedTable;
import org.jets.bench.node.NodeCommandOptions.TlsFiles;
import org.jets.ets.TableType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeCommandOptionsTest {

  private static NodeCommandOptions parse(String arguments) throws UsageException {
    return NodeCommandOptions.parse(List.of(arguments.split(" ")));
  }

  @Test
  void parse_nameAlone_isTheLoopbackWithEpmdAndTheUsersCookie() throws UsageException {
    assertThat(parse("--name a@b"))
        .isEqualTo(
            new NodeCommandOptions(
                false, "a@b", null, null, 0, true, null, null, List.of(), List.of()));
  }

  @Test
  void parse_allOptions_takesEach() throws Exception {
    NodeCommandOptions options =
        parse(
            "--name a@b --cookie-file c --port 4370 --no-epmd --bind 127.0.0.2 --tls-cert d"
                + " --tls-key e --tls-ca f --table t:set --table a:b:ordered_set --load g --load h");

    assertThat(options)
        .isEqualTo(
            new NodeCommandOptions(
                false,
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
                List.of(Path.of("g"), Path.of("h"))));
  }

  @Test
  void parse_helpAlone_needsNoName() throws UsageException {
    assertThat(parse("--help").help()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--port 1 | --name: missing",
        "--name | --name: no value",
        "--nonsense | --nonsense: no such option",
        "--name a@b --cookie c --cookie-file d | --cookie-file: there is a --cookie",
        "--name a@b --port 0 | --port: 0 (expected: 1 to 65535)",
        "--name a@b --port 65536 | --port: 65536 (expected: 1 to 65535)",
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
