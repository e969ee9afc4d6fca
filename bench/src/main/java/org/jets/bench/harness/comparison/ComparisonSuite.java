package org.jets.bench.harness.comparison;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Suite;

/**
 * Comparisons of single functions with their rivals, as experiments: one for each workload, with
 * ours and the rivals at each place.
 *
 * @param flags of the JVMs that are started for it
 * @param rounds how often everything is measured
 * @param source makes the comparisons, in the order of the report
 * @param appendix adds lines to the report that are no comparisons, such as bytes
 */
public record ComparisonSuite(
    String name,
    String description,
    List<String> flags,
    int rounds,
    Supplier<List<Comparison>> source,
    Consumer<List<String>> appendix)
    implements Suite {
  /** Copies the flags. */
  public ComparisonSuite {
    flags = List.copyOf(flags);
  }

  public ComparisonSuite withRounds(int number) {
    return new ComparisonSuite(name, description, flags, number, source, appendix);
  }

  public List<Comparison> comparisons() {
    return source.get();
  }

  @Override
  public List<String> counts(Profile profile, Selection selection) {
    return List.of("rounds, each x (warm-up + measured): " + Trial.effort(rounds));
  }

  @Override
  public List<Experiment> experiments(Profile profile, Selection selection) {
    List<Experiment> experiments = new ArrayList<>();
    comparisons().stream()
        .collect(groupingBy(Comparison::experiment, LinkedHashMap::new, toList()))
        .forEach((experiment, all) -> experiments.add(experiment(experiment, all)));
    return experiments;
  }

  private Experiment experiment(String experiment, List<Comparison> all) {
    Set<Point> points = new LinkedHashSet<>();
    for (Comparison comparison : all) {
      points.add(point(Comparison.OURS, comparison.place(), comparison.ours()));
      points.add(point(comparison.rivalStructure(), comparison.place(), comparison.rival()));
    }
    Comparison first = all.get(0);
    return new Experiment(
        name,
        experiment,
        first.workload(),
        "",
        Figure.BARS,
        new Axis("", Axis.Scale.CATEGORIES),
        first.unit(),
        first.rivalStructure().name(),
        List.copyOf(points));
  }

  private Point point(Structure structure, String place, Subject subject) {
    return new Point(structure, place, subject.threads(), subject.measured(flags, rounds));
  }
}
