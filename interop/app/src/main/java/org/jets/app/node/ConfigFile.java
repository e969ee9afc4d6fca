package org.jets.app.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The file of {@code --config}: an option in each line, as on the command line. Lines that begin
 * with {@code #} are comments. The rest of the line, after blanks or {@code =}, is the option's
 * value. No message has a value, which may be a cookie, or a line that begins otherwise: the file
 * may be that of a cookie by mistake.
 */
final class ConfigFile {
  static final String FLAG = "--config";

  private static final int MAX_BYTES = 1 << 20;

  /** Those that make no sense in a file. */
  private static final Set<String> COMMANDS = Set.of(FLAG, "--check", "--help", "--version");

  /** Matches the beginning of a line that a message may show. */
  private static final Pattern FLAG_LIKE = Pattern.compile("--?[a-zA-Z][a-zA-Z-]*");

  private static final Pattern SEPARATOR = Pattern.compile("\\s*=\\s*|\\s+");

  /** Some editors write it at the begin of a file. */
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private static final Set<String> SECRETS = Set.of("--cookie", "--peer-cookie");

  /** An option of the file that the command line does not replace. */
  private record Given(String flag, String value, int line) {}

  /** Null for none. */
  private final @Nullable Path file;

  private final CommandSpec spec;
  private final ParseResult given;
  private final List<String> words = new ArrayList<>();
  private final List<Given> options = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();

  private ConfigFile(@Nullable Path file, CommandSpec spec, ParseResult given) {
    this.file = file;
    this.spec = spec;
    this.given = given;
  }

  /**
   * Reads the file that a command line names, if any.
   *
   * @param spec a new specification of the command
   * @throws UsageException if a line of the file is malformed, or others may read a cookie in it
   */
  static ConfigFile of(CommandSpec spec, ParseResult given) throws UsageException {
    String text = given.matchedOptionValue(FLAG, null);
    if (text == null) {
      return new ConfigFile(null, spec, given);
    }
    Path file = path(text);
    ConfigFile config = new ConfigFile(file, spec, given);
    config.read(file);
    return config;
  }

  /**
   * Returns the command line with the options of its file. An option of the command line takes the
   * place of all lines of the file with the same one.
   *
   * @throws UsageException if the command does not accept them
   */
  ParseResult merged() throws UsageException {
    if (file == null) {
      return given;
    }
    List<String> all = new ArrayList<>(words);
    all.addAll(given.originalArgs());
    try {
      return CommandLines.parse(spec, all);
    } catch (UsageException e) {
      throw placed(e);
    }
  }

  /**
   * Returns the exception about an option, with the place of the option if that is in the file. If
   * several lines have the option, the place is the line with the value that the message shows.
   */
  UsageException placed(UsageException e) {
    String message = String.valueOf(e.getMessage());
    List<Given> lines =
        options.stream().filter(option -> message.startsWith(option.flag() + ":")).toList();
    if (lines.isEmpty()) {
      return e;
    }
    if (lines.size() > 1) {
      lines = lines.stream().filter(option -> message.contains(option.value())).toList();
    }
    String line = lines.size() == 1 ? ", line " + lines.get(0).line() : "";
    UsageException placed = new UsageException(FLAG + ": " + file + line + ": " + message);
    placed.initCause(e);
    return placed;
  }

  private static Path path(String text) throws UsageException {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new UsageException(FLAG + ": " + text + " (expected: a path)");
    }
  }

  private void read(Path file) throws UsageException {
    List<String> lines = text(file).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        add(line, i + 1);
      }
    }
    if (seen.stream().anyMatch(SECRETS::contains) && isReadableByOthers(file)) {
      throw new UsageException(
          FLAG + ": " + file + " has a cookie (expected: a file that only its owner may read)");
    }
  }

  /** Reads no more than is allowed: a device has no end, and a pipe no size. */
  private static String text(Path file) throws UsageException {
    String text;
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new UsageException(FLAG + ": " + file + " (expected: at most 1 MiB)");
      }
      text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (IOException e) {
      throw (UsageException)
          new UsageException(
                  FLAG + ": " + file + " (expected: a text file in UTF-8 that can be read)")
              .initCause(e);
    }
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
  }

  private void add(String line, int number) throws UsageException {
    String place = FLAG + ": " + file + ", line " + number + ": ";
    String[] parts = SEPARATOR.split(line, 2);
    String name = parts[0];
    if (!FLAG_LIKE.matcher(name).matches()) {
      throw new UsageException(
          place + "no option (expected: an option of the node, such as --port 9000, or # comment)");
    }
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
      options.add(new Given(name, parts.length > 1 ? parts[1] : "", number));
    }
  }

  private static boolean isReadableByOthers(Path file) throws UsageException {
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
