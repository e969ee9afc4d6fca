package org.jets.ets;

import java.util.Objects;
import java.util.Optional;
import org.jets.ets.argument.ValueText;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jspecify.annotations.Nullable;

/**
 * An interval of keys in the standard order, open, closed or unbounded at each end. A range whose
 * lower end lies above its upper one is empty.
 */
public final class KeyRange {
  private static final KeyRange ALL = new KeyRange(null, false, null, false);

  private final @Nullable Term lower;
  private final boolean lowerInclusive;
  private final @Nullable Term upper;
  private final boolean upperInclusive;

  private KeyRange(
      @Nullable Term lower, boolean lowerInclusive, @Nullable Term upper, boolean upperInclusive) {
    this.lower = lower;
    this.lowerInclusive = lowerInclusive;
    this.upper = upper;
    this.upperInclusive = upperInclusive;
  }

  /**
   * Returns the range between these ends.
   *
   * @param lower the lower end, or null for none
   * @param lowerInclusive true if the lower end is in the range
   * @param upper the upper end, or null for none
   * @param upperInclusive true if the upper end is in the range
   */
  public static KeyRange of(
      @Nullable Term lower, boolean lowerInclusive, @Nullable Term upper, boolean upperInclusive) {
    return new KeyRange(
        lower, lower != null && lowerInclusive, upper, upper != null && upperInclusive);
  }

  /** Returns the range of all keys. */
  public static KeyRange all() {
    return ALL;
  }

  /** Returns the range {@code lower =< Key =< upper}. */
  public static KeyRange closed(Term lower, Term upper) {
    return new KeyRange(
        Objects.requireNonNull(lower, "lower"), true, Objects.requireNonNull(upper, "upper"), true);
  }

  /** Returns the range {@code lower =< Key < upper}. */
  public static KeyRange closedOpen(Term lower, Term upper) {
    return new KeyRange(
        Objects.requireNonNull(lower, "lower"),
        true,
        Objects.requireNonNull(upper, "upper"),
        false);
  }

  /** Returns the range {@code lower < Key =< upper}. */
  public static KeyRange openClosed(Term lower, Term upper) {
    return new KeyRange(
        Objects.requireNonNull(lower, "lower"),
        false,
        Objects.requireNonNull(upper, "upper"),
        true);
  }

  /** Returns the range {@code lower < Key < upper}. */
  public static KeyRange open(Term lower, Term upper) {
    return new KeyRange(
        Objects.requireNonNull(lower, "lower"),
        false,
        Objects.requireNonNull(upper, "upper"),
        false);
  }

  /** Returns the range {@code lower =< Key}. */
  public static KeyRange atLeast(Term lower) {
    return new KeyRange(Objects.requireNonNull(lower, "lower"), true, null, false);
  }

  /** Returns the range {@code lower < Key}. */
  public static KeyRange greaterThan(Term lower) {
    return new KeyRange(Objects.requireNonNull(lower, "lower"), false, null, false);
  }

  /** Returns the range {@code Key =< upper}. */
  public static KeyRange atMost(Term upper) {
    return new KeyRange(null, false, Objects.requireNonNull(upper, "upper"), true);
  }

  /** Returns the range {@code Key < upper}. */
  public static KeyRange lessThan(Term upper) {
    return new KeyRange(null, false, Objects.requireNonNull(upper, "upper"), false);
  }

  /** Returns the lower end; empty if there is none. */
  public Optional<Term> lower() {
    return Optional.ofNullable(lower);
  }

  /** Returns whether the lower end itself is in the range. */
  public boolean isLowerInclusive() {
    return lowerInclusive;
  }

  /** Returns the upper end; empty if there is none. */
  public Optional<Term> upper() {
    return Optional.ofNullable(upper);
  }

  /** Returns whether the upper end itself is in the range. */
  public boolean isUpperInclusive() {
    return upperInclusive;
  }

  /** Returns whether the key lies in the range. */
  public boolean contains(Term key) {
    return isAboveLower(key) && isBelowUpper(key);
  }

  /** Returns whether the key lies above the lower end, or is that end and in the range. */
  public boolean isAboveLower(Term key) {
    Objects.requireNonNull(key, "key");
    if (lower == null) {
      return true;
    }
    int c = TermOrder.STANDARD.compare(key, lower);
    return lowerInclusive ? c >= 0 : c > 0;
  }

  /** Returns whether the key lies below the upper end, or is that end and in the range. */
  public boolean isBelowUpper(Term key) {
    Objects.requireNonNull(key, "key");
    if (upper == null) {
      return true;
    }
    int c = TermOrder.STANDARD.compare(key, upper);
    return upperInclusive ? c <= 0 : c < 0;
  }

  /** Returns the part of this range above a key that lies in it. */
  public KeyRange above(Term key) {
    return new KeyRange(Objects.requireNonNull(key, "key"), false, upper, upperInclusive);
  }

  /** Returns the part of this range below a key that lies in it. */
  public KeyRange below(Term key) {
    return new KeyRange(lower, lowerInclusive, Objects.requireNonNull(key, "key"), false);
  }

  /** Returns the part of this range from a key on that lies in it. */
  public KeyRange from(Term key) {
    return new KeyRange(Objects.requireNonNull(key, "key"), true, upper, upperInclusive);
  }

  /** Returns whether no key can lie in the range. */
  public boolean isEmpty() {
    if (lower == null || upper == null) {
      return false;
    }
    int c = TermOrder.STANDARD.compare(lower, upper);
    return c > 0 || (c == 0 && !(lowerInclusive && upperInclusive));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyRange that
        && lowerInclusive == that.lowerInclusive
        && upperInclusive == that.upperInclusive
        && Objects.equals(lower, that.lower)
        && Objects.equals(upper, that.upper);
  }

  @Override
  public int hashCode() {
    return Objects.hash(lower, lowerInclusive, upper, upperInclusive);
  }

  /** Returns the range as text, with the beginning of each bound. */
  @Override
  public String toString() {
    return (lowerInclusive ? "[" : "(")
        + (lower == null ? "" : ValueText.of(lower))
        + ".."
        + (upper == null ? "" : ValueText.of(upper))
        + (upperInclusive ? "]" : ")");
  }
}
