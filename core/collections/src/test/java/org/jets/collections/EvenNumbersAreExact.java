package org.jets.collections;

/**
 * A strategy that tells even numbers by their bits, and has other keys as they are. Every second
 * odd number has the hash of the even one before it, and so its place.
 */
enum EvenNumbersAreExact implements ExactHashingStrategy<Object> {
  INSTANCE;

  @Override
  public boolean isExact(Object key) {
    return key instanceof Long number && (number & 1) == 0;
  }

  @Override
  public long bits(Object key) {
    return (Long) key;
  }

  @Override
  public Object keyOf(long bits) {
    return bits;
  }

  @Override
  public int hash(Object key) {
    return key instanceof Long number ? hashOf(number) : key.hashCode();
  }

  private static int hashOf(long number) {
    return (int) ((number & 3) == 1 ? number - 1 : number);
  }

  @Override
  public boolean equal(Object a, Object b) {
    return a.equals(b);
  }
}
