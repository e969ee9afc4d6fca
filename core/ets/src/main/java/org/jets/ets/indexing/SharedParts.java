package org.jets.ets.indexing;

import org.jets.ets.index.Index;
import org.jets.ets.match.MatchNode;
import org.jets.ets.match.MatchNode.Call;
import org.jets.ets.match.MatchNode.Constant;
import org.jets.ets.match.MatchNode.Variable;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The parts of indexed terms that the objects have, and that take no memory of the index.
 *
 * <p>An element and the value of a map are the object's own, unless the object is packed. The term
 * of an expression is compared by identity with elements of the object and with their parts. So are
 * the elements of such a term, if it is a tuple. Parts that are deeper, or follow many others,
 * count as the index's own.
 */
final class SharedParts {
  /** The bytes of a term above which it counts as one of this size. */
  private static final int MAX_BYTES = 1 << 24;

  /** An entry keeps the term of an object that is gone, and uncounted, if it is not larger. */
  private static final int SMALL_BYTES = 32;

  private static final int MOST_PARTS = 64;

  private static final Atom MAP_GET = Atom.of("map_get");

  /** The position of the indexed element; 0 if an expression is indexed. */
  private final int position;

  private final boolean isMapValue;

  SharedParts(Index index) {
    MatchNode expression = index.expression();
    this.position = expression instanceof Variable element ? element.number() : 0;
    this.isMapValue =
        expression instanceof Call call
            && call.function() == MAP_GET
            && call.parts().get(0) instanceof Constant
            && call.parts().get(1) instanceof Variable;
  }

  /** Returns the bytes of a term of this object that the object has not. */
  int ownBytes(Term term, Tuple object) {
    if (isMapValue || (position > 0 && object.isHeld(position))) {
      return 0;
    }
    if (position > 0) {
      return bytes(term);
    }
    return isPart(term, object) ? 0 : bytes(term) - sharedElementBytes(term, object);
  }

  private static int bytes(Term term) {
    return (int) Math.min(TermBytes.of(term, MAX_BYTES), MAX_BYTES);
  }

  private static int sharedElementBytes(Term term, Tuple object) {
    long shared = 0;
    if (term instanceof Tuple tuple) {
      for (int i = 1; i <= Math.min(tuple.arity(), MOST_PARTS) && shared < MAX_BYTES; i++) {
        if (tuple.isHeld(i) && isPart(tuple.element(i), object)) {
          shared += bytes(tuple.element(i));
        }
      }
    }
    return (int) Math.min(shared, bytes(term));
  }

  @SuppressWarnings("ReferenceEquality") // An equal part takes memory of its own.
  private static boolean isPart(Term term, Tuple object) {
    for (int i = 1; i <= Math.min(object.arity(), MOST_PARTS); i++) {
      if (object.isHeld(i)
          && (object.element(i) == term || isPartOfElement(term, object.element(i)))) {
        return true;
      }
    }
    return false;
  }

  @SuppressWarnings("ReferenceEquality") // As above.
  private static boolean isPartOfElement(Term term, Term element) {
    if (element instanceof Tuple tuple) {
      for (int i = 1; i <= Math.min(tuple.arity(), MOST_PARTS); i++) {
        if (tuple.isHeld(i) && tuple.element(i) == term) {
          return true;
        }
      }
    } else if (element instanceof MapTerm map) {
      for (int i = 0; i < Math.min(map.size(), MOST_PARTS); i++) {
        if (map.value(i) == term) {
          return true;
        }
      }
    } else if (element instanceof ListTerm list && !list.isEmpty()) {
      return list.head() == term;
    }
    return false;
  }

  /** Returns whether an entry shares so much that its term should not outlive its object. */
  boolean isWorthMoving(IndexEntry entry) {
    long counted = (long) entry.ownBytes() + SMALL_BYTES;
    return TermBytes.of(entry.term(), counted) > counted;
  }
}
