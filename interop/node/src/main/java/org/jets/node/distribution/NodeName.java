package org.jets.node.distribution;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * The name of a node, such as {@code a@host}.
 *
 * @param alive its name on its host
 * @param host a host's name, short (without a dot) or long, or an address
 */
public record NodeName(String alive, String host) {
  private static final Pattern ALIVE = Pattern.compile("[0-9A-Za-z_-]+");

  /** The names of hosts, and addresses of both kinds, with a zone. */
  private static final Pattern HOST = Pattern.compile("[0-9A-Za-z_.:%-]+");

  private static final Pattern NAME = Pattern.compile("(" + ALIVE + ")@(" + HOST + ")");

  /** Checks both parts. */
  public NodeName {
    if (!ALIVE.matcher(alive).matches()) {
      throw new IllegalArgumentException(
          "alive: " + alive + " (expected: letters, digits, '_' and '-')");
    }
    if (!HOST.matcher(host).matches() || alive.length() + host.length() >= Atom.MAX_CODE_POINTS) {
      throw new IllegalArgumentException("host: " + host + " (expected: a host's name)");
    }
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException if it is not of the form {@code name@host}
   */
  public static NodeName of(String name) {
    NodeName parsed = parseOrNull(Objects.requireNonNull(name, "name"));
    if (parsed == null) {
      throw new IllegalArgumentException("node: " + name + " (expected: name@host)");
    }
    return parsed;
  }

  /** Returns the name; null if it is not of the form {@code name@host}. */
  static @Nullable NodeName parseOrNull(String name) {
    Matcher matcher = NAME.matcher(name);
    return name.length() <= Atom.MAX_CODE_POINTS && matcher.matches()
        ? new NodeName(matcher.group(1), matcher.group(2))
        : null;
  }

  /** Returns whether this can be the host of a name. */
  static boolean isHost(String host) {
    return host.length() < Atom.MAX_CODE_POINTS && HOST.matcher(host).matches();
  }

  /** Returns true if the host is a long name, with a dot in it, or an address. */
  public boolean isLong() {
    return host.indexOf('.') >= 0 || host.indexOf(':') >= 0;
  }

  /** Returns this as an atom. */
  public Atom atom() {
    return Atom.of(toString());
  }

  @Override
  public String toString() {
    return alive + '@' + host;
  }
}
