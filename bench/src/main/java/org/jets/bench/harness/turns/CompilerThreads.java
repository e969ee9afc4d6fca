package org.jets.bench.harness.turns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The processor time of the compiler of this JVM. Linux counts it for each thread. The JVM itself
 * counts a compilation when it ends, which may be seconds after its begin if the worker threads
 * take all processors.
 *
 * @param tasks like {@code /proc/self/task}
 */
record CompilerThreads(Path tasks) {
  private static final String NAME = "CompilerThre";
  private static final double TICKS_OF_SECOND = 100;

  /** The place of the first of two times, after the name and its brackets. */
  private static final int TIMES = 11;

  static CompilerThreads ofThisJvm() {
    return new CompilerThreads(Path.of("/proc/self/task"));
  }

  /** Returns the seconds so far. */
  double seconds() {
    if (!Files.isDirectory(tasks)) {
      CompilationMXBean bean = ManagementFactory.getCompilationMXBean();
      return bean == null ? 0 : bean.getTotalCompilationTime() / 1e3;
    }
    try (Stream<Path> threads = Files.list(tasks)) {
      return threads.mapToLong(CompilerThreads::ticks).sum() / TICKS_OF_SECOND;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The ticks of a thread; none of one that is no compiler, or that has ended meanwhile. */
  private static long ticks(Path thread) {
    try {
      String line = Files.readString(thread.resolve("stat"));
      int end = line.lastIndexOf(')');
      if (!line.substring(0, end).contains(NAME)) {
        return 0;
      }
      List<String> columns = List.of(line.substring(end + 1).strip().split(" ", -1));
      return Long.parseLong(columns.get(TIMES)) + Long.parseLong(columns.get(TIMES + 1));
    } catch (IOException e) {
      return 0;
    }
  }
}
