package org.jets.terms;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An Erlang process identifier: the node it lives on, and where it is there. All numbers are
 * unsigned. 32 bytes.
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
   * @param serial how often the numbers have been used up, unsigned
   * @param creation which incarnation of the node, unsigned
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

  /** Returns how often the numbers had been used up, unsigned. */
  public int serial() {
    return serial;
  }

  /** Returns which incarnation of the node this is of, unsigned. */
  public int creation() {
    return creation;
  }

  /**
   * The order of pids: serial, then number, then node, then creation. The node comes late, unlike
   * in the others.
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
