package org.jets.bench.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What later JDKs have to be told so that JNA and JCTools work without warnings. */
final class JdkFlags {
  private static final String VERSION = "JAVA_VERSION=";
  private static final int WITH_NATIVE_ACCESS = 22;
  private static final int WITH_UNSAFE_WARNINGS = 24;

  private JdkFlags() {}

  static List<String> of(Path java) {
    int release = feature(versionOf(home(java)));
    List<String> flags = new ArrayList<>();
    if (release >= WITH_NATIVE_ACCESS) {
      flags.add("--enable-native-access=ALL-UNNAMED");
    }
    if (release >= WITH_UNSAFE_WARNINGS) {
      flags.add("--sun-misc-unsafe-memory-access=allow");
    }
    return flags;
  }

  private static Path home(Path java) {
    return Objects.requireNonNull(Objects.requireNonNull(java.getParent()).getParent());
  }

  /** The version of the JDK at this home, such as 17.0.15; "unknown" if it does not say. */
  static String versionOf(Path home) {
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines
          .filter(line -> line.startsWith(VERSION))
          .map(line -> line.substring(VERSION.length()).replace("\"", ""))
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** The feature release of a version: 17 of 17.0.15; 0 if it is unknown. */
  static int feature(String version) {
    String number = version.split("[^0-9]", 2)[0];
    return number.isEmpty() ? 0 : Integer.parseInt(number);
  }
}
