package org.jets.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The links and pictures of the pages, as a repository's web pages show them. */
class PageLinksTest {
  private static final Pattern CODE_BLOCK =
      Pattern.compile("^```.*?^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

  /** A class in a code span, alone or before its method. */
  private static final Pattern CLASS_NAME =
      Pattern.compile("`([A-Z][A-Za-z]*[a-z][A-Za-z]*)(?:\\.[a-z]\\w*)?`");

  private static final List<String> JDK_PACKAGES =
      List.of(
          "java.io",
          "java.lang",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.locks",
          "java.util.stream");

  /** Names of libraries and of Elixir, and the pattern of a name. */
  private static final Set<String> OTHERS =
      Set.of("ErlangError", "NameFuzzTest", "NonBlockingHashMap", "OtpErlang", "OtpMbox");

  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

  @Test
  void links_allPages_leadToFilesAndHeadings() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : Repository.files(".md")) {
      broken.addAll(brokenLinks(page));
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void brokenLinks_missingFileOrHeading_areFound(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("b.md"), "# B\n\n## A `map`'s heading\n\n## 2 keys\n");
    Path page = folder.resolve("a.md");
    Files.writeString(
        page,
        """
        [b](b.md) [heading](b.md#a-maps-heading) [web](https://example.com/none) [here](#here)

        ## Here

        [file](c.md) ![picture](c.svg) [no heading](b.md#other) [digit](b.md#2-keys)

        ```
        [code](d.md)
        ```
        """);

    assertThat(brokenLinks(page))
        .containsExactly("a.md: c.md", "a.md: c.svg", "a.md: b.md#other", "a.md: b.md#2-keys");
  }

  @Test
  void names_allPages_areThoseOfSourcesOrOfTheJdk() throws IOException {
    List<Path> sources = Repository.files(".java");
    Set<String> known = new HashSet<>(OTHERS);
    for (Path source : sources) {
      known.add(source.getFileName().toString().replace(".java", ""));
    }
    List<String> unknown = new ArrayList<>();
    int count = 0;
    for (Path page : Repository.files(".md")) {
      if (!page.endsWith("CHANGELOG.md")) {
        Matcher name = CLASS_NAME.matcher(withoutCode(page));
        for (; name.find(); count++) {
          if (!known.contains(name.group(1)) && !isOfTheJdk(name.group(1))) {
            unknown.add(page.getFileName() + ": " + name.group(1));
          }
        }
      }
    }

    assertThat(unknown).isEmpty();
    assertThat(count).isGreaterThan(200);
  }

  @Test
  void menu_ofTheSite_hasEachPage() throws IOException {
    String menu = Files.readString(Repository.ROOT.resolve("src/site/site.xml"));
    try (Stream<Path> pages = Files.list(Repository.ROOT.resolve("src/site/markdown"))) {
      assertThat(
              pages
                  .map(page -> page.getFileName().toString())
                  .filter(name -> name.endsWith(".md"))
                  .map(name -> "href=\"" + name.replace(".md", ".html") + '"'))
          .hasSizeGreaterThan(15)
          .allSatisfy(link -> assertThat(menu).contains(link));
    }
  }

  private static boolean isOfTheJdk(String name) {
    for (String known : JDK_PACKAGES) {
      try {
        Class.forName(known + '.' + name, false, null);
        return true;
      } catch (ClassNotFoundException e) {
        // It may be in another package.
      }
    }
    return false;
  }

  /** Returns the links that lead nowhere, each after the name of its page. */
  private static List<String> brokenLinks(Path page) throws IOException {
    List<String> broken = new ArrayList<>();
    Matcher link = LINK.matcher(withoutCode(page));
    while (link.find()) {
      String address = link.group(1);
      int hash = address.indexOf('#');
      String file = hash < 0 ? address : address.substring(0, hash);
      if (!file.contains(":")) {
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (!Files.exists(target)
            || (hash >= 0 && !hasHeading(target, address.substring(hash + 1)))) {
          broken.add(page.getFileName() + ": " + address);
        }
      }
    }
    return broken;
  }

  private static String withoutCode(Path page) throws IOException {
    return CODE_BLOCK.matcher(Files.readString(page)).replaceAll("");
  }

  /** An anchor must begin with a letter: the site changes another one. */
  private static boolean hasHeading(Path page, String anchor) throws IOException {
    return !anchor.isEmpty()
        && Character.isLetter(anchor.charAt(0))
        && HEADING
            .matcher(withoutCode(page))
            .results()
            .anyMatch(heading -> anchorOf(heading.group(1)).equals(anchor));
  }

  /** Returns the anchor that GitHub gives to a heading. */
  private static String anchorOf(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }
}
