package org.jets.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import net.openhft.affinity.Affinity;

/**
 * The worker threads of this JVM. A thread pins itself before it does anything else, reads back
 * where it is, and writes that to the runner's file; where it cannot be pinned it runs unpinned.
 */
public final class PinnedThreads {
  /**
   * System property: the processors, separated by commas, in the order in which threads get them.
   */
  public static final String PROCESSORS = "jets.pin";

  /** System property: the file which gets a line for each thread that was to be pinned. */
  public static final String REPORT = "jets.pin.report";

  /** System property: the argument {@code +sbt} of an Erlang that takes turns with this JVM. */
  public static final String ERLANG = "jets.pin.erlang";

  /** The end of the line of a thread that is where it was to be. */
  public static final String PINNED = "pinned";

  private PinnedThreads() {}

  /**
   * Returns a factory whose first thread is pinned to the first processor that the runner's policy
   * names, the second to the second, and so on round and round; not pinned where there is no
   * policy. The threads are daemons.
   */
  public static ThreadFactory factory() {
    List<Integer> processors = processors(System.getProperty(PROCESSORS, ""));
    AtomicInteger threads = new AtomicInteger();
    return task -> {
      int number = threads.getAndIncrement();
      Runnable pinned =
          processors.isEmpty()
              ? task
              : () -> {
                pin(number, processors.get(number % processors.size()));
                task.run();
              };
      Thread thread = new Thread(pinned, "worker-" + number);
      thread.setDaemon(true);
      return thread;
    };
  }

  private static List<Integer> processors(String list) {
    return list.isEmpty()
        ? List.of()
        : Arrays.stream(list.split(",", -1)).map(Integer::valueOf).toList();
  }

  private static void pin(int thread, int processor) {
    report("thread %d processor %d %s".formatted(thread, processor, outcome(processor)));
  }

  private static String outcome(int processor) {
    try {
      Affinity.setAffinity(processor);
      BitSet allowed = Affinity.getAffinity();
      int current = Affinity.getCpu();
      boolean isThere =
          allowed.get(processor) && allowed.cardinality() == 1 && current == processor;
      return isThere ? PINNED : "runs on " + current + " and may run on " + allowed;
    } catch (RuntimeException | LinkageError e) {
      return e.toString().replace('\n', ' ');
    }
  }

  private static synchronized void report(String line) {
    String file = System.getProperty(REPORT);
    if (file != null) {
      try {
        Files.writeString(
            Path.of(file), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
