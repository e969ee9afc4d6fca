package org.jets.bench.harness.comparison;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * One benchmark method with one value for each of its parameters: what JMH runs in one JVM.
 *
 * @param threads 0 for as many as the method says
 */
public record Trial(Class<?> benchmark, String method, Map<String, String> parameters, int threads)
    implements Subject {
  private static final int AS_ANNOTATED = 0;

  public Trial {
    parameters = Map.copyOf(parameters);
  }

  public Trial(Class<?> benchmark, String method, Map<String, String> parameters) {
    this(benchmark, method, parameters, AS_ANNOTATED);
  }

  public static Trial of(Class<?> benchmark, String method) {
    return new Trial(benchmark, method, Map.of());
  }

  /** Restricts JMH to this trial. */
  void addTo(ChainedOptionsBuilder options) {
    options.include("^" + Pattern.quote(benchmark.getName() + "." + method) + "$");
    parameters.forEach(options::param);
    if (threads != AS_ANNOTATED) {
      options.threads(threads);
    }
  }

  @Override
  public String toString() {
    String name = benchmark.getSimpleName() + "." + method;
    String ofThreads = threads == AS_ANNOTATED ? "" : " by " + threads;
    return (parameters.isEmpty() ? name : name + new TreeMap<>(parameters).values()) + ofThreads;
  }
}
