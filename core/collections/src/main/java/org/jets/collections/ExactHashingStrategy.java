package org.jets.collections;

/**
 * A hashing strategy that can turn keys into numbers of 64 bits and back. A {@link
 * SplitOrderedHashMap} keeps the numbers alone. Its entries then have no key object, and no reader
 * has to look at one. Other maps use this as they use any strategy.
 *
 * <p>A key is <em>exact</em> if its bits say all of it. A strategy may have other keys too, which a
 * map keeps as objects. For all keys {@code a} and {@code b}:
 *
 * <ul>
 *   <li>{@code isExact(a) == isExact(b)} if they are equal;
 *   <li>{@code bits(a) == bits(b)} if and only if they are equal, where both are exact;
 *   <li>{@code keyOf(bits(a))} is equal to {@code a}, where it is exact.
 * </ul>
 *
 * <p>Iterators, views and methods that return a key make one by {@link #keyOf}. It is equal to the
 * key that was put. Do not rely on the same object.
 *
 * <p>An example is an equality of dates by their days:
 *
 * <pre>{@code
 * class ByDay implements ExactHashingStrategy<LocalDate> {
 *   public long bits(LocalDate date) {
 *     return date.toEpochDay();
 *   }
 *
 *   public LocalDate keyOf(long bits) {
 *     return LocalDate.ofEpochDay(bits);
 *   }
 * }
 *
 * var events = new SplitOrderedHashMap<LocalDate, String>(new ByDay());
 * }</pre>
 *
 * <p>A strategy some of whose keys are not exact overrides {@link #isExact}, {@link #hash} and
 * {@link #equal}.
 *
 * @param <K> the type of the keys
 */
public interface ExactHashingStrategy<K> extends HashingStrategy<K> {

  /**
   * Returns the number that says all of a key. It need not be well spread.
   *
   * @param key an exact one
   */
  long bits(K key);

  /**
   * Returns a key with these bits. Where it is not equal to the key that was given to the map,
   * callers get a wrong key, but lookups and updates go by the bits.
   *
   * @param bits those of an exact key that has been given to the map
   * @return not {@code null}
   */
  K keyOf(long bits);

  /**
   * Returns true if the bits of a key say all of it.
   *
   * @param key never {@code null}
   */
  default boolean isExact(K key) {
    return true;
  }

  /** Hashes the bits. */
  @Override
  default int hash(K key) {
    return Long.hashCode(bits(key));
  }

  /** Compares the bits. */
  @Override
  default boolean equal(K a, K b) {
    return bits(a) == bits(b);
  }
}
