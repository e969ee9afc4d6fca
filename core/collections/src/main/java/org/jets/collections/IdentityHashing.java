package org.jets.collections;

/** {@link HashingStrategy#identity}. */
enum IdentityHashing implements HashingStrategy<Object> {
  INSTANCE;

  @Override
  public int hash(Object key) {
    return System.identityHashCode(key);
  }

  @Override
  public boolean equal(Object a, Object b) {
    return a == b;
  }

  @Override
  public boolean isSelfContained() {
    return true;
  }
}
