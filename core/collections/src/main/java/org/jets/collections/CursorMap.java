package org.jets.collections;

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent map that supports steps from key to key, with no state between steps except the last
 * key. Examples are a client that asks for the next page, and Erlang's {@code first} and {@code
 * next}.
 *
 * <p>The map has its own order of keys, which stays the same while mappings come and go and the map
 * grows and shrinks. So each key has a place, even a key that was removed or was never present. A
 * caller that steps from each key to the next visits every key that is present throughout exactly
 * once. It may or may not visit keys that come or go meanwhile. Different threads may make the
 * steps.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface CursorMap<K, V> extends ConcurrentMap<K, V> {

  /**
   * Returns the key where iteration begins, or null if the map is empty. In a map that is sorted,
   * too, {@link java.util.SortedMap#firstKey} throws an exception where this returns null.
   */
  @Nullable K firstKeyOrNull();

  /**
   * Returns the mapping where iteration begins, as it is at the time, or null if the map is empty.
   * The entry does not change.
   */
  Map.@Nullable Entry<K, V> firstEntry();

  /**
   * Returns the key behind the given one, or null if there is none.
   *
   * <p>In a hash map, keys that have the same hash and no order are an exception. After a removed
   * key, the step returns to the first of these keys, and so repeats some. If another object equal
   * to the key has been put meanwhile, the step may leave out some.
   *
   * @param key need not be in the map
   * @throws NullPointerException if the key is null
   */
  @Nullable K keyAfter(K key);

  /**
   * Returns the mapping behind the given key, as it is at the time, or null if there is none. The
   * entry does not change.
   *
   * @param key need not be in the map
   * @throws NullPointerException if the key is null
   */
  Map.@Nullable Entry<K, V> entryAfter(K key);

  /**
   * Returns an iterator over the mappings behind the given key, weakly consistent as iterators over
   * {@link #entrySet} are.
   *
   * @param key need not be in the map
   * @throws NullPointerException if the key is null
   */
  Iterator<Map.Entry<K, V>> entriesAfter(K key);
}
