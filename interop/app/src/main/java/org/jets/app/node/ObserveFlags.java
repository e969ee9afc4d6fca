package org.jets.app.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import org.jets.node.ErlangNode;
import org.jets.observe.Health;
import org.jets.observe.Observatory;
import org.jets.observe.ObserveOptions;
import org.jets.observe.page.LivePage;
import org.jets.observe.page.PageOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The flags of {@code ./jets node} by which a node is seen while it runs. */
final class ObserveFlags {
  private static final String OBSERVE = "--observe";
  private static final String PAGE = "--page";
  private static final String PREVIEW = "--page-preview";
  private static final String EXPLAIN = "--page-explain";
  private static final String SNAPSHOTS = "--page-snapshots";
  private static final String CHECK = "--check";
  private static final List<String> ACTIONS = List.of(PREVIEW, EXPLAIN, SNAPSHOTS);

  private static final int MAX_PORT = 65_535;
  private static final int OK = 200;

  /** More than the longest word for a health. */
  private static final int MOST_CHARACTERS = 16;

  private static final Duration CHECK_TIME = Duration.ofSeconds(5);

  /** Limits of the JDK's server, for all pages of this JVM, unless its user has set them. */
  private static final Map<String, String> SERVER_LIMITS =
      Map.of(
          "jdk.httpserver.maxConnections", "256",
          "sun.net.httpserver.maxReqHeaders", "100",
          "sun.net.httpserver.nodelay", "true");

  private final boolean observes;
  private final @Nullable PageOptions page;

  private final int pagePort;

  private ObserveFlags(boolean observes, @Nullable PageOptions page, int pagePort) {
    this.observes = observes;
    this.page = page;
    this.pagePort = pagePort;
  }

  /**
   * An answer at a port.
   *
   * @param health empty if that is no page of a node
   */
  private record Checked(int status, Optional<Health> health) {
    /** Reads no more than a word of an answer: another program may have the port. */
    static Checked of(HttpResponse<InputStream> answer) {
      String word;
      try (InputStream body = answer.body()) {
        word = new String(body.readNBytes(MOST_CHARACTERS), UTF_8).strip();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new Checked(
          answer.statusCode(),
          Arrays.stream(Health.values()).filter(each -> each.word().equals(word)).findFirst());
    }
  }

  static void addTo(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder(PAGE)
            .type(String.class)
            .arity("0..1")
            .fallbackValue("0")
            .paramLabel("PORT")
            .description("show tables and node on a page at 127.0.0.1 (default: any free port)")
            .build());
    spec.addOption(
        CommandLines.flag(PREVIEW, "let the page show the first objects of tables that all read"));
    spec.addOption(CommandLines.flag(EXPLAIN, "let the page show plans of match specifications"));
    spec.addOption(
        CommandLines.value(SNAPSHOTS, "DIR", "let the page write tables to files in this folder"));
    spec.addOption(
        CommandLines.flag(OBSERVE, "MXBeans and events of the Flight Recorder; also by --page"));
    spec.addOption(
        CommandLines.value(
            CHECK, "PORT", "start no node: ask the page at this port whether its node is well"));
  }

  static ObserveFlags of(ParseResult given) throws UsageException {
    if (!given.hasMatchedOption(PAGE)) {
      for (String action : ACTIONS) {
        if (given.hasMatchedOption(action)) {
          throw new UsageException(action + ": without " + PAGE + " (expected: both)");
        }
      }
      return new ObserveFlags(given.hasMatchedOption(OBSERVE), null, 0);
    }
    String text = given.matchedOptionValue(PAGE, "0");
    int port = text.equals("0") ? 0 : port(PAGE, text);
    PageOptions options =
        PageOptions.defaults()
            .withPort(port)
            .withPreview(given.hasMatchedOption(PREVIEW))
            .withExplain(given.hasMatchedOption(EXPLAIN));
    String folder = given.matchedOptionValue(SNAPSHOTS, null);
    return new ObserveFlags(
        true, folder == null ? options : options.withSnapshots(folder(folder)), port);
  }

  private static int port(String flag, String text) throws UsageException {
    if (text.matches("[0-9]{1,5}")) {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= MAX_PORT) {
        return number;
      }
    }
    throw new UsageException(flag + ": " + text + " (expected: 1 to " + MAX_PORT + ")");
  }

  private static Path folder(String text) throws UsageException {
    try {
      Path folder = Path.of(text);
      if (!text.isEmpty() && Files.isDirectory(folder) && Files.isWritable(folder)) {
        return folder;
      }
    } catch (InvalidPathException e) {
      // Refused below.
    }
    throw new UsageException(
        SNAPSHOTS + ": " + text + " (expected: a folder that this user can write to)");
  }

  static boolean isCheck(ParseResult given) {
    return given.hasMatchedOption(CHECK);
  }

  /** Asks a page whether its node is well, and returns the exit status: 0 if it is, else 1. */
  static int check(ParseResult given, PrintStream out, PrintStream err)
      throws UsageException, InterruptedException {
    int port = port(CHECK, given.matchedOptionValue(CHECK, ""));
    HttpClient client = HttpClient.newBuilder().connectTimeout(CHECK_TIME).build();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health"))
            .timeout(CHECK_TIME)
            .build();
    try {
      Checked checked =
          client
              .sendAsync(request, BodyHandlers.ofInputStream())
              .thenApply(Checked::of)
              .get(CHECK_TIME.toSeconds(), TimeUnit.SECONDS);
      Optional<Health> health = checked.health();
      if (checked.status() == OK && health.isPresent() && health.get().isUp()) {
        out.println(health.get().word());
        return 0;
      }
      err.println(
          "jets: node: the page at port "
              + port
              + " answers "
              + checked.status()
              + health.map(h -> ": " + h.word()).orElse(", which no page of a node does"));
    } catch (ExecutionException | TimeoutException e) {
      err.println("jets: node: no page answers at port " + port);
    }
    return 1;
  }

  /**
   * Begins to observe a node, as the flags say, and prints the address of the page if there is one.
   *
   * @return ends the observation
   * @throws IOException if the port of the page is in use
   */
  Closeable start(ErlangNode node, PrintStream out) throws IOException {
    if (!observes) {
      return () -> {};
    }
    Observatory observatory = Observatory.of(node, ObserveOptions.defaults());
    boolean isStarted = false;
    try {
      observatory.registerMBeans();
      Closeable started = page == null ? observatory::close : startPage(observatory, page, out);
      isStarted = true;
      return started;
    } finally {
      if (!isStarted) {
        observatory.close();
      }
    }
  }

  private Closeable startPage(Observatory observatory, PageOptions options, PrintStream out)
      throws IOException {
    SERVER_LIMITS.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
    try {
      LivePage page = LivePage.start(observatory, options);
      out.println("jets node page " + page.url());
      return () -> {
        page.close();
        observatory.close();
      };
    } catch (BindException e) {
      throw new IOException(PAGE + ": " + why(pagePort, e) + " (expected: a free port)", e);
    }
  }

  /**
   * Returns a text that says why a port cannot be used. The exception has the system's message,
   * which may be in another language.
   */
  static String why(int port, BindException e) {
    String message = Objects.requireNonNullElse(e.getMessage(), e.toString());
    if (message.startsWith("Permission denied")) {
      return port + " is not allowed to this user";
    }
    return message.startsWith("Address already in use")
        ? port + " is in use"
        : port + " cannot be used: " + message;
  }
}
