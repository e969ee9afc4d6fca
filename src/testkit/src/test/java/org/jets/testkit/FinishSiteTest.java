package org.jets.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of links by {@code src/scripts/FinishSite.java}, which {@code ./jets site} runs. */
class FinishSiteTest {
  private static final String MAP = "apidocs/org/jets/Map.html";

  @TempDir Path site;

  @BeforeEach
  void write() throws IOException {
    page("index.html", "<a href=\"apidocs/index.html\">API</a>");
    apiPage("apidocs/index.html", "<a href=\"org/jets/Map.html#put(K,V)\">put</a>");
    apiPage(
        MAP,
        """
        <section id="put(K,V)"></section>
        <section id="&lt;init&gt;(int)"></section>
        <section id="ofAll(byte[])"></section>
        <a href="#%3Cinit%3E(int)">Map</a> <a href="#ofAll(byte%5B%5D)">ofAll</a>
        <a href="../../index.html">up</a> <a href="../../../index.html">site</a>
        <a href="https://example.com/none#none">web</a>
        """);
  }

  private void page(String name, String body) throws IOException {
    Files.writeString(
        site.resolve(name),
        "<html><main><a id=\"Title\"></a><h1>Title</h1>" + body + "</main></html>");
  }

  private void apiPage(String name, String body) throws IOException {
    Path file = site.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "<html>" + body + "</html>");
  }

  /** Runs the script, and returns what it prints. */
  private String finish(int status) throws IOException, InterruptedException {
    Path script = Repository.ROOT.resolve(Path.of("src", "scripts", "FinishSite.java"));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(java.toString(), script.toString(), site.toString())
            .redirectErrorStream(true)
            .start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isEqualTo(status);
      return output;
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void finish_linksThatLeadToMembers_areFound() throws Exception {
    assertThat(finish(0)).isEqualTo("3 pages, no broken link\n");
  }

  /** The javadoc tool leaves this link without its anchor. */
  @Test
  void finish_contentsOfConstants_areAccepted() throws Exception {
    apiPage("apidocs/constant-values.html", "<a href=\"#org.jets\">org.jets.*</a>");
    assertThat(finish(0)).isEqualTo("4 pages, no broken link\n");

    apiPage("apidocs/constant-values.html", "<a href=\"#org.other\">org.other.*</a>");
    assertThat(finish(1)).isEqualTo("apidocs/constant-values.html: #org.other: leads nowhere\n");
  }

  @Test
  void finish_linksToMissingMembers_areNamed() throws Exception {
    page("guide.html", "<a href=\"apidocs/org/jets/Map.html#get(K)\">get</a>");
    apiPage(
        "apidocs/org/jets/Set.html",
        """
        <section id="add(K)"></section> <a href="#add(K)">add</a> <a href="#remove(K)">remove</a>
        <a href="Map.html#put(K)">put</a> <a href="List.html">list</a>
        """);

    assertThat(finish(1).lines())
        .containsExactly(
            "apidocs/org/jets/Set.html: #remove(K): leads nowhere",
            "apidocs/org/jets/Set.html: List.html: leads nowhere",
            "apidocs/org/jets/Set.html: Map.html#put(K): leads nowhere",
            "guide.html: apidocs/org/jets/Map.html#get(K): leads nowhere");
  }
}
