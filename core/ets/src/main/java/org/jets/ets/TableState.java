package org.jets.ets;

import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * The mutable state of a table except its objects; replaced as a whole, so that one read is
 * consistent.
 */
record TableState(Owner owner, @Nullable Inheritance heir, Access access, Atom name) {

  /** Releases the hold on the heir, for a table that no longer names it. */
  void unholdHeir() {
    if (heir != null) {
      heir.heir().unhold();
    }
  }

  TableState withOwner(Owner successor) {
    return new TableState(successor, heir, access, name);
  }

  TableState withHeir(@Nullable Inheritance changed) {
    return new TableState(owner, changed, access, name);
  }

  TableState withAccess(Access changed) {
    return new TableState(owner, heir, changed, name);
  }

  TableState withName(Atom changed) {
    return new TableState(owner, heir, access, changed);
  }
}
