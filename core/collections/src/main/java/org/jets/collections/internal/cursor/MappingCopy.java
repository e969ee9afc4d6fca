package org.jets.collections.internal.cursor;

import java.util.Arrays;

/** Keys and values that were copied out of a map, in the order of a cursor. */
public final class MappingCopy<K, V> {
  private K[] keys;
  private V[] values;
  private int size;

  /**
   * @param capacity how many there is room for until it grows
   */
  @SuppressWarnings("unchecked") // They are empty.
  public MappingCopy(int capacity) {
    keys = (K[]) new Object[capacity];
    values = (V[]) new Object[capacity];
  }

  public void add(K key, V value) {
    if (size == keys.length) {
      int larger = Math.multiplyExact(size, 2);
      K[] largerKeys = Arrays.copyOf(keys, larger);
      values = Arrays.copyOf(values, larger);
      keys = largerKeys; // Last: its length says how many there is room for.
    }
    keys[size] = key;
    values[size++] = value;
  }

  /** Forgets all, and leaves room for as many as there was. */
  void clear() {
    size = 0;
  }

  public int size() {
    return size;
  }

  /** Returns the number of mappings that there is room for. */
  public int capacity() {
    return keys.length;
  }

  public K key(int index) {
    return keys[index];
  }

  public V value(int index) {
    return values[index];
  }
}
