package org.jets.bench;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import org.jets.bench.harness.Collector;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Globs;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.Suite;
import org.jets.bench.harness.TurnRun;
import org.jets.bench.harness.run.PinningPolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options of a run's command line.
 *
 * @param words what is no option: suites, or a number of rounds
 * @param threads ascending; none for those of the profile
 * @param only patterns of experiments, as {@code suite/name} or {@code name}; none for all
 * @param structures patterns of structures' names; none for all
 * @param collectors those of measured JVMs; none for those of the suite
 * @param jdk the home of the JDK that is measured; null for the one that this runs on
 * @param pinning null for what is usual
 * @param erlangs the commands of the Erlangs to measure beside
 * @param to the folder of the results; null for a new one
 * @param resume the folder of a run that is to go on; null for a new run
 */
record RunOptions(
    List<String> words,
    Profile profile,
    List<Integer> threads,
    List<String> only,
    List<String> structures,
    List<Collector> collectors,
    @Nullable Path jdk,
    @Nullable PinningPolicy pinning,
    List<String> erlangs,
    @Nullable Path to,
    @Nullable Path resume) {
  private static final int MAX_THREADS = 4096;
  private static final int MAX_ROUNDS = 100;

  /** Copies the lists. */
  RunOptions {
    words = List.copyOf(words);
    threads = List.copyOf(threads);
    only = List.copyOf(only);
    structures = List.copyOf(structures);
    collectors = List.copyOf(collectors);
    erlangs = List.copyOf(erlangs);
  }

  /** Adds what each run takes. */
  static void addTo(CommandSpec spec, String usualPinning) {
    spec.addOption(
        CommandLines.value(
            "--only", "GLOB,...", "only these experiments, such as 'ets_bench/*' or 'get*'"));
    spec.addOption(
        CommandLines.value(
            "--structures", "GLOB,...", "only these structures, such as '*Map,ETS*'"));
    spec.addOption(CommandLines.value("--jdk", "HOME", "measure on this JDK"));
    spec.addOption(
        CommandLines.value(
            "--pin",
            "POLICY",
            "where threads run: compact, spread, numa or none (default: " + usualPinning + ";",
            "numa is one node at a time and a core for each thread, as +sbt tnnps)"));
    spec.addOption(
        CommandLines.value(
            "--to", "DIR", "the folder of the results (default: a new one in ./bench-results)"));
    spec.addOption(
        CommandLines.value("--resume", "DIR", "go on with an interrupted run, with its options"));
  }

  /** Adds what only the scalability suites take. */
  static void addScalabilityTo(CommandSpec spec) {
    addProfilesTo(
        spec,
        "all in half an hour on 2 quiet processors: a look",
        "what a figure of one's own needs (default)",
        "the counts of the papers: a day or more");
    addCollectorTo(spec, "(default: parallel; in longer profiles g1, too)");
    addErlangsTo(spec);
  }

  /** Adds the choice of Erlangs. */
  static void addErlangsTo(CommandSpec spec) {
    spec.addOption(
        CommandLines.value(
            "--erl",
            "CMD,...",
            "the Erlangs to measure beside, or none",
            "(default: those of JETS_ERL, else erl)"));
  }

  /** Adds what only suites by turns take. */
  static void addTurnsTo(CommandSpec spec) {
    addProfilesTo(
        spec,
        "2 JVMs and 30 rounds, one to four minutes for each experiment: a look",
        "3 JVMs and 60 rounds (default)",
        "5 JVMs and 120 rounds");
    addCollectorTo(spec, "(default: g1; for updates parallel, too)");
  }

  private static void addCollectorTo(CommandSpec spec, String usual) {
    spec.addOption(CommandLines.value("--collector", "NAME,...", "g1, parallel or zgc", usual));
  }

  private static void addProfilesTo(CommandSpec spec, String quick, String standard, String full) {
    spec.addOption(CommandLines.flag("--quick", quick));
    spec.addOption(CommandLines.flag("--standard", standard));
    spec.addOption(CommandLines.flag("--full", full));
    spec.addOption(
        CommandLines.value("--threads", "N,...", "the numbers of threads of the sweeps"));
  }

  /** Returns arguments that are no options. */
  static PositionalParamSpec words(String label, String description) {
    return PositionalParamSpec.builder()
        .index("0..*")
        .arity("0..*")
        .type(List.class)
        .auxiliaryTypes(String.class)
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** The arguments that are no options. */
  static List<String> wordsOf(ParseResult given) {
    return given.matchedPositionalValue(0, List.of());
  }

  /**
   * Checks the options; those that a command does not have are not given.
   *
   * @throws UsageException if a value is wrong
   */
  static RunOptions of(ParseResult given) throws UsageException {
    List<String> words = wordsOf(given);
    String threads = value(given, "--threads");
    String only = value(given, "--only");
    String structures = value(given, "--structures");
    String collectors = value(given, "--collector");
    String jdk = value(given, "--jdk");
    String pin = value(given, "--pin");
    String erlangs = value(given, "--erl");
    String to = value(given, "--to");
    String resume = value(given, "--resume");
    if (resume != null && (given.matchedOptions().size() > 1 || !words.isEmpty())) {
      throw new UsageException("--resume: with others (expected: --resume DIR alone)");
    }
    return new RunOptions(
        words,
        profile(given),
        threads == null ? List.of() : parseThreads(threads),
        only == null ? List.of() : parseList("--only", only),
        structures == null ? List.of() : parseList("--structures", structures),
        collectors == null ? List.of() : parseCollectors(collectors),
        jdk == null ? null : parseJdk(jdk),
        pin == null ? null : parsePinning(pin),
        erlangs == null ? ErlangCommand.commands() : parseErlangs(erlangs),
        to == null ? null : parsePath("--to", to),
        resume == null ? null : parsePath("--resume", resume));
  }

  private static @Nullable String value(ParseResult given, String option) {
    return given.matchedOptionValue(option, null);
  }

  private static Profile profile(ParseResult given) throws UsageException {
    List<Profile> named =
        Stream.of(Profile.values())
            .filter(profile -> given.hasMatchedOption(profile.option()))
            .toList();
    if (named.size() > 1) {
      throw new UsageException(
          "%s and %s (expected: one of them)"
              .formatted(named.get(0).option(), named.get(1).option()));
    }
    return named.isEmpty() ? Profile.STANDARD : named.get(0);
  }

  private static List<Integer> parseThreads(String text) throws UsageException {
    SortedSet<Integer> threads = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      int number = part.matches("[0-9]{1,4}") ? Integer.parseInt(part) : 0;
      if (number < 1 || number > MAX_THREADS) {
        throw new UsageException(
            "--threads: %s (expected: numbers from 1 to %d, such as 1,2,4)"
                .formatted(text, MAX_THREADS));
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

  private static List<Collector> parseCollectors(String text) throws UsageException {
    List<Collector> collectors = new ArrayList<>();
    for (String name : text.split(",", -1)) {
      collectors.add(
          Stream.of(Collector.values())
              .filter(collector -> collector.option().equals(name.strip()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new UsageException(
                          "--collector: " + text + " (expected: g1, parallel or zgc)")));
    }
    return collectors.stream().distinct().toList();
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

  /** The scalability suites that were named, or all. */
  List<Suite> chosenSuites() throws UsageException {
    for (String name : words) {
      if (Suites.named(name) == null) {
        throw new UsageException(
            name
                + ": no such suite (expected: "
                + Suites.scalability().stream().map(Suite::name).collect(Collectors.joining(", "))
                + ")");
      }
    }
    return Suites.scalability().stream()
        .filter(suite -> words.isEmpty() || words.contains(suite.name()))
        .toList();
  }

  /** The number of rounds that was given, or another where none was. */
  int roundsOr(int usual) throws UsageException {
    if (words.isEmpty()) {
      return usual;
    }
    String text = String.join(" ", words);
    int rounds = text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
    if (rounds < 1 || rounds > MAX_ROUNDS) {
      throw new UsageException(text + " (expected: a number of rounds, 1 to " + MAX_ROUNDS + ")");
    }
    return rounds;
  }

  /**
   * Returns the experiments to measure.
   *
   * @throws UsageException if that is nothing, or if a pattern matches nothing
   */
  List<Experiment> experiments(List<Suite> from, Selection selection) throws UsageException {
    List<Experiment> all =
        from.stream().flatMap(suite -> suite.experiments(profile, selection).stream()).toList();
    check("--only", only, experimentsOf(all), from);
    check("--structures", structures, structuresOf(all), from);
    List<Experiment> chosen = new ArrayList<>();
    for (Experiment experiment : all) {
      if (Globs.match(only, experiment.path()) || Globs.match(only, experiment.name())) {
        List<Point> points =
            experiment.points().stream().filter(point -> isChosen(experiment, point)).toList();
        if (points.stream().anyMatch(point -> Globs.match(structures, point.structure().name()))) {
          chosen.add(experiment.withPoints(points));
        }
      }
    }
    if (chosen.isEmpty()) {
      throw new UsageException(
          "nothing to measure: no experiment of --only %s has a structure of --structures %s"
              .formatted(String.join(",", only), String.join(",", structures)));
    }
    return chosen;
  }

  /** Returns true for what was asked for. By turns the rival always takes part. */
  private boolean isChosen(Experiment experiment, Point point) {
    String name = point.structure().name();
    return Globs.match(structures, name)
        || (point.measured() instanceof TurnRun && name.equals(experiment.baseline()));
  }

  /** Each experiment has two names, as {@code --only} takes them. */
  private static List<String> experimentsOf(List<Experiment> all) {
    return Stream.concat(all.stream().map(Experiment::name), all.stream().map(Experiment::path))
        .distinct()
        .toList();
  }

  private static List<String> structuresOf(List<Experiment> all) {
    return all.stream()
        .flatMap(experiment -> experiment.points().stream())
        .map(point -> point.structure().name())
        .distinct()
        .toList();
  }

  /** Refuses a pattern that matches nothing: it is misspelt, or its Erlang was not found. */
  private static void check(
      String option, List<String> patterns, List<String> names, List<Suite> from)
      throws UsageException {
    for (String pattern : patterns) {
      if (names.stream().noneMatch(name -> Globs.match(List.of(pattern), name))) {
        throw new UsageException(
            "%s: %s matches nothing (expected: %s)".formatted(option, pattern, known(names, from)));
      }
    }
  }

  /** Names what there is: of the scalability suites that is long, and another command lists it. */
  private static String known(List<String> names, List<Suite> suites) {
    return suites.stream().allMatch(Suites.scalability()::contains)
        ? "what ./jets bench list SUITE shows"
        : "of "
            + names.stream().filter(name -> !name.contains("/")).collect(Collectors.joining(", "));
  }
}
