package org.jets.collections.jcstress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A run of jcstress on one map, in a process of its own. A report stays in {@code target/jcstress}.
 *
 * @param map its name in a catalogue
 * @param tests a pattern of the names of the tests
 * @param mode the mode of jcstress; {@value #QUICK} is still quicker than that of jcstress
 */
public record JcstressRun(String map, String tests, String mode) {
  /** All tests. */
  public static final String ANY = ".*";

  /** The tests that use the map of the run. Others have a map of their own kind. */
  public static final String OF_ANY_MAP = ".*(?<!Range)Stress";

  /** The mode if nobody asks for another one. */
  public static final String QUICK = "quick";

  /**
   * With a small heap, whose pages are not touched beforehand: most of the time is JVMs' starts.
   */
  private static final List<String> QUICKER_THAN_QUICK =
      List.of("-sc false -f 1 -fsm 0 -iters 1 -time 200 -pth false -hs 64".split(" "));

  private static final List<String> MODES = List.of("sanity", QUICK, "default", "tough", "stress");

  private static final List<String> NO_FAILURE =
      List.of("Failed tests: No matches.", "Error tests: No matches.");
  private static final Pattern PASSED =
      Pattern.compile("; [1-9][0-9]* passed, 0 failed, 0 soft errs, 0 hard errs");

  public JcstressRun {
    if (!MODES.contains(mode)) {
      throw new IllegalArgumentException("mode: " + mode + " (expected: one of " + MODES + ")");
    }
  }

  /**
   * Runs the tests, and waits for their end.
   *
   * @throws AssertionError if one shows something forbidden, fails, or if none has run
   */
  public void requireNothingForbidden() throws IOException, InterruptedException {
    Path folder = Files.createDirectories(Path.of("target", "jcstress", map));
    Path output = folder.resolve("output.txt");
    int status = start(folder, output).waitFor();
    String text = Files.readString(output);
    if (status != 0
        || !NO_FAILURE.stream().allMatch(text::contains)
        || !PASSED.matcher(text).find()) {
      throw new AssertionError(
          map
              + ": status "
              + status
              + " (expected: 0, and all passed), see "
              + output.toAbsolutePath());
    }
  }

  private Process start(Path folder, Path output) throws IOException {
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
                tests,
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
