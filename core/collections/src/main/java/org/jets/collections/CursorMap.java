package org.jets.collections;

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent map that can be gone through from key to key, with nothing kept in between but the
 * last key: by a client that asks for the next page, say, or by Erlang's {@code first} and {@code
 * next}.
 *
 * <p>The map has an order of its keys, of its own choice, that stays the same while mappings come
 * and go and the map grows and shrinks. So each key has a place, also one that was removed or was
 * never there. A caller that goes on from each key to the next comes to every key that is present
 * throughout exactly once, and may or may not come to keys that come or go meanwhile. The steps may
 * be made by different threads.
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
