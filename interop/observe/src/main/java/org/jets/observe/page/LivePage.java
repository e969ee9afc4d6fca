package org.jets.observe.page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jets.observe.Health;
import org.jets.observe.Observatory;

/**
 * A page in a browser that shows tables and a node once in a second, on the JDK's HTTP server. It
 * is read-only and shows no contents, unless its {@linkplain PageOptions options} allow that.
 *
 * <ul>
 *   <li>It listens at 127.0.0.1 alone. Everything except {@code /health} needs the token in {@link
 *       #url}, from which the browser gets a cookie.
 *   <li>It has no script or style of another server, and none inside of its text. Texts of other
 *       nodes are never part of the page's own code.
 *   <li>{@code GET /health} answers 200 or 503 with the word of a {@link Health}.
 *   <li>At most 8 browsers see it at a time. One that does not read for the {@linkplain
 *       PageOptions#withRequestTime bound} is dropped.
 * </ul>
 *
 * <p>Users of this machine who can read the memory or the output of this process can see the token.
 * The connection is not encrypted: from another machine, use an SSH tunnel.
 */
public final class LivePage implements AutoCloseable {
  private static final Logger LOG = System.getLogger("org.jets.observe.page");

  private static final int STREAMS = 8;
  private static final int BACKLOG = 64;
  private static final int MOST_FORM_BYTES = 64 << 10;
  private static final long STREAM_MILLIS = 1_000;
  private static final int STREAM_STATUS = 200;
  private static final int OK = 200;
  private static final int SEE_OTHER = 303;

  private static final Set<String> ACTIONS = Set.of("/preview", "/explain", "/snapshot");

  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
              + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "X-Frame-Options",
          "DENY",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cache-Control",
          "no-store");

  private final Observatory observatory;
  private final long streamMillis;
  private final HttpServer server;
  private final RequestThreads threads;
  private final Gate gate;
  private final State state;
  private final Actions actions;
  private final Map<String, Answer> assets;
  private final Semaphore streams = new Semaphore(STREAMS);
  private final CountDownLatch closing = new CountDownLatch(1);

  private LivePage(Observatory observatory, PageOptions options, long streamMillis)
      throws IOException {
    this.streamMillis = streamMillis;
    this.observatory = observatory;
    this.state = new State(observatory, options);
    this.actions = new Actions(observatory, options);
    this.assets =
        Map.of(
            "/", asset("page.html", "text/html; charset=utf-8"),
            "/page.js", asset("page.js", "text/javascript; charset=utf-8"),
            "/page.css", asset("page.css", "text/css; charset=utf-8"));
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    this.server = HttpServer.create(new InetSocketAddress(loopback, options.port()), BACKLOG);
    this.gate = new Gate(port());
    this.threads = new RequestThreads(options.requestTime());
    server.setExecutor(threads);
    server.createContext("/", this::handle);
  }

  /**
   * Starts a page, which the caller closes.
   *
   * @throws IOException if the port is not free
   */
  public static LivePage start(Observatory observatory, PageOptions options) throws IOException {
    return start(observatory, options, STREAM_MILLIS);
  }

  static LivePage start(Observatory observatory, PageOptions options, long streamMillis)
      throws IOException {
    Objects.requireNonNull(observatory, "observatory");
    Objects.requireNonNull(options, "options");
    LivePage page = new LivePage(observatory, options, streamMillis);
    page.server.start();
    return page;
  }

  private static Answer asset(String name, String type) {
    try (InputStream in = LivePage.class.getResourceAsStream(name)) {
      return Answer.of(type, Objects.requireNonNull(in, name).readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the port. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Returns the address to open in a browser. It has the token, which lets its reader in. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + port() + "/?token=" + gate.token());
  }

  private void handle(HttpExchange exchange) {
    try (exchange) {
      HEADERS.forEach(exchange.getResponseHeaders()::set);
      if (isStream(exchange)) {
        stream(exchange);
      } else {
        Answer answer = answer(exchange);
        threads.renew();
        send(exchange, answer);
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "a browser went away", e);
    } catch (RuntimeException | Error e) {
      // The connection is closed, and the next request is answered as usual.
      LOG.log(Level.WARNING, "a request of a browser", e);
    }
  }

  private static boolean isStream(HttpExchange exchange) {
    return "/events".equals(exchange.getRequestURI().getPath())
        && exchange.getRequestMethod().equals("GET");
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", answer.type());
    answer.headers().forEach(headers::set);
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    int length = answer.body().length;
    if (isHead) {
      headers.set("Content-Length", Integer.toString(length));
    }
    exchange.sendResponseHeaders(answer.status(), isHead || length == 0 ? -1 : length);
    if (!isHead) {
      exchange.getResponseBody().write(answer.body());
    }
  }

  private Answer answer(HttpExchange exchange) throws IOException {
    try {
      String path = Objects.requireNonNullElse(exchange.getRequestURI().getPath(), "");
      String method = exchange.getRequestMethod();
      boolean isAction = ACTIONS.contains(path);
      gate.checkOrigin(exchange.getRequestHeaders(), isAction);
      if (!isAction && !method.equals("GET") && !method.equals("HEAD")) {
        throw new RefusedException(RefusedException.NOT_ALLOWED, "method: expected GET");
      }
      if (isAction && !method.equals("POST")) {
        throw new RefusedException(RefusedException.NOT_ALLOWED, "method: expected POST");
      }
      if (path.equals("/health")) {
        return health();
      }
      Form query = Form.parse(exchange.getRequestURI().getRawQuery());
      String token = path.equals("/") ? query.get("token") : null;
      if (token != null && gate.isToken(token)) {
        return Answer.text(SEE_OTHER, "see /")
            .withHeaders(Map.of("Location", "/", "Set-Cookie", gate.setCookie()));
      }
      gate.checkToken(exchange.getRequestHeaders());
      Form form = isAction ? form(exchange) : query;
      threads.unbound();
      return isAction ? act(path, form) : page(path, form);
    } catch (RefusedException e) {
      return e.answer();
    }
  }

  private Answer health() {
    // The facts of many tables take their time, which is no fault of the browser.
    threads.unbound();
    Health health = observatory.health();
    return Answer.text(health.isUp() ? OK : RefusedException.UNAVAILABLE, health.word());
  }

  private Answer page(String path, Form query) throws RefusedException {
    if (path.equals("/state")) {
      return Answer.json(state.json(StateQuery.of(query)));
    }
    Answer asset = assets.get(path);
    if (asset == null) {
      throw new RefusedException(RefusedException.NOT_FOUND, "no such page");
    }
    return asset;
  }

  private Answer act(String path, Form form) throws RefusedException {
    return Answer.json(
        switch (path) {
          case "/preview" -> actions.preview(form);
          case "/explain" -> actions.explain(form);
          default -> actions.snapshot(form);
        });
  }

  private static Form form(HttpExchange exchange) throws IOException, RefusedException {
    byte[] body = exchange.getRequestBody().readNBytes(MOST_FORM_BYTES + 1);
    if (body.length > MOST_FORM_BYTES) {
      throw new RefusedException(RefusedException.TOO_LARGE, "form: too large");
    }
    return Form.parse(new String(body, US_ASCII));
  }

  /** Sends the state once in a second until the browser goes away or the page is closed. */
  private void stream(HttpExchange exchange) throws IOException {
    StateQuery query;
    try {
      gate.checkOrigin(exchange.getRequestHeaders(), false);
      gate.checkToken(exchange.getRequestHeaders());
      query = StateQuery.of(Form.parse(exchange.getRequestURI().getRawQuery()));
      if (!streams.tryAcquire()) {
        throw new RefusedException(
            RefusedException.UNAVAILABLE, "too many browsers see the page: at most " + STREAMS);
      }
    } catch (RefusedException e) {
      send(exchange, e.answer());
      return;
    }
    try {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(STREAM_STATUS, 0);
      OutputStream out = exchange.getResponseBody();
      // The state of many tables takes its time, which is no fault of the browser.
      threads.unbound();
      do {
        byte[] event = ("data: " + state.json(query) + "\n\n").getBytes(UTF_8);
        threads.renew();
        out.write(event);
        out.flush();
        threads.unbound();
      } while (!closing.await(streamMillis, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      // The page is being closed, or the browser has not read for too long.
    } finally {
      streams.release();
    }
  }

  /** Closes the page and all connections with browsers. */
  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.close();
  }
}
