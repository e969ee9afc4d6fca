package org.jets.bench.radix;

/**
 * A way from mapping to mapping, for one thread. A step that fails by an error has not been made.
 */
interface Walk<K, V> {
  /**
   * Goes to the next mapping.
   *
   * @return false at the end, where it stays
   */
  boolean advance();

  /** The key of the mapping that the last step came to. */
  K key();

  /** The value that the last step read. */
  V value();
}
