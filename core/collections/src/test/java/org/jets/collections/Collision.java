package org.jets.collections;

/** A key whose hash is everyone's; comparable, as most keys are that somebody else chooses. */
record Collision(int number) implements Comparable<Collision> {
  @Override
  public int hashCode() {
    return 7;
  }

  @Override
  public int compareTo(Collision other) {
    return Integer.compare(number, other.number);
  }
}
