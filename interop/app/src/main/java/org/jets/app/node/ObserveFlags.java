package org.jets.app.node;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
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
import java.util.List;
import java.util.Map;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import org.jets.node.ErlangNode;
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
  private static final Duration CHECK_TIME = Duration.ofSeconds(5);

  /** Limits of the JDK's server, for all pages of this JVM, unless its user has set them. */
  private static final Map<String, String> SERVER_LIMITS =
      Map.of(
          "jdk.httpserver.maxConnections", "256",
          "sun.net.httpserver.maxReqHeaders", "100",
          "sun.net.httpserver.nodelay", "true");

  private final boolean observes;
  private final @Nullable PageOptions page;

  private ObserveFlags(boolean observes, @Nullable PageOptions page) {
    this.observes = observes;
    this.page = page;
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
      return new ObserveFlags(given.hasMatchedOption(OBSERVE), null);
    }
    String port = given.matchedOptionValue(PAGE, "0");
    PageOptions options =
        PageOptions.defaults()
            .withPort(port.equals("0") ? 0 : port(PAGE, port))
            .withPreview(given.hasMatchedOption(PREVIEW))
            .withExplain(given.hasMatchedOption(EXPLAIN));
    String folder = given.matchedOptionValue(SNAPSHOTS, null);
    return new ObserveFlags(true, folder == null ? options : options.withSnapshots(folder(folder)));
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
      if (Files.isDirectory(folder) && Files.isWritable(folder)) {
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
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() == OK) {
        out.println("up");
        return 0;
      }
      err.println("jets: node: the page at port " + port + " answers " + answer.statusCode());
    } catch (IOException e) {
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

  private static Closeable startPage(Observatory observatory, PageOptions options, PrintStream out)
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
      throw new IOException(PAGE + ": the port is in use (expected: a free port)", e);
    }
  }
}
