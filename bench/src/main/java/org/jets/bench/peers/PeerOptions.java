package org.jets.bench.peers;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jets.bench.harness.UsageException;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for.
 *
 * @param rounds how many rounds count
 * @param otpErlangJar jinterface as it comes with Erlang; null if it is not there
 */
record PeerOptions(int rounds, @Nullable Path otpErlangJar) {
  private static final int MAX_ROUNDS = 100;

  /** Where Debian's package {@code erlang-jinterface} puts it. */
  private static final Path DEBIAN_JAR = Path.of("/usr/share/java/OtpErlang.jar");

  /**
   * Reads the arguments.
   *
   * @throws UsageException if they are wrong, or name a jar that is not there
   */
  static PeerOptions parse(List<String> arguments) throws UsageException {
    int rounds = Counts.DEFAULT_ROUNDS;
    Path jar = Files.isReadable(DEBIAN_JAR) ? DEBIAN_JAR : null;
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      String argument = rest.next();
      if (argument.equals("--otp-erlang-jar")) {
        jar = jar(rest.hasNext() ? rest.next() : "");
      } else {
        rounds = rounds(argument);
      }
    }
    return new PeerOptions(rounds, jar);
  }

  private static Path jar(String text) throws UsageException {
    try {
      Path jar = Path.of(text);
      if (Files.isRegularFile(jar) && Files.isReadable(jar)) {
        return jar;
      }
    } catch (InvalidPathException e) {
      // As one that is not there.
    }
    throw new UsageException(
        "bench node: --otp-erlang-jar: " + text + " (expected: the OtpErlang.jar of an Erlang)");
  }

  private static int rounds(String text) throws UsageException {
    if (text.matches("[0-9]{1,3}")) {
      int rounds = Integer.parseInt(text);
      if (rounds >= 1 && rounds <= MAX_ROUNDS) {
        return rounds;
      }
    }
    throw new UsageException(
        "bench node: " + text + " (expected: a number of rounds, 1 to " + MAX_ROUNDS + ")");
  }
}
