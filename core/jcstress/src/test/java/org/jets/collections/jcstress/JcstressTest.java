package org.jets.collections.jcstress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jets.collections.MapUnderTest;
import org.jets.testkit.ChosenConstants;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs jcstress on each map, or on the one that the property {@code jets.map} names; quickly, or in
 * the mode that {@code jets.jcstress} names. A report stays in {@code target/jcstress}.
 */
@Tag("jcstress")
class JcstressTest {
  private static final String QUICK = "quick";

  /** Tests that have a map of their own kind need not run with each. */
  private static final String ANY = ".*";

  private static final String OF_ANY_MAP = ".*(?<!Range)Stress";
  private static final List<String> QUICKER_THAN_QUICK =
      List.of("-sc", "false", "-f", "1", "-fsm", "0", "-iters", "1", "-time", "200");

  private static final List<String> MODES = List.of("sanity", QUICK, "default", "tough", "stress");

  private final String mode = System.getProperty("jets.jcstress", QUICK);

  static Stream<MapUnderTest> chosenMaps() {
    return System.getProperty("jets.map") == null
        ? MapUnderTest.ofEachClass()
        : ChosenConstants.of(MapUnderTest.class, "jets.map");
  }

  @ParameterizedTest
  @MethodSource("chosenMaps")
  void stress_eachMap_showsNothingForbidden(MapUnderTest map) throws Exception {
    assertThat(mode).as("jets.jcstress").isIn(MODES);
    Path folder = Files.createDirectories(Path.of("target", "jcstress", map.name()));
    Path output = folder.resolve("output.txt");

    int status = start(map, folder, output).waitFor();

    assertThat(status).as("see %s", output.toAbsolutePath()).isZero();
    assertThat(Files.readString(output))
        .contains("Failed tests: No matches.", "Error tests: No matches.")
        .containsPattern("; [1-9][0-9]* passed, 0 failed, 0 soft errs, 0 hard errs");
  }

  private Process start(MapUnderTest map, Path folder, Path output) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-m",
                mode,
                "-t",
                map == MapUnderTest.LOCK_FREE_TREE ? ANY : OF_ANY_MAP,
                mode.equals(QUICK) ? "-jvmArgs" : "-jvmArgsPrepend",
                "-Djets.map=" + map));
    if (mode.equals(QUICK)) {
      command.addAll(QUICKER_THAN_QUICK);
    }
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }
}
