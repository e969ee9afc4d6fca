package org.jets.testkit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A process of the operating system that a test has started. It ends when it is closed, and when
 * the JVM exits. Its error output is read at once, and the beginning is kept for the messages of
 * failures. If the process merges its outputs, that includes its standard output.
 */
public final class ErlangProcess implements AutoCloseable {
  private static final int MAX_OUTPUT = 16 * 1024;
  private static final long MAX_OUTPUT_MILLIS = 5000;

  private final Process process;
  private final Thread outputReader;
  private final Thread exitGuard;

  /** The beginning of the output. */
  @GuardedBy("itself") private final StringBuilder output = new StringBuilder();

  private ErlangProcess(Process process, InputStream readOutput) {
    this.process = process;
    this.outputReader = new Thread(() -> read(readOutput), "erlang-output-" + process.pid());
    this.exitGuard = new Thread(process::destroyForcibly, "erlang-exit-" + process.pid());
    outputReader.setDaemon(true);
  }

  /**
   * Starts a process.
   *
   * @throws IOException if there is no such command
   */
  public static ErlangProcess start(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    ErlangProcess started =
        new ErlangProcess(
            process,
            builder.redirectErrorStream() ? process.getInputStream() : process.getErrorStream());
    Runtime.getRuntime().addShutdownHook(started.exitGuard);
    started.outputReader.start();
    return started;
  }

  /** Returns the process itself. Callers must not read its error output. */
  public Process handle() {
    return process;
  }

  /** Returns whether the process is alive. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Ends the process with SIGKILL. Does not wait. */
  public void kill() {
    // The handle is used because Process.destroyForcibly would lose the last output.
    process.toHandle().destroyForcibly();
  }

  /** Returns the beginning of the output so far. */
  public String output() {
    synchronized (output) {
      return output.toString();
    }
  }

  private void read(InputStream stream) {
    byte[] buffer = new byte[1024];
    try (stream) {
      for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
        keep(new String(buffer, 0, n, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      keep("(end of output: " + e + ")");
    }
  }

  private void keep(String text) {
    synchronized (output) {
      if (output.length() < MAX_OUTPUT) {
        output.append(text);
      }
    }
  }

  /** Ends the process, and waits until it has ended and its output is read. */
  @Override
  public void close() {
    kill();
    try {
      process.waitFor();
      // The wait is bounded: a process that it leaves behind may keep its output open.
      outputReader.join(MAX_OUTPUT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    try {
      Runtime.getRuntime().removeShutdownHook(exitGuard);
    } catch (IllegalStateException e) {
      // The JVM is exiting, and the guard has ended the process.
    }
  }
}
