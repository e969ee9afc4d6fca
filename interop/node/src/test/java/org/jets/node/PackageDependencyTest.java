package org.jets.node;

import java.util.List;
import java.util.Set;
import org.jets.testkit.PackageDependencyContract;
import org.jets.testkit.PackageLayers;

/**
 * The packages that each package of this module may use. The root package counts as two slices: the
 * vocabulary that is listed here, and the front, which is all the rest. The package of other nodes'
 * tables is above the front: it uses a node as programs do.
 */
class PackageDependencyTest extends PackageDependencyContract {
  /** A slice uses itself and those on later lines, never one on its own line or before it. */
  private static final List<Set<String>> DOWNWARDS =
      List.of(
          Set.of("remote"),
          Set.of(PackageLayers.FRONT),
          Set.of("services"),
          Set.of("calls"),
          Set.of("jobs"),
          Set.of("process"),
          Set.of("distribution"),
          Set.of(PackageLayers.VOCABULARY));

  private static final Set<String> VOCABULARY =
      Set.of(
          "ErlangException",
          "EtsOptions",
          "ExposedModule",
          "MailboxClosedException",
          "MailboxOptions",
          "NodeObserver",
          "OptionChecks",
          "IncomingCall");

  PackageDependencyTest() {
    super("org.jets.node", DOWNWARDS, VOCABULARY);
  }
}
