package org.jets.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder of a run: what was asked for, on what it ran, what came out.
 *
 * <pre>
 * arguments.txt       the command line, one argument in each line
 * configuration.txt   machine, JDK, OTP, ...: NAME: VALUE
 * experiments.csv     what the figures are
 * results.csv         a row for each point, in the order of measuring; of two for one point the
 *                     later counts
 * samples.csv         a row for each round of a point, with its samples
 * jmh.json            all results of JMH; jmh/ has those of each point, and its log
 * side/               what does not fit into a row
 * log/                what else the measurements said
 * </pre>
 *
 * Each row is on the disk before the next point begins, so that an interrupted run can go on.
 */
public final class Results {
  /** The name of the time that a run has taken, in its configuration. */
  public static final String TOOK = "took";

  /** That time of a run that goes on or was interrupted. */
  public static final String UNFINISHED =
      "unfinished: values may lack rounds, and none has been checked for what cannot be true";

  private static final String ARGUMENTS = "arguments.txt";
  private static final String CONFIGURATION = "configuration.txt";
  private static final String EXPERIMENTS = "experiments.csv";
  private static final String ROWS = "results.csv";
  private static final String SAMPLES = "samples.csv";
  private static final String JMH = "jmh.json";
  private static final String EXPERIMENT_COLUMNS =
      "suite,experiment,title,note,figure,axis,scale,unit,baseline";
  private static final String ROW_COLUMNS =
      "suite,experiment,structure,origin,x,threads,unit,value,low,high,repetitions,failure,share";

  /** The columns of earlier versions. */
  private static final String ROW_COLUMNS_WITHOUT_SHARE =
      "suite,experiment,structure,origin,x,threads,unit,value,low,high,repetitions,failure";

  private static final String SAMPLE_COLUMNS =
      "suite,experiment,structure,x,attempt,bytes,share,steady_seconds,busy_share,samples";

  private final Path folder;

  private Results(Path folder) {
    this.folder = folder;
  }

  /** Makes the folder of a new run. */
  public static Results create(Path folder, List<String> arguments) throws IOException {
    Results results = new Results(Files.createDirectories(folder));
    Files.write(folder.resolve(ARGUMENTS), arguments);
    Files.writeString(folder.resolve(ROWS), ROW_COLUMNS + "\n");
    Files.writeString(folder.resolve(SAMPLES), SAMPLE_COLUMNS + "\n");
    return results;
  }

  /**
   * Opens the folder of an earlier run.
   *
   * @throws IOException if it is none
   */
  public static Results open(Path folder) throws IOException {
    for (String name : List.of(ARGUMENTS, ROWS)) {
      if (!Files.isRegularFile(folder.resolve(name))) {
        throw new IOException(folder + " has no " + name + " (expected: the folder of a run)");
      }
    }
    return new Results(folder);
  }

  /**
   * Opens the folder of a run that has been interrupted, to go on with it: a row that the end of
   * the machine has cut short is removed, so that the next one begins a line.
   *
   * @throws IOException if it is none
   */
  public static Results reopen(Path folder) throws IOException {
    Results results = open(folder);
    for (String name : List.of(ROWS, SAMPLES)) {
      if (!Files.exists(folder.resolve(name))) {
        throw new IOException(folder + " has no " + name + " (expected: the folder of a run)");
      }
      String text = Files.readString(folder.resolve(name));
      Files.writeString(folder.resolve(name), wholeLines(text));
    }
    return results;
  }

  private static String wholeLines(String text) {
    return text.substring(0, text.lastIndexOf('\n') + 1);
  }

  public Path folder() {
    return folder;
  }

  public List<String> arguments() throws IOException {
    return Files.readAllLines(folder.resolve(ARGUMENTS));
  }

  public void writeConfiguration(Map<String, String> configuration) throws IOException {
    List<String> lines = new ArrayList<>();
    configuration.forEach((name, value) -> lines.add(name + ": " + value.replace('\n', ' ')));
    Files.write(folder.resolve(CONFIGURATION), lines);
  }

  /** Returns the configuration in the order of {@link #writeConfiguration}; empty before that. */
  public Map<String, String> configuration() throws IOException {
    Map<String, String> configuration = new LinkedHashMap<>();
    if (Files.exists(folder.resolve(CONFIGURATION))) {
      for (String line : Files.readAllLines(folder.resolve(CONFIGURATION))) {
        int colon = line.indexOf(": ");
        if (colon > 0) {
          configuration.put(line.substring(0, colon), line.substring(colon + 2));
        }
      }
    }
    return configuration;
  }

  /** Returns false for a run that goes on or was interrupted. */
  public boolean isFinished() throws IOException {
    return !UNFINISHED.equals(configuration().get(TOOK));
  }

  public void writeExperiments(List<Experiment> experiments) throws IOException {
    List<String> lines = new ArrayList<>(List.of(EXPERIMENT_COLUMNS));
    for (Experiment each : experiments) {
      lines.add(
          Csv.line(
              List.of(
                  each.suite(),
                  each.name(),
                  each.title(),
                  each.note(),
                  each.figure().name(),
                  each.axis().title(),
                  each.axis().scale().name(),
                  each.unit().name(),
                  each.baseline())));
    }
    Files.write(folder.resolve(EXPERIMENTS), lines);
  }

  /** The experiments, without their points. */
  public List<Experiment> experiments() throws IOException {
    List<Experiment> experiments = new ArrayList<>();
    if (Files.exists(folder.resolve(EXPERIMENTS))) {
      for (List<String> values : read(EXPERIMENTS, EXPERIMENT_COLUMNS)) {
        experiments.add(
            new Experiment(
                values.get(0),
                values.get(1),
                values.get(2),
                values.get(3),
                Figure.valueOf(values.get(4)),
                new Axis(values.get(5), Axis.Scale.valueOf(values.get(6))),
                Unit.valueOf(values.get(7)),
                values.get(8),
                List.of()));
      }
    }
    return experiments;
  }

  public void add(Row row) throws IOException {
    String line =
        Csv.line(
            List.of(
                row.suite(),
                row.experiment(),
                row.structure().name(),
                row.structure().origin().name(),
                row.x(),
                Integer.toString(row.threads()),
                row.unit().name(),
                Double.toString(row.value()),
                Double.toString(row.low()),
                Double.toString(row.high()),
                Integer.toString(row.repetitions()),
                row.failure(),
                Double.toString(row.share())));
    Files.writeString(folder.resolve(ROWS), line + "\n", StandardOpenOption.APPEND);
  }

  /**
   * Adds a round of a point to the samples.
   *
   * @param attempt 1, or more for a point that is measured again; the rounds of the last one count
   */
  public void add(Experiment experiment, Point point, Outcome round, int attempt)
      throws IOException {
    String line =
        Csv.line(
            List.of(
                experiment.suite(),
                experiment.name(),
                point.structure().name(),
                point.x(),
                Integer.toString(attempt),
                Double.toString(round.allocatedBytes()),
                Double.toString(round.share()),
                Double.toString(round.steadySeconds()),
                Double.toString(round.busyShare()),
                round.samples().stream().map(String::valueOf).collect(Collectors.joining(" "))));
    Files.writeString(folder.resolve(SAMPLES), line + "\n", StandardOpenOption.APPEND);
  }

  /**
   * Returns the rounds of all points that have any, without their side files, by {@link
   * Point#identity}. A run of which only the rows are kept has none.
   */
  public Map<List<String>, Measurement> measurements() throws IOException {
    Map<List<String>, Measurement> all = new LinkedHashMap<>();
    Map<List<String>, Integer> attempts = new HashMap<>();
    if (Files.exists(folder.resolve(SAMPLES))) {
      for (List<String> values : read(SAMPLES, SAMPLE_COLUMNS)) {
        List<String> identity = List.copyOf(values.subList(0, 4));
        int attempt = Integer.parseInt(values.get(4));
        Integer before = attempts.put(identity, attempt);
        if (before != null && before != attempt) {
          all.remove(identity);
        }
        Outcome round = round(values);
        all.merge(identity, new Measurement(List.of(round)), (earlier, one) -> earlier.with(round));
      }
    }
    return all;
  }

  /** Returns the number of the last attempt that has samples, or 1. */
  public int lastAttempt() throws IOException {
    return read(SAMPLES, SAMPLE_COLUMNS).stream()
        .mapToInt(values -> Integer.parseInt(values.get(4)))
        .max()
        .orElse(1);
  }

  private static Outcome round(List<String> values) {
    return new Outcome(
        Stream.of(values.get(9).split(" ", -1)).map(Double::valueOf).toList(),
        List.of(),
        Double.parseDouble(values.get(5)),
        Double.parseDouble(values.get(6)),
        Double.parseDouble(values.get(7)),
        Double.parseDouble(values.get(8)));
  }

  /** The last row of each point, in the order of the first ones. */
  public List<Row> rows() throws IOException {
    Map<List<String>, Row> rows = new LinkedHashMap<>();
    String columns =
        firstLine(ROWS).equals(ROW_COLUMNS_WITHOUT_SHARE) ? ROW_COLUMNS_WITHOUT_SHARE : ROW_COLUMNS;
    for (List<String> values : read(ROWS, columns)) {
      Row row =
          new Row(
              values.get(0),
              values.get(1),
              new Structure(values.get(2), Structure.Origin.valueOf(values.get(3))),
              values.get(4),
              Integer.parseInt(values.get(5)),
              Unit.valueOf(values.get(6)),
              Double.parseDouble(values.get(7)),
              Double.parseDouble(values.get(8)),
              Double.parseDouble(values.get(9)),
              Integer.parseInt(values.get(10)),
              values.get(11),
              values.size() > 12 ? Double.parseDouble(values.get(12)) : Double.NaN);
      rows.put(row.identity(), row);
    }
    return List.copyOf(rows.values());
  }

  private String firstLine(String name) throws IOException {
    try (Stream<String> lines = Files.lines(folder.resolve(name))) {
      return lines.findFirst().orElse("");
    }
  }

  /** A line that the end of the machine has cut short is left out; others are an error. */
  private List<List<String>> read(String name, String columns) throws IOException {
    Path file = folder.resolve(name);
    String text = Files.readString(file);
    List<List<String>> rows = new ArrayList<>();
    List<String> lines = wholeLines(text).lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(columns)) {
      throw new IOException(file + ": wrong first line (expected: " + columns + ")");
    }
    int width = columns.split(",", -1).length;
    for (String line : lines.subList(1, lines.size())) {
      List<String> values = Csv.parse(line);
      if (values.size() != width) {
        throw new IOException(
            file + ": " + values.size() + " values (expected: " + width + ") in " + line);
      }
      rows.add(values);
    }
    return rows;
  }

  /** The side file of a point, which need not exist. */
  private Path sideFile(String suite, String experiment, String structure, String x) {
    return folder.resolve("side").resolve(fileName(suite, experiment, structure, x) + ".txt");
  }

  public void writeSides(Experiment experiment, Point point, List<String> sides)
      throws IOException {
    Path file =
        sideFile(experiment.suite(), experiment.name(), point.structure().name(), point.x());
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.write(file, sides);
  }

  /** The lines of the side file of a row; none where it has no file. */
  public List<String> sides(Row row) throws IOException {
    Path file = sideFile(row.suite(), row.experiment(), row.structure().name(), row.x());
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  public Path jmhFile(Experiment experiment, Point point, String suffix) throws IOException {
    return pointFile("jmh", experiment, point, suffix);
  }

  public Path logFile(Experiment experiment, Point point) throws IOException {
    return pointFile("log", experiment, point, ".txt");
  }

  private Path pointFile(String kind, Experiment experiment, Point point, String suffix)
      throws IOException {
    String name =
        fileName(experiment.suite(), experiment.name(), point.structure().name(), point.x());
    return Files.createDirectories(folder.resolve(kind)).resolve(name + suffix);
  }

  private static String fileName(String... parts) {
    return String.join("-", parts).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_.-]+", "_");
  }

  /** Puts JMH's results of all points into one file, as JMH would have written it. */
  public void collectJmh() throws IOException {
    Path ofPoints = folder.resolve("jmh");
    if (!Files.isDirectory(ofPoints)) {
      return;
    }
    List<String> parts = new ArrayList<>();
    try (Stream<Path> files = Files.list(ofPoints)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        String array = Files.readString(file).strip();
        if (array.startsWith("[") && array.endsWith("]")) {
          parts.add(array.substring(1, array.length() - 1).strip());
        }
      }
    }
    parts.removeIf(String::isEmpty);
    Files.writeString(folder.resolve(JMH), "[\n" + String.join(",\n", parts) + "\n]\n");
  }
}
