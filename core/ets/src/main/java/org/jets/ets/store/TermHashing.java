package org.jets.ets.store;

import java.util.Comparator;
import org.jets.collections.ExactHashingStrategy;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;

/**
 * The hashing of keys that are equal by {@code =:=}. Integers of 64 bits are exact, so that a map
 * may make them of their bits. Erlang's exact order decides between keys with the same hash.
 */
enum TermHashing implements ExactHashingStrategy<Term>, Comparator<Term> {
  INSTANCE;

  /** Returns true for integers of 64 bits. */
  @Override
  public boolean isExact(Term key) {
    return key instanceof IntegerTerm integer && integer.fitsLong();
  }

  @Override
  public long bits(Term key) {
    return ((IntegerTerm) key).longValue();
  }

  @Override
  public Term keyOf(long bits) {
    return IntegerTerm.of(bits);
  }

  @Override
  public int hash(Term key) {
    return key.hashCode();
  }

  @Override
  public boolean equal(Term a, Term b) {
    return a.equals(b);
  }

  /** Returns true for integers of 32 bits. */
  @Override
  public boolean hasPerfectHash(Term key) {
    return key instanceof IntegerTerm integer && integer.fitsInt();
  }

  @Override
  public boolean isSelfContained() {
    return true; // The methods of terms call only terms.
  }

  @Override
  public int compare(Term a, Term b) {
    return TermOrder.EXACT.compare(a, b);
  }
}
