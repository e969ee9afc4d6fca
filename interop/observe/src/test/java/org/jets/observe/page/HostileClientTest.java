package org.jets.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.match.MatchSpec;
import org.jets.observe.Observatory;
import org.jets.observe.ObserveOptions;
import org.jets.terms.TermParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the page under input that is meant to harm it or its users. */
class HostileClientTest {
  private static final int TABLES = 100_000;
  private static final int MOST_ANSWER = 200_000;

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();
  private final Observatory observatory = Observatory.of(space, ObserveOptions.defaults());
  private LivePage page;

  @AfterEach
  void close() {
    page.close();
    observatory.close();
  }

  private Browser start(PageOptions options) throws IOException, InterruptedException {
    page = LivePage.start(observatory, options);
    return Browser.in(page);
  }

  private String token() {
    return page.url().getRawQuery().substring("token=".length());
  }

  /** Returns a request with the token. */
  private String request(String line, String host, String... headers) {
    return line
        + " HTTP/1.1\r\nHost: "
        + host
        + "\r\nAuthorization: Bearer "
        + token()
        + "\r\nConnection: close\r\n"
        + String.join("", headers)
        + "\r\n";
  }

  private String own() {
    return "127.0.0.1:" + page.port();
  }

  /** Sends a request, and returns the first line of its answer. */
  private String status(String request) throws IOException {
    try (RawClient client = new RawClient(page.port())) {
      return client.send(request).readLine();
    }
  }

  /** Checks that the page still answers. */
  private void assertAnswers() throws IOException, InterruptedException {
    assertThat(new Browser(page).get("/health").body()).isEqualTo("up\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "</script><script>alert(1)</script>",
        "\\u003cscript\\u003e",
        "'\"\\\b\f\n\r\t\u2028\u2029\u0000",
        "javascript:alert(1)",
        "\ud83d\ude00"
      })
  void state_scriptAsName_staysOneTextOfTheJson(String name) throws Exception {
    owner.newTable(name, TableOptions.set());
    Browser browser = start(PageOptions.defaults());

    String state = browser.get("/state").body();

    assertThat(state).doesNotContain("<", ">", "&", "'", "\n", "\u2028");
    assertThat(state.chars()).allMatch(c -> c >= ' ' && c <= '~');
    assertThat(state).contains("\"tables\":1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "[::1]:80", ""})
  void get_foreignHost_isRefused(String host) throws Exception {
    start(PageOptions.defaults());

    assertThat(status(request("GET /state", host))).contains(" 403");
    assertThat(status(request("GET /health", host))).contains(" 403");
    assertThat(status(request("GET /events", host))).contains(" 403");
  }

  /** The name can lead to another user's port of ::1. */
  @Test
  void get_localhost_isRefused() throws Exception {
    start(PageOptions.defaults());

    assertThat(status(request("GET /state", own().replace("127.0.0.1", "localhost"))))
        .contains(" 403");
  }

  @Test
  void get_twoHosts_isRefused() throws Exception {
    start(PageOptions.defaults());

    assertThat(status(request("GET /state", own(), "Host: evil.example\r\n"))).contains(" 40");
    assertThat(status("GET /state HTTP/1.0\r\n\r\n")).contains(" 403");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://evil.example", "null", "https://127.0.0.1", "", "http://127.0.0.1"})
  void get_foreignOrigin_isRefused(String origin) throws Exception {
    start(PageOptions.defaults().withPreview(true));

    assertThat(status(request("GET /state", own(), "Origin: " + origin + "\r\n"))).contains(" 403");
    assertThat(
            status(
                request("POST /preview", own(), "Origin: " + origin + "\r\nContent-Length: 0\r\n")))
        .contains(" 403");
  }

  @Test
  void post_withoutOrigin_isRefused() throws Exception {
    start(PageOptions.defaults().withPreview(true));

    assertThat(status(request("POST /preview", own(), "Content-Length: 0\r\n"))).contains(" 403");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "POST", "OPTIONS", "TRACE", "PATCH", "get", "X"})
  void wrongMethod_ofAPage_isRefused(String method) throws Exception {
    start(PageOptions.defaults());

    assertThat(status(request(method + " /state", own(), "Content-Length: 0\r\n")))
        .contains(" 405");
    assertThat(status(request(method + " /events", own(), "Content-Length: 0\r\n")))
        .contains(" 405");
    assertAnswers();
  }

  @Test
  void wrongMethod_ofAnAction_isRefused() throws Exception {
    start(PageOptions.defaults().withPreview(true));

    assertThat(status(request("GET /preview?table=t", own(), "Origin: http://" + own() + "\r\n")))
        .contains(" 405");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../page.js",
        "/./page.js",
        "//page.js",
        "/%2e%2e/page.js",
        "/..%2fmodule-info.class",
        "/page.html",
        "/LivePage.class",
        "/page.js/",
        "/page.js%00",
        "/state/",
        "/%",
        "/%zz",
        "/..;/state",
        "http://evil.example/state/../x",
        "*",
        "evil.example:80",
        "\u0001",
      })
  void get_otherPath_isNotFound(String path) throws Exception {
    start(PageOptions.defaults());

    assertThat(status(request("GET " + path, own()))).matches("|.* 40[04] .*");
    assertAnswers();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\r\n\r\n\r\n",
        "GET",
        "GET /\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
        "GET / HTTP/1.1\r\n: x\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      })
  void anyBytes_insteadOfARequest_leaveThePageAsItIs(String bytes) throws Exception {
    start(PageOptions.defaults().withRequestTime(Duration.ofMillis(200)));
    try (RawClient client = new RawClient(page.port())) {
      client.send(bytes);
      assertAnswers();
    }
    assertAnswers();
  }

  @Test
  void requestLine_tooLong_isNotAnsweredWithAPage() throws Exception {
    start(PageOptions.defaults());

    assertThat(status(request("GET /state?search=" + "a".repeat(2_000_000), own())))
        .doesNotContain(" 200");
    assertThat(status(request("GET /" + "a".repeat(100_000), own()))).doesNotContain(" 200");
    assertAnswers();
  }

  @Test
  void headers_tooManyOrTooLong_areNotAnsweredWithAPage() throws Exception {
    start(PageOptions.defaults());
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      many.append("X-").append(i).append(": y\r\n");
    }

    assertThat(status(request("GET /state", own(), many.toString()))).doesNotContain(" 200");
    assertThat(status(request("GET /state", own(), "X: " + "y".repeat(5_000_000) + "\r\n")))
        .doesNotContain(" 200");
    assertAnswers();
  }

  @Test
  void form_tooLarge_isRefused() throws Exception {
    Browser browser = start(PageOptions.defaults().withExplain(true));

    HttpResponse<String> answer = browser.post("/explain", "spec=" + "a".repeat(70_000));

    assertThat(answer.statusCode()).isEqualTo(413);
    assertAnswers();
  }

  @Test
  void halfRequests_onManyConnections_areClosedAndOthersAnswered() throws Exception {
    start(PageOptions.defaults().withRequestTime(Duration.ofMillis(300)));
    List<RawClient> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        RawClient client = new RawClient(page.port());
        slow.add(client);
        client.send("GET /state HTTP/1.1\r\nHost: ");
      }

      assertAnswers();
      for (RawClient client : slow) {
        assertThat(client.readAll()).doesNotContain(" 200");
      }
    } finally {
      for (RawClient client : slow) {
        client.close();
      }
    }
  }

  @Test
  void halfForms_onManyConnections_areClosedAndOthersAnswered() throws Exception {
    start(PageOptions.defaults().withExplain(true).withRequestTime(Duration.ofMillis(300)));
    String form =
        request("POST /explain", own(), "Origin: http://" + own() + "\r\nContent-Length: 9\r\n");
    List<RawClient> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        RawClient client = new RawClient(page.port());
        slow.add(client);
        client.send(form + "a");
      }

      assertAnswers();
      for (RawClient client : slow) {
        assertThat(client.readAll()).doesNotContain(" 200");
      }
    } finally {
      for (RawClient client : slow) {
        client.close();
      }
    }
  }

  @Test
  void streams_moreThanThereMayBe_areRefusedUntilOneEnds() throws Exception {
    start(PageOptions.defaults());
    List<RawClient> streams = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        RawClient client = new RawClient(page.port());
        streams.add(client);
        assertThat(client.send(request("GET /events", own())).readLine()).contains(" 200");
      }

      assertThat(status(request("GET /events", own()))).contains(" 503");
      assertAnswers();
      streams.remove(0).close();
      String line = status(request("GET /events", own()));
      while (!line.contains(" 200")) {
        assertThat(line).contains(" 503");
        line = status(request("GET /events", own()));
      }
    } finally {
      for (RawClient client : streams) {
        client.close();
      }
    }
  }

  @Test
  void streams_thatNobodyReads_areDropped() throws Exception {
    for (int i = 0; i < 200; i++) {
      owner.newTable("\u00e9".repeat(250) + i, TableOptions.set());
    }
    page =
        LivePage.start(
            observatory, PageOptions.defaults().withRequestTime(Duration.ofMillis(300)), 1);
    List<RawClient> streams = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        RawClient client = new RawClient(page.port(), 1024);
        streams.add(client);
        client.send(request("GET /events?limit=200", own()));
      }

      String line = status(request("GET /events", own()));
      while (!line.contains(" 200")) {
        assertThat(line).contains(" 503");
        line = status(request("GET /events", own()));
      }
    } finally {
      for (RawClient client : streams) {
        client.close();
      }
    }
  }

  @Test
  void state_manyTables_isBoundedAndSorted() throws Exception {
    for (int i = 0; i < TABLES; i++) {
      owner.newTable("t" + i, TableOptions.set());
    }
    Browser browser = start(PageOptions.defaults());

    for (String order : List.of("id", "name", "size", "bytes", "owner", "fixed")) {
      HttpResponse<String> answer = browser.get("/state?limit=200&order=" + order);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).hasSizeLessThan(MOST_ANSWER).contains("\"tables\":" + TABLES);
    }
    assertThat(browser.get("/state?search=t99999&limit=200").body()).contains("\"matching\":1,");
    assertThat(browser.get("/state?order=id&desc=0&from=99990&limit=200").body())
        .contains("\"t99999\"");
  }

  /** The longest name that an atom can have: 255 characters of four bytes in UTF-8. */
  @Test
  void state_longestNames_areWholeAndBounded() throws Exception {
    String name = "\ud83d\ude00".repeat(255);
    for (int i = 0; i < 300; i++) {
      owner.newTable(name, TableOptions.set());
    }
    Browser browser = start(PageOptions.defaults());

    String state = browser.get("/state?limit=200").body();

    assertThat(state).contains("\"matching\":300").contains("\\ud83d\\ude00".repeat(255));
    assertThat(state.length()).isLessThan(2_000_000);
    assertThat(state.chars()).allMatch(c -> c >= ' ' && c <= '~');
    // A search by a name of this length is longer than a search may be.
    assertThat(browser.get("/state?search=" + "%F0%9F%98%80".repeat(255)).statusCode())
        .isEqualTo(400);
    assertThat(browser.get("/state?search=" + "%F0%9F%98%80".repeat(127)).body())
        .contains("\"matching\":300");
  }

  /** Advice and reason of a scan are texts with terms of the caller in them. */
  @Test
  void state_scriptInTheAdviceOfAScan_staysText() throws Exception {
    try (Observatory all =
        Observatory.of(space, ObserveOptions.defaults().withSlowCall(Duration.ZERO))) {
      LocalTable table = owner.newTable("t", TableOptions.set());
      table.select(
          MatchSpec.compile(
              TermParser.parse("[{{'_','</script><script>alert(1)</script>'},[],['$_']}]")));
      assertThat(all.slowCalls().get(0).advice()).contains("<script>");
      page = LivePage.start(all, PageOptions.defaults());

      assertThat(Browser.in(page).get("/state").body())
          .contains("\"advice\":\"bind element 1")
          .contains("\\u003cscript\\u003e")
          .doesNotContain("<", ">");
    }
  }
}
