package org.jets.observe;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jets.node.NodeStatus;

/**
 * The meters of an {@link Observatory} for Micrometer, and so for Prometheus and OpenTelemetry. A
 * program that uses this class needs {@code io.micrometer:micrometer-core}.
 *
 * <p>All meters have the tag {@code node}. There are none for single tables or connected nodes, of
 * which there may be any number. A registry reads a meter when it publishes it. The cost is that of
 * {@link Observatory#tables}. The meters refer to the observatory weakly: once a program has
 * forgotten it, they are NaN.
 */
public final class TableMetrics implements MeterBinder {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Observatory observatory;

  /** Creates the meters of an observatory. */
  public TableMetrics(Observatory observatory) {
    this.observatory = Objects.requireNonNull(observatory, "observatory");
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    gauge(registry, "jets.tables", "Tables", o -> o.tables().rows().size());
    gauge(registry, "jets.table.objects", "Objects of all tables", o -> o.tables().objects());
    Gauge.builder("jets.table.memory", observatory, o -> o.tables().bytes())
        .description("Estimated memory of all tables")
        .baseUnit("bytes")
        .tags(tags())
        .register(registry);
    gauge(
        registry,
        "jets.tables.fixed",
        "Tables that are fixed",
        o -> o.tables().fixed(Integer.MAX_VALUE).size());
    FunctionCounter.builder("jets.table.calls", observatory, o -> o.tables().calls())
        .description("Calls of all tables, about")
        .tags(tags())
        .register(registry);
    Gauge.builder("jets.table.calls.p99", observatory, o -> secondsOf(o.tables().mostNanos()))
        .description("The largest 99 % quantile of a table's calls in the last minute")
        .baseUnit("seconds")
        .tags(tags())
        .register(registry);
    FunctionCounter.builder("jets.calls.slow", observatory, Observatory::slowCallCount)
        .description("Slow calls and scans")
        .tags(tags())
        .register(registry);
    if (observatory.node().isPresent()) {
      node(registry, "jets.node.calls", "Calls that run or wait", NodeStatus::calls);
      node(registry, "jets.node.links", "Links and monitors of other nodes", NodeStatus::links);
      node(registry, "jets.node.owners", "Owners and fixations", NodeStatus::owners);
      node(registry, "jets.node.peers", "Connected nodes", status -> status.peers().size());
      node(
          registry,
          "jets.node.heap.high",
          "1 while the heap is above its mark",
          status -> status.isHeapHigh() ? 1 : 0);
    }
  }

  private static double secondsOf(long nanos) {
    return nanos < 0 ? Double.NaN : nanos / NANOS_PER_SECOND;
  }

  private Tags tags() {
    return Tags.of(Tag.of("node", observatory.space().node().name()));
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      String description,
      ToDoubleFunction<Observatory> value) {
    Gauge.builder(name, observatory, value)
        .description(description)
        .tags(tags())
        .register(registry);
  }

  private void node(
      MeterRegistry registry, String name, String description, ToDoubleFunction<NodeStatus> value) {
    gauge(
        registry,
        name,
        description,
        o -> o.node().map(status -> value.applyAsDouble(status)).orElse(Double.NaN));
  }
}
