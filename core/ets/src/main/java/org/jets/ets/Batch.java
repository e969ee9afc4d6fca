package org.jets.ets;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Objects to be inserted together, by key; those of one key in their order. */
final class Batch {
  private final StoreConfig config;
  private final Cells cells;
  private final List<Term> keys = new ArrayList<>();
  private final List<List<Tuple>> objects = new ArrayList<>();

  Batch(StoreConfig config, Collection<Tuple> inserted) {
    this.config = config;
    this.cells = Cells.of(config.type());
    Map<Term, List<Tuple>> places =
        config.type() == TableType.ORDERED_SET
            ? new TreeMap<>(TermOrder.STANDARD)
            : new HashMap<>(inserted.size() * 2);
    for (Tuple object : inserted) {
      Term key = config.key(object);
      List<Tuple> place = places.get(key);
      if (place == null) {
        place = new ArrayList<>(1);
        places.put(key, place);
        keys.add(key);
        objects.add(place);
      }
      place.add(object);
    }
  }

  /** Returns how many different keys there are. */
  int size() {
    return keys.size();
  }

  Term key(int i) {
    return keys.get(i);
  }

  /** Returns what the objects of the key number {@code i} make of its cell. */
  Object apply(int i, @Nullable Object before) {
    @Nullable Object cell = before;
    for (Tuple object : objects.get(i)) {
      cell = cells.with(cell, SharedKey.in(config, cell, object));
    }
    if (cell == null) {
      throw new IllegalStateException("no objects for key " + key(i));
    }
    return cell;
  }
}
