package org.jets.terms;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An Erlang port identifier. All numbers are unsigned.
 *
 * <p>Memory: 32 bytes.
 */
public final class Port implements Term {
  private final Atom node;
  private final int creation;
  private final long id;

  private Port(Atom node, long id, int creation) {
    this.node = node;
    this.id = id;
    this.creation = creation;
  }

  /**
   * Returns the identifier with these parts.
   *
   * @param node the node's name, such as {@code a@host}
   * @param id the number of the port, unsigned
   * @param creation the incarnation of the node, unsigned
   */
  public static Port of(Atom node, long id, int creation) {
    return new Port(Objects.requireNonNull(node, "node"), id, creation);
  }

  /** Returns the name of the node. */
  public Atom node() {
    return node;
  }

  /** Returns the number of the port, unsigned. */
  public long id() {
    return id;
  }

  /** Returns the incarnation of the node, unsigned. */
  public int creation() {
    return creation;
  }

  /** Compares ports by node, creation and number. */
  static int compare(Port a, Port b) {
    int c = Atom.compare(a.node, b.node);
    if (c == 0) {
      c = Integer.compareUnsigned(a.creation, b.creation);
    }
    return c != 0 ? c : Long.compareUnsigned(a.id, b.id);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Port that
        && id == that.id
        && node == that.node
        && creation == that.creation;
  }

  @Override
  public int hashCode() {
    return TermHash.ofIdentifier(TermHash.PORT, node, creation, id);
  }

  @Override
  public String toString() {
    return FlatPrinter.print(this);
  }
}
