package org.jets.bench;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** One benchmark method with one value for each of its parameters: what JMH runs in one JVM. */
record Trial(Class<?> benchmark, String method, Map<String, String> parameters) {

  Trial {
    parameters = Map.copyOf(parameters);
  }

  static Trial of(Class<?> benchmark, String method) {
    return new Trial(benchmark, method, Map.of());
  }

  /** Restricts JMH to this trial. */
  void addTo(ChainedOptionsBuilder options) {
    options.include("^" + Pattern.quote(benchmark.getName() + "." + method) + "$");
    parameters.forEach(options::param);
  }

  @Override
  public String toString() {
    String name = benchmark.getSimpleName() + "." + method;
    return parameters.isEmpty() ? name : name + new TreeMap<>(parameters).values();
  }
}
