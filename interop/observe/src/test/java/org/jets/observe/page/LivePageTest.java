package org.jets.observe.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jets.ets.Access;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.node.ErlangNode;
import org.jets.node.NodeOptions;
import org.jets.observe.Observatory;
import org.jets.observe.ObserveOptions;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the page as its users see it. */
class LivePageTest {
  @TempDir Path folder;

  private final TableSpace space = new TableSpace(Atom.of("seen@h"), 1);
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

  private LocalTable table(String name, int size) {
    LocalTable table = owner.newTable(name, TableOptions.set());
    IntStream.range(0, size).forEach(i -> table.insert(Tuple.of(IntegerTerm.of(i))));
    return table;
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/page.js", "/page.css", "/state", "/events", "/none"})
  void get_withoutToken_isRefusedAndSaysNothing(String path) throws Exception {
    table("secret", 1);
    start(PageOptions.defaults());

    HttpResponse<String> answer = new Browser(page).get(path);

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).doesNotContain("secret", "seen@h");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
  void get_wrongToken_isRefused(String token) throws Exception {
    start(PageOptions.defaults());
    Browser stranger = new Browser(page);

    assertThat(stranger.get("/?token=" + token).statusCode()).isEqualTo(401);
    assertThat(
            stranger
                .send(stranger.request("/state").header("Authorization", "Bearer " + token).build())
                .statusCode())
        .isEqualTo(401);
    assertThat(
            stranger
                .send(
                    stranger
                        .request("/state")
                        .header("Cookie", "jets-" + page.port() + "=" + token)
                        .build())
                .statusCode())
        .isEqualTo(401);
  }

  @Test
  void get_tokenInTheAddress_givesAStrictCookieAndLeavesTheAddress() throws Exception {
    start(PageOptions.defaults());
    try (RawClient client = new RawClient(page.port())) {
      String answer =
          client
              .send(
                  "GET "
                      + page.url().getRawPath()
                      + "?"
                      + page.url().getRawQuery()
                      + " HTTP/1.1\r\nHost: 127.0.0.1:"
                      + page.port()
                      + "\r\nConnection: close\r\n\r\n")
              .readAll();

      assertThat(answer).startsWith("HTTP/1.1 303");
      assertThat(answer.lines()).anyMatch(line -> line.equalsIgnoreCase("Location: /"));
      assertThat(answer.lines())
          .anyMatch(
              line ->
                  line.matches("(?i)Set-Cookie: jets-[0-9]+=.{43}; Path=/; HttpOnly; .*=Strict"));
      assertThat(answer).doesNotContain(page.url().getRawQuery().substring("token=".length()));
    }
  }

  @Test
  void get_bearerToken_isLetIn() throws Exception {
    start(PageOptions.defaults());
    Browser script = new Browser(page);
    String token = page.url().getRawQuery().substring("token=".length());

    HttpResponse<String> answer =
        script.send(script.request("/state").header("Authorization", "Bearer " + token).build());

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("\"node\":\"seen@h\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/page.js", "/page.css", "/state", "/health"})
  void get_anyAnswer_hasTheHeadersThatBindABrowser(String path) throws Exception {
    HttpResponse<String> answer = start(PageOptions.defaults()).get(path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(answer.headers().firstValue("Referrer-Policy")).contains("no-referrer");
    assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
  }

  @Test
  void page_itsText_hasNoScriptOrStyleInside() throws Exception {
    Browser browser = start(PageOptions.defaults());
    String html = browser.get("/").body();
    String script = browser.get("/page.js").body();

    assertThat(html).doesNotContainPattern("<script(?![^>]*src=)").doesNotContain("<style");
    assertThat(html).doesNotContainPattern("\\son[a-z]+=").doesNotContain(" style=", "http:", "//");
    assertThat(script).doesNotContain("innerHTML", "outerHTML", "document.write", "eval(", "http:");
  }

  @Test
  void state_tables_areSortedAndPaged() throws Exception {
    table("small", 1);
    table("large", 30);
    table("middle", 10);
    Browser browser = start(PageOptions.defaults());

    String first = browser.get("/state?order=size&desc=1&from=0&limit=2").body();
    String rest = browser.get("/state?order=size&desc=1&from=2&limit=2").body();

    assertThat(first).contains("\"matching\":3").containsSubsequence("large", "middle");
    assertThat(first).doesNotContain("small");
    assertThat(rest).contains("small").doesNotContain("middle");
    assertThat(browser.get("/state?search=MID").body())
        .contains("\"matching\":1", "middle")
        .doesNotContain("large");
    assertThat(browser.get("/state?from=1000").body()).contains("\"tables\":[]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "order=none",
        "from=-1",
        "from=x",
        "limit=201",
        "limit=99999999999999999999",
        "desc=2",
        "order=id&order=id",
      })
  void state_badQuery_isRefused(String query) throws Exception {
    assertThat(start(PageOptions.defaults()).get("/state?" + query).statusCode()).isEqualTo(400);
  }

  @Test
  void state_searchThatIsTooLong_isRefused() throws Exception {
    Browser browser = start(PageOptions.defaults());

    assertThat(browser.get("/state?search=" + "a".repeat(256)).statusCode()).isEqualTo(400);
  }

  @Test
  void state_fixedTable_tellsWhoFixesIt() throws Exception {
    table("t", 1).safeFixtable(true);

    String state = start(PageOptions.defaults()).get("/state").body();

    assertThat(state).contains("\"fixers\":1", "x1").doesNotContain("\"fixed\":[]");
  }

  @Test
  void events_page_sendsTheStateAgainAndAgain() throws Exception {
    table("t", 1);
    Browser browser = start(PageOptions.defaults());

    HttpResponse<InputStream> answer =
        browser.client().send(browser.request("/events").build(), BodyHandlers.ofInputStream());

    assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
      for (int i = 0; i < 2; i++) {
        assertThat(lines.readLine()).startsWith("data: {").contains("\"tables\":1");
        assertThat(lines.readLine()).isEmpty();
      }
    }
  }

  @Test
  void health_withoutToken_saysNothingButThatItIsUp() throws Exception {
    table("secret", 1);
    start(PageOptions.defaults());

    HttpResponse<String> answer = new Browser(page).get("/health");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("up\n");
  }

  @Test
  void head_anyPage_hasNoBody() throws Exception {
    Browser browser = start(PageOptions.defaults());

    HttpResponse<String> answer =
        browser.send(browser.request("/state").method("HEAD", BodyPublishers.noBody()).build());

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/preview", "/explain", "/snapshot"})
  void action_notSwitchedOn_isRefused(String path) throws Exception {
    LocalTable table = table("t", 1);
    Browser browser = start(PageOptions.defaults());

    HttpResponse<String> answer =
        browser.post(path, "table=" + encoded(table.id().toString()) + "&spec=[]");

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("not switched on");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String form(LocalTable table) {
    return "table=" + encoded(table.id().toString());
  }

  @Test
  void preview_switchedOn_showsTheFirstObjectsAsText() throws Exception {
    LocalTable table = table("t", 0);
    for (int i = 0; i < 60; i++) {
      table.insert(Tuple.of(IntegerTerm.of(i), Binary.of("<script>alert(1)</script>")));
    }
    Browser browser = start(PageOptions.defaults().withPreview(true));

    HttpResponse<String> answer = browser.post("/preview", form(table));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).doesNotContain("<").contains("alert(1)");
    assertThat(answer.body().split("alert", -1)).hasSize(51);
  }

  @Test
  void preview_largeObject_isCut() throws Exception {
    LocalTable table = table("t", 0);
    table.insert(Tuple.of(IntegerTerm.of(1), Binary.of("a".repeat(1_000_000))));
    Browser browser = start(PageOptions.defaults().withPreview(true));

    assertThat(browser.post("/preview", form(table)).body().length()).isLessThan(1_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 1_000, 100_000})
  void preview_largeInteger_isCut(int digits) throws Exception {
    LocalTable table = table("t", 0);
    table.insert(Tuple.of(IntegerTerm.of(BigInteger.TEN.pow(digits))));
    Browser browser = start(PageOptions.defaults().withPreview(true));

    assertThat(browser.post("/preview", form(table)).body().length()).isLessThan(1_000);
  }

  @Test
  void preview_textThatIsCutInsideOfAPair_staysText() throws Exception {
    LocalTable table = table("t", 0);
    table.insert(Tuple.of(Binary.of("a".repeat(395) + "\ud83d\ude00".repeat(60))));
    table.insert(Tuple.of(Binary.of("a".repeat(396) + "\ud83d\ude00".repeat(60))));
    Browser browser = start(PageOptions.defaults().withPreview(true));

    String body = browser.post("/preview", form(table)).body();

    assertThat(body).doesNotContainPattern("ud83d(?!.ude00)").contains("ud83d");
  }

  @Test
  void preview_privateTable_isRefused() throws Exception {
    LocalTable table = owner.newTable("t", TableOptions.set().withAccess(Access.PRIVATE));
    table.insert(Tuple.of(Atom.of("secret")));
    Browser browser = start(PageOptions.defaults().withPreview(true));

    HttpResponse<String> answer = browser.post("/preview", form(table));

    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("private").doesNotContain("secret");
  }

  @Test
  void preview_noSuchTable_isRefused() throws Exception {
    Browser browser = start(PageOptions.defaults().withPreview(true));

    assertThat(browser.post("/preview", "table=t").statusCode()).isEqualTo(404);
    assertThat(browser.post("/preview", "").statusCode()).isEqualTo(400);
  }

  @Test
  void explain_switchedOn_tellsThePlan() throws Exception {
    LocalTable table = table("t", 1);
    Browser browser = start(PageOptions.defaults().withExplain(true));

    HttpResponse<String> scan =
        browser.post("/explain", form(table) + "&spec=" + encoded("[{'_',[],['$_']}]"));
    HttpResponse<String> wrong = browser.post("/explain", form(table) + "&spec=" + encoded("[{x"));

    assertThat(scan.statusCode()).isEqualTo(200);
    assertThat(scan.body()).contains("scan of all objects");
    assertThat(wrong.statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"t", "../../../etc/passwd", "/", "a\nb", "\u00e9<>"})
  void snapshot_switchedOn_writesANewFileInTheFolder(String name) throws Exception {
    LocalTable table = table(name, 3);
    Browser browser = start(PageOptions.defaults().withSnapshots(folder));

    HttpResponse<String> answer = browser.post("/snapshot", form(table));

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> written = files.toList();
      assertThat(written).hasSize(1);
      assertThat(answer.body()).contains(written.get(0).getFileName().toString());
      try (Owner reader = space.newOwner()) {
        assertThat(reader.file2tab(written.get(0)).size()).isEqualTo(3);
      }
    }
  }

  @Test
  void snapshot_longerThanARequestMayTake_isWritten() throws Exception {
    LocalTable table = table("t", 200_000);
    Browser browser =
        start(PageOptions.defaults().withSnapshots(folder).withRequestTime(Duration.ofMillis(100)));

    assertThat(browser.post("/snapshot", form(table)).statusCode()).isEqualTo(200);
  }

  @Test
  void withSnapshots_noFolder_isRefused() throws Exception {
    start(PageOptions.defaults());
    Path none = folder.resolve("none");

    assertThatThrownBy(() -> PageOptions.defaults().withSnapshots(none))
        .hasMessageContaining("expected: an existing folder");
  }

  @Test
  void state_node_tellsItsConnections() throws Exception {
    NodeOptions options = NodeOptions.defaults().withCookie("any").withoutEpmd();
    try (ErlangNode node = ErlangNode.start("paged@127.0.0.1", options);
        Observatory ofNode = Observatory.of(node, ObserveOptions.defaults())) {
      page = LivePage.start(ofNode, PageOptions.defaults());

      assertThat(Browser.in(page).get("/state").body())
          .contains("\"node\":\"paged@127.0.0.1\"", "\"port\":" + node.port(), "\"peers\":[]");
    }
  }

  @Test
  void close_page_endsItsStreams() throws Exception {
    start(PageOptions.defaults());
    try (RawClient client = new RawClient(page.port())) {
      client.send(
          "GET /events HTTP/1.1\r\nHost: 127.0.0.1:"
              + page.port()
              + "\r\nAuthorization: Bearer "
              + page.url().getRawQuery().substring("token=".length())
              + "\r\n\r\n");
      assertThat(client.readLine()).startsWith("HTTP/1.1 200");

      page.close();

      assertThat(client.readAll()).doesNotContain("secret");
    }
  }
}
