package org.jets.testkit.faults;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A key with a number, whose hash and equality can throw. */
public class FaultKey {
  private final int number;
  private final int hash;

  /** A key that is equal to all with its number. */
  public FaultKey(int number, int hash) {
    this.number = number;
    this.hash = hash;
  }

  /** Returns the number of a key, which is one of this class or a Long. */
  public static int number(Object key) {
    return key instanceof Long number ? number.intValue() : ((FaultKey) key).number;
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    FaultPoints.callback();
    return other instanceof FaultKey key && key.number == number;
  }

  @Override
  public final int hashCode() {
    FaultPoints.callback();
    return hash;
  }

  @Override
  public final String toString() {
    return "key " + number;
  }

  /** A key whose order can throw too. */
  public static final class Ordered extends FaultKey implements Comparable<Ordered> {
    /** A key in the order of numbers. */
    public Ordered(int number, int hash) {
      super(number, hash);
    }

    @Override
    public int compareTo(Ordered other) {
      FaultPoints.callback();
      return Integer.compare(number(this), number(other));
    }
  }

  /** Compares all keys by their numbers, and can throw. */
  public static class ByNumber implements Comparator<Object> {
    @Override
    public int compare(Object a, Object b) {
      FaultPoints.callback();
      return Integer.compare(number(a), number(b));
    }
  }
}
