package org.jets.app.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jets.app.CommandLines;
import org.jets.app.CommandRunner;
import org.jets.app.UsageException;
import org.jets.ets.TableType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParseResult;

/** Tests the file of {@code --config}. */
class ConfigFileTest {
  @TempDir Path folder;

  private Path write(String... lines) throws IOException {
    Path file = Files.write(folder.resolve("node conf"), List.of(lines));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    return file;
  }

  private ParseResult merged(Path file, String... commandLine) throws UsageException {
    List<String> words = new ArrayList<>(List.of("--config", file.toString()));
    words.addAll(List.of(commandLine));
    return ConfigFile.of(NodeCommandLine.spec(), CommandLines.parse(NodeCommandLine.spec(), words))
        .merged();
  }

  @Test
  void merged_allForms_areOptions() throws Exception {
    Path file =
        write(
            "# a node",
            "",
            "--name a@127.0.0.1",
            "  --table\tt 1:set  ",
            "--table u:bag",
            "--no-dial",
            "--max-tables=10");
    NodeCommandOptions options = NodeCommandOptions.of(merged(file));
    assertThat(options.name()).isEqualTo("a@127.0.0.1");
    assertThat(options.tables())
        .containsExactly(
            new NodeCommandOptions.NamedTable("t 1", TableType.SET),
            new NodeCommandOptions.NamedTable("u", TableType.BAG));
    assertThat(options.rules().dials()).isFalse();
    assertThat(options.rules().limits()).containsEntry("--max-tables", "10");
  }

  @Test
  void merged_sameOptionOnTheCommandLine_takesThePlaceOfAllLines() throws Exception {
    Path file = write("--name a@127.0.0.1", "--table t:set", "--table u:set", "--no-dial");
    NodeCommandOptions options =
        NodeCommandOptions.of(merged(file, "--name", "b@127.0.0.1", "--table", "v:bag"));
    assertThat(options.name()).isEqualTo("b@127.0.0.1");
    assertThat(options.tables()).hasSize(1);
    assertThat(options.rules().dials()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "--nam a@b, line 1: --nam (expected: an option of the node",
    "name a@b, line 1: no option (expected: an option of the node",
    "secret, line 1: no option (expected: an option of the node",
    "--cookie:secret, line 1: no option (expected: an option of the node",
    "--config f, line 1: --config (expected: an option of the node",
    "--help, line 1: --help (expected: an option of the node",
    "--check 1, line 1: --check (expected: an option of the node",
    "-h, line 1: -h (expected: an option of the node",
    "--cookies=secret, line 1: --cookies (expected: an option of the node",
    "--no-dial=yes, line 1: --no-dial has a value (expected: none)",
    "--no-dial yes, line 1: --no-dial has a value (expected: none)",
    "--port, line 1: --port has no value (expected: one after it)"
  })
  void merged_malformedLine_isRefusedWithItsNumber(String line, String message) throws Exception {
    Path file = write(line);
    assertThatThrownBy(() -> merged(file))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(message)
        .hasMessageNotContaining("secret");
  }

  /** Runs the command, and returns the message. */
  private static String failure(String... commandLine) {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(written, true, UTF_8);
    assertThat(CommandRunner.run(new NodeCommand(), List.of(commandLine), print, print))
        .isEqualTo(2);
    return written.toString(UTF_8).strip();
  }

  @ParameterizedTest
  @CsvSource({
    "--port x, ', line 3: --port: x (expected: 1 to 65535)'",
    "--table t:no, ', line 3: --table: t:no (expected: '",
    "--table t:set, ': --table: t more than once (expected: '",
    "--cookie secr\u00e4t, ', line 3: --cookie: not a cookie (expected: '"
  })
  void run_wrongValueInTheFile_isRefusedWithItsPlace(String line, String message) throws Exception {
    Path file = write("--name a@127.0.0.1", "--table t:set", line);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(failure("--config", file.toString()))
        .startsWith("jets: node: --config: " + file + message)
        .doesNotContain("secr");
  }

  @Test
  void run_wrongValueOnTheCommandLine_doesNotNameTheFile() throws Exception {
    Path file = write("--name a@127.0.0.1", "--port 9000");
    assertThat(failure("--config", file.toString(), "--port", "x"))
        .isEqualTo("jets: node: --port: x (expected: 1 to 65535)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--port = 9000", "--port  =9000", "--port= 9000", "--port \t 9000"})
  void merged_blanksAroundTheEqualsSign_areNoPartOfTheValue(String line) throws Exception {
    Path file = write("--name = a@127.0.0.1", line);
    NodeCommandOptions options = NodeCommandOptions.of(merged(file));
    assertThat(options.name()).isEqualTo("a@127.0.0.1");
    assertThat(options.port()).isEqualTo(9000);
  }

  @ParameterizedTest
  @CsvSource({
    "--cookie = =abc, =abc",
    "--cookie==abc, =abc",
    "--cookie =abc, abc",
    "--cookie = abc=, abc="
  })
  void merged_valueWithAnEqualsSign_losesOnlyTheFirst(String line, String cookie) throws Exception {
    Path file = write("--name a@127.0.0.1", line);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(NodeCommandOptions.of(merged(file)).cookie()).isEqualTo(cookie);
  }

  @Test
  void merged_byteOrderMarkAndCarriageReturns_areNoPartOfTheOptions() throws Exception {
    Path file = folder.resolve("of another system");
    Files.writeString(file, "\ufeff--name a@127.0.0.1\r\n--port 9000\r\n");
    NodeCommandOptions options = NodeCommandOptions.of(merged(file));
    assertThat(options.name()).isEqualTo("a@127.0.0.1");
    assertThat(options.port()).isEqualTo(9000);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void merged_fileWithoutEnd_isRefused() {
    assertThatThrownBy(() -> merged(Path.of("/dev/zero")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("at most 1 MiB");
  }

  @Test
  void merged_optionTwice_isRefused() throws Exception {
    Path file = write("--port 1", "--port 2");
    assertThatThrownBy(() -> merged(file)).hasMessageContaining("line 2: --port is there twice");
  }

  @Test
  void merged_noFileOrOtherBytes_isRefused() throws Exception {
    assertThatThrownBy(() -> merged(folder.resolve("none")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("expected: a text file");
    assertThatThrownBy(() -> merged(folder)).isInstanceOf(UsageException.class);
    Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff});
    assertThatThrownBy(() -> merged(bytes)).isInstanceOf(UsageException.class);
    Path large = Files.write(folder.resolve("large"), new byte[(1 << 20) + 1]);
    assertThatThrownBy(() -> merged(large)).hasMessageContaining("at most 1 MiB");
  }

  @Test
  void merged_cookieThatOthersMayRead_isRefused() throws Exception {
    Path file = write("--name a@127.0.0.1", "--cookie=secret");
    assertThatThrownBy(() -> merged(file)).hasMessageContaining("has a cookie");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    NodeCommandOptions options = NodeCommandOptions.of(merged(file));
    assertThat(options.cookie()).isEqualTo("secret");
    assertThat(options.warnings(flag -> false)).isEmpty();
  }
}
