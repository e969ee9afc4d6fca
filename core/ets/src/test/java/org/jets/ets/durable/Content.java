package org.jets.ets.durable;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jets.ets.TableType;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** The content of a table of type set or bag: the objects of each key. For use by one thread. */
final class Content implements LogSink {
  static final LogProperties PROPERTIES = new LogProperties(Atom.of("table"), TableType.BAG, 1);

  private final Map<Term, List<Tuple>> cells = new HashMap<>();

  /** Returns a cell with a key and as many values, none for an absent key. */
  static LogCell cell(long key, long... values) {
    List<Tuple> objects =
        Arrays.stream(values)
            .mapToObj(value -> Tuple.of(IntegerTerm.of(key), IntegerTerm.of(value)))
            .toList();
    return new LogCell(IntegerTerm.of(key), objects);
  }

  @Override
  public void cell(LogCell cell) {
    if (cell.objects().isEmpty()) {
      cells.remove(cell.key());
    } else {
      cells.put(cell.key(), cell.objects());
    }
  }

  @Override
  public void clear() {
    cells.clear();
  }

  Map<Term, List<Tuple>> cells() {
    return Map.copyOf(cells);
  }
}
