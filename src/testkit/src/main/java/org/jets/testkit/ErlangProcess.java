package org.jets.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * An operating system's process that a test has started. It ends when it is closed, and when the
 * JVM exits. What it writes to its error output is read as it comes, and the beginning of it is
 * kept for the messages of failures; of a process whose outputs are one, that is all it writes.
 */
public final class ErlangProcess implements AutoCloseable {
  private static final int MAX_OUTPUT = 16 * 1024;
  private static final long MAX_OUTPUT_MILLIS = 5000;

  private final Process process;
  private final Thread outputReader;
  private final Thread exitGuard;

  /** Guarded by itself. */
  private final StringBuilder output = new StringBuilder();

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

  /** Returns the process itself, whose error output is not for others to read. */
  public Process handle() {
    return process;
  }

  /** Whether the process has not ended. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Ends the process with SIGKILL; does not wait. */
  public void kill() {
    // By its handle: otherwise what it has written last would be lost.
    process.toHandle().destroyForcibly();
  }

  /** Returns the beginning of what the process has written so far. */
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
      // Not for ever: a process that it leaves behind may hold its output open.
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
