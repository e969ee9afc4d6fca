package org.jets.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jets.testkit.Prose.Finding;
import org.junit.jupiter.api.Test;

/** The language of all Javadocs, of the README and of the pages of the site. */
class ProseTest {
  private static final Path ROOT = Repository.ROOT;
  private static final int MAX_WORDS = 40;

  @Test
  void sources_allModules_beginNoJavadocWithAQuestionWord() throws IOException {
    List<Path> sources = Repository.files(".java");

    assertThat(sources).hasSizeGreaterThan(500);
    assertThat(findings(sources, Prose::refusedJavadocs)).isEmpty();
  }

  @Test
  void pages_readmeAndSite_haveNoLongSentence() throws IOException {
    List<Path> pages = Repository.files(".md");

    assertThat(pages).contains(ROOT.resolve("README.md"), ROOT.resolve("src/site/markdown/ets.md"));
    assertThat(findings(pages, page -> Prose.longSentences(page, MAX_WORDS))).isEmpty();
  }

  @Test
  void refusedJavadocs_eachRefusedBeginning_isFoundWithItsLine() {
    // With a cross in place of a star, since this source is checked too.
    String source =
        """
        /#* What a key is. */
        class A {
          /#*
           * To be called once.
           */
          void a() {}

          /#* Whoever calls. */ /* Who is no Javadoc. */
          int b;

          /#*
           * <p>Where it is.
           */
          int c;
        }
        """
            .replace('#', '*');

    assertThat(Prose.refusedJavadocs(source))
        .containsExactly(
            new Finding(1, "What a key is. */"),
            new Finding(4, "To be called once."),
            new Finding(8, "Whoever calls. */ /* Who is no Javadoc. */"),
            new Finding(12, "Where it is."));
  }

  @Test
  void refusedJavadocs_otherBeginnings_areFine() {
    String source =
        """
        /** Whole numbers. What follows is free. */
        class A {
          /** */
          int a;

          // Where it is.
          String b = "/** What";
          /** {@code To be} is a quotation. */
          int c;
        }
        """;

    assertThat(Prose.refusedJavadocs(source)).isEmpty();
  }

  @Test
  void longSentences_eachKindOfBlock_areFoundWithTheirLines() {
    String page =
        """
        # One two three four

        One. One two
        three four.

        - One two three.
        - One two
          three [four](five six seven).

        | One two three | One two three four |
        | --- | --- |
        | One two three four. | `one two three four` |
        """;

    assertThat(Prose.longSentences(page, 3))
        .containsExactly(
            new Finding(1, "4 words: # One two three four"),
            new Finding(3, "4 words: One two three four."),
            new Finding(7, "4 words: One two three four."),
            new Finding(10, "4 words: One two three four"),
            new Finding(12, "4 words: One two three four."));
  }

  @Test
  void longSentences_codeAndMarkup_doNotCount() {
    String page =
        """
        One `two three four` <sub>two</sub> - 3.5!

        ```
        one two three four five
        ```

            one two three four five

        ![One two](three/four five)
        """;

    assertThat(Prose.longSentences(page, 4)).isEmpty();
  }

  /** Returns each finding as its file, its line and its text. */
  private static List<String> findings(List<Path> files, Function<String, List<Finding>> check)
      throws IOException {
    List<String> all = new ArrayList<>();
    for (Path file : files) {
      for (Finding finding : check.apply(Files.readString(file, StandardCharsets.UTF_8))) {
        all.add(ROOT.relativize(file) + ":" + finding.line() + ": " + finding.text());
      }
    }
    return all;
  }
}
