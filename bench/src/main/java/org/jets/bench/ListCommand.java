package org.jets.bench;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Otp;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.ScalabilitySuite;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.UsageException;
import org.jets.bench.harness.run.Erlangs;
import org.jets.bench.harness.run.TimeLeft;

/** {@code ./jets bench list}: the suites, their experiments and structures. */
final class ListCommand {
  private ListCommand() {}

  static int run(List<String> arguments, PrintStream out)
      throws UsageException, InterruptedException {
    RunOptions options = RunOptions.parse(arguments);
    List<Otp> otps = Erlangs.find(options.erlangs(), line -> {});
    for (ScalabilitySuite suite : options.chosenSuites()) {
      out.printf("%s: %s%n", suite.name(), suite.description());
      for (Profile profile : Profile.values()) {
        Selection selection = RunCommand.selection(profile, options.threads(), otps);
        Duration expected =
            suite.experiments(profile, selection).stream()
                .flatMap(experiment -> experiment.points().stream())
                .map(point -> point.measured().expected())
                .reduce(Duration.ZERO, Duration::plus);
        out.printf("  %s: about %s%n", profile.option(), TimeLeft.text(expected));
        suite.counts(profile, selection).forEach(line -> out.println("    " + line));
      }
      Selection selection = RunCommand.selection(options.profile(), options.threads(), otps);
      for (Experiment experiment : suite.experiments(options.profile(), selection)) {
        out.printf("  %s: %s%n", experiment.path(), experiment.title());
        if (!arguments.isEmpty()) {
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
