package org.jets.bench.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.harness.run.PinCheck;

/** The folder of a run that never was, with a figure of each kind and a point that failed. */
public final class MadeUpResults {
  public static final Structure OURS = new Structure("SplitOrderedHashMap", Origin.JETS);
  public static final Structure TREE = new Structure("ContentionAdaptingTreeMap", Origin.JETS);
  public static final Structure JDK = new Structure("ConcurrentHashMap", Origin.JDK);
  public static final Structure JCTOOLS = new Structure("NonBlockingHashMap", Origin.JCTOOLS);
  public static final Structure ETS = new Otp(List.of("erl"), "25").structure("set");
  public static final List<Structure> ALL = List.of(OURS, TREE, JDK, JCTOOLS, ETS);
  public static final String FAILURE = "java.lang.OutOfMemoryError: Java <heap> space";

  private final Random random = new Random(7);
  private final Results results;

  private MadeUpResults(Results results) {
    this.results = results;
  }

  public static Results in(Path folder) throws IOException {
    Results results = Results.create(folder, List.of("--quick", "--only", "a,b*"));
    new MadeUpResults(results).write();
    return results;
  }

  private void write() throws IOException {
    Experiment lines = experiment("lookups-90", Figure.LINES, Axis.THREADS, Unit.MOPS, ETS.name());
    Experiment relative =
        experiment(
            "sequential",
            Figure.RELATIVE_LINES,
            new Axis("keys", Axis.Scale.LOGARITHMIC),
            Unit.NANOS,
            ETS.name());
    Axis entries = new Axis("entries", Axis.Scale.CATEGORIES);
    Experiment bars = experiment("bytes", Figure.BARS, entries, Unit.BYTES_PER_ENTRY, "");
    Axis circumstance = new Axis("while", Axis.Scale.CATEGORIES);
    Experiment latency =
        experiment("mixed", Figure.PERCENTILES, circumstance, Unit.LATENCY_NANOS, "");
    Experiment shape =
        experiment("shape", Figure.ANIMATION, new Axis("run", Axis.Scale.LINEAR), Unit.COUNT, "");
    results.writeExperiments(List.of(lines, relative, bars, latency, shape));
    results.writeConfiguration(
        Map.of("machine", "2 x <none>", "date", "2026-11-22T00:00:00Z", "command", "./jets & co"));
    for (int s = 0; s < ALL.size(); s++) {
      Structure structure = ALL.get(s);
      for (int threads : List.of(1, 2, 4, 8, 16)) {
        add(lines, structure, "" + threads, (s + 2) * Math.pow(threads, 0.9 - 0.15 * s));
      }
      for (int keys : List.of(700, 7000, 70_000, 700_000)) {
        add(relative, structure, "" + keys, 30 * (s + 1) * Math.log(keys));
      }
      for (String size : List.of("1,000", "1,000,000")) {
        add(bars, structure, size, 30 + 10 * s);
      }
      add(latency, structure, "load only", 3000 * (s + 1));
      results.writeSides(latency, point(structure, "load only"), percentiles(s));
    }
    add(shape, TREE, "1", 12);
    results.writeSides(shape, point(TREE, "1"), frames());
    results.add(Outcome.failedRow(lines, point(new Structure("Broken", Origin.JDK), "1"), FAILURE));
  }

  private static Experiment experiment(
      String name, Figure figure, Axis axis, Unit unit, String baseline) {
    return new Experiment(
        "made_up",
        name,
        "A <made-up> figure: " + name,
        "No & note.",
        figure,
        axis,
        unit,
        baseline,
        List.of());
  }

  public static Point point(Structure structure, String x) {
    return new Point(
        structure, x, 1, new ForkedRun(PinCheck.class, List.of(), List.of(), Duration.ZERO));
  }

  private void add(Experiment experiment, Structure structure, String x, double value)
      throws IOException {
    double noise = value * 0.1 * random.nextDouble();
    results.add(
        new Measurement(
                List.of(new Outcome(List.of(value - noise, value, value + noise / 2), List.of())))
            .row(experiment, point(structure, x)));
  }

  private static List<String> percentiles(int s) {
    List<String> lines = new ArrayList<>();
    for (String percentile : List.of("50", "90", "99", "99.9", "99.99", "99.999")) {
      lines.add(percentile + " " + 100 * (s + 1) * Math.pow(4, lines.size()));
    }
    lines.add("100 " + 1e6 * (s + 1));
    return lines;
  }

  /** Base nodes as they split in the middle, and join again. */
  private List<String> frames() {
    List<String> frames = new ArrayList<>();
    List<String> leaves = new ArrayList<>(List.of("0.000000:0:-10:1000"));
    for (int i = 0; i < 40; i++) {
      String phase = i < 10 ? "one_thread" : i < 25 ? "hot_range" : "whole_range";
      frames.add("frame " + i * 100 + " " + phase + " 2 " + String.join(",", leaves));
      if (i >= 10 && i < 21) {
        int at = random.nextInt(leaves.size());
        TreeFrame.Leaf leaf = leaf(leaves.get(at));
        double to = at + 1 < leaves.size() ? leaf(leaves.get(at + 1)).from() : 1;
        leaves.set(at, text(leaf.from(), leaf.depth() + 1, 900 - 90 * i));
        leaves.add(at + 1, text((leaf.from() + to) / 2, leaf.depth() + 1, 50 * i));
      }
    }
    return frames;
  }

  private static TreeFrame.Leaf leaf(String text) {
    return TreeFrame.parse("frame 0 p 1 " + text).leaves().get(0);
  }

  private static String text(double from, int depth, int statistics) {
    return String.format(Locale.ROOT, "%.6f:%d:%d:100", from, depth, statistics);
  }
}
