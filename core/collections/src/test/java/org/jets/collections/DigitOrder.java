package org.jets.collections;

import java.util.function.ToIntFunction;

/**
 * The order of keys by the octal digits of their numbers, which are not negative. Its units are
 * digits, and a prefix has a few of them. So keys of a small range share many units, and trees of a
 * few hundred keys have nodes with different offsets.
 */
class DigitOrder<K> implements PrefixComparator<K> {
  private static final int DIGITS = 11;
  private static final int DIGITS_OF_PREFIX = 3;
  private static final int BITS = 3;

  private final ToIntFunction<? super K> number;

  /** Called at the beginning of each of the methods that may throw. */
  private final Runnable callback;

  DigitOrder(ToIntFunction<? super K> number, Runnable callback) {
    this.number = number;
    this.callback = callback;
  }

  private long digits(K key, int offset) {
    long code = (long) number.applyAsInt(key) << (DIGITS_OF_PREFIX * BITS);
    int below = Math.max(0, DIGITS - offset) * BITS;
    return (code >>> below) & ((1 << (DIGITS_OF_PREFIX * BITS)) - 1);
  }

  private static int shared(long differing, int digits) {
    return digits - (Long.SIZE - Long.numberOfLeadingZeros(differing) + BITS - 1) / BITS;
  }

  @Override
  public int compare(K a, K b) {
    callback.run();
    return Integer.compare(number.applyAsInt(a), number.applyAsInt(b));
  }

  @Override
  public long prefix(K key) {
    callback.run();
    return digits(key, 0);
  }

  @Override
  public long prefix(K key, int offset) {
    callback.run();
    return digits(key, offset);
  }

  @Override
  public boolean isExact(long prefix, int offset) {
    return offset + DIGITS_OF_PREFIX >= DIGITS;
  }

  @Override
  public int sharedUnits(K a, K b) {
    callback.run();
    int x = number.applyAsInt(a);
    int y = number.applyAsInt(b);
    return x == y ? Integer.MAX_VALUE : shared(x ^ y, DIGITS);
  }

  @Override
  public int sharedUnits(long prefix, long otherPrefix) {
    return shared(prefix ^ otherPrefix, DIGITS_OF_PREFIX);
  }
}
