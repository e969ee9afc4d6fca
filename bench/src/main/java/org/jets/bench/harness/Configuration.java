package org.jets.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Where and on what something was measured, in a few lines: numbers mean little without. */
public final class Configuration {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final String CPU_MODEL = "model name";
  private static final long GIB = 1L << 30;

  private Configuration() {}

  /** Returns the lines. */
  public static List<String> lines() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return List.of(
        "date     " + DateTimeFormatter.ISO_INSTANT.format(now()),
        String.format(
            Locale.ROOT,
            "machine  %d x %s, %.0f GiB; %s %s %s; load average %.1f at the start",
            system.getAvailableProcessors(),
            cpu(),
            (double) system.getTotalMemorySize() / GIB,
            system.getName(),
            system.getVersion(),
            system.getArch(),
            system.getSystemLoadAverage()),
        String.format(
            "JDK      %s %s %s",
            System.getProperty("java.vendor"),
            System.getProperty("java.vm.name"),
            System.getProperty("java.runtime.version")),
        "flags    " + flags());
  }

  private static ZonedDateTime now() {
    return ZonedDateTime.now(ZoneOffset.UTC).withNano(0);
  }

  /** The flags of this JVM, which JMH gives to the ones that it starts too. */
  private static String flags() {
    List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
    return flags.isEmpty() ? "none" : String.join(" ", flags);
  }

  private static String cpu() {
    if (Files.isReadable(CPU_INFO)) {
      try (Stream<String> lines = Files.lines(CPU_INFO)) {
        return lines
            .filter(line -> line.startsWith(CPU_MODEL))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElse("CPU");
      } catch (IOException e) {
        return "CPU";
      }
    }
    return "CPU";
  }
}
