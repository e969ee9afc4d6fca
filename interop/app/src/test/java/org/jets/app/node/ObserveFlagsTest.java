package org.jets.app.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import javax.management.ObjectName;
import org.jets.app.UsageException;
import org.jets.node.ErlangNode;
import org.jets.node.NodeOptions;
import org.jets.node.live.Loopback;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Tests the flags by which a node is seen, with a node of this JVM. */
class ObserveFlagsTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(written, true, UTF_8);

  private static ParseResult parsed(String line) {
    return new CommandLine(NodeCommandLine.spec()).parseArgs(line.split(" ", -1));
  }

  private static ErlangNode node() throws Exception {
    return ErlangNode.start(
        "flags@127.0.0.1", NodeOptions.defaults().withCookie("any").withoutEpmd());
  }

  private URI printedAddress() {
    return URI.create(written.toString(UTF_8).replace("jets node page ", "").strip());
  }

  @Test
  void page_withoutPort_isPrintedWithItsTokenAndAnswersTheCheck() throws Exception {
    try (ErlangNode node = node();
        Closeable observed = ObserveFlags.of(parsed("--name a@b --page")).start(node, out)) {
      assertThat(observed).isNotNull();
      URI address = printedAddress();
      assertThat(address.getHost()).isEqualTo("127.0.0.1");
      assertThat(address.getQuery()).matches("token=.{43}");
      assertThat(
              HttpClient.newHttpClient()
                  .send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding())
                  .statusCode())
          .isEqualTo(303);
      written.reset();

      assertThat(ObserveFlags.check(parsed("--check " + address.getPort()), out, out)).isZero();
      assertThat(written.toString(UTF_8).strip()).isEqualTo("up");
    }
  }

  @Test
  void check_noPage_isOne() throws Exception {
    int port = Loopback.freePort();

    assertThat(ObserveFlags.check(parsed("--check " + port), out, out)).isEqualTo(1);
    assertThat(written.toString(UTF_8).strip())
        .isEqualTo("jets: node: no page answers at port " + port);
  }

  @Test
  void page_portInUse_isRefused() throws Exception {
    try (ErlangNode node = node();
        Closeable observed = ObserveFlags.of(parsed("--name a@b --page")).start(node, out)) {
      assertThat(observed).isNotNull();
      ObserveFlags again =
          ObserveFlags.of(parsed("--name a@b --page " + printedAddress().getPort()));
      try (ErlangNode other =
          ErlangNode.start(
              "other@127.0.0.1", NodeOptions.defaults().withCookie("any").withoutEpmd())) {
        assertThatThrownBy(() -> again.start(other, out))
            .hasMessage(
                "--page: " + printedAddress().getPort() + " is in use (expected: a free port)");
        assertThat(isRegistered("other@127.0.0.1")).isFalse();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "200 | up        | up",
        "200 | refusing  | refusing",
        "503 | log       | none",
        "503 | full      | none",
        "503 | up        | none",
        "200 | hello     | none",
        "404 | not found | none",
      })
  void check_answer_isUpOnlyIfThePageOfANodeSaysSo(int status, String body, @Nullable String up)
      throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    server.createContext(
        "/health",
        exchange -> {
          exchange.sendResponseHeaders(status, body.length());
          exchange.getResponseBody().write(body.getBytes(UTF_8));
          exchange.close();
        });
    server.start();
    try {
      int port = server.getAddress().getPort();
      assertThat(ObserveFlags.check(parsed("--check " + port), out, out))
          .isEqualTo(up == null ? 1 : 0);
      String rest =
          List.of("log", "full", "up").contains(body)
              ? ": " + body
              : ", which no page of a node does";
      assertThat(written.toString(UTF_8).strip())
          .isEqualTo(
              up == null
                  ? "jets: node: the page at port " + port + " answers " + status + rest
                  : up);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void why_portOfTheSystem_isNotSaidToBeInUse() {
    assertThat(ObserveFlags.why(80, new BindException("Permission denied")))
        .isEqualTo("80 is not allowed to this user");
    assertThat(ObserveFlags.why(80, new BindException("Address already in use")))
        .isEqualTo("80 is in use");
    assertThat(ObserveFlags.why(80, new BindException("Keine Berechtigung")))
        .isEqualTo("80 cannot be used: Keine Berechtigung");
    assertThat(ObserveFlags.why(80, new BindException()))
        .isEqualTo("80 cannot be used: java.net.BindException");
  }

  private static boolean isRegistered(String name) throws Exception {
    return ManagementFactory.getPlatformMBeanServer()
        .isRegistered(new ObjectName("org.jets:type=Node,node=" + ObjectName.quote(name)));
  }

  @Test
  void observe_alone_registersMBeansUntilTheEnd() throws Exception {
    try (ErlangNode node = node()) {
      try (Closeable observed = ObserveFlags.of(parsed("--name a@b --observe")).start(node, out)) {
        assertThat(observed).isNotNull();
        assertThat(isRegistered(node.name())).isTrue();
        assertThat(written.toString(UTF_8)).isEmpty();
      }
      assertThat(isRegistered(node.name())).isFalse();
    }
  }

  @Test
  void none_ofTheFlags_observesNothing() throws Exception {
    try (ErlangNode node = node();
        Closeable observed = ObserveFlags.of(parsed("--name a@b")).start(node, out)) {
      assertThat(observed).isNotNull();
      assertThat(isRegistered(node.name())).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--page-preview | --page-preview: without --page (expected: both)",
        "--page-explain | --page-explain: without --page (expected: both)",
        "--page-snapshots /tmp | --page-snapshots: without --page (expected: both)",
        "--page x | --page: x (expected: 1 to 65535)",
        "--page 65536 | --page: 65536 (expected: 1 to 65535)",
      })
  void flags_wrong_areRefused(String line, String message) {
    assertThatThrownBy(() -> ObserveFlags.of(parsed("--name a@b " + line)))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  @Test
  void pageSnapshots_empty_isNotTheWorkingFolder() {
    assertThatThrownBy(() -> ObserveFlags.of(parsed("--name a@b --page --page-snapshots=")))
        .isInstanceOf(UsageException.class);
  }

  @Test
  void pageSnapshots_noFolder_isRefused(@TempDir Path folder) {
    Path none = folder.resolve("none");

    assertThatThrownBy(() -> ObserveFlags.of(parsed("--name a@b --page --page-snapshots " + none)))
        .hasMessage(
            "--page-snapshots: " + none + " (expected: a folder that this user can write to)");
  }
}
