package org.jets.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.Globs;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.run.PinningPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunOptionsTest {

  private static RunOptions parse(List<String> arguments) throws UsageException {
    RunOptions options =
        RunOptions.of(CommandLines.parse(RunCommand.ofScalability().spec(), arguments));
    options.chosenSuites();
    return options;
  }

  @Test
  void parse_allOptions_areTaken() throws UsageException {
    String home = System.getProperty("java.home");

    RunOptions options =
        parse(
            List.of(
                "--full",
                "--threads",
                "4,1,4",
                "--only",
                "a*,b",
                "--structures",
                "*Map",
                "--jdk",
                home,
                "--pin",
                "spread",
                "--erl",
                "erl,chroot /opt/otp27 erl",
                "--to",
                "x"));

    assertThat(options)
        .isEqualTo(
            new RunOptions(
                List.of(),
                Profile.FULL,
                List.of(1, 4),
                List.of("a*", "b"),
                List.of("*Map"),
                List.of(),
                Path.of(home),
                PinningPolicy.SPREAD,
                List.of("erl", "chroot /opt/otp27 erl"),
                Path.of("x"),
                null));
  }

  @Test
  void parse_nothing_isStandardOfAllSuites() throws UsageException {
    RunOptions options = parse(List.of());

    assertThat(options.profile()).isEqualTo(Profile.STANDARD);
    assertThat(options.chosenSuites()).isEqualTo(Suites.scalability());
    assertThat(options.erlangs()).isEqualTo(ErlangCommand.commands());
  }

  @Test
  void parse_erlNone_isNoErlang() throws UsageException {
    assertThat(parse(List.of("--erl", "none")).erlangs()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --threads        | --threads: no value
          --threads 0      | --threads: 0 (expected: numbers from 1 to 4096
          --threads 1,,2   | --threads: 1,,2 (expected
          --threads two    | --threads: two (expected
          --pin everywhere | --pin: everywhere (expected: compact, spread, numa or none)
          --jdk /nowhere   | --jdk: /nowhere (expected: the home of a JDK
          --only a,        | --only: a, (expected: names or patterns
          --quik           | --quik: no such option (expected: one that --help lists
          no_such_suite    | no_such_suite: no such suite (expected:
          --resume         | --resume: no value
          --resume x --full | --resume: with others
          --quick --full   | --quick and --full (expected: one of them)
          --only a --only b | --only: more than once
          """)
  void parse_wrong_saysSoInOneLine(String arguments, String message) {
    List<String> words = List.of(arguments.strip().split(" +", -1));
    assertThatThrownBy(() -> parse(words))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(message)
        .message()
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "run --threads 0",
    "run --resume",
    "run --resume /nowhere",
    "report",
    "report /nowhere",
    "report a b",
    "report a --to",
    "compare a",
    "compare /nowhere /nowhere",
    "list --pin x",
    "maps 0",
    "maps x",
    "trees 101",
    "terms 2 3",
    "tables -1",
    "mapcalls --threads 1",
    "maps --threads 0",
    "maps --collector serial",
    "maps --structures none",
    "run --collector serial",
    "run 3 --pin",
    "node --otp-erlang-jar",
    "node --otp-erlang-jar /nowhere",
    "node --jar",
    "tables --erl ,",
    "maps --erl none",
    "maps --resume /nowhere"
  })
  void run_misuse_isOneLineAndStatus2(String arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int status =
        Bench.run(
            List.of(arguments.split(" ", -1)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));

    assertThat(status).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).startsWith("jets: bench ");
    assertThat(out.size()).isZero();
  }

  @Test
  void run_onlyWithoutAMatch_namesTheExperimentsOfASuite() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(err, true, StandardCharsets.UTF_8);

    assertThat(Bench.run(List.of("terms", "--only", "nothing"), print, print)).isEqualTo(2);

    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "jets: bench terms: --only: nothing matches nothing (expected: of encode, decode,"
                + " ordered_encode, ordered_decode, equals, hash, order)\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          maps  --structures ConcurrentHashMap,HashMpa | --structures: HashMpa matches nothing (expected: of
          terms --only encode,nothing | --only: nothing matches nothing (expected: of encode, decode
          terms --structures jets,String,nothing | --structures: nothing matches nothing (expected: of jets,
          run   --only *,nothing --erl none | --only: nothing matches nothing (expected: what ./jets bench list
          run   --structures *Map,ETS* --erl none | --structures: ETS* matches nothing (expected: what
          terms --only encode --structures String | nothing to measure: no experiment of --only encode has a
          """)
  void run_patternWithoutAMatchBesideOthers_isNamed(String arguments, String message) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(err, true, StandardCharsets.UTF_8);

    assertThat(Bench.run(List.of(arguments.split(" +", -1)), print, print)).isEqualTo(2);

    assertThat(err.toString(StandardCharsets.UTF_8)).contains(message).hasLineCount(1);
  }

  @Test
  void run_unknownCommand_isMisuseInOneLine() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(err, true, StandardCharsets.UTF_8);

    assertThat(Bench.run(List.of("map"), print, print)).isEqualTo(2);

    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("jets: bench: map: no such command (expected: one that --help lists)\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "terms",
        "tables",
        "maps",
        "trees",
        "locks",
        "mapcalls",
        "treecalls",
        "observe",
        "index",
        "cache",
        "timers",
        "node",
        "durable",
        "run",
        "list",
        "report",
        "compare",
        "hits"
      })
  void run_helpAndVersion_areThereForEachCommand(String command) {
    for (String help : List.of("--help", "-h")) {
      assertThat(printed(command, help)).startsWith("usage: ./jets bench " + command + " ");
    }
    assertThat(printed(command, "--version")).startsWith("jets ").hasLineCount(1);
    assertThat(printed("--help")).contains("\n  " + command + " ");
  }

  private static String printed(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);

    assertThat(Bench.run(List.of(arguments), print, print)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "--help, true",
    "--version, true",
    "maps, true",
    "run, true",
    "-h, false",
    "map, true",
    "-l, false",
    "TableBenchmark, false",
    "org.jets.bench.maps, false"
  })
  void isOurs_first_isACommandOrHelp(String first, boolean expected) {
    assertThat(Bench.isOurs(List.of(first, "-h"))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "ets_bench/*, ets_bench/lookups, true",
    "*MAP, SplitOrderedHashMap, true",
    "l?okups, lookups, true",
    "lookup, lookups, false",
    "a.c, abc, false"
  })
  void match_glob_standsForTheWholeText(String glob, String text, boolean expected) {
    assertThat(Globs.match(List.of("other", glob), text)).isEqualTo(expected);
  }
}
