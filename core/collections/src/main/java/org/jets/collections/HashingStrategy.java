package org.jets.collections;

/**
 * The comparison of keys in a hash map, where {@link Object#equals} and {@link Object#hashCode} are
 * not wanted. Examples: arrays by content, strings without case, objects by identity.
 *
 * <p>Many threads call a strategy at the same time. It must give the same answers as long as a key
 * is in a map. Equal keys must have equal hashes. What it throws comes out of the map's operation;
 * one on a single key has then changed nothing.
 *
 * <p>It may read the map that calls it. Updates of a {@link StripedHashMap} call {@link #equal},
 * and {@code compare} if the strategy is a {@link java.util.Comparator}. An update of that map by
 * such a call throws {@link IllegalStateException}. A {@link SplitOrderedHashMap} permits it,
 * unless it makes the operation that calls the strategy fail again and again.
 *
 * @param <K> the type of the keys; a strategy of a supertype does as well
 */
public interface HashingStrategy<K> {

  /**
   * Returns the hash of a key. It need not be well spread: the maps spread it themselves.
   *
   * @param key never {@code null}
   */
  int hash(K key);

  /** Returns true if two keys are one and the same to a map. Neither is ever {@code null}. */
  boolean equal(K a, K b);

  /**
   * Returns true if the hash of a key is perfect, as that of a number of 32 bits is. Then no other
   * key for which this method returns true has the same hash. A map then knows a key by its hash,
   * and does not fetch the key object from memory. The answer is the same for equal keys. False is
   * always right and costs time. Where true is wrong, the map takes one key for another.
   *
   * @param key never {@code null}
   */
  default boolean hasPerfectHash(K key) {
    return false;
  }

  /**
   * Returns true if no method of this strategy runs code that could use a map. The methods are
   * {@link #hash}, {@link #equal}, {@link #hasPerfectHash} and {@code compare} of a strategy that
   * is a {@link java.util.Comparator}. A map with locks then need not guard against updates by such
   * calls. If this returns true and such a call does update the map, a {@link StripedHashMap} does
   * not refuse an update by the strategy. That update takes effect, or waits for ever for a lock
   * that its own thread holds. A read that needs a lock may wait for ever, too. The answer is
   * always the same.
   */
  default boolean isSelfContained() {
    return false;
  }

  /** Returns the strategy of the keys' own {@link Object#equals} and {@link Object#hashCode}. */
  static <K> HashingStrategy<K> natural() {
    @SuppressWarnings("unchecked") // Calls only what every object has.
    HashingStrategy<K> natural = (HashingStrategy<K>) NaturalHashing.INSTANCE;
    return natural;
  }

  /** Returns the strategy by which keys are equal if they are the same object. */
  static <K> HashingStrategy<K> identity() {
    @SuppressWarnings("unchecked") // Calls only what every object has.
    HashingStrategy<K> identity = (HashingStrategy<K>) IdentityHashing.INSTANCE;
    return identity;
  }
}
