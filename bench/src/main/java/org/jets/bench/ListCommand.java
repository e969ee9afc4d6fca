package org.jets.bench;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.jets.app.Command;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Otp;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.Suite;
import org.jets.bench.harness.run.Erlangs;
import org.jets.bench.harness.run.RemainingTime;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ./jets bench list}: the scalability suites, their experiments and structures. */
final class ListCommand implements Command {
  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        CommandLines.command(
            "bench list",
            "[SUITE]... [OPTION]...",
            "Shows what run has: suites, counts, how long each takes, experiments.");
    spec.addPositional(RunOptions.words("SUITE", "one of them, with its structures"));
    RunOptions.addScalabilityTo(spec);
    CommandLines.addCommonOptions(spec);
    return spec;
  }

  @Override
  public int run(ParseResult given, PrintStream out, PrintStream err)
      throws UsageException, InterruptedException {
    RunOptions options = RunOptions.of(given);
    List<Suite> suites = options.chosenSuites();
    List<Otp> otps = Erlangs.find(options.erlangs(), line -> {});
    for (Suite suite : suites) {
      out.printf("%s: %s%n", suite.name(), suite.description());
      for (Profile profile : Profile.values()) {
        Selection selection = Run.selection(options, profile, otps);
        Duration expected =
            suite.experiments(profile, selection).stream()
                .flatMap(experiment -> experiment.points().stream())
                .map(point -> point.measured().expected())
                .reduce(Duration.ZERO, Duration::plus);
        out.printf(
            "  %s: about %s, and more if values have to be repeated%n",
            profile.option(), RemainingTime.words(expected));
        suite.counts(profile, selection).forEach(line -> out.println("    " + line));
      }
      Selection selection = Run.selection(options, options.profile(), otps);
      for (Experiment experiment : suite.experiments(options.profile(), selection)) {
        out.printf("  %s: %s%n", experiment.path(), experiment.title());
        if (!given.originalArgs().isEmpty()) {
          experiment.points().stream()
              .map(point -> point.structure().name())
              .distinct()
              .forEach(name -> out.println("    " + name));
        }
      }
    }
    return 0;
  }
}
