package org.jets.collections.internal.order;

import org.jspecify.annotations.Nullable;

/**
 * Ends a walk over keys in their order that goes in a circle. It can do so only if comparisons
 * contradict each other. Otherwise each place of a walk is behind all places before it.
 *
 * <p>Source: R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20, 1980. A place is
 * remembered until twice as many steps have been made. So a circle is found in a few rounds, and a
 * step costs a comparison of two references.
 */
public final class CircleCheck<K> {
  private long steps;

  // The place that is remembered.
  private @Nullable K key;
  private long prefix;
  private boolean isIncluded;

  /**
   * Notes that a walk goes on at a key, or behind it. To be called before the walk does so, which
   * then stays where it is.
   *
   * @throws IllegalStateException if the walk has been there
   */
  public void step(PrefixOrder<K> order, long nextPrefix, K next, boolean isNextIncluded) {
    if (nextPrefix == prefix
        && isNextIncluded == isIncluded
        && key != null
        && (next == key || order.hasKeysInPrefixes())) {
      throw contradiction();
    }
    steps++;
    if ((steps & (steps - 1)) == 0) {
      key = next;
      prefix = nextPrefix;
      isIncluded = isNextIncluded;
    }
  }

  /**
   * The same by the key object, which is the same whenever a walk comes there.
   *
   * @throws IllegalStateException if the walk has been there
   */
  public void step(K next) {
    if (next == key) {
      throw contradiction();
    }
    steps++;
    if ((steps & (steps - 1)) == 0) {
      key = next;
    }
  }

  /** Returns the exception of an operation that comparisons would keep from its end. */
  public static IllegalStateException contradiction() {
    return new IllegalStateException(
        "order of a key: contradicts that of others (expected: a total order)");
  }
}
