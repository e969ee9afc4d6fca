package org.jets.terms;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An Erlang process identifier: the node and the number of the process on it. All numbers are
 * unsigned.
 *
 * <p>Memory: 32 bytes.
 */
public final class Pid implements Term {
  private final Atom node;
  private final int id;
  private final int serial;
  private final int creation;

  private Pid(Atom node, int id, int serial, int creation) {
    this.node = node;
    this.id = id;
    this.serial = serial;
    this.creation = creation;
  }

  /**
   * Returns the identifier with these parts.
   *
   * @param node the node's name, such as {@code a@host}
   * @param id the number of the process, unsigned
   * @param serial the number of times that the process numbers had wrapped around, unsigned
   * @param creation the incarnation of the node, unsigned
   */
  public static Pid of(Atom node, int id, int serial, int creation) {
    return new Pid(Objects.requireNonNull(node, "node"), id, serial, creation);
  }

  /** Returns the name of the node. */
  public Atom node() {
    return node;
  }

  /** Returns the number of the process, unsigned. */
  public int id() {
    return id;
  }

  /** Returns the number of times that the process numbers had wrapped around, unsigned. */
  public int serial() {
    return serial;
  }

  /** Returns the incarnation of the node, unsigned. */
  public int creation() {
    return creation;
  }

  /**
   * Compares pids by serial, number, node and creation. Ports and references are compared by node
   * first.
   */
  static int compare(Pid a, Pid b) {
    int c = Integer.compareUnsigned(a.serial, b.serial);
    if (c == 0) {
      c = Integer.compareUnsigned(a.id, b.id);
    }
    if (c == 0) {
      c = Atom.compare(a.node, b.node);
    }
    return c != 0 ? c : Integer.compareUnsigned(a.creation, b.creation);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Pid that
        && id == that.id
        && serial == that.serial
        && node == that.node
        && creation == that.creation;
  }

  @Override
  public int hashCode() {
    return TermHash.ofIdentifier(
        TermHash.PID, node, creation, ((long) serial << 32) | Integer.toUnsignedLong(id));
  }

  @Override
  public String toString() {
    return FlatPrinter.print(this);
  }
}
