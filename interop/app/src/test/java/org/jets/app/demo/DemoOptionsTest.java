package org.jets.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jets.app.UsageException;
import org.jets.ets.Backend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemoOptionsTest {

  @Test
  void parse_nothing_isAllCoresAndThisJdk() throws UsageException {
    DemoOptions options = DemoOptions.parse(List.of());

    assertThat(options.help()).isFalse();
    assertThat(options.store()).isNull();
    assertThat(options.threads()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(options.jdk()).isNull();
  }

  @Test
  void parse_allOptions_takesEach() throws UsageException {
    DemoOptions options =
        DemoOptions.parse(
            List.of(
                "--threads 3 --store SKIP_LIST --jdk folder/jdk --help --node a@b --cookie c"
                    .split(" ")));

    assertThat(options)
        .isEqualTo(new DemoOptions(true, Backend.SKIP_LIST, 3, Path.of("folder/jdk"), "a@b", "c"));
  }

  @Test
  void parse_cookieWithoutNode_isRefused() {
    assertThatThrownBy(() -> DemoOptions.parse(List.of("--cookie", "c")))
        .isInstanceOf(UsageException.class)
        .hasMessage("--cookie: without --node (expected: a node that has it)");
  }

  @ParameterizedTest
  @EnumSource
  void parse_eachStoreInSmallLettersWithHyphens_isFound(Backend backend) throws UsageException {
    String name = backend.name().toLowerCase(Locale.ROOT).replace('_', '-');

    assertThat(DemoOptions.parse(List.of("--store", name)).store()).isEqualTo(backend);
  }

  @Test
  void parse_unknownStore_listsAll() {
    assertThatThrownBy(() -> DemoOptions.parse(List.of("--store", "dets")))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--store: dets (expected: ")
        .hasMessageContainingAll(
            Arrays.stream(Backend.values()).map(Backend::name).toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "257", "two", "", "99999999999999999999"})
  void parse_wrongThreads_isRefused(String threads) {
    assertThatThrownBy(() -> DemoOptions.parse(List.of("--threads", threads)))
        .isInstanceOf(UsageException.class)
        .hasMessage("--threads: " + threads + " (expected: 1 to 256)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--store", "--threads", "--jdk"})
  void parse_valueMissing_isRefused(String option) {
    assertThatThrownBy(() -> DemoOptions.parse(List.of(option)))
        .isInstanceOf(UsageException.class)
        .hasMessage(option + ": no value (expected: one after it)");
  }

  @ParameterizedTest
  @CsvSource({"--stores", "-x", "java.base", "''"})
  void parse_unknownOption_isRefused(String option) {
    assertThatThrownBy(() -> DemoOptions.parse(List.of(option)))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            option
                + ": no such option (expected: --store, --threads, --jdk, --node, --cookie or --help)");
  }
}
