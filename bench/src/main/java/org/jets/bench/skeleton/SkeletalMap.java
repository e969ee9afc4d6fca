package org.jets.bench.skeleton;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jspecify.annotations.Nullable;

/**
 * Methods and views that the maps have in common, by way of updates of one key and of a walk.
 *
 * <p>A function is called without a lock. It may be called again if the value of its key has
 * changed meanwhile. A view that chooses mappings by their values removes one only while it has
 * that value. Iterators and the view of the keys remove by the key alone. A key that has been given
 * out is the caller's, and is not used for a removal.
 */
public abstract class SkeletalMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
  static {
    EarlyInitialization.of(Presence.class);
  }

  /** A map whose subclass has the structure. */
  protected SkeletalMap() {}

  /**
   * Sets, or with null removes, the value of a key if the present one is as expected.
   *
   * @return the value before, whether expected or not; null if there was none
   */
  protected abstract @Nullable V update(Object key, @Nullable V value, Presence expected);

  /** Changes the value of a key atomically. */
  protected abstract void change(Object key, Change<V> change);

  /** Checks the inner structure of a map that no thread changes; throws if something is wrong. */
  public abstract void validate();

  /** Returns a walk over all mappings. */
  protected abstract Walk<K, V> walk();

  /** The characteristics of spliterators beyond those of all concurrent maps. */
  protected abstract int order();

  // One key

  @Override
  public abstract @Nullable V get(Object key);

  @Override
  public final V getOrDefault(Object key, V other) {
    V value = get(key);
    return value == null ? other : value;
  }

  @Override
  public final boolean containsKey(Object key) {
    return get(key) != null;
  }

  @Override
  public final @Nullable V put(K key, V value) {
    return update(key, Objects.requireNonNull(value, "value"), Presence.ANYTHING);
  }

  @Override
  public final @Nullable V putIfAbsent(K key, V value) {
    return update(key, Objects.requireNonNull(value, "value"), Presence.ABSENT);
  }

  @Override
  public final @Nullable V remove(Object key) {
    return update(key, null, Presence.PRESENT);
  }

  @Override
  public final @Nullable V replace(K key, V value) {
    return update(key, Objects.requireNonNull(value, "value"), Presence.PRESENT);
  }

  /** Sets or removes a value that is the expected one or equal to it. */
  private static final class IfEqual<V> extends Change<V> {
    private final Object expected;
    private final @Nullable V value;
    private boolean isEqual;

    IfEqual(Object expected, @Nullable V value) {
      this.expected = expected;
      this.value = value;
    }

    @Override
    public @Nullable V apply(@Nullable V present) {
      isEqual = present != null && (present == expected || expected.equals(present));
      return isEqual ? value : present;
    }
  }

  private boolean changeIfEqual(Object key, Object expected, @Nullable V value) {
    IfEqual<V> change = new IfEqual<>(expected, value);
    change(key, change);
    return change.isEqual;
  }

  @Override
  public final boolean remove(Object key, @Nullable Object value) {
    Objects.requireNonNull(key, "key");
    return value != null && changeIfEqual(key, value, null);
  }

  @Override
  public final boolean replace(K key, V before, V value) {
    Objects.requireNonNull(before, "before");
    return changeIfEqual(key, before, Objects.requireNonNull(value, "value"));
  }

  private @Nullable V change(K key, Function<@Nullable V, @Nullable V> function) {
    Change<V> change =
        new Change<>() {
          @Override
          public @Nullable V apply(@Nullable V present) {
            return function.apply(present);
          }
        };
    change(key, change);
    return change.after();
  }

  @Override
  public final @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    Objects.requireNonNull(function, "function");
    return change(key, present -> function.apply(key, present));
  }

  @Override
  public final @Nullable V computeIfAbsent(
      K key, Function<? super K, ? extends @Nullable V> function) {
    Objects.requireNonNull(function, "function");
    return change(key, present -> present == null ? function.apply(key) : present);
  }

  @Override
  public final @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> function) {
    Objects.requireNonNull(function, "function");
    return change(key, present -> present == null ? null : function.apply(key, present));
  }

  @Override
  public final @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(function, "function");
    return change(key, present -> present == null ? value : function.apply(present, value));
  }

  // All

  @Override
  public final void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action, "action");
    Walk<K, V> walk = walk();
    while (walk.advance()) {
      action.accept(walk.key(), walk.value());
    }
  }

  @Override
  public final void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    Objects.requireNonNull(function, "function");
    Walk<K, V> walk = walk();
    while (walk.advance()) {
      computeIfPresent(
          walk.key(), (key, value) -> Objects.requireNonNull(function.apply(key, value), "value"));
    }
  }

  @Override
  public final boolean containsValue(Object value) {
    Objects.requireNonNull(value, "value");
    Walk<K, V> walk = walk();
    while (walk.advance()) {
      if (value == walk.value() || value.equals(walk.value())) {
        return true;
      }
    }
    return false;
  }

  // Views

  /** Goes to a mapping when it is asked for. */
  private final class Entries implements Iterator<Map.Entry<K, V>> {
    private final Walk<K, V> walk = walk();

    /** True if the walk is at what comes next. */
    private boolean isAhead;

    private boolean isOver;
    private boolean isRemovable;

    @Override
    public boolean hasNext() {
      if (!isAhead) {
        isOver = !walk.advance();
        isAhead = true;
      }
      return !isOver;
    }

    @Override
    public Map.Entry<K, V> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Map.Entry<K, V> entry = new WritingEntry<>(SkeletalMap.this, walk.key(), walk.value());
      walk.keepKey(); // The caller may change the one that is given.
      isRemovable = true;
      isAhead = false;
      return entry;
    }

    @Override
    public void remove() {
      if (!isRemovable) {
        throw new IllegalStateException("remove: no mapping (expected: after next)");
      }
      SkeletalMap.this.remove(walk.keptKey());
      isRemovable = false;
    }
  }

  /** Gives a part of each entry. */
  private final class Parts<T> implements Iterator<T> {
    private final Entries entries = new Entries();
    private final Function<Map.Entry<K, V>, T> part;

    Parts(Function<Map.Entry<K, V>, T> part) {
      this.part = part;
    }

    @Override
    public boolean hasNext() {
      return entries.hasNext();
    }

    @Override
    public T next() {
      return part.apply(entries.next());
    }

    @Override
    public void remove() {
      entries.remove();
    }
  }

  private <T> Spliterator<T> spliterator(Iterator<T> iterator, int characteristics) {
    return Spliterators.spliteratorUnknownSize(
        iterator, characteristics | order() | Spliterator.NONNULL | Spliterator.CONCURRENT);
  }

  /** Removes each mapping of which a part is chosen, if its value is still the same. */
  private <T> boolean removeMappings(
      Function<Map.Entry<K, V>, T> part, Predicate<? super T> chosen) {
    Objects.requireNonNull(chosen, "filter");
    boolean hasRemoved = false;
    Walk<K, V> walk = walk();
    while (walk.advance()) {
      Map.Entry<K, V> entry = new SimpleImmutableEntry<>(walk.key(), walk.value());
      if (chosen.test(part.apply(entry))) {
        hasRemoved |= remove(walk.key(), walk.value());
      }
    }
    return hasRemoved;
  }

  private abstract class SetView<T> extends AbstractSet<T> {
    @Override
    public final int size() {
      return SkeletalMap.this.size();
    }

    @Override
    public final boolean isEmpty() {
      return SkeletalMap.this.isEmpty();
    }

    @Override
    public final void clear() {
      SkeletalMap.this.clear();
    }

    @Override
    public final Spliterator<T> spliterator() {
      return SkeletalMap.this.spliterator(iterator(), Spliterator.DISTINCT);
    }

    @Override
    public final boolean removeAll(Collection<?> others) {
      boolean hasRemoved = false;
      for (Object other : others) {
        hasRemoved |= remove(other);
      }
      return hasRemoved;
    }

    @Override
    public final boolean retainAll(Collection<?> others) {
      Objects.requireNonNull(others, "others");
      return removeIf(one -> !others.contains(one));
    }
  }

  private final class Keys extends SetView<K> {
    @Override
    public Iterator<K> iterator() {
      return new Parts<>(Map.Entry::getKey);
    }

    @Override
    public boolean contains(Object key) {
      return containsKey(key);
    }

    @Override
    public boolean remove(Object key) {
      return SkeletalMap.this.remove(key) != null;
    }

    @Override
    public boolean removeIf(Predicate<? super K> filter) {
      Objects.requireNonNull(filter, "filter");
      boolean hasRemoved = false;
      Walk<K, V> walk = walk();
      while (walk.advance()) {
        hasRemoved |= filter.test(walk.key()) && remove(walk.key());
      }
      return hasRemoved;
    }
  }

  private final class Mappings extends SetView<Map.Entry<K, V>> {
    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
      return new Entries();
    }

    @Override
    public boolean contains(Object other) {
      if (!(other instanceof Map.Entry<?, ?> entry)
          || entry.getKey() == null
          || entry.getValue() == null) {
        return false;
      }
      V value = get(entry.getKey());
      return value != null && (value == entry.getValue() || entry.getValue().equals(value));
    }

    @Override
    public boolean remove(Object other) {
      return other instanceof Map.Entry<?, ?> entry
          && entry.getKey() != null
          && SkeletalMap.this.remove(entry.getKey(), entry.getValue());
    }

    @Override
    public boolean removeIf(Predicate<? super Map.Entry<K, V>> filter) {
      return removeMappings(Function.identity(), filter);
    }
  }

  private final class Values extends AbstractCollection<V> {
    @Override
    public Iterator<V> iterator() {
      return new Parts<>(Map.Entry::getValue);
    }

    @Override
    public int size() {
      return SkeletalMap.this.size();
    }

    @Override
    public boolean isEmpty() {
      return SkeletalMap.this.isEmpty();
    }

    @Override
    public void clear() {
      SkeletalMap.this.clear();
    }

    @Override
    public Spliterator<V> spliterator() {
      return SkeletalMap.this.spliterator(iterator(), 0);
    }

    @Override
    public boolean contains(Object value) {
      return containsValue(value);
    }

    @Override
    public boolean remove(Object value) {
      Objects.requireNonNull(value, "value");
      Walk<K, V> walk = walk();
      while (walk.advance()) {
        V present = walk.value();
        if ((value == present || value.equals(present))
            && SkeletalMap.this.remove(walk.key(), present)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean removeIf(Predicate<? super V> filter) {
      return removeMappings(Map.Entry::getValue, filter);
    }

    @Override
    public boolean removeAll(Collection<?> others) {
      Objects.requireNonNull(others, "others");
      return removeIf(others::contains);
    }

    @Override
    public boolean retainAll(Collection<?> others) {
      Objects.requireNonNull(others, "others");
      return removeIf(value -> !others.contains(value));
    }
  }

  @Override
  public final Set<K> keySet() {
    return new Keys();
  }

  @Override
  public final Collection<V> values() {
    return new Values();
  }

  @Override
  public final Set<Map.Entry<K, V>> entrySet() {
    return new Mappings();
  }
}
