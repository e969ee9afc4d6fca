package org.jets.ets.reference;

import org.jets.terms.Atom;
import org.jets.terms.Pid;

/** The node that a space belongs to, and the identifiers that are made in its name. */
public final class SpaceIdentity {
  private final Atom node;
  private final int creation;
  private final OpaqueReferences opaque;
  private final NumberedReferences ids;

  public SpaceIdentity(Atom node, int creation) {
    this.node = node;
    this.creation = creation;
    this.opaque = new OpaqueReferences(node, creation);
    this.ids = new NumberedReferences(node, creation, false);
  }

  public Atom node() {
    return node;
  }

  public int creation() {
    return creation;
  }

  /** Returns the references that stand for values other than tables. */
  public OpaqueReferences opaque() {
    return opaque;
  }

  /** Returns the identifiers of tables. */
  public NumberedReferences ids() {
    return ids;
  }

  /** Returns whether a pid is of this node, and not of an earlier incarnation. */
  public boolean hasMade(Pid pid) {
    return pid.node() == node && pid.creation() == creation;
  }
}
