package org.jets.ets.view;

import java.util.Map;
import java.util.Objects;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A mapping as a traversal found it. It does not follow later changes of the map, but writes its
 * own into it.
 */
final class TableEntry<K, V> implements Map.Entry<K, V> {
  private final TableMap<K, V> map;
  private final Term term;
  private final K key;
  private V value;

  /**
   * Makes an entry.
   *
   * @param term the key as the table has it
   */
  TableEntry(TableMap<K, V> map, Term term, K key, V value) {
    this.map = map;
    this.term = term;
    this.key = key;
    this.value = value;
  }

  @Override
  public K getKey() {
    return key;
  }

  @Override
  public V getValue() {
    return value;
  }

  /**
   * Puts the value into the map, also if the key has been removed since.
   *
   * @return the value that this entry had
   */
  @Override
  public V setValue(V newValue) {
    map.putTerm(term, Objects.requireNonNull(newValue, "newValue"));
    V old = value;
    value = newValue;
    return old;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Map.Entry<?, ?> entry
        && key.equals(entry.getKey())
        && value.equals(entry.getValue());
  }

  @Override
  public int hashCode() {
    return key.hashCode() ^ value.hashCode();
  }

  @Override
  public String toString() {
    return key + "=" + value;
  }
}
