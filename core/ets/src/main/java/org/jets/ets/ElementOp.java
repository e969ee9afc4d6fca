package org.jets.ets;

import java.util.Objects;
import org.jets.ets.argument.ValueText;
import org.jets.terms.Term;

/**
 * One operation of {@link EtsTable#updateElement}: <code>{Position, Value}</code>.
 *
 * @param position from 1; one that the object does not have, or the key's, is an error of the call
 *     that uses the operation
 * @param value the new element
 */
public record ElementOp(int position, Term value) {

  /** Makes the operation. */
  public ElementOp {
    Objects.requireNonNull(value, "value");
  }

  /** Returns the operation that sets one element. */
  public static ElementOp set(int position, Term value) {
    return new ElementOp(position, value);
  }

  /** Returns the operation as text, with the beginning of the value. */
  @Override
  public String toString() {
    return "{" + position + "," + ValueText.of(value) + "}";
  }
}
