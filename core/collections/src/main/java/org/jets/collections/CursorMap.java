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
   * A mapping that a step has come to, as it was then. Its {@code toString} gives the key and the
   * value as an entry does; {@code equals} and {@code hashCode} are those of the object.
   *
   * @param <K> the type of the keys
   * @param <V> the type of the values
   */
  interface Step<K, V> {
    /** The key of the mapping. */
    K key();

    /** The value of the mapping. */
    V value();

    /**
     * The value of the key that the step was made from, as it was when the step began: null if that
     * key was not in the map, or it is the first step.
     */
    @Nullable V origin();

    /**
     * Returns true if the key that the step was made from was in the map when the step began. A map
     * may tell that without looking at the value, which {@link #origin} may have to fetch from
     * memory.
     */
    default boolean hasOrigin() {
      return origin() != null;
    }
  }

  /** The step to the mapping where iteration begins, or null if the map is empty. */
  @Nullable Step<K, V> firstStep();

  /**
   * The step to the mapping behind the given key, or null if there is none. A hash map searches
   * once for all that a step tells.
   *
   * @param key need not be in the map; {@link Step#origin} tells whether it is
   * @throws NullPointerException if the key is null
   */
  @Nullable Step<K, V> stepFrom(K key);

  /** The key where iteration begins, or null if the map is empty. */
  default @Nullable K startKey() {
    Step<K, V> step = firstStep();
    return step == null ? null : step.key();
  }

  /**
   * The key behind the given one, or null if there is none.
   *
   * @param key need not be in the map
   * @throws NullPointerException if the key is null
   */
  default @Nullable K nextKey(K key) {
    Step<K, V> step = stepFrom(key);
    return step == null ? null : step.key();
  }

  /**
   * The mappings behind the given key, weakly consistent as iterators over {@link #entrySet} are.
   *
   * @param key need not be in the map
   * @throws NullPointerException if the key is null
   */
  Iterator<Map.Entry<K, V>> entriesAfter(K key);
}
