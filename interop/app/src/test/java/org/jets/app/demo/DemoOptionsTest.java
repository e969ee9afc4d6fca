package org.jets.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import org.jets.ets.Backend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemoOptionsTest {

  private static DemoOptions parse(List<String> arguments) throws UsageException {
    return DemoOptions.of(CommandLines.parse(new DemoCommand().spec(), arguments));
  }

  @Test
  void parse_nothing_isAllCoresAndThisJdk() throws UsageException {
    DemoOptions options = parse(List.of());

    assertThat(options.store()).isNull();
    assertThat(options.threads()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(options.jdk()).isNull();
  }

  @Test
  void parse_allOptions_takesEach() throws UsageException {
    DemoOptions options =
        parse(
            List.of(
                "--threads 3 --store SKIP_LIST --jdk folder/jdk --node a@b --cookie c".split(" ")));

    assertThat(options)
        .isEqualTo(new DemoOptions(Backend.SKIP_LIST, 3, Path.of("folder/jdk"), "a@b", "c"));
  }

  @Test
  void parse_cookieWithoutNode_isRefused() {
    assertThatThrownBy(() -> parse(List.of("--cookie", "c")))
        .isInstanceOf(UsageException.class)
        .hasMessage("--cookie: without --node (expected: a node that has it)");
  }

  @ParameterizedTest
  @EnumSource
  void parse_eachStoreInSmallLettersWithHyphens_isFound(Backend backend) throws UsageException {
    String name = backend.name().toLowerCase(Locale.ROOT).replace('_', '-');

    assertThat(parse(List.of("--store", name)).store()).isEqualTo(backend);
  }

  @Test
  void parse_unknownStore_listsAll() {
    assertThatThrownBy(() -> parse(List.of("--store", "dets")))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--store: dets (expected: ")
        .hasMessageContainingAll(
            Arrays.stream(Backend.values()).map(Backend::name).toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "257", "two", "", "99999999999999999999"})
  void parse_wrongThreads_isRefused(String threads) {
    assertThatThrownBy(() -> parse(List.of("--threads", threads)))
        .isInstanceOf(UsageException.class)
        .hasMessage("--threads: " + threads + " (expected: 1 to 256)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--store", "--threads", "--jdk"})
  void parse_valueMissing_isRefused(String option) {
    assertThatThrownBy(() -> parse(List.of(option)))
        .isInstanceOf(UsageException.class)
        .hasMessage(option + ": no value (expected: one after it)");
  }

  @ParameterizedTest
  @CsvSource({
    "--stores, option (expected: one that --help lists)",
    "-x, option (expected: one that --help lists)",
    "java.base, 'argument (expected: options, which --help lists)'",
    "'', 'argument (expected: options, which --help lists)'"
  })
  void parse_unknownOption_isRefused(String option, String expected) {
    assertThatThrownBy(() -> parse(List.of(option)))
        .isInstanceOf(UsageException.class)
        .hasMessage(option + ": no such " + expected);
  }
}
