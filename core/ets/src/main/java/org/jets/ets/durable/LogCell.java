package org.jets.ets.durable;

import java.util.List;
import java.util.Objects;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Everything that a table has under one key.
 *
 * @param key the key; if there are objects, the log takes the key from them
 * @param objects the objects, oldest first; none if the key is absent
 */
public record LogCell(Term key, List<Tuple> objects) {
  /** Checks the parts. */
  public LogCell {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(objects, "objects");
  }

  /** Returns the term of the cell in a record. */
  Term term() {
    return objects.isEmpty() ? Tuple.of(key) : ListTerm.of(objects);
  }
}
