package org.jets.bench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The version of a JDK, and the flags with which JNA and JCTools do not warn on later ones. */
public final class JdkFlags {
  private static final String VERSION = "JAVA_VERSION";
  private static final String IMPLEMENTOR = "IMPLEMENTOR";
  private static final String UNKNOWN = "unknown";
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
    return property(home, VERSION).orElse(UNKNOWN);
  }

  /** Returns the version and the vendor, such as "17.0.15 (Debian)". */
  public static String describe(Path home) {
    return versionOf(home) + property(home, IMPLEMENTOR).map(name -> " (" + name + ")").orElse("");
  }

  private static Optional<String> property(Path home, String name) {
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines
          .filter(line -> line.startsWith(name + "="))
          .map(line -> line.substring(name.length() + 1).replace("\"", ""))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The feature release of a version: 17 of 17.0.15; 0 if it is unknown. */
  static int feature(String version) {
    String number = version.split("[^0-9]", 2)[0];
    return number.isEmpty() ? 0 : Integer.parseInt(number);
  }
}
