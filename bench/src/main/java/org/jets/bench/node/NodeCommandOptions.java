package org.jets.bench.node;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jets.bench.UsageException;
import org.jets.ets.TableType;
import org.jets.node.NodeOptions;
import org.jspecify.annotations.Nullable;

/**
 * What the command line of {@code ./jets node} asks for.
 *
 * @param name the node's name; empty if only help is wanted
 * @param cookie null for the one in a file
 * @param cookieFile null for the user's, if there is no cookie either
 * @param port 0 for whichever is free
 * @param bind null for the loopback address
 * @param tls null for connections in clear text
 */
record NodeCommandOptions(
    boolean help,
    String name,
    @Nullable String cookie,
    @Nullable Path cookieFile,
    int port,
    boolean epmd,
    @Nullable InetAddress bind,
    @Nullable TlsFiles tls,
    List<NamedTable> tables,
    List<Path> files) {
  private static final int MAX_PORT = 65_535;
  private static final String EXPECTED =
      "--name, --cookie, --cookie-file, --port, --no-epmd, --bind, --tls-cert, --tls-key, --tls-ca,"
          + " --table, --load or --help";

  /** A table to make. */
  record NamedTable(String name, TableType type) {}

  /** The PEM files of TLS: this node's certificate and key, and whom it trusts. */
  record TlsFiles(Path certificate, Path key, Path authorities) {}

  static NodeCommandOptions parse(List<String> arguments) throws UsageException {
    Parser parser = new Parser();
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      parser.option(rest.next(), rest);
    }
    return parser.options();
  }

  /**
   * Returns the options of the node, but for its {@link #cookie}.
   *
   * @throws IOException if a file cannot be read, or has something else in it
   */
  NodeOptions.Builder node() throws IOException {
    NodeOptions.Builder node = NodeOptions.builder().port(port);
    if (cookieFile != null) {
      node.cookieFile(cookieFile);
    }
    if (!epmd) {
      node.withoutEpmd();
    }
    if (bind != null) {
      node.bind(bind);
    }
    if (tls != null) {
      node.tls(PemFiles.context(tls.certificate(), tls.key(), tls.authorities()), true, true);
    }
    return node;
  }

  /** Collects options. */
  private static final class Parser {
    private boolean help;
    private @Nullable String name;
    private @Nullable String cookie;
    private @Nullable Path cookieFile;
    private int port;
    private boolean epmd = true;
    private @Nullable InetAddress bind;
    private @Nullable Path certificate;
    private @Nullable Path key;
    private @Nullable Path authorities;
    private final List<NamedTable> tables = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();

    void option(String option, Iterator<String> rest) throws UsageException {
      switch (option) {
        case "--help", "-h" -> help = true;
        case "--name" -> name = value(option, rest);
        case "--cookie" -> cookie = value(option, rest);
        case "--cookie-file" -> cookieFile = path(option, value(option, rest));
        case "--port" -> port = portOf(value(option, rest));
        case "--no-epmd" -> epmd = false;
        case "--bind" -> bind = address(value(option, rest));
        case "--tls-cert" -> certificate = path(option, value(option, rest));
        case "--tls-key" -> key = path(option, value(option, rest));
        case "--tls-ca" -> authorities = path(option, value(option, rest));
        case "--table" -> tables.add(table(value(option, rest)));
        case "--load" -> files.add(path(option, value(option, rest)));
        default ->
            throw new UsageException(option + ": no such option (expected: " + EXPECTED + ")");
      }
    }

    NodeCommandOptions options() throws UsageException {
      if (!help && name == null) {
        throw new UsageException("--name: missing (expected: a node's, such as jets@127.0.0.1)");
      }
      if (cookie != null && cookieFile != null) {
        throw new UsageException("--cookie-file: there is a --cookie (expected: one of both)");
      }
      if (!epmd && port == 0) {
        throw new UsageException("--no-epmd: without --port (expected: a port that others know)");
      }
      return new NodeCommandOptions(
          help,
          name == null ? "" : name,
          cookie,
          cookieFile,
          port,
          epmd,
          bind,
          tls(),
          List.copyOf(tables),
          List.copyOf(files));
    }

    private @Nullable TlsFiles tls() throws UsageException {
      if (certificate != null && key != null && authorities != null) {
        return new TlsFiles(certificate, key, authorities);
      }
      if (certificate != null || key != null || authorities != null) {
        throw new UsageException(
            "--tls-cert, --tls-key, --tls-ca: not all (expected: each of them)");
      }
      return null;
    }

    private static String value(String option, Iterator<String> rest) throws UsageException {
      if (!rest.hasNext()) {
        throw new UsageException(option + ": no value (expected: one after it)");
      }
      return rest.next();
    }

    private static Path path(String option, String text) throws UsageException {
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
      try {
        return InetAddress.getByName(text);
      } catch (UnknownHostException e) {
        throw new UsageException("--bind: " + text + " (expected: an address of this host)");
      }
    }

    private static NamedTable table(String text) throws UsageException {
      int colon = text.lastIndexOf(':');
      String wanted = text.substring(colon + 1).toUpperCase(Locale.ROOT);
      for (TableType type : TableType.values()) {
        if (colon > 0 && type.name().equals(wanted)) {
          return new NamedTable(text.substring(0, colon), type);
        }
      }
      String types =
          Arrays.stream(TableType.values())
              .map(type -> type.name().toLowerCase(Locale.ROOT))
              .collect(Collectors.joining(", "));
      throw new UsageException(
          "--table: " + text + " (expected: a name, a colon and one of " + types + ")");
    }
  }
}
