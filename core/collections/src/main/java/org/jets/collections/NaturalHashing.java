package org.jets.collections;

/** {@link HashingStrategy#natural}. */
enum NaturalHashing implements HashingStrategy<Object> {
  INSTANCE;

  @Override
  public int hash(Object key) {
    return key.hashCode();
  }

  @Override
  public boolean equal(Object a, Object b) {
    return a == b || a.equals(b);
  }
}
