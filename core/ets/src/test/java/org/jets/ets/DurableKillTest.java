package org.jets.ets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jets.ets.log.DurableOptions;
import org.jets.ets.log.SyncMode;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kills a JVM at random moments of the load of a durable table, while its log is compacted again
 * and again. The next one goes on with the table.
 */
class DurableKillTest {
  private static final Atom NAME = Atom.of("t");
  private static final int WRITERS = 3;
  private static final int MAX_LINES = 400;
  private static final Pattern LINE = Pattern.compile("([0-9]) ([0-9]+)");

  @TempDir private Path root;

  private static LocalTable open(Path folder, SyncMode mode) {
    DurableOptions options = DurableOptions.in(folder).withSync(mode).withCompactBytes(20_000);
    return new TableSpace().newOwner().newTable(NAME, TableOptions.set().withDurable(options));
  }

  private static SyncMode mode(String name) {
    return name.equals("each") ? SyncMode.each() : SyncMode.every(Duration.ofSeconds(1));
  }

  private static long value(LocalTable table, int writer) {
    return table.lookup(IntegerTerm.of(writer)).stream().mapToLong(o -> o.getLong(2)).sum();
  }

  /** A program whose threads count up, and print each number that has been written. */
  static final class Load {
    private Load() {}

    public static void main(String[] args) {
      LocalTable table = open(Path.of(args[0]), mode(args[1]));
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        new Thread(() -> count(table, writer)).start();
      }
    }

    private static void count(LocalTable table, int writer) {
      for (long n = value(table, writer) + 1; true; n++) {
        Tuple object = Tuple.of(IntegerTerm.of(writer), IntegerTerm.of(n));
        if (n % 3 == 0) {
          table.delete(IntegerTerm.of(WRITERS + writer));
        }
        table.insert(object);
        System.out.println(writer + " " + n);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"each", "every"})
  void open_killedAtRandomMoments_hasWhatWasAcknowledged(String mode) throws Exception {
    Random random = new Random(1);
    long[] acknowledged = new long[WRITERS];
    for (int kill = TestScale.count(mode.equals("each") ? 10 : 5); kill > 0; kill--) {
      runUntilKilled(mode, random.nextInt(MAX_LINES), acknowledged);
      try (LocalTable table = open(root, mode(mode))) {
        for (int i = 0; i < WRITERS; i++) {
          long value = value(table, i);
          if (mode.equals("each")) {
            assertThat(value).isBetween(acknowledged[i], acknowledged[i] + 1);
          }
          acknowledged[i] = value;
        }
      }
    }
    assertThat(acknowledged).doesNotContain(0);
  }

  private void runUntilKilled(String mode, int lines, long[] acknowledged)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Load.class.getName(),
                root.toString(),
                mode)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int read = 0;
    try (BufferedReader output = process.inputReader(UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        // The last line may be torn. A beginning of its number is a lower one.
        Matcher matcher = LINE.matcher(line);
        if (matcher.matches()) {
          acknowledged[Integer.parseInt(matcher.group(1))] = Long.parseLong(matcher.group(2));
        }
        if (++read == lines + WRITERS * 2) {
          process
              .toHandle()
              .destroyForcibly(); // Unlike that of Process, it leaves the output open.
        }
      }
    } finally {
      process.toHandle().destroyForcibly();
      process.waitFor();
    }
  }
}
