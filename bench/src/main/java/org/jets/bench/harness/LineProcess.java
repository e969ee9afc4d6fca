package org.jets.bench.harness;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * A process that does what it is told in lines on its standard input, answers each with a line, and
 * ends with its input: also when this JVM is gone. What it complains of is seen.
 */
public final class LineProcess implements AutoCloseable {
  private static final long SECONDS_TO_END = 10;

  private final Process process;
  private final BufferedWriter requests;
  private final BufferedReader answers;

  private LineProcess(Process process) {
    this.process = process;
    this.requests =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII));
    this.answers =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  /** Starts a process. */
  public static LineProcess start(ProcessBuilder builder) throws IOException {
    return new LineProcess(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /**
   * Returns the next line.
   *
   * @throws IllegalStateException if the process has ended
   */
  public String read() {
    try {
      String line = answers.readLine();
      if (line == null) {
        throw new IllegalStateException("a process has ended: " + process.info().command());
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has something done, and returns the line that comes back. */
  public String ask(String line) {
    try {
      requests.write(line);
      requests.newLine();
      requests.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("a process has ended at: " + line, e);
    }
    return read();
  }

  /** Ends the process. */
  @Override
  public void close() {
    try {
      requests.close();
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
