package org.jets.bench.skeleton;

/**
 * A way from mapping to mapping, for one thread. A step that fails by an error has not been made.
 */
public interface Walk<K, V> {
  /**
   * Goes to the next mapping.
   *
   * @return false at the end, where it stays
   */
  boolean advance();

  /** Makes the key of the mapping that the last step came to, once more at each call. */
  K key();

  /** Remembers the key of the mapping that the last step came to, in place of an earlier one. */
  void keepKey();

  /** Makes the key that was remembered, whatever has become of an object that was made of it. */
  K keptKey();

  /** The value that the last step read. */
  V value();
}
