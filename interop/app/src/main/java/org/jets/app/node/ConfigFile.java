package org.jets.app.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The file of {@code --config}: an option in each line, as on the command line, and comments, which
 * begin with {@code #}. The rest of the line, after blanks or {@code =}, is the option's value. No
 * message has a value, which may be a cookie.
 */
final class ConfigFile {
  static final String FLAG = "--config";

  private static final int MAX_BYTES = 1 << 20;

  /** Those that make no sense in a file. */
  private static final Set<String> COMMANDS = Set.of(FLAG, "--check", "--help", "--version");

  private static final Set<String> SECRETS = Set.of("--cookie", "--peer-cookie");

  private final Path file;
  private final CommandSpec spec;
  private final ParseResult given;
  private final List<String> words = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();

  private ConfigFile(Path file, CommandSpec spec, ParseResult given) {
    this.file = file;
    this.spec = spec;
    this.given = given;
  }

  /**
   * Returns the command line with the options of its file. An option of the command line takes the
   * place of all lines of the file with the same one.
   *
   * @param spec a new specification of the command
   * @throws UsageException if a line of the file is malformed, or others may read a cookie in it
   */
  static ParseResult merged(CommandSpec spec, ParseResult given) throws UsageException {
    String text = given.matchedOptionValue(FLAG, null);
    if (text == null) {
      return given;
    }
    ConfigFile config = new ConfigFile(path(text), spec, given);
    config.read();
    config.words.addAll(given.originalArgs());
    return CommandLines.parse(spec, config.words);
  }

  private static Path path(String text) throws UsageException {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new UsageException(FLAG + ": " + text + " (expected: a path)");
    }
  }

  private void read() throws UsageException {
    List<String> lines;
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new UsageException(FLAG + ": " + file + " (expected: at most 1 MiB)");
      }
      lines = Files.readAllLines(file, UTF_8);
    } catch (IOException e) {
      throw (UsageException)
          new UsageException(
                  FLAG + ": " + file + " (expected: a text file in UTF-8 that can be read)")
              .initCause(e);
    }
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        add(line, FLAG + ": " + file + ", line " + (i + 1) + ": ");
      }
    }
    if (seen.stream().anyMatch(SECRETS::contains) && isReadableByOthers()) {
      throw new UsageException(
          FLAG + ": " + file + " has a cookie (expected: a file that only its owner may read)");
    }
  }

  private void add(String line, String place) throws UsageException {
    String[] parts = line.split("\\s+|=", 2);
    String name = parts[0];
    OptionSpec option = name.startsWith("--") ? spec.findOption(name) : null;
    if (option == null || COMMANDS.contains(option.longestName())) {
      throw new UsageException(place + name + " (expected: an option of the node, or # comment)");
    }
    if (option.arity().max() == 0 && parts.length > 1) {
      throw new UsageException(place + name + " has a value (expected: none)");
    }
    if (option.arity().min() > 0 && parts.length == 1) {
      throw new UsageException(place + name + " has no value (expected: one after it)");
    }
    if (!seen.add(name) && !option.isMultiValue()) {
      throw new UsageException(place + name + " is there twice (expected: once)");
    }
    if (!given.hasMatchedOption(name)) {
      words.addAll(List.of(parts));
    }
  }

  private boolean isReadableByOthers() throws UsageException {
    Set<PosixFilePermission> permissions;
    try {
      permissions = Files.getPosixFilePermissions(file);
    } catch (UnsupportedOperationException e) {
      return false; // The file system has other rights.
    } catch (IOException e) {
      throw (UsageException)
          new UsageException(FLAG + ": " + file + " (expected: a file whose rights can be read)")
              .initCause(e);
    }
    return permissions.stream()
        .anyMatch(
            EnumSet.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ)::contains);
  }
}
