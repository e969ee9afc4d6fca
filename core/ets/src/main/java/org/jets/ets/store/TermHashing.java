package org.jets.ets.store;

import java.util.Comparator;
import org.jets.collections.HashingStrategy;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;

/** Keys that are equal by {@code =:=}; those whose hashes meet are in Erlang's exact order. */
enum TermHashing implements HashingStrategy<Term>, Comparator<Term> {
  INSTANCE;

  @Override
  public int hash(Term key) {
    return key.hashCode();
  }

  @Override
  public boolean equal(Term a, Term b) {
    return a.equals(b);
  }

  /** Of integers of 32 bits. */
  @Override
  public boolean hasPerfectHash(Term key) {
    return key instanceof IntegerTerm integer && integer.fitsInt();
  }

  @Override
  public boolean isSelfContained() {
    return true; // Terms call nothing but terms.
  }

  @Override
  public int compare(Term a, Term b) {
    return TermOrder.EXACT.compare(a, b);
  }
}
