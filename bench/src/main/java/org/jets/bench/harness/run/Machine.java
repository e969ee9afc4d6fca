package org.jets.bench.harness.run;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The state of a machine, read from its file systems.
 *
 * @param proc like {@code /proc}
 * @param system like {@code /sys}
 */
public record Machine(Path proc, Path system) {
  private static final double BUSY_LOAD = 0.5;
  private static final String CPU_MODEL = "model name";
  private static final double GIB = 1L << 30;
  private static final int IDLE_COLUMN = 4;
  private static final int STEAL_COLUMN = 8;
  private static final double TICKS_OF_SECOND = 100;

  /** The place of the first of four times, after the name and its brackets. */
  private static final int OWN_TIMES = 11;

  public static Machine local() {
    return new Machine(Path.of("/proc"), Path.of("/sys"));
  }

  /** Returns the time taken from programs so far, to be compared with a later one. */
  public record Throttling(long events, long stolenTicks) {}

  /** The processor's model, their number and the memory. */
  public String describe() {
    return String.format(
        Locale.ROOT,
        "%d x %s, %.0f GiB",
        Runtime.getRuntime().availableProcessors(),
        cpuModel(),
        memoryBytes() / GIB);
  }

  public static String operatingSystem() {
    return String.join(
        " ",
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        System.getProperty("os.arch"));
  }

  public static long memoryBytes() {
    return bean().getTotalMemorySize();
  }

  private static OperatingSystemMXBean bean() {
    return (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  }

  private String cpuModel() {
    return lines(proc.resolve("cpuinfo")).stream()
        .filter(line -> line.startsWith(CPU_MODEL))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("processor");
  }

  /** The load average of the last minute; 0 where there is none. */
  public double load() {
    List<String> lines = lines(proc.resolve("loadavg"));
    return lines.isEmpty() ? 0 : Double.parseDouble(lines.get(0).split(" ", 2)[0]);
  }

  /** The governors of all processors; "none" where they cannot be set, as in virtual machines. */
  public String governor() {
    SortedSet<String> governors = new TreeSet<>();
    for (Path cpu : cpuFolders()) {
      governors.addAll(lines(cpu.resolve("cpufreq/scaling_governor")));
    }
    return governors.isEmpty() ? "none" : String.join(", ", governors);
  }

  /** Reads the counts of thermal throttling and the time that the hypervisor took. */
  public Throttling throttling() {
    long events = 0;
    for (Path cpu : cpuFolders()) {
      for (String name : List.of("core_throttle_count", "package_throttle_count")) {
        List<String> lines = lines(cpu.resolve("thermal_throttle").resolve(name));
        events += lines.isEmpty() ? 0 : Long.parseLong(lines.get(0).strip());
      }
    }
    return new Throttling(events, stolenTicks());
  }

  private long stolenTicks() {
    List<String> lines = lines(proc.resolve("stat"));
    if (lines.isEmpty()) {
      return 0;
    }
    String[] columns = lines.get(0).split(" +", -1);
    return columns.length > STEAL_COLUMN ? Long.parseLong(columns[STEAL_COLUMN]) : 0;
  }

  /**
   * Returns the processor time so far, to be compared with a later one.
   *
   * @param all of all programs and the hypervisor, in ticks
   * @param own of this program and of those that it has started and that have ended
   */
  record Ticks(long all, long own) {}

  Ticks ticks() {
    List<String> stat = lines(proc.resolve("stat"));
    List<String> own = lines(proc.resolve("self/stat"));
    if (stat.isEmpty() || own.isEmpty()) {
      return new Ticks(0, 0);
    }
    String[] columns = stat.get(0).split(" +", -1);
    long all = 0;
    for (int i = 1; i < columns.length && i <= STEAL_COLUMN; i++) {
      all += i == IDLE_COLUMN || i == IDLE_COLUMN + 1 ? 0 : Long.parseLong(columns[i]);
    }
    // The name of the program is in brackets, and may have spaces.
    String line = own.get(0);
    String[] after = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
    long ours = 0;
    for (int i = OWN_TIMES; i < OWN_TIMES + 4; i++) {
      ours += Long.parseLong(after[i]);
    }
    return new Ticks(all, ours);
  }

  /** Returns the part of all processors that others had since then, from 0 to 1. */
  double busyShareSince(Ticks before, double seconds) {
    Ticks now = ticks();
    double others = (now.all() - before.all() - (now.own() - before.own())) / TICKS_OF_SECOND;
    double part = others / seconds / Runtime.getRuntime().availableProcessors();
    return Math.max(0, Math.min(1, part));
  }

  /** Why numbers taken now would be worth less: one line for each reason. */
  public List<String> warningsBefore() {
    List<String> warnings = new ArrayList<>();
    double load = load();
    if (load > BUSY_LOAD) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the machine is busy: load average %.1f (expected: at most %.1f)",
              load,
              BUSY_LOAD));
    }
    String governor = governor();
    if (!governor.equals("none") && !governor.equals("performance")) {
      warnings.add(
          "the governor is "
              + governor
              + " (expected: performance; cpupower frequency-set -g performance)");
    }
    return warnings;
  }

  /** Returns the time taken from programs since then: one line for each reason. */
  public List<String> warningsSince(Throttling before, double seconds) {
    Throttling now = throttling();
    List<String> warnings = new ArrayList<>();
    if (now.events() > before.events()) {
      warnings.add(
          "the processors were throttled for their heat "
              + (now.events() - before.events())
              + " times");
    }
    double stolen = (now.stolenTicks() - before.stolenTicks()) / 100.0;
    double part = stolen / seconds / Runtime.getRuntime().availableProcessors();
    if (part > 0.01) {
      warnings.add(
          String.format(
              Locale.ROOT, "the hypervisor took %.0f %% of the processors' time", part * 100));
    }
    return warnings;
  }

  private List<Path> cpuFolders() {
    Path cpus = system.resolve("devices/system/cpu");
    if (!Files.isDirectory(cpus)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(cpus)) {
      return files.filter(file -> file.getFileName().toString().matches("cpu[0-9]+")).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Files of the kernel come and go with its version: one that is not there says nothing. */
  private static List<String> lines(Path file) {
    try {
      return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }
}
