import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Prints a page of published runs, in Markdown. For a run of the scalability suites it has the
 * configuration and a table for each experiment. For runs by turns it has the configurations, and
 * the tables that the runs have printed, with ratios and their quartiles.
 *
 * <p>usage: java RunPage.java RUN
 *
 * <p>usage: java RunPage.java --turns RUN...
 */
final class RunPage {
  private static final List<String> SHOWN =
      List.of(
          "date",
          "resumed",
          "took",
          "command",
          "commit",
          "machine",
          "system",
          "JDK",
          "OTP",
          "pinning",
          "threads",
          "JMH",
          "load average at the start",
          "load average at the end",
          "warnings",
          "note");
  private static final Map<String, String> UNITS =
      Map.of(
          "MOPS", "millions of operations in a second; more is better",
          "NANOS", "nanoseconds for an operation; less is better",
          "SECONDS", "seconds; less is better",
          "BYTES", "bytes; less is better",
          "BYTES_PER_ENTRY", "bytes for each entry or object; less is better",
          "LATENCY_NANOS", "nanoseconds, the 99.9th percentile; less is better");

  private final StringBuilder page = new StringBuilder();

  public static void main(String[] arguments) throws IOException {
    RunPage page = new RunPage();
    if (arguments[0].equals("--turns")) {
      page.ofTurns(Arrays.stream(arguments).skip(1).map(Path::of).toList());
    } else {
      page.of(Path.of(arguments[0]));
    }
    byte[] text = page.page.toString().getBytes(StandardCharsets.UTF_8);
    System.out.write(text, 0, text.length);
    System.out.flush();
  }

  private void ofTurns(List<Path> runs) throws IOException {
    line("# Maps and tables by turns");
    line("");
    line("`src/scripts/RunPage.java` has made this page from these runs in `src/site/runs`, which measured their contestants");
    line("[by turns](benchmark-runs.md#by-turns) in one JVM:");
    line("");
    for (Path run : runs) {
      line("- [" + run.getFileName() + "](#" + suite(run) + ")");
    }
    line("");
    line("Rates are millions of operations in a second. A ratio is the median of the ratios in each round, with its quartiles.");
    line("`share` is the share of the processors that the threads got, `steady` the time until the rate was steady.");
    for (Path run : runs) {
      line("");
      line("## " + suite(run));
      line("");
      Map<String, String> configuration = configuration(run);
      table(configuration);
      for (String key : configuration.keySet()) {
        if (key.startsWith("counts of ") || key.startsWith("flags of ")) {
          line("| " + key + " | " + configuration.get(key) + " |");
        }
      }
      printed(run);
    }
  }

  /** Returns the suite of a run, and a part of it, which are behind the date in its folder's name. */
  private static String suite(Path run) {
    return run.getFileName().toString().substring(LocalDate.EPOCH.toString().length() + 1);
  }

  /** Adds the tables that a run has printed, each behind a heading and an empty line. */
  private void printed(Path run) throws IOException {
    boolean isTable = false;
    for (String line : Files.readAllLines(run.resolve("report.txt"))) {
      if (line.contains("; ratio to ")) {
        line("");
        line("### " + line.substring(0, line.indexOf("; ratio to ")));
        line("");
        line("```");
        line(line.substring(line.indexOf("ratio to ")));
        isTable = true;
      } else if (isTable && line.isEmpty()) {
        line("```");
        isTable = false;
      } else if (isTable) {
        line(line);
      }
    }
    if (isTable) {
      line("```");
    }
  }

  private static Map<String, String> configuration(Path run) throws IOException {
    Map<String, String> configuration = new LinkedHashMap<>();
    for (String line : Files.readAllLines(run.resolve("configuration.txt"))) {
      int colon = line.indexOf(": ");
      configuration.put(line.substring(0, colon), line.substring(colon + 2));
    }
    return configuration;
  }

  /** Adds a table of what is shown of a configuration. */
  private void table(Map<String, String> configuration) {
    line("| | |");
    line("| --- | --- |");
    for (String key : SHOWN) {
      if (configuration.containsKey(key)) {
        String quote = key.equals("command") ? "`" : "";
        line("| " + key + " | " + quote + configuration.get(key) + quote + " |");
      }
    }
  }

  private void of(Path run) throws IOException {
    Map<String, String> configuration = configuration(run);
    line("# The published run");
    line("");
    line("`src/scripts/RunPage.java` has made this page from `src/site/runs/" + run.getFileName() + "`.");
    line("[Measurements](measurements.md) describe what such a run shows, and [the suites](benchmarks.md) the loads.");
    line("Behind each value are the least and the greatest of its repetitions, or the quartiles of its slices by turns.");
    line("");
    table(configuration);
    List<Map<String, String>> results = csv(run.resolve("results.csv"));
    String suite = "";
    for (Map<String, String> experiment : csv(run.resolve("experiments.csv"))) {
      if (UNITS.containsKey(experiment.get("unit"))) {
        if (!suite.equals(experiment.get("suite"))) {
          suite = experiment.get("suite");
          line("");
          line("## " + suite);
          line("");
          line("Flags of the JVM: `" + configuration.getOrDefault("flags of " + suite, "none") + "`.");
          line("");
          for (String count : configuration.getOrDefault("counts of " + suite, "none").split("; ", -1)) {
            line("- " + count);
          }
        }
        table(experiment, results);
      }
    }
  }

  private void table(Map<String, String> experiment, List<Map<String, String>> results) {
    Map<String, Map<String, String>> rows = new LinkedHashMap<>();
    Set<String> columns = new LinkedHashSet<>();
    for (Map<String, String> result : results) {
      if (result.get("suite").equals(experiment.get("suite"))
          && result.get("experiment").equals(experiment.get("experiment"))) {
        columns.add(result.get("x"));
        String cell =
            result.get("failure").isEmpty()
                ? result.get("value") + " (" + range(result) + ")"
                : result.get("failure");
        rows.computeIfAbsent(result.get("structure"), key -> new LinkedHashMap<>())
            .put(result.get("x"), cell);
      }
    }
    line("");
    line("### " + experiment.get("title"));
    line("");
    if (!experiment.get("note").isEmpty()) {
      line(experiment.get("note"));
      line("");
    }
    line("Values are " + UNITS.get(experiment.get("unit")) + ".");
    line("");
    String axis = experiment.get("axis");
    line("| " + axis + " | " + String.join(" | ", columns) + " |");
    line("| --- ".repeat(columns.size() + 1) + "|");
    rows.forEach(
        (structure, cells) -> {
          List<String> row = new ArrayList<>();
          columns.forEach(column -> row.add(cells.getOrDefault(column, "")));
          line("| " + structure + " | " + String.join(" | ", row) + " |");
        });
  }

  /** Returns the range of the repetitions, and the share of the processors if there is one. */
  private static String range(Map<String, String> result) {
    String share = result.getOrDefault("share", "NaN");
    return result.get("low")
        + " to "
        + result.get("high")
        + (share.equals("NaN") ? "" : "; share of processors " + share);
  }

  private void line(String text) {
    page.append(text).append('\n');
  }

  /** Returns the rows of a file, each by the names in its first line. */
  private static List<Map<String, String>> csv(Path file) throws IOException {
    List<Map<String, String>> rows = new ArrayList<>();
    List<String> names = null;
    for (String line : Files.readAllLines(file)) {
      List<String> cells = cells(line);
      if (names == null) {
        names = cells;
      } else {
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
          row.put(names.get(i), cells.get(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** Returns the cells of a line, without the quotes around some. */
  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean isQuoted = false;
    for (char character : line.toCharArray()) {
      if (character == '"') {
        isQuoted = !isQuoted;
      } else if (character == ',' && !isQuoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(character);
      }
    }
    cells.add(cell.toString());
    return cells;
  }
}
