package org.jets.ets.indexing;

import java.util.Comparator;
import org.jets.ets.TableType;
import org.jets.ets.argument.ValueText;
import org.jets.ets.plan.Cut;
import org.jets.ets.quota.HeapLayout;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jspecify.annotations.Nullable;

/**
 * An indexed term and the key of its objects; or, for searches, a place among the terms.
 *
 * <p><b>Guarded by.</b> The term and the key are replaced by equal ones under the lock of the key,
 * in plain writes. Terms are immutable and equal ones have the same order, so it does not matter
 * which of them a reader sees.
 */
final class IndexEntry {
  /** An estimate of the bytes of an entry in the tree without the term and the key. */
  private static final int BYTES = 24 + 6 * HeapLayout.ofThisJvm().referenceBytes();

  /** The place, if this is one, which stays; else the term. */
  private Object place;

  /** Null for a place. */
  private @Nullable Term key;

  /** The bytes of the parts of the term, and of the key, that no object of the table has. */
  private final int ownBytes;

  private IndexEntry(Object place, @Nullable Term key, int ownBytes) {
    this.place = place;
    this.key = key;
    this.ownBytes = ownBytes;
  }

  /**
   * Makes one.
   *
   * @param ownBytes the bytes of the parts of the term, and of the key, that the object has not
   */
  static IndexEntry of(Term term, Term key, int ownBytes) {
    return new IndexEntry(term, key, ownBytes);
  }

  static IndexEntry at(Cut place) {
    return new IndexEntry(place, null, 0);
  }

  Term term() {
    return (Term) place;
  }

  Term key() {
    Term present = key;
    if (present == null) {
      throw new AssertionError("a place without a key: " + place);
    }
    return present;
  }

  /** Replaces the term and the key by those of an entry that is equal to this one. */
  void become(IndexEntry equal) {
    place = equal.place;
    key = equal.key;
  }

  int ownBytes() {
    return ownBytes;
  }

  long bytes() {
    return (long) BYTES + ownBytes;
  }

  /**
   * Returns the order of the keys of a table, in which only those are equal that the table takes
   * for the same.
   */
  static TermOrder keyOrder(TableType type) {
    return type == TableType.ORDERED_SET ? TermOrder.STANDARD : TermOrder.EXACT;
  }

  /** Returns the order by term and then by key. */
  static Comparator<IndexEntry> order(TermOrder ofKeys) {
    return (a, b) -> {
      if (a.place instanceof Cut cut) {
        return b.place instanceof Cut other ? cut.compareTo(other) : side(cut, b);
      }
      if (b.place instanceof Cut cut) {
        return -side(cut, a);
      }
      int c = TermOrder.STANDARD.compare(a.term(), b.term());
      return c != 0 ? c : ofKeys.compare(a.key(), b.key());
    };
  }

  @Override
  public String toString() {
    return ValueText.of(place) + " of key " + (key == null ? "none" : ValueText.of(key()));
  }

  private static int side(Cut cut, IndexEntry entry) {
    return cut.isBelow(entry.term()) ? -1 : 1;
  }
}
