package org.jets.collections;

import java.util.Comparator;

/**
 * A comparator that can sum up a key in a {@code long}, so that an ordered map, which keeps these
 * sums beside its keys, seldom has to look at the key objects themselves.
 *
 * <p>For all keys {@code a} and {@code b}, and as long as one of them is in a map:
 *
 * <ul>
 *   <li>{@code prefix(a)} is always the same number;
 *   <li>if {@code prefix(a) < prefix(b)}, as signed numbers, then {@code compare(a, b) < 0};
 *   <li>if {@code prefix(a) == prefix(b)} and {@code isExact(prefix(a))}, then {@code compare(a, b)
 *       == 0}.
 * </ul>
 *
 * <p>So one constant for all keys is lawful, and of no use. A comparator is called from many
 * threads at once, and must not change the map that calls it. What it throws comes out of the map's
 * operation, which has then changed nothing.
 *
 * @param <K> the type of the keys
 */
public interface PrefixComparator<K> extends Comparator<K> {

  /**
   * A number that is in order as the key is: its first eight bytes, for instance, if keys compare
   * like unsigned bytes, with the highest bit flipped.
   *
   * @param key never {@code null}
   * @throws ClassCastException if the key is of a class that this comparator does not compare
   */
  long prefix(K key);

  /** Whether all keys with this prefix are equal to each other; if in doubt not. */
  default boolean isExact(long prefix) {
    return false;
  }
}
