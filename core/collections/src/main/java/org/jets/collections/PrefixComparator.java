package org.jets.collections;

import java.util.Comparator;

/**
 * A comparator that can summarize a key in a {@code long}, its prefix. An ordered map keeps
 * prefixes beside its keys, so that it rarely has to read the key objects.
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
 * <p>One constant for all keys is valid but useless. Many threads call a comparator concurrently.
 * The map's operation throws what the comparator throws; an operation on a single key has then
 * changed nothing.
 *
 * <p>It may read the map that calls it. A {@link ContentionAdaptingTreeMap} and a {@link
 * LockedAvlTreeMap} call {@code compare} under a lock in each update. Then an update of that map by
 * {@code compare} throws {@link IllegalStateException}. A {@link LockFreeAdaptingTreeMap} permits
 * it, unless it makes the operation that calls the comparator fail again and again.
 *
 * @param <K> the type of the keys
 */
public interface PrefixComparator<K> extends Comparator<K> {

  /**
   * Returns a number that is ordered as the key is. An example for keys that compare like unsigned
   * bytes: the first eight bytes, with the highest bit flipped.
   *
   * @param key never {@code null}
   * @throws ClassCastException if the key is of a class that this comparator does not compare
   */
  long prefix(K key);

  /** Returns true if all keys with this prefix are equal to each other. False is always right. */
  default boolean isExact(long prefix) {
    return false;
  }

  /**
   * Returns true if no method of this comparator runs code that could use a map. A map with locks
   * then need not guard against updates by such calls. The answer is always the same.
   *
   * <p>Where true is wrong, a {@link ContentionAdaptingTreeMap} does not refuse an update by the
   * comparator. That update takes effect, or waits for ever for a lock that its own thread holds. A
   * read that needs a lock, such as {@code size}, may wait for ever, too. A {@link
   * LockedAvlTreeMap} still refuses the update where an update calls the comparator. Where a read
   * calls it under the lock, the update waits for ever.
   */
  default boolean isSelfContained() {
    return false;
  }
}
