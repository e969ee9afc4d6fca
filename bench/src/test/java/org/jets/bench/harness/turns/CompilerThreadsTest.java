package org.jets.bench.harness.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerThreadsTest {
  @TempDir private Path folder;

  private void write(String thread, String name, int user, int system) throws IOException {
    Path stat = Files.createDirectories(folder.resolve(thread)).resolve("stat");
    Files.writeString(
        stat, "%s (%s) S 1 1 1 0 -1 0 0 0 0 0 %d %d 0 0\n".formatted(thread, name, user, system));
  }

  @Test
  void seconds_severalThreads_areThoseOfTheCompiler() throws IOException {
    write("7", "C2 CompilerThre", 120, 30);
    write("8", "C1 CompilerThre", 40, 10);
    write("9", "worker-1", 5000, 0);

    assertThat(new CompilerThreads(folder).seconds()).isEqualTo(2.0);
  }

  @Test
  void seconds_threadWithoutAFile_countsNothing() throws IOException {
    write("7", "C2 CompilerThre", 100, 0);
    Files.createDirectories(folder.resolve("8"));

    assertThat(new CompilerThreads(folder).seconds()).isEqualTo(1.0);
  }

  @Test
  void seconds_systemWithoutTasks_areThoseOfTheJvm() {
    assertThat(new CompilerThreads(folder.resolve("none")).seconds()).isNotNegative();
  }
}
