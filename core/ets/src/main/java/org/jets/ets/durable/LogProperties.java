package org.jets.ets.durable;

import java.util.Objects;
import org.jets.ets.TableType;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The properties of a table that its log keeps.
 *
 * @param name the table's name
 * @param keypos the position of the key in each object, from 1
 */
public record LogProperties(Atom name, TableType type, int keypos) {
  /** Checks the properties. */
  public LogProperties {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    if (keypos < 1) {
      throw new IllegalArgumentException("keypos: " + keypos + " (expected: >= 1)");
    }
  }

  /** Returns the key of an object. */
  Term key(Tuple object) {
    return object.element(keypos);
  }

  @Override
  public String toString() {
    return "{" + name + "," + type.term() + ",{keypos," + keypos + "}}";
  }
}
