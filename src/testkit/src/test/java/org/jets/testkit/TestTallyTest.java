package org.jets.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class TestTallyTest {
  @TempDir Path folder;

  /** A sample that only this test runs: Surefire does not match its name. */
  static final class Sample {
    @Test
    void passes() {}

    @Test
    void passesToo() {}

    @Test
    void fails() {
      fail("on purpose");
    }

    @Test
    void isAborted() {
      assumeTrue(false);
    }

    @Test
    @Disabled("a sample")
    void isDisabled() {}
  }

  static final class BrokenSample {
    @BeforeAll
    static void fails() {
      fail("on purpose");
    }

    @Test
    void passes() {}
  }

  private List<String> run(Class<?>... classes) throws IOException {
    Launcher launcher =
        LauncherFactory.create(
            LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build());
    launcher.execute(
        LauncherDiscoveryRequestBuilder.request()
            .selectors(Stream.of(classes).map(type -> selectClass(type)).toList())
            .build(),
        new TestTally(folder.toString()));
    try (Stream<Path> files = Files.list(folder)) {
      return Files.readAllLines(files.findFirst().orElseThrow());
    }
  }

  @Test
  void run_testsOfEachKind_areCounted() throws IOException {
    assertThat(run(Sample.class)).containsExactly("2 1 2 0");
  }

  @Test
  void run_fixtureThatThrows_isAFailure() throws IOException {
    assertThat(run(BrokenSample.class)).containsExactly("0 1 0 0");
  }

  @Test
  void run_thatHasNotEnded_isShownAsRunning() throws IOException {
    TestTally tally = new TestTally(folder.toString());

    tally.testPlanExecutionStarted(null);

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.findFirst().orElseThrow()).hasContent("0 0 0 1");
    }
  }
}
