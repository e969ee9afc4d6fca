package org.jets.bench;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Globs;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.ScalabilitySuite;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.UsageException;
import org.jets.bench.harness.run.PinningPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What the command line of a run asks for.
 *
 * @param suites their names; all where none was named
 * @param threads ascending; none for those of the profile
 * @param only patterns of experiments, as {@code suite/name} or {@code name}; none for all
 * @param structures patterns of structures' names; none for all
 * @param jdk the home of the JDK that is measured; null for the one that this runs on
 * @param erlangs commands; null for those that the environment names
 * @param to the folder of the results; null for a new one
 */
record RunOptions(
    List<String> suites,
    Profile profile,
    List<Integer> threads,
    List<String> only,
    List<String> structures,
    @Nullable Path jdk,
    PinningPolicy pinning,
    @Nullable List<String> erlangs,
    @Nullable Path to) {
  private static final int MAX_THREADS = 4096;
  private static final String OPTIONS =
      "--quick, --standard, --full, --threads, --only, --structures, --jdk, --pin, --erl, --to or"
          + " --resume";

  static RunOptions parse(List<String> arguments) throws UsageException {
    List<String> suites = new ArrayList<>();
    Profile profile = Profile.STANDARD;
    List<Integer> threads = List.of();
    List<String> only = List.of();
    List<String> structures = List.of();
    Path jdk = null;
    PinningPolicy pinning = PinningPolicy.NUMA;
    List<String> erlangs = null;
    Path to = null;
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String option = rest.next();
      switch (option) {
        case "--quick" -> profile = Profile.QUICK;
        case "--standard" -> profile = Profile.STANDARD;
        case "--full" -> profile = Profile.FULL;
        case "--threads" -> threads = parseThreads(valueOf(option, rest));
        case "--only" -> only = parseList(option, valueOf(option, rest));
        case "--structures" -> structures = parseList(option, valueOf(option, rest));
        case "--jdk" -> jdk = parseJdk(valueOf(option, rest));
        case "--pin" -> pinning = parsePinning(valueOf(option, rest));
        case "--erl" -> erlangs = parseErlangs(valueOf(option, rest));
        case "--to" -> to = parsePath(option, valueOf(option, rest));
        case "--resume" ->
            throw new UsageException("--resume: with others (expected: --resume DIR alone)");
        default -> suites.add(parseSuite(option));
      }
    }
    return new RunOptions(
        List.copyOf(suites), profile, threads, only, structures, jdk, pinning, erlangs, to);
  }

  static String valueOf(String option, Iterator<String> rest) throws UsageException {
    if (!rest.hasNext()) {
      throw new UsageException(option + ": no value (expected: one after it)");
    }
    return rest.next();
  }

  private static String parseSuite(String name) throws UsageException {
    if (name.startsWith("-")) {
      throw new UsageException(name + ": no such option (expected: " + OPTIONS + ")");
    }
    if (ScalabilitySuites.named(name) == null) {
      throw new UsageException(
          name
              + ": no such suite (expected: "
              + ScalabilitySuites.all().stream()
                  .map(ScalabilitySuite::name)
                  .collect(Collectors.joining(", "))
              + ")");
    }
    return name;
  }

  private static List<Integer> parseThreads(String text) throws UsageException {
    SortedSet<Integer> threads = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      int number = part.matches("[0-9]{1,4}") ? Integer.parseInt(part) : 0;
      if (number < 1 || number > MAX_THREADS) {
        throw new UsageException(
            "--threads: "
                + text
                + " (expected: numbers from 1 to "
                + MAX_THREADS
                + ", such as 1,2,4)");
      }
      threads.add(number);
    }
    return List.copyOf(threads);
  }

  private static List<String> parseList(String option, String text) throws UsageException {
    List<String> patterns = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    if (patterns.contains("")) {
      throw new UsageException(
          option + ": " + text + " (expected: names or patterns, separated by commas)");
    }
    return patterns;
  }

  private static Path parseJdk(String text) throws UsageException {
    Path home = parsePath("--jdk", text);
    if (!Files.isExecutable(java(home))) {
      throw new UsageException("--jdk: " + text + " (expected: the home of a JDK, with bin/java)");
    }
    return home;
  }

  private static Path java(Path home) {
    return home.resolve("bin").resolve("java");
  }

  private static PinningPolicy parsePinning(String text) throws UsageException {
    for (PinningPolicy policy : PinningPolicy.values()) {
      if (policy.option().equals(text)) {
        return policy;
      }
    }
    throw new UsageException("--pin: " + text + " (expected: compact, spread, numa or none)");
  }

  private static List<String> parseErlangs(String text) throws UsageException {
    return text.toLowerCase(Locale.ROOT).equals("none") ? List.of() : parseList("--erl", text);
  }

  static Path parsePath(String option, String text) throws UsageException {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new UsageException(option + ": " + text + " (expected: a path)");
    }
  }

  /** The home of the JDK that is measured. */
  Path jdkHome() {
    return jdk == null ? Path.of(System.getProperty("java.home")) : jdk;
  }

  /** The program that starts it. */
  Path java() {
    return java(jdkHome());
  }

  /** The suites that were named, or all. */
  List<ScalabilitySuite> chosenSuites() {
    return ScalabilitySuites.all().stream()
        .filter(suite -> suites.isEmpty() || suites.contains(suite.name()))
        .toList();
  }

  /**
   * What is to be measured.
   *
   * @throws UsageException if that is nothing
   */
  List<Experiment> experiments(List<ScalabilitySuite> from, Selection selection)
      throws UsageException {
    List<Experiment> chosen = new ArrayList<>();
    for (ScalabilitySuite suite : from) {
      for (Experiment experiment : suite.experiments(profile, selection)) {
        if (Globs.match(only, experiment.path()) || Globs.match(only, experiment.name())) {
          List<Point> points =
              experiment.points().stream()
                  .filter(point -> Globs.match(structures, point.structure().name()))
                  .toList();
          if (!points.isEmpty()) {
            chosen.add(experiment.withPoints(points));
          }
        }
      }
    }
    if (chosen.isEmpty()) {
      throw new UsageException(
          "nothing to measure (expected: --only and --structures that ./jets bench list shows)");
    }
    return chosen;
  }
}
