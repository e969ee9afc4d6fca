package org.jets.app.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jets.app.CommandLines;
import org.jets.node.EtsOptions;
import org.jets.node.MailboxOptions;
import org.jets.node.NodeOptions;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.OptionSpec;

/** Checks that each option of a node has a line in the table of the documentation, and a flag. */
class NodeOptionsTableTest {
  private static final Path PAGE = Path.of("..", "..", "src", "site", "markdown", "node.md");

  /** Takes the place of a flag for options that take an object of Java. */
  private static final String NO_FLAG = "Java only";

  /** Flags that are no options of the node: its name, and those of the command alone. */
  private static final Set<String> OF_THE_COMMAND =
      Set.of(
          "--name",
          "--table",
          "--load",
          "--save-on-exit",
          "--config",
          "--log-level",
          "--page",
          "--page-preview",
          "--page-explain",
          "--page-snapshots",
          "--observe",
          "--check",
          "--help",
          "--version");

  /** A line of the table: an option, its default, its methods and its flags. */
  private record Line(String what, String standard, Set<String> methods, String flags) {
    Set<String> flagNames() {
      return found("`(--[a-z-]+)", flags);
    }
  }

  private static Set<String> found(String pattern, String text) {
    Set<String> all = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      all.add(matcher.group(1));
    }
    return all;
  }

  private static List<Line> table() throws IOException {
    List<Line> lines = new ArrayList<>();
    for (String text : Files.readAllLines(PAGE)) {
      String[] cells = text.split("\\|", -1);
      if (cells.length == 6 && cells[3].matches(".*with[A-Zo].*")) {
        lines.add(
            new Line(
                cells[1].strip(),
                cells[2].strip(),
                found("`((?:EtsOptions\\.|MailboxOptions\\.)?with[A-Za-z]+)`", cells[3]),
                cells[4].strip()));
      }
    }
    return lines;
  }

  private static Set<String> flags() {
    Set<String> flags = new TreeSet<>();
    for (OptionSpec option : NodeCommandLine.spec().options()) {
      flags.add(option.longestName());
    }
    return flags;
  }

  private static Stream<String> properties(Class<?> type, String prefix) {
    return Stream.of(type.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .map(Method::getName)
        .filter(name -> name.startsWith("with"))
        .map(name -> prefix + name);
  }

  private static Set<String> properties() {
    Set<String> all = new TreeSet<>();
    properties(NodeOptions.class, "").forEach(all::add);
    properties(EtsOptions.class, "EtsOptions.").forEach(all::add);
    properties(MailboxOptions.class, "MailboxOptions.").forEach(all::add);
    return all;
  }

  @Test
  void eachOption_hasALineWithItsDefaultAndItsFlags() throws IOException {
    Set<String> documented = new TreeSet<>();
    for (Line line : table()) {
      assertThat(line.what()).isNotEmpty();
      assertThat(line.standard()).as("default of %s", line.methods()).isNotEmpty();
      assertThat(line.flagNames().isEmpty())
          .as("flags of %s: %s", line.methods(), line.flags())
          .isEqualTo(line.flags().equals(NO_FLAG));
      documented.addAll(line.methods());
    }

    assertThat(documented).isEqualTo(properties());
  }

  @Test
  void eachFlagOfAnOption_isInTheTableAndThere() throws IOException {
    Set<String> documented = new TreeSet<>();
    for (Line line : table()) {
      documented.addAll(line.flagNames());
    }
    Set<String> expected = flags();
    expected.removeAll(OF_THE_COMMAND);

    assertThat(documented).isEqualTo(expected);
  }

  @Test
  void help_hasTheValuesThatTheTableHas() throws IOException {
    for (Line line : table()) {
      Matcher flag = Pattern.compile("`(--[a-z-]+) (N[^`]*)`").matcher(line.flags());
      while (flag.find()) {
        assertThat(NodeCommandLine.spec().findOption(flag.group(1)).paramLabel())
            .as(flag.group(1))
            .isEqualTo(flag.group(2));
      }
    }
  }

  @Test
  void options_haveNoBuilder() {
    assertThat(NodeOptions.class.getClasses()).isEmpty();
  }

  @Test
  void help_namesEachFlag() {
    assertThat(CommandLines.usage(NodeCommandLine.spec()))
        .contains(flags())
        .startsWith("usage: ./jets node --name");
  }
}
