package org.jets.bench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkFlagsTest {
  @TempDir private Path home;

  @Test
  void describe_release_versionAndImplementor() throws IOException {
    Files.writeString(
        home.resolve("release"),
        "IMPLEMENTOR=\"Somebody\"\nJAVA_VERSION=\"25.0.3\"\nJAVA_VERSION_DATE=\"2026-04-21\"\n");

    assertThat(JdkFlags.describe(home)).isEqualTo("25.0.3 (Somebody)");
    assertThat(JdkFlags.feature(JdkFlags.versionOf(home))).isEqualTo(25);
  }

  @Test
  void describe_noRelease_isUnknown() {
    assertThat(JdkFlags.describe(home)).isEqualTo("unknown");
    assertThat(JdkFlags.feature(JdkFlags.versionOf(home))).isZero();
  }
}
