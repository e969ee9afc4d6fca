package org.jets.bench.rivals;

import java.util.Comparator;
import java.util.Objects;
import java.util.Spliterator;
import org.jets.bench.skeleton.Walk;
import org.jspecify.annotations.Nullable;

/**
 * A map of a paper whose keys are in an order. Walks are weakly consistent: they give each mapping
 * that is there all the while once, in order, and may give others that come or go.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public abstract class OrderedRivalMap<K, V> extends RivalMap<K, V> {
  private final @Nullable Comparator<? super K> comparator;

  OrderedRivalMap(@Nullable Comparator<? super K> comparator) {
    this.comparator = comparator;
  }

  @SuppressWarnings("unchecked") // A key of another class is refused by the comparison.
  final int compare(Object one, Object other) {
    return comparator == null
        ? ((Comparable<Object>) one).compareTo(other)
        : comparator.compare((K) one, (K) other);
  }

  /** Returns a key that can be compared, also if there is no other yet. */
  @SuppressWarnings("unchecked") // As said.
  final K comparable(Object key) {
    Objects.requireNonNull(key, "key");
    if (comparator == null && !(key instanceof Comparable<?>)) {
      throw new ClassCastException("key: " + key.getClass() + " (expected: a Comparable)");
    }
    return (K) key;
  }

  /**
   * Returns a walk in ascending order, for one thread.
   *
   * @param from the least key, or null for no bound
   */
  public abstract Walk<K, V> ascending(@Nullable K from);

  @Override
  protected final Walk<K, V> walk() {
    return ascending(null);
  }

  @Override
  protected final int order() {
    return Spliterator.ORDERED;
  }

  /** Returns the least key, or null. */
  public final @Nullable K firstKey() {
    Walk<K, V> walk = walk();
    return walk.advance() ? walk.key() : null;
  }

  /** Returns the least key that is greater than another, or null. */
  public final @Nullable K higherKey(K key) {
    Walk<K, V> walk = ascending(Objects.requireNonNull(key, "key"));
    while (walk.advance()) {
      if (compare(walk.key(), key) > 0) {
        return walk.key();
      }
    }
    return null;
  }
}
