package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM with a small heap, in which a test's program runs out of memory, and the means to fill the
 * heap there.
 */
public final class FullHeapJvm {
  private static final Object[] FILLING = new Object[1];

  private FullHeapJvm() {}

  /**
   * Runs a program in a JVM of its own, to its end.
   *
   * @return all that it prints
   */
  public static String output(Class<?> program, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(arguments));
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      child.getOutputStream().close();
      String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(child.waitFor(Await.SECONDS, TimeUnit.SECONDS)).isTrue();
      return output;
    } finally {
      child.destroyForcibly();
    }
  }

  /**
   * Fills the heap of this JVM, in smaller and smaller pieces, including the memory that threads
   * have left.
   */
  public static void fill() {
    for (int size = 1 << 20; size > 0; size /= 2) {
      boolean isLeft = true;
      while (isLeft) {
        try {
          Object[] next = new Object[size];
          next[0] = FILLING[0];
          FILLING[0] = next;
        } catch (OutOfMemoryError e) {
          isLeft = false;
        }
      }
    }
  }

  /** Releases what fills the heap. Allocates nothing. */
  public static void release() {
    FILLING[0] = null;
  }
}
