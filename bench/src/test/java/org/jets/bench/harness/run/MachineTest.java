package org.jets.bench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
  @TempDir private Path folder;

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    Files.writeString(path, text);
  }

  private Machine machine() {
    return new Machine(folder.resolve("proc"), folder.resolve("sys"));
  }

  @Test
  void warnings_busyAndSavingPower_areBoth() throws IOException {
    write("proc/loadavg", "3.25 1.0 0.5 2/100 1234\n");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    write("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");

    assertThat(machine().warningsBefore())
        .satisfiesExactly(
            line -> assertThat(line).contains("busy", "3.3", "0.5"),
            line -> assertThat(line).contains("the governor is performance, powersave"));
  }

  @Test
  void warnings_quietMachine_areNone() throws IOException {
    write("proc/loadavg", "0.10 1.0 0.5 2/100 1234\n");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");

    assertThat(machine().warningsBefore()).isEmpty();
  }

  @Test
  void warnings_nothingToRead_areNone() {
    assertThat(machine().warningsBefore()).isEmpty();
    assertThat(machine().governor()).isEqualTo("none");
  }

  @Test
  void warningsSince_throttledAndStolenFrom_areBoth() throws IOException {
    write("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "5\n");
    write("proc/stat", "cpu  1 2 3 4 5 6 7 100 0 0\ncpu0 1\n");
    Machine.Throttling before = machine().throttling();
    write("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "8\n");
    write("proc/stat", "cpu  1 2 3 4 5 6 7 100000 0 0\ncpu0 1\n");

    assertThat(machine().warningsSince(before, 10))
        .satisfiesExactly(
            line -> assertThat(line).contains("throttled", "3 times"),
            line -> assertThat(line).contains("the hypervisor took"));
  }

  @Test
  void busyShareSince_otherProgramsRan_isTheirPart() throws IOException {
    double processors = Runtime.getRuntime().availableProcessors();
    write("proc/stat", "cpu  100 0 100 5000 70 0 0 10 0 0\ncpu0 1\n");
    write("proc/self/stat", "7 (a program) S 1 1 1 0 -1 0 0 0 0 0 10 10 20 20 20 0\n");
    Machine.Ticks before = machine().ticks();
    // In one second, 100 ticks of each processor: 30 and 10 of all, of which 20 are ours.
    write("proc/stat", "cpu  120 0 110 9000 99 0 0 20 0 0\ncpu0 1\n");
    write("proc/self/stat", "7 (a program) S 1 1 1 0 -1 0 0 0 0 0 15 15 25 25 20 0\n");

    assertThat(machine().busyShareSince(before, 1))
        .isEqualTo(20 / (100 * processors), within(1e-9));
  }

  @Test
  void busyShareSince_nothingToRead_isNone() {
    assertThat(machine().busyShareSince(machine().ticks(), 1)).isZero();
  }

  @Test
  void timeLeft_slowerThanExpected_grows() {
    RemainingTime time = new RemainingTime(Duration.ofSeconds(100));
    assertThat(time.left()).isEqualTo(Duration.ofSeconds(100));

    time.done(Duration.ofSeconds(20), Duration.ofSeconds(40));

    assertThat(time.left()).isEqualTo(Duration.ofSeconds(160));
    assertThat(RemainingTime.text(time.left())).isEqualTo("2:40");
    assertThat(RemainingTime.text(Duration.ofSeconds(43_387))).isEqualTo("12:03:07");
  }

  @Test
  void feature_versions_areParsed() {
    assertThat(JdkFlags.feature("17.0.15")).isEqualTo(17);
    assertThat(JdkFlags.feature("25")).isEqualTo(25);
    assertThat(JdkFlags.feature("unknown")).isZero();
  }
}
