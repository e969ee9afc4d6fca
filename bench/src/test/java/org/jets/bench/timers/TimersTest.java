package org.jets.bench.timers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimersTest {
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NETTY_WHEEL") // Counts cancelled ones.
  void start_againAndAgain_keepsOneOfEachNumber(Timers.Kind kind) {
    int count = 10;
    try (Timers timers = kind.newTimers(count)) {
      for (int i = 0; i < 100 * count; i++) {
        timers.start(i % count, 3_600_000);
      }

      assertThat(timers.running()).isEqualTo(count);
    }
  }

  @Test
  void memory_hasALineForEachKind() {
    List<String> lines = new ArrayList<>();
    TimerMemory.addTo(lines);

    assertThat(String.join("\n", lines)).contains("TABLE ", "EXECUTOR ", "NETTY_WHEEL ");
  }
}
