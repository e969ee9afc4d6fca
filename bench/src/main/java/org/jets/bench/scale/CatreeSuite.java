package org.jets.bench.scale;

import java.time.Duration;
import java.util.List;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.Suite;
import org.jets.bench.harness.Unit;

/** A contention adapting tree, seen while it adapts; after the figure of OTP's blog post. */
public final class CatreeSuite implements Suite {
  private static final int RANGE = 1_000_000;
  private static final int SHORT_RANGE = 100_000;
  private static final int PHASES = 5;
  private static final int FRAMES_OF_PHASE = 60;

  /** Has no state. */
  public CatreeSuite() {}

  @Override
  public String name() {
    return "catree";
  }

  @Override
  public String description() {
    return "the shape of a ContentionAdaptingTreeMap while the load moves, as an animation";
  }

  @Override
  public List<String> counts(Profile profile, Selection selection) {
    return List.of(
        "keys from 0 to %,d; 5 phases of %d s with %d frames each; %d threads at most"
            .formatted(
                range(profile),
                phase(profile).toSeconds(),
                FRAMES_OF_PHASE,
                selection.mostThreads()));
  }

  private static int range(Profile profile) {
    return profile == Profile.QUICK ? SHORT_RANGE : RANGE;
  }

  private static Duration phase(Profile profile) {
    return switch (profile) {
      case QUICK -> Duration.ofSeconds(3);
      case STANDARD -> Duration.ofSeconds(6);
      case FULL -> Duration.ofSeconds(10);
    };
  }

  @Override
  public List<Experiment> experiments(Profile profile, Selection selection) {
    int threads = selection.mostThreads();
    Duration phase = phase(profile);
    ForkedRun run =
        new ForkedRun(
            ShapeMeasurement.class,
            List.of(
                Integer.toString(threads),
                Integer.toString(range(profile)),
                Long.toString(phase.toMillis()),
                Long.toString(phase.toMillis() / FRAMES_OF_PHASE)),
            List.of("-Xms1g", "-Xmx1g"),
            phase.multipliedBy(PHASES).plusSeconds(2));
    return List.of(
        new Experiment(
            name(),
            "shape",
            "How a contention adapting tree follows the load",
            "Inserts and deletes by one thread, by %d, by %d on a hundredth of the keys, by %d all"
                    .formatted(threads, threads, threads)
                + " over, and by one.",
            Figure.ANIMATION,
            new Axis("", Axis.Scale.CATEGORIES),
            Unit.COUNT,
            "",
            List.of(new Point(Contestant.CONTENTION_ADAPTING.structure(), "shape", threads, run))));
  }
}
