package org.jets.bench.harness.run;

import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jets.bench.harness.run.CpuLayout.Cpu;

/** The order in which threads get processors. */
public enum PinningPolicy {
  /** Close together: all processors of a core, then the next core. */
  COMPACT("ns"),
  /** Far apart: the nodes in turn, a core for each thread as long as there are. */
  SPREAD("s"),
  /** One NUMA node at a time, and in it a core for each thread as long as there are. */
  NUMA("tnnps"),
  /** The operating system's choice. */
  NONE("u");

  private final String erlangsName;

  PinningPolicy(String erlangsName) {
    this.erlangsName = erlangsName;
  }

  /** The name on the command line. */
  public String option() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the argument of {@code erl +sbt} for the nearest policy that Erlang has. */
  public String erlangsName() {
    return erlangsName;
  }

  /** The processors in the order in which threads get them; none where there is no policy. */
  public List<Integer> order(CpuLayout layout) {
    return switch (this) {
      case COMPACT ->
          sorted(layout, comparingInt(Cpu::node).thenComparing(Cpu::core).thenComparing(Cpu::rank));
      case NUMA ->
          sorted(layout, comparingInt(Cpu::node).thenComparing(Cpu::rank).thenComparing(Cpu::core));
      case SPREAD -> {
        Map<Cpu, Integer> places = placesInNode(layout);
        yield sorted(
            layout, comparingInt(Cpu::rank).thenComparing(places::get).thenComparing(Cpu::node));
      }
      case NONE -> List.of();
    };
  }

  /** The place of each processor among those of its node and rank. */
  private static Map<Cpu, Integer> placesInNode(CpuLayout layout) {
    Map<List<Integer>, Integer> seen = new HashMap<>();
    Map<Cpu, Integer> places = new HashMap<>();
    for (Cpu cpu : layout.cpus()) {
      places.put(cpu, seen.merge(List.of(cpu.node(), cpu.rank()), 1, Integer::sum));
    }
    return places;
  }

  private static List<Integer> sorted(CpuLayout layout, Comparator<Cpu> order) {
    List<Cpu> cpus = new ArrayList<>(layout.cpus());
    cpus.sort(order);
    return cpus.stream().map(Cpu::id).toList();
  }
}
