package org.jets.app;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The common form of the command lines of all commands. */
public final class CommandLines {
  private static final int WIDTH = 100;
  private static final int FLAG_WIDTH = 36;

  private CommandLines() {}

  /**
   * Returns a command without options.
   *
   * @param name its name after {@code ./jets}
   * @param synopsis its arguments, in readable form
   */
  public static CommandSpec command(String name, String synopsis, String description) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage()
        .description(description)
        .customSynopsis("usage: ./jets " + name + " " + synopsis)
        .synopsisHeading("")
        .descriptionHeading("%n")
        .optionListHeading("%n")
        .sortOptions(false)
        .width(WIDTH)
        .longOptionsMaxWidth(FLAG_WIDTH);
    return spec;
  }

  /** Returns an option with a text for its value. */
  public static OptionSpec value(String flag, String label, String... description) {
    return OptionSpec.builder(flag)
        .type(String.class)
        .arity("1")
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** Returns an option that may be repeated, each time with a text for its value. */
  public static OptionSpec values(String flag, String label, String description) {
    return OptionSpec.builder(flag)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .arity("1")
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** Returns an option without a value. */
  public static OptionSpec flag(String flag, String description) {
    return OptionSpec.builder(flag).type(boolean.class).arity("0").description(description).build();
  }

  /** Returns an argument without a flag; a command line may lack it. */
  public static PositionalParamSpec argument(int index, String label, String... description) {
    return PositionalParamSpec.builder()
        .index(Integer.toString(index))
        .type(String.class)
        .arity("0..1")
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** Adds the options that every command has. */
  public static void addCommonOptions(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("show this text").build());
    spec.addOption(
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("show the version")
            .build());
  }

  /**
   * Returns a message as one line. Characters that control a terminal are written as escapes: the
   * name of a file or of a table may have them.
   */
  public static String oneLine(@Nullable String message) {
    StringBuilder line = new StringBuilder();
    String.valueOf(message)
        .codePoints()
        .forEach(
            c -> {
              if (c == '\n') {
                line.append("\\n");
              } else if (c != '\t' && isControl(c)) {
                line.append(String.format(Locale.ROOT, "\\x{%X}", c));
              } else {
                line.appendCodePoint(c);
              }
            });
    return line.toString();
  }

  private static boolean isControl(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.SURROGATE;
  }

  /** Returns the text that explains a command. */
  public static String usage(CommandSpec spec) {
    return new CommandLine(spec).getUsageMessage(CommandLine.Help.Ansi.OFF);
  }

  /**
   * Reads a command line.
   *
   * @throws UsageException if the command does not accept it
   */
  public static ParseResult parse(CommandSpec spec, List<String> arguments) throws UsageException {
    checkOnce(arguments, spec);
    CommandLine line =
        new CommandLine(spec)
            .setOverwrittenOptionsAllowed(true)
            .setExpandAtFiles(false)
            .setAbbreviatedOptionsAllowed(false);
    try {
      return line.parseArgs(arguments.toArray(String[]::new));
    } catch (UnmatchedArgumentException e) {
      String given = e.getUnmatched().get(0);
      throw new UsageException(
          given.startsWith("-")
              ? given + ": no such option (expected: one that --help lists)"
              : given + ": no such argument (expected: options, which --help lists)");
    } catch (MissingParameterException e) {
      throw new UsageException(
          name(e.getMissing().get(0), spec) + ": no value (expected: one after it)");
    } catch (ParameterException e) {
      String flagWithValue = flagWithValue(arguments, spec);
      if (flagWithValue != null) {
        throw new UsageException(
            flagWithValue + ": a value (expected: none; leave out what follows the name)");
      }
      throw new UsageException(
          name(e.getArgSpec(), spec) + ": " + e.getMessage() + " (expected: see --help)");
    }
  }

  /** Checks that no option is repeated, which Picocli does not check for options in groups. */
  private static void checkOnce(List<String> arguments, CommandSpec spec) throws UsageException {
    Set<String> seen = new HashSet<>();
    for (String word : arguments) {
      String flag = word.substring(0, word.indexOf('=') < 0 ? word.length() : word.indexOf('='));
      OptionSpec option = flag.startsWith("--") ? spec.findOption(flag) : null;
      if (option != null && !option.isMultiValue() && !seen.add(flag)) {
        throw new UsageException(flag + ": more than once (expected: once)");
      }
    }
  }

  /** Returns a flag without a value that is given one by {@code =}; null if there is none. */
  private static @Nullable String flagWithValue(List<String> arguments, CommandSpec spec) {
    for (String word : arguments) {
      int equals = word.indexOf('=');
      OptionSpec option = equals < 0 ? null : spec.findOption(word.substring(0, equals));
      if (option != null && option.arity().max() == 0) {
        return option.longestName();
      }
    }
    return null;
  }

  private static String name(@Nullable ArgSpec given, CommandSpec spec) {
    return given instanceof OptionSpec option ? option.longestName() : "./jets " + spec.name();
  }
}
