package org.jets.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An example in Java of the README or of a page of the site.
 *
 * @param page the file that shows it
 */
public record PageExample(Path page, String code) {
  private static final Pattern EXAMPLE =
      Pattern.compile("^```java\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);

  /** The comment behind a line is its output; a bar parts several lines of it. */
  private static final Pattern PRINTED =
      Pattern.compile("System\\.out\\.println\\(.*\\); // (.*)$", Pattern.MULTILINE);

  /** The characters of an example in the name of its test. */
  private static final int SHOWN = 60;

  /** Returns all examples, those of the README first. */
  public static List<PageExample> all(Path repository) throws IOException {
    List<PageExample> examples = new ArrayList<>(examplesOf(repository.resolve("README.md")));
    List<Path> pages;
    try (Stream<Path> files = Files.list(repository.resolve(Path.of("src", "site", "markdown")))) {
      pages = files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
    for (Path page : pages) {
      examples.addAll(examplesOf(page));
    }
    return examples;
  }

  private static List<PageExample> examplesOf(Path page) throws IOException {
    return EXAMPLE
        .matcher(Files.readString(page))
        .results()
        .map(match -> new PageExample(page, match.group(1)))
        .toList();
  }

  /** Returns the lines that the example prints; empty if its comments show no output. */
  public List<String> output() {
    return PRINTED
        .matcher(code)
        .results()
        .flatMap(match -> Stream.of(match.group(1).split(" \\| ")))
        .toList();
  }

  /** Returns the lines with imports. */
  public String imports() {
    return String.join("\n", code.lines().filter(line -> line.startsWith("import ")).toList());
  }

  /** Returns the other lines. */
  public String body() {
    return String.join("\n", code.lines().filter(line -> !line.startsWith("import ")).toList());
  }

  @Override
  public String toString() {
    String begin = code.substring(0, Math.min(code.length(), SHOWN));
    return page.getFileName() + ": " + begin.replace('\n', ' ');
  }
}
