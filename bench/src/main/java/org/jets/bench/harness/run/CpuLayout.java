package org.jets.bench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Processors as Linux lays them out: which share a core, and which a NUMA node. */
public record CpuLayout(List<Cpu> cpus) {
  private static final Path SYSTEM = Path.of("/sys/devices/system");
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /**
   * A processor, which is a hardware thread.
   *
   * @param core the least processor of those that share the core
   * @param rank its place among these, from 0
   * @param node the NUMA node
   */
  record Cpu(int id, int core, int rank, int node) {}

  public CpuLayout {
    cpus = List.copyOf(cpus);
  }

  /** The processors that this program may use; none where the system does not say. */
  public static CpuLayout ofThisMachine() {
    try {
      return read(SYSTEM, allowed());
    } catch (IOException e) {
      return new CpuLayout(List.of());
    }
  }

  /**
   * Reads the layout of these processors from a folder like {@code /sys/devices/system}.
   *
   * @throws IOException if the folder does not say
   */
  static CpuLayout read(Path system, SortedSet<Integer> allowed) throws IOException {
    Map<Integer, Integer> seenOfCore = new HashMap<>();
    List<Cpu> cpus = new ArrayList<>();
    for (int id : allowed) {
      Path folder = system.resolve("cpu").resolve("cpu" + id);
      int core =
          parse(Files.readString(folder.resolve("topology/thread_siblings_list")).strip()).first();
      int rank = seenOfCore.merge(core, 1, Integer::sum) - 1;
      cpus.add(new Cpu(id, core, rank, nodeOf(folder)));
    }
    return new CpuLayout(cpus);
  }

  private static int nodeOf(Path cpuFolder) throws IOException {
    try (Stream<Path> files = Files.list(cpuFolder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("node[0-9]{1,9}"))
          .mapToInt(name -> Integer.parseInt(name.substring("node".length())))
          .findFirst()
          .orElse(0);
    }
  }

  private static SortedSet<Integer> allowed() throws IOException {
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(ALLOWED))
          .map(line -> parse(line.substring(ALLOWED.length()).strip()))
          .findFirst()
          .orElseThrow(() -> new IOException(STATUS + " has no " + ALLOWED));
    }
  }

  /** The numbers of a list such as {@code 0-3,8}. */
  static SortedSet<Integer> parse(String list) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (String part : list.split(",", -1)) {
      int[] bounds = Arrays.stream(part.split("-", 2)).mapToInt(Integer::parseInt).toArray();
      for (int number = bounds[0]; number <= bounds[bounds.length - 1]; number++) {
        numbers.add(number);
      }
    }
    return numbers;
  }

  /** For people: {@code 16 processors, 8 cores, 2 NUMA nodes}. */
  @Override
  public String toString() {
    return "%d processors, %d cores, %d NUMA nodes"
        .formatted(
            cpus.size(),
            cpus.stream().mapToInt(Cpu::core).distinct().count(),
            cpus.stream().mapToInt(Cpu::node).distinct().count());
  }
}
