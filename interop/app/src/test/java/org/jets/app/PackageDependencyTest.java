package org.jets.app;

import java.util.List;
import java.util.Set;
import org.jets.testkit.PackageDependencyContract;
import org.jets.testkit.PackageLayers;

/**
 * The packages that each package of this module may use. The front is {@link Main}, which knows all
 * commands; the form of a command knows none.
 */
class PackageDependencyTest extends PackageDependencyContract {
  /** A slice uses itself and those on later lines, never one on its own line or before it. */
  private static final List<Set<String>> DOWNWARDS =
      List.of(
          Set.of(PackageLayers.FRONT),
          Set.of("demo"),
          Set.of("log"),
          Set.of("node"),
          Set.of("shell"),
          Set.of(PackageLayers.VOCABULARY));

  private static final Set<String> VOCABULARY =
      Set.of("Command", "CommandLines", "CommandRunner", "UsageException");

  PackageDependencyTest() {
    super("org.jets.app", DOWNWARDS, VOCABULARY);
  }
}
