package org.jets.app.node;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jets.app.UsageException;
import org.jets.ets.TableType;
import org.jets.node.NodeOptions;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * The options on the command line of {@code ./jets node}.
 *
 * @param name the node's name
 * @param cookie the cookie; null if it is in a file
 * @param cookieFile the file with the cookie; null for the user's file, or if there is a cookie
 * @param port 0 for any free port
 * @param bind null for the loopback address
 * @param tls null for connections in clear text
 * @param saved the folder of the files of {@code tables}; null if these are not saved
 * @param rules limits and rights
 */
record NodeCommandOptions(
    String name,
    @Nullable String cookie,
    @Nullable Path cookieFile,
    int port,
    boolean epmd,
    @Nullable InetAddress bind,
    @Nullable TlsFiles tls,
    List<NamedTable> tables,
    List<Path> files,
    @Nullable Path saved,
    Rules rules) {
  private static final int MAX_PORT = 65_535;
  private static final List<Level> LEVELS =
      List.of(Level.DEBUG, Level.INFO, Level.WARNING, Level.ERROR, Level.OFF);

  /** A table to create. */
  record NamedTable(String name, TableType type) {}

  /** The PEM files of TLS: this node's certificate and key, and the authorities that it trusts. */
  record TlsFiles(Path certificate, Path key, Path authorities) {}

  /**
   * Limits and rights.
   *
   * @param limits values of flags of {@link NodeLimits}
   * @param allowed the nodes that may connect; empty for all
   * @param readOnly the nodes that may only read
   * @param dials whether the node connects with others
   * @param logLevel null for the configuration of the JVM
   */
  record Rules(
      Map<String, String> limits,
      Set<String> allowed,
      Set<String> readOnly,
      boolean dials,
      @Nullable Level logLevel) {
    static final Rules NONE = new Rules(Map.of(), Set.of(), Set.of(), true, null);

    private NodeOptions apply(NodeOptions options) {
      NodeOptions node = options.withReadOnlyPeers(readOnly::contains).withDial(dials);
      for (Map.Entry<String, String> limit : limits.entrySet()) {
        node = NodeLimits.apply(limit.getKey(), limit.getValue(), node);
      }
      return allowed.isEmpty() ? node : node.withAllowedNodes(allowed::contains);
    }
  }

  static NodeCommandOptions of(ParseResult given) throws UsageException {
    String name = given.matchedOptionValue("--name", "");
    String cookie = given.matchedOptionValue("--cookie", null);
    boolean epmd = !given.hasMatchedOption("--no-epmd");
    int port =
        given.hasMatchedOption("--port") ? portOf(given.matchedOptionValue("--port", "")) : 0;
    if (!given.hasMatchedOption("--name")) {
      throw new UsageException("--name: missing (expected: a node's, such as jets@127.0.0.1)");
    }
    checkName("--name", name);
    checkCookie(cookie);
    if (cookie != null && given.hasMatchedOption("--cookie-file")) {
      throw new UsageException("--cookie-file: there is a --cookie (expected: one of both)");
    }
    if (!epmd && given.hasMatchedOption("--epmd")) {
      throw new UsageException("--no-epmd: there is an --epmd (expected: one of both)");
    }
    boolean listens = !"no".equals(given.matchedOptionValue("--listen", null));
    if (!listens && given.hasMatchedOption("--no-dial")) {
      throw new UsageException("--no-dial: with --listen no (expected: one of both)");
    }
    if (!listens && port != 0) {
      throw new UsageException("--port: with --listen no (expected: one of both)");
    }
    if (!listens && given.hasMatchedOption("--bind")) {
      throw new UsageException("--bind: with --listen no (expected: one of both)");
    }
    if (!epmd && port == 0 && listens) {
      throw new UsageException("--no-epmd: without --port (expected: a port that others know)");
    }
    List<NamedTable> tables = tables(given);
    List<Path> files = new ArrayList<>();
    for (String file : all(given, "--load")) {
      files.add(path("--load", file));
    }
    if (given.hasMatchedOption(SavedTables.FLAG) && tables.isEmpty()) {
      throw new UsageException(SavedTables.FLAG + ": without --table (expected: tables to save)");
    }
    String bind = given.matchedOptionValue("--bind", null);
    Rules rules = rules(given);
    if (rules.allowed().contains(name)) {
      throw new UsageException(
          "--allow: " + name + " is this node (expected: another; a node may always call itself)");
    }
    checkReaders(rules, name);
    checkPlaces(rules, tables.size() + files.size());
    Path saved = path(given, SavedTables.FLAG);
    checkApart(rules, SavedTables.FLAG, saved);
    checkApart(rules, "--data", path(given, "--data"));
    return new NodeCommandOptions(
        name,
        cookie,
        path(given, "--cookie-file"),
        port,
        epmd,
        bind == null ? null : address(bind),
        tls(given),
        List.copyOf(tables),
        List.copyOf(files),
        saved,
        rules);
  }

  private static List<NamedTable> tables(ParseResult given) throws UsageException {
    List<NamedTable> tables = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String text : all(given, "--table")) {
      NamedTable table = table(text);
      if (!names.add(table.name())) {
        throw new UsageException(
            "--table: " + table.name() + " more than once (expected: each name once)");
      }
      tables.add(table);
    }
    return tables;
  }

  private static void checkReaders(Rules rules, String name) throws UsageException {
    if (rules.readOnly().contains(name)) {
      throw new UsageException("--read-only: " + name + " is this node (expected: another)");
    }
    for (String reader : rules.readOnly()) {
      if (!rules.allowed().isEmpty() && !rules.allowed().contains(reader)) {
        throw new UsageException(
            "--read-only: " + reader + " (expected: one of those of --allow, if there are any)");
      }
    }
  }

  private static void checkPlaces(Rules rules, int tables) throws UsageException {
    long most = rules.apply(NodeOptions.defaults()).ets().quota().tables();
    if (tables > most) {
      throw new UsageException(
          "--max-tables: "
              + most
              + " (expected: "
              + tables
              + " or more, for those of --table and --load)");
    }
  }

  /** Checks that other nodes cannot replace the files of a folder. */
  private static void checkApart(Rules rules, String flag, @Nullable Path folder)
      throws UsageException {
    if (folder != null && rules.apply(NodeOptions.defaults()).ets().overlapsFiles(folder)) {
      throw new UsageException(
          flag
              + ": "
              + folder
              + " (expected: a folder that is not that of --files, nor in it or around it)");
    }
  }

  private static void checkName(String flag, String name) throws UsageException {
    try {
      NodeOptions.defaults().withPeerCookie(name, "any");
    } catch (IllegalArgumentException e) {
      throw new UsageException(flag + ": " + name + " (expected: name@host)");
    }
  }

  private static void checkCookie(@Nullable String cookie) throws UsageException {
    try {
      if (cookie != null) {
        NodeOptions.defaults().withCookie(cookie);
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "--cookie: not a cookie (expected: 1 to 255 characters of printable ASCII)");
    }
  }

  private static List<String> all(ParseResult given, String flag) {
    return given.matchedOptionValue(flag, List.of());
  }

  private static Set<String> nodes(ParseResult given, String flag) throws UsageException {
    List<String> names = all(given, flag);
    for (String name : names) {
      checkName(flag, name);
    }
    return Set.copyOf(names);
  }

  private static Rules rules(ParseResult given) throws UsageException {
    Map<String, String> limits = new HashMap<>();
    for (String flag : NodeCommandLine.settings()) {
      String value = given.matchedOptionValue(flag, null);
      if (value != null) {
        NodeLimits.check(flag, value);
        limits.put(flag, value);
      }
    }
    boolean dials = !given.hasMatchedOption("--no-dial");
    for (String flag : List.of("--peer-port", "--peer-address")) {
      if (!dials && limits.containsKey(flag)) {
        throw new UsageException(flag + ": with --no-dial (expected: one of both)");
      }
    }
    checkNoMore("--peer-job-threads", "--job-threads", limits);
    checkNoMore("--peer-job-queue", "--job-queue", limits);
    String level = given.matchedOptionValue("--log-level", null);
    return new Rules(
        Map.copyOf(limits),
        nodes(given, "--allow"),
        nodes(given, "--read-only"),
        dials,
        level == null ? null : level(level));
  }

  /** Checks that the limit of one peer is no more than the limit of all. */
  private static void checkNoMore(String ofPeerFlag, String ofAllFlag, Map<String, String> limits)
      throws UsageException {
    String ofPeer = limits.get(ofPeerFlag);
    String ofAll = limits.get(ofAllFlag);
    if (ofPeer != null && ofAll != null && Integer.parseInt(ofPeer) > Integer.parseInt(ofAll)) {
      throw new UsageException(
          "%s: %s (expected: no more than %s %s)".formatted(ofPeerFlag, ofPeer, ofAllFlag, ofAll));
    }
  }

  private static @Nullable TlsFiles tls(ParseResult given) throws UsageException {
    Path certificate = path(given, "--tls-cert");
    Path key = path(given, "--tls-key");
    Path authorities = path(given, "--tls-ca");
    if (certificate != null && key != null && authorities != null) {
      return new TlsFiles(certificate, key, authorities);
    }
    if (certificate != null || key != null || authorities != null) {
      throw new UsageException("--tls-cert, --tls-key, --tls-ca: not all (expected: each of them)");
    }
    return null;
  }

  private static @Nullable Path path(ParseResult given, String flag) throws UsageException {
    String text = given.matchedOptionValue(flag, null);
    return text == null ? null : path(flag, text);
  }

  /**
   * Returns the options of the node, except its {@link #cookie}.
   *
   * @throws IOException if a file cannot be read
   * @throws UsageException if a file is missing or has other content, or the address to listen at
   *     is none of this host
   */
  NodeOptions node() throws IOException, UsageException {
    NodeOptions node = NodeOptions.defaults().withPort(port);
    if (cookieFile != null) {
      node = withCookieFile(node, cookieFile);
    }
    if (!epmd) {
      node = node.withoutEpmd();
    }
    if (bind != null) {
      checkAddress(bind);
      node = node.withBindAddress(bind);
    }
    if (tls != null) {
      node = node.withTls(context(tls), true, true);
    }
    if (saved != null) {
      SavedTables.check(saved, tables);
    }
    TableFiles.check(files, tables.stream().map(NamedTable::name).collect(Collectors.toSet()));
    return rules.apply(node);
  }

  private static NodeOptions withCookieFile(NodeOptions node, Path file) throws UsageException {
    try {
      return node.withCookieFile(file);
    } catch (IOException e) {
      String wanted = "a file with one line, which only its owner may read";
      throw (UsageException)
          new UsageException("--cookie-file: " + expecting(e, wanted)).initCause(e);
    }
  }

  /** Returns the message of an exception, with what was expected unless it says that itself. */
  private static String expecting(Exception e, String wanted) {
    String message = Objects.requireNonNullElse(e.getMessage(), e.toString());
    return message.contains("(expected: ") ? message : message + " (expected: " + wanted + ")";
  }

  private static SSLContext context(TlsFiles files) throws IOException, UsageException {
    List<Certificate> certificates =
        read("--tls-cert", files.certificate(), PemFiles::certificates);
    PrivateKey key = read("--tls-key", files.key(), PemFiles::privateKey);
    if (!PemFiles.belongs(key, certificates.get(0))) {
      throw new UsageException(
          "--tls-key: "
              + files.key()
              + " (expected: the key of the first certificate of --tls-cert, "
              + files.certificate()
              + ")");
    }
    return PemFiles.context(
        certificates, key, read("--tls-ca", files.authorities(), PemFiles::certificates));
  }

  /** A way to read a file in PEM. */
  @FunctionalInterface
  private interface PemReader<T> {
    T read(Path file) throws IOException;
  }

  private static <T> T read(String flag, Path file, PemReader<T> reader) throws UsageException {
    checkReadable(flag, file);
    try {
      return reader.read(file);
    } catch (IOException e) {
      throw (UsageException) new UsageException(flag + ": " + e.getMessage()).initCause(e);
    }
  }

  private static void checkReadable(String flag, Path file) throws UsageException {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new UsageException(
          flag + ": " + file + " (expected: a file in PEM that this user can read)");
    }
  }

  /** Returns whether other nodes can connect that know only the name and the cookie. */
  boolean isFoundByName() {
    return epmd && tls == null && !"no".equals(rules.limits().get("--listen"));
  }

  /**
   * Returns warnings for the user, line by line.
   *
   * @param isOnCommandLine whether an option has been given there, and not in a file
   */
  List<String> warnings(Predicate<String> isOnCommandLine) {
    List<String> warnings = new ArrayList<>();
    if (isOnCommandLine.test("--peer-cookie")) {
      warnings.add("--peer-cookie: all users of this machine can see it");
    }
    if (isOnCommandLine.test("--cookie")) {
      warnings.add("--cookie: all users of this machine can see it (--cookie-file hides it)");
    }
    if (bind != null && !bind.isLoopbackAddress() && tls == null) {
      warnings.add(
          "--bind: without TLS all is sent in clear text (--tls-cert, --tls-key, --tls-ca)");
    }
    return warnings;
  }

  /** Returns a warning if this machine knows no address of the host in the node's name. */
  Optional<String> hostWarning() {
    String host = name.substring(name.indexOf('@') + 1);
    try {
      InetAddress.getByName(host);
      return Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.of(
          "--name: the host "
              + host
              + " has no address here, so nodes of this machine do not find this one"
              + " (expected: a host that resolves, such as 127.0.0.1)");
    }
  }

  private static Path path(String option, String text) throws UsageException {
    if (text.isEmpty()) { // That of the working folder, which an unset variable does not mean.
      throw new UsageException(option + ": no value (expected: a path)");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new UsageException(option + ": " + text + " (expected: a path)");
    }
  }

  private static int portOf(String text) throws UsageException {
    if (text.matches("[0-9]{1,5}")) {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= MAX_PORT) {
        return number;
      }
    }
    throw new UsageException("--port: " + text + " (expected: 1 to " + MAX_PORT + ")");
  }

  private static InetAddress address(String text) throws UsageException {
    if (text.isEmpty()) {
      throw new UsageException("--bind: no value (expected: an address of this host)");
    }
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new UsageException("--bind: " + text + " (expected: an address of this host)");
    }
  }

  /**
   * Checks that the node can listen at an address. There is no other way to know all loopback
   * addresses.
   */
  private static void checkAddress(InetAddress address) throws IOException, UsageException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(address, 0));
    } catch (BindException e) {
      throw new UsageException(
          "--bind: " + address.getHostAddress() + " (expected: an address of this host)");
    }
  }

  private static NamedTable table(String text) throws UsageException {
    int colon = text.lastIndexOf(':');
    String wanted = text.substring(colon + 1);
    for (TableType type : TableType.values()) {
      if (colon > 0 && type.name().toLowerCase(Locale.ROOT).equals(wanted)) {
        return new NamedTable(checkedName(text.substring(0, colon)), type);
      }
    }
    String types =
        Arrays.stream(TableType.values())
            .map(type -> type.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    throw new UsageException(
        "--table: " + text + " (expected: a name, a colon and one of " + types + ")");
  }

  /** Checks the name of a table, which is an atom. */
  private static String checkedName(String name) throws UsageException {
    try {
      return Atom.of(name).name();
    } catch (IllegalArgumentException e) {
      throw (UsageException)
          new UsageException("--table: " + expecting(e, "the name of an atom")).initCause(e);
    }
  }

  private static Level level(String text) throws UsageException {
    for (Level level : LEVELS) {
      if (level.name().equalsIgnoreCase(text)) {
        return level;
      }
    }
    throw new UsageException(
        "--log-level: "
            + text
            + " (expected: one of "
            + LEVELS.stream()
                .map(level -> level.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "))
            + ")");
  }
}
