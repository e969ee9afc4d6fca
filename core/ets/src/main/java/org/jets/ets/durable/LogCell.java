package org.jets.ets.durable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jets.ets.cell.CellEnds;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a table has under one key.
 *
 * @param key the key; if there are objects, the log takes the key from them
 * @param objects the objects, oldest first; none if the key is absent
 * @param ends the end of each object, as {@link CellEnds} has them; none if the log does not know
 */
public record LogCell(Term key, List<Tuple> objects, List<Long> ends) {
  private static final Atom INFINITY = Atom.of("infinity");

  /** Checks the parts. */
  public LogCell {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(objects, "objects");
    if (!ends.isEmpty() && ends.size() != objects.size()) {
      throw new IllegalArgumentException(
          "ends: " + ends.size() + " (expected: none, or " + objects.size() + ")");
    }
  }

  /** Makes a cell whose objects have no end that the log knows. */
  public LogCell(Term key, List<Tuple> objects) {
    this(key, objects, List.of());
  }

  /** Returns the term of the cell in a record. */
  Term term() {
    if (objects.isEmpty()) {
      return Tuple.of(key);
    }
    ListTerm list = ListTerm.of(objects);
    if (ends.isEmpty()) {
      return list;
    }
    return Tuple.of(list, endTerms());
  }

  /** Returns the ends as the record has them. */
  ListTerm endTerms() {
    List<Term> times = new ArrayList<>(ends.size());
    for (long end : ends) {
      times.add(end == CellEnds.NEVER ? INFINITY : IntegerTerm.of(end));
    }
    return ListTerm.of(times);
  }

  /** Returns the ends of a term that {@link #term} has made; null if it is none. */
  static @Nullable List<Long> ends(Term term) {
    if (!(term instanceof ListTerm times && times.isProper())) {
      return null;
    }
    List<Long> ends = new ArrayList<>(times.size());
    for (Term time : times) {
      if (time == INFINITY) {
        ends.add(CellEnds.NEVER);
      } else if (time instanceof IntegerTerm integer && integer.fitsLong()) {
        ends.add(integer.longValue());
      } else {
        return null;
      }
    }
    return ends;
  }
}
