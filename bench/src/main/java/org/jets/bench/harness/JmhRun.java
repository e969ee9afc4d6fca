package org.jets.bench.harness;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A benchmark method with one value for each of its parameters, in a JVM of its own in each round.
 * Its score is a throughput or a time; the runner turns one into the other if the experiment's unit
 * asks for it ({@code SingleShotTime} with {@code @OperationsPerInvocation}, too).
 *
 * @param flags of its JVMs
 * @param setup about how long one fork takes to start and to set up, for {@link #expected()}
 */
public record JmhRun(
    Class<?> benchmark,
    String method,
    Map<String, String> parameters,
    Effort effort,
    List<String> flags,
    Duration setup)
    implements Measured {
  /** Copies the collections. */
  public JmhRun {
    parameters = Map.copyOf(parameters);
    flags = List.copyOf(flags);
  }

  @Override
  public int rounds() {
    return effort.forks();
  }

  @Override
  public Duration expected() {
    return effort.duration().plus(setup.multipliedBy(effort.forks()));
  }
}
