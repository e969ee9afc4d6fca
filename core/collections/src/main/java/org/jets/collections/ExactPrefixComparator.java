package org.jets.collections;

import java.util.Objects;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * A comparator whose prefixes can be converted back to their keys. Two maps keep only the numbers:
 * {@link ContentionAdaptingTreeMap}, with its default container, and {@link
 * LockFreeAdaptingTreeMap}. Their entries then take fewer bytes, and no reader has to look at a key
 * object.
 *
 * <p>In addition to what {@link PrefixComparator} demands, for all keys {@code a} and {@code b}:
 *
 * <ul>
 *   <li>{@code prefix(a) == prefix(b)} if and only if {@code compare(a, b) == 0};
 *   <li>{@code keyOf(prefix(a))} is equal to {@code a}.
 * </ul>
 *
 * <p>Iterators, views and methods that return a key make one by {@link #keyOf}. It is equal to the
 * key that was put. Do not rely on the same object.
 *
 * <p>An example is an order of dates by their days:
 *
 * <pre>{@code
 * class ByDay implements ExactPrefixComparator<LocalDate> {
 *   public long prefix(LocalDate date) {
 *     return date.toEpochDay();
 *   }
 *
 *   public LocalDate keyOf(long prefix) {
 *     return LocalDate.ofEpochDay(prefix);
 *   }
 *
 *   public boolean isSelfContained() {
 *     return true; // None of these methods uses a map.
 *   }
 * }
 *
 * var events = new ContentionAdaptingTreeMap<LocalDate, String>(new ByDay());
 * }</pre>
 *
 * @param <K> the type of the keys
 */
public interface ExactPrefixComparator<K> extends PrefixComparator<K> {

  /**
   * Returns the order of keys by a number of theirs. An example is {@code
   * ExactPrefixComparator.of(LocalDate::toEpochDay, LocalDate::ofEpochDay)}.
   *
   * @param toPrefix gives each key its number; unequal keys have different numbers
   * @param toKey makes a key of its number, as {@link #keyOf} does
   */
  static <K> ExactPrefixComparator<K> of(
      ToLongFunction<? super K> toPrefix, LongFunction<? extends K> toKey) {
    Objects.requireNonNull(toPrefix, "toPrefix");
    Objects.requireNonNull(toKey, "toKey");
    return new ExactPrefixComparator<>() {
      @Override
      public long prefix(K key) {
        return toPrefix.applyAsLong(key);
      }

      @Override
      public K keyOf(long prefix) {
        return toKey.apply(prefix);
      }
    };
  }

  /**
   * Returns a key with a prefix. An update of a map may call it after it has taken effect, so it
   * must not throw anything.
   *
   * @param prefix that of a key that has been given to the map
   */
  K keyOf(long prefix);

  /** Compares the prefixes. */
  @Override
  default int compare(K a, K b) {
    return Long.compare(prefix(a), prefix(b));
  }

  /** Returns true. */
  @Override
  default boolean isExact(long prefix) {
    return true;
  }
}
