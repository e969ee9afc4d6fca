package org.jets.collections.internal.order;

/** The relation of the key that is looked for to the one that is given. */
public enum Relation {
  /** The greatest key below. */
  LOWER(false, false),
  /** The greatest key that is not above. */
  FLOOR(false, true),
  /** The least key that is not below. */
  CEILING(true, true),
  /** The least key above. */
  HIGHER(true, false);

  /** True if the key that is looked for is the given one or above it. */
  public final boolean isUpward;

  /** True if it may be the given one. */
  public final boolean isInclusive;

  Relation(boolean isUpward, boolean isInclusive) {
    this.isUpward = isUpward;
    this.isInclusive = isInclusive;
  }

  public static Relation of(boolean isUpward, boolean isInclusive) {
    if (isUpward) {
      return isInclusive ? CEILING : HIGHER;
    }
    return isInclusive ? FLOOR : LOWER;
  }

  /** The same seen from the other end of the order. */
  public Relation mirrored() {
    return of(!isUpward, isInclusive);
  }
}
