package org.jets.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jets.bench.harness.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerOptionsTest {

  @Test
  void parse_nothing_isTheDefault() throws UsageException {
    assertThat(PeerOptions.parse(List.of()).rounds()).isEqualTo(Counts.DEFAULT_ROUNDS);
  }

  @Test
  void parse_roundsAndJar_areBothTaken(@TempDir Path folder) throws UsageException, IOException {
    Path jar = Files.createFile(folder.resolve("OtpErlang.jar"));

    assertThat(PeerOptions.parse(List.of("--otp-erlang-jar", jar.toString(), "12")))
        .isEqualTo(new PeerOptions(12, jar));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101", "x", "-1", "--jar"})
  void parse_wrongRounds_isMisuse(String rounds) {
    assertThatThrownBy(() -> PeerOptions.parse(List.of(rounds)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(rounds + " (expected: a number of rounds, 1 to 100)");
  }

  @Test
  void parse_jarThatIsNotThere_isMisuse(@TempDir Path folder) {
    String missing = folder.resolve("none.jar").toString();

    assertThatThrownBy(() -> PeerOptions.parse(List.of("--otp-erlang-jar", missing)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(missing);
    assertThatThrownBy(() -> PeerOptions.parse(List.of("--otp-erlang-jar")))
        .isInstanceOf(UsageException.class);
  }
}
