package org.jets.bench.harness.comparison;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jets.bench.harness.Effort;
import org.jets.bench.harness.JmhRun;
import org.jets.bench.harness.Measured;

/** One benchmark method with one value for each of its parameters, by so many threads. */
public record Trial(Class<?> benchmark, String method, Map<String, String> parameters, int threads)
    implements Subject {
  private static final Duration SETUP = Duration.ofSeconds(3);

  /** Copies the parameters. */
  public Trial {
    parameters = Map.copyOf(parameters);
  }

  /** Makes one of one thread. */
  public Trial(Class<?> benchmark, String method, Map<String, String> parameters) {
    this(benchmark, method, parameters, 1);
  }

  /** Makes one of one thread, without parameters. */
  public static Trial of(Class<?> benchmark, String method) {
    return new Trial(benchmark, method, Map.of());
  }

  /** Returns the effort of so many rounds. */
  public static Effort effort(int rounds) {
    return new Effort(rounds, 5, 300, 12, 150);
  }

  @Override
  public Measured measured(List<String> flags, int rounds) {
    return new JmhRun(benchmark, method, parameters, effort(rounds), flags, SETUP);
  }

  @Override
  public String toString() {
    String name = benchmark.getSimpleName() + "." + method;
    return (parameters.isEmpty() ? name : name + new TreeMap<>(parameters).values())
        + " by "
        + threads;
  }
}
