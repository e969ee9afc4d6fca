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
 * <p><b>Keys that begin alike.</b> The prefixes of keys such as URLs are equal, and then the map
 * has to read the keys. A comparator can prevent this if its keys are sequences of <em>units</em>,
 * such as bytes, that are compared one after the other. It then also implements {@link
 * #prefix(Object, int)}, {@link #sharedUnits(Object, Object)} and {@link #sharedUnits(long, long)}.
 * Two maps then keep in each node prefixes of what comes behind the units that all keys of the node
 * share: {@link ContentionAdaptingTreeMap}, with its default container, and {@link
 * LockFreeAdaptingTreeMap}. For all keys {@code a}, {@code b} and {@code c} and numbers {@code n}
 * of units:
 *
 * <ul>
 *   <li>if {@code a} and {@code b} share {@code n} units, and {@code prefix(a, n) < prefix(b, n)},
 *       then {@code compare(a, b) < 0};
 *   <li>if they share {@code n} units and {@code prefix(a, n) == prefix(b, n)} and {@code
 *       isExact(prefix(a, n), n)}, then {@code compare(a, b) == 0};
 *   <li>keys between {@code a} and {@code c} share with {@code a} the units that {@code c} does.
 * </ul>
 *
 * <p>Strings in their natural order are compared like this: their units are characters.
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
   * Returns a number for what is behind the first units of a key, which is ordered as the key is
   * among keys that share these units. The default one is of use without units only.
   *
   * @param key any key, even one of fewer units
   * @param offset the number of units, at least 0; for 0, the number is {@link #prefix(Object)}
   */
  default long prefix(K key, int offset) {
    return offset == 0 ? prefix(key) : 0;
  }

  /**
   * Returns true if all keys are equal to each other that share so many units and have this prefix
   * behind them. False is always right.
   *
   * @param prefix a result of {@link #prefix(Object, int)}
   * @param offset the number of units
   */
  default boolean isExact(long prefix, int offset) {
    return offset == 0 && isExact(prefix);
  }

  /**
   * Returns the number of units that two keys share from their start. The default is 0, and means
   * that keys have no units.
   *
   * @return for equal keys, at least as much as either shares with any other key
   */
  default int sharedUnits(K a, K b) {
    return 0;
  }

  /**
   * Returns how many units two keys share at least if these are their prefixes. If they are the
   * prefixes behind an offset, these units come after the offset. A number that is too small is
   * right, too: it costs time.
   */
  default int sharedUnits(long prefix, long otherPrefix) {
    return 0;
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
