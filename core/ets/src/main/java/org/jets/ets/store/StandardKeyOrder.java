package org.jets.ets.store;

import org.jets.collections.PrefixComparator;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.TermPrefix;

/**
 * The standard order of terms, for the ordered maps of {@code org.jets.collections}: the order of
 * the keys of an ordered_set. Each key has its {@link TermPrefix} as prefix. So small integers,
 * short atoms and many tuples are compared without access to the keys. Bitstrings and tuples have
 * units, so that this holds for those that begin alike, too.
 *
 * <pre>{@code
 * var map = new ContentionAdaptingTreeMap<Term, Object>(StandardKeyOrder.INSTANCE);
 * }</pre>
 */
public enum StandardKeyOrder implements PrefixComparator<Term> {
  /** The order, which has no state. */
  INSTANCE;

  @Override
  public int compare(Term a, Term b) {
    return TermOrder.STANDARD.compare(a, b);
  }

  @Override
  public long prefix(Term key) {
    return TermPrefix.of(key);
  }

  @Override
  public boolean isExact(long prefix) {
    return TermPrefix.isExact(prefix);
  }

  @Override
  public long prefix(Term key, int offset) {
    return TermPrefix.of(key, offset);
  }

  @Override
  public boolean isExact(long prefix, int offset) {
    return TermPrefix.isExact(prefix, offset);
  }

  @Override
  public int sharedUnits(Term a, Term b) {
    return TermPrefix.sharedUnits(a, b);
  }

  @Override
  public int sharedUnits(long prefix, long otherPrefix) {
    return TermPrefix.sharedUnits(prefix, otherPrefix);
  }

  @Override
  public boolean isSelfContained() {
    return true; // The methods of terms call only terms.
  }
}
