package org.jets.testkit.faults;

import org.jspecify.annotations.Nullable;

/** A value whose equality and hash can throw. */
public record FaultValue(int number) {
  @Override
  public boolean equals(@Nullable Object other) {
    FaultPoints.callback();
    return other instanceof FaultValue value && value.number == number;
  }

  @Override
  public int hashCode() {
    FaultPoints.callback();
    return number;
  }
}
