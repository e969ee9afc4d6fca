package org.jets.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jets.node.live.LiveNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code src/scripts/coordinates}, run on a copy of the files that it rewrites. */
class CoordinatesTest {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path PAGES = Path.of("src", "site", "markdown");
  private static final Path SCRIPT = Path.of("src", "scripts", "coordinates");
  private static final Path ERRORS = Path.of("errors.txt");

  @TempDir Path copy;

  @BeforeEach
  void copyFiles() throws IOException {
    for (Path file : rewritten()) {
      copy(file);
    }
    copy(SCRIPT);
  }

  private void copy(Path file) throws IOException {
    Files.createDirectories(copy.resolve(file).getParent());
    Files.copy(ROOT.resolve(file), copy.resolve(file));
  }

  private static List<Path> rewritten() throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : (Iterable<Path>) files.map(ROOT::relativize)::iterator) {
        if (!file.toString().contains("target") && (file.endsWith("pom.xml") || isPage(file))) {
          found.add(file);
        }
      }
    }
    return found;
  }

  /** Returns whether a file is the README, or a page of the site with coordinates. */
  private static boolean isPage(Path file) throws IOException {
    return file.equals(Path.of("README.md"))
        || (file.startsWith(PAGES)
            && file.toString().endsWith(".md")
            && Files.readString(ROOT.resolve(file)).contains("<groupId>"));
  }

  private Map<Path, String> contents() throws IOException {
    Map<Path, String> contents = new TreeMap<>();
    for (Path file : rewritten()) {
      contents.put(file, Files.readString(copy.resolve(file)));
    }
    return contents;
  }

  private int run(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(arguments);
    builder.command().add(0, copy.resolve(SCRIPT).toString());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.redirectError(copy.resolve(ERRORS).toFile()).start();
    assertThat(process.waitFor(LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** Checks that arguments are refused with one line that says which, before any file changes. */
  private void assertMisuse(String line, String... arguments) throws Exception {
    Map<Path, String> before = contents();

    assertThat(run(arguments)).isEqualTo(2);

    assertThat(Files.readAllLines(copy.resolve(ERRORS)))
        .singleElement()
        .asString()
        .startsWith("jets: coordinates: " + line)
        .contains("(expected: ");
    assertThat(contents()).isEqualTo(before);
  }

  @Test
  void run_anotherGroup_isThatOfEachArtifactAndOfTheExample() throws Exception {
    Map<Path, String> before = contents();

    assertThat(run("io.github.some-one")).isZero();

    Map<Path, String> after = contents();
    assertThat(after)
        .hasSizeGreaterThan(8)
        .containsKeys(Path.of("README.md"), PAGES.resolve("index.md"))
        .allSatisfy(
            (file, text) ->
                assertThat(text)
                    .doesNotContain("<groupId>org.jets</groupId>", "https://jets.org")
                    .contains("<groupId>io.github.some-one</groupId>"));
    assertThat(after.get(Path.of("pom.xml")))
        .contains(
            "<url>https://github.com/some-one/jets</url>",
            "<connection>scm:git:https://github.com/some-one/jets.git</connection>",
            "<groupId>org.junit</groupId>",
            "AnnotatedPackages=org.jets ");
    assertThat(run("org.jets")).isZero();
    assertThat(contents()).isEqualTo(before);
  }

  @Test
  void run_addressOfItsOwn_isThatOfTheProject() throws Exception {
    assertThat(run("com.example.tables", "https://example.com/our/jets")).isZero();

    assertThat(contents().get(Path.of("src", "bom", "pom.xml")))
        .contains("<url>https://example.com/our/jets</url>")
        .contains("<connection>scm:git:https://example.com/our/jets.git</connection>");
  }

  @Test
  void run_addressWithEveryAllowedCharacter_isWrittenAsItIs() throws Exception {
    String url = "http://a-1.example.com:8080/~us.er/j_e+t%20s@2";

    assertThat(run("com.example", url)).isZero();

    assertThat(contents().get(Path.of("pom.xml")))
        .contains("<url>" + url + "</url>", "<connection>scm:git:" + url + ".git</connection>");
  }

  @Test
  void run_groupOfAnAccountAndMore_hasTheAddressOfTheAccount() throws Exception {
    assertThat(run("io.github.someone.tables")).isZero();

    assertThat(contents().get(Path.of("pom.xml")))
        .contains("<url>https://github.com/someone/jets</url>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jets",
        "Org.Jets",
        "org..jets",
        "org.jets.",
        ".org.jets",
        "org.je|ts",
        "a.b c",
        "a.b\\1",
        "a.b&c",
        "a.b\"c",
        "a.b'c",
        "a.b/c",
        "a.\u00e9",
        "a.${b}",
        "a.b\nc",
        ""
      })
  void run_noGroup_isMisuseAndChangesNothing(String group) throws Exception {
    assertMisuse("group: " + group.replace('\n', '?'), group);
  }

  @ParameterizedTest
  @ValueSource(strings = {"org.junit.jupiter", "org.apache.maven.plugins", "com.diffplug.spotless"})
  void run_groupThatThePomsHaveForSomethingElse_isMisuse(String group) throws Exception {
    assertMisuse("group: " + group, group);
    assertMisuse("group: " + group, group, "https://example.com/some/jets");
  }

  @ParameterizedTest
  @ValueSource(strings = {"com.foo_bar", "com.foo-"})
  void run_groupWithoutAnAddress_isMisuseUnlessThereIsAUrl(String group) throws Exception {
    assertMisuse("group: " + group + " (expected: ", group);

    assertThat(run(group, "https://example.com:65535/jets")).isZero();
  }

  @Test
  void run_anotherGroupAndBack_leavesNoDifference() throws Exception {
    Map<Path, String> before = contents();

    for (String group : List.of("com.example", "com.example.tables", "org.jets")) {
      assertThat(run(group)).isZero();
    }
    assertThat(contents()).isEqualTo(before);
    assertThat(run("org.jets", "https://example.com/a.b/jets")).isZero();
    assertThat(run("com.example", "https://example.com/a.b/jets")).isZero();
    assertThat(run("org.jets")).isZero();

    assertThat(contents()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com/\\1",
        "https://example.com/a&b",
        "https://example.com/a|b",
        "https://example.com/\"a",
        "https://example.com/'a",
        "https://example.com/<a>",
        "https://example.com/a b",
        "https://example.com/${a}",
        "https://example.com/a\nb",
        "https://example.com/\u00e9",
        "https://example.com/jets/",
        "https://example.com/jets.git",
        "https://example..com/jets",
        "https:///jets",
        "https://",
        "ssh://example.com/jets",
        "https://example.com",
        "https://example.com:80",
        "https://example.com:0/jets",
        "https://example.com:65536/jets",
        "https://example.com:99999/jets",
        "https://example.com/..",
        "https://example.com/./jets",
        "https://example.com/a/../jets",
        "https://example.com/%2E%2e/jets",
        "https://example.com/%",
        "https://example.com/%4",
        "https://example.com/%4g",
        "https://example.com/jets.GIT",
        "https://example.com/.git",
        "https://www.apache.org/licenses/LICENSE-2.0.txt",
        "example.com/jets",
        ""
      })
  void run_noAddress_isMisuseAndChangesNothing(String url) throws Exception {
    assertMisuse("URL: " + url.replace('\n', '?'), "com.example", url);
  }
}
