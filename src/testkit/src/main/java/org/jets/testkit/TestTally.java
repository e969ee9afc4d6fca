package org.jets.testkit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * A listener that counts the tests of a JVM, if the property {@value #FOLDER} names a folder. The
 * JVM's file in this folder has one line of four numbers: the tests that have passed, failed and
 * been skipped, and the runs that have begun and not ended. The last number reveals a JVM that has
 * crashed. JUnit finds the class as a service.
 *
 * <p>A failure before tests begin, such as that of a class whose fixture throws, counts as one
 * failed test.
 */
public final class TestTally implements TestExecutionListener {
  private static final String FOLDER = "jets.tally";
  private static final AtomicInteger INSTANCES = new AtomicInteger();

  private final @Nullable Path file;

  @GuardedBy("this") private int passed;

  @GuardedBy("this") private int failed;

  @GuardedBy("this") private int skipped;

  @GuardedBy("this") private int running;

  /** Makes a tally for the folder that the property names. */
  public TestTally() {
    this(System.getProperty(FOLDER));
  }

  TestTally(@Nullable String folder) {
    file =
        folder == null
            ? null
            : Path.of(
                folder, ProcessHandle.current().pid() + "-" + INSTANCES.incrementAndGet() + ".txt");
  }

  @Override
  public synchronized void testPlanExecutionStarted(TestPlan plan) {
    running++;
    write();
  }

  @Override
  public synchronized void testPlanExecutionFinished(TestPlan plan) {
    running--;
    write();
  }

  @Override
  public synchronized void executionSkipped(TestIdentifier test, String reason) {
    skipped++;
  }

  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    switch (result.getStatus()) {
      case SUCCESSFUL -> passed += test.isTest() ? 1 : 0;
      case ABORTED -> skipped++;
      case FAILED -> failed++;
    }
  }

  @GuardedBy("this") private void write() {
    if (file == null) {
      return;
    }
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, String.format("%d %d %d %d%n", passed, failed, skipped, running));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
