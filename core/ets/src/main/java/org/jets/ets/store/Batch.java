package org.jets.ets.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jets.ets.TableType;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Objects to be inserted together, by key; those of one key in their order. Used by the thread that
 * inserts them, which pauses while this is made, with no lock held, and may be called off until
 * they are inserted.
 */
public final class Batch {
  private final StoreConfig config;
  private final Cells cells;
  private final Pace pace = new Pace();
  private final List<Term> keys = new ArrayList<>();
  private final List<List<Tuple>> objects = new ArrayList<>();

  public Batch(StoreConfig config, Collection<Tuple> inserted) {
    this.config = config;
    this.cells = Cells.of(config.type());
    Map<Term, List<Tuple>> places =
        config.type() == TableType.ORDERED_SET
            ? new TreeMap<>(TermOrder.STANDARD)
            : new HashMap<>(inserted.size() * 2);
    for (Tuple object : inserted) {
      pace.step();
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
  public int size() {
    return keys.size();
  }

  public Term key(int i) {
    return keys.get(i);
  }

  /** Returns what lets the inserting thread pause; also while it waits for a lock. */
  public Pace pace() {
    return pace;
  }

  /**
   * Returns what the objects of the key number {@code i} make of its cell. To be called before the
   * insert takes effect: this fails if it is called off. Never waits.
   */
  public Object apply(int i, @Nullable Object before) {
    @Nullable Object cell = before;
    for (Tuple object : objects.get(i)) {
      pace.stepUnderLock();
      cell = cells.with(cell, SharedKey.in(config, cell, object));
    }
    if (cell == null) {
      throw new IllegalStateException("no objects for key " + key(i));
    }
    return cell;
  }
}
