package org.jets.collections;

/**
 * How a hash map compares its keys, where {@link Object#equals} and {@link Object#hashCode} are not
 * what is wanted: arrays by content, strings without case, objects by identity.
 *
 * <p>A strategy is called from many threads at once, must give the same answers as long as a key is
 * in a map, and must not change the map that calls it. Equal keys must have equal hashes. What it
 * throws comes out of the map's operation, which has then changed nothing.
 *
 * @param <K> the type of the keys; a strategy of a supertype does as well
 */
public interface HashingStrategy<K> {

  /**
   * The hash of a key. It need not be well spread: the maps spread it themselves.
   *
   * @param key never {@code null}
   */
  int hash(K key);

  /** Whether two keys are one and the same to a map. Neither is ever {@code null}. */
  boolean equal(K a, K b);

  /**
   * Whether no other key of which this is true has the hash of this one: a perfect hash, like that
   * of numbers of 32 bits. Then a map need not look at the key that it has, which is to fetch it
   * from memory, to know that it is the one that it is asked for. Of equal keys this is true, or is
   * not, of both; there is nothing to lose with false but time. Where it is true and should not be,
   * the map takes one key for another.
   *
   * @param key never {@code null}
   */
  default boolean hasPerfectHash(K key) {
    return false;
  }

  /** The keys' own {@link Object#equals} and {@link Object#hashCode}. */
  static <K> HashingStrategy<K> natural() {
    @SuppressWarnings("unchecked") // Calls only what every object has.
    HashingStrategy<K> natural = (HashingStrategy<K>) NaturalHashing.INSTANCE;
    return natural;
  }

  /** Keys are equal if they are the same object. */
  static <K> HashingStrategy<K> identity() {
    @SuppressWarnings("unchecked") // Calls only what every object has.
    HashingStrategy<K> identity = (HashingStrategy<K>) IdentityHashing.INSTANCE;
    return identity;
  }
}
