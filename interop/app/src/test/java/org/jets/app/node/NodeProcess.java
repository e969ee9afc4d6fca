package org.jets.app.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jets.node.live.LiveNode;

/**
 * {@code ./jets node} in a JVM of its own. A thread reads its standard output and standard error,
 * so the process never blocks on a full pipe, and no wait is longer than {@link LiveNode#BOUND}.
 */
final class NodeProcess {
  private static final long BOUND_NANOS = LiveNode.BOUND.toNanos();

  private final Process process;
  private final Thread reader;

  /** The lines so far. Notified of each line and of the end. */
  @GuardedBy("itself") private final List<String> lines = new ArrayList<>();

  @GuardedBy("lines") private boolean isAtEnd;

  private NodeProcess(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "output-of-" + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  static NodeProcess start(
      List<String> jvmOptions, List<String> arguments, Map<String, String> environment)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(jvmOptions);
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.addAll(List.of("org.jets.app.Main", "node"));
    words.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return new NodeProcess(builder.start());
  }

  private void read() {
    try (BufferedReader output = process.inputReader(UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        synchronized (lines) {
          lines.add(line);
          lines.notifyAll();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      synchronized (lines) {
        isAtEnd = true;
        lines.notifyAll();
      }
    }
  }

  /**
   * Waits until the node is ready, and returns {@code count} lines, from the one that says so on.
   */
  List<String> awaitReady(int count) throws InterruptedException {
    long deadline = System.nanoTime() + BOUND_NANOS;
    synchronized (lines) {
      List<String> found = linesFromReady();
      while (found.size() < count) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        assertThat(!isAtEnd && left > 0).as("the node is ready, having printed %s", lines).isTrue();
        lines.wait(left);
        found = linesFromReady();
      }
      return found.subList(0, count);
    }
  }

  @GuardedBy("lines") private List<String> linesFromReady() {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).endsWith(" ready")) {
        return List.copyOf(lines.subList(i, lines.size()));
      }
    }
    return List.of();
  }

  /** Waits for the end of the process, and returns its exit status. */
  int awaitExit() throws InterruptedException {
    assertThat(process.waitFor(BOUND_NANOS, TimeUnit.NANOSECONDS))
        .as("the node ends, having printed %s", output())
        .isTrue();
    reader.join(LiveNode.BOUND.toMillis());
    return process.exitValue();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Returns whether the process ends within the time. */
  boolean endsWithin(long time, TimeUnit unit) throws InterruptedException {
    return process.waitFor(time, unit);
  }

  long pid() {
    return process.pid();
  }

  /** Sends SIGTERM. Goes on reading, unlike {@link Process#destroy}. */
  void terminate() {
    process.toHandle().destroy();
  }

  /** Returns the lines printed so far. */
  List<String> output() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }

  /** Kills the process and waits for its end. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitExit();
  }
}
