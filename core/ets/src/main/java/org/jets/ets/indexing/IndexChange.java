package org.jets.ets.indexing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jets.ets.indexing.TableIndex.Part;
import org.jets.ets.watch.ChangeListener.Change;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one call in the indexes of a table. Before a key changes, the entries of its new
 * cell are added. After that, those that the cell does not have are removed. All expressions are
 * evaluated before the change, since that may be cancelled; again only if the cell becomes another
 * than the planned one.
 */
final class IndexChange implements Change {
  private final TableIndexes table;
  private final TableIndex[] indexes;
  private final List<Term> keys;

  /**
   * The entries that the plan has added to the indexes, in the order of the keys. They go if the
   * plan is not made.
   */
  private final List<Planned> added = new ArrayList<>();

  /** The entries that go if the plan is made, in the order of the keys. */
  private final List<Planned> gone = new ArrayList<>();

  /**
   * The entries that get the terms and keys of other objects if the plan is made, as {@link #gone}.
   */
  private final List<Planned> moved = new ArrayList<>();

  private final boolean[] isChanged;

  /** The cells of the last plan; null before it. */
  private @Nullable Object @Nullable [] planned;

  /** The numbers of the keys by key, made for a batch that a unique index needs it for. */
  private @Nullable Map<Term, Integer> numbers;

  /** The number of the key that may be told next. */
  private int next;

  /** The number of the addition that has not been settled yet. */
  private int nextAdded;

  /** The number of the entry that goes next. */
  private int nextGone;

  /** The number of the entry that gets another term or key next. */
  private int nextMoved;

  /** An entry that comes or goes for a key. */
  private record Planned(TableIndex index, int key, IndexEntry entry) {
    /** Removes the entry. If that fails, it is removed later. */
    void remove() {
      try {
        index.remove(entry);
      } catch (RuntimeException | Error e) {
        index.setStale(true);
      }
    }

    /** Gives the present entry this term and key. If that fails, it keeps equal ones. */
    void move() {
      try {
        index.move(entry);
      } catch (RuntimeException | Error e) {
        // Only memory is not saved.
      }
    }
  }

  IndexChange(TableIndexes table, TableIndex[] indexes, List<Term> keys) {
    this.table = table;
    this.indexes = indexes;
    this.keys = keys;
    this.isChanged = new boolean[keys.size()];
  }

  @Override
  public boolean wantsPlan() {
    return true;
  }

  @Override
  public void planned(@Nullable Object[] before, @Nullable Object[] after) {
    if (planned != null) {
      takeBack(); // That plan has not been made.
      added.clear();
      gone.clear();
      moved.clear();
    }
    planned = after;
    for (int i = 0; i < after.length; i++) {
      if (before[i] != after[i]) {
        CellDifference difference = new CellDifference(before[i], after[i]);
        for (TableIndex index : indexes) {
          if (!index.isDropped()) {
            plan(index, i, difference, after);
          }
        }
      }
    }
  }

  private void plan(TableIndex index, int i, CellDifference difference, @Nullable Object[] after) {
    List<IndexEntry> wanted = index.entriesOf(difference.added());
    List<IndexEntry> present = index.entriesOf(difference.removed());
    for (IndexEntry entry : index.gone(present, wanted, difference)) {
      gone.add(new Planned(index, i, entry));
    }
    for (IndexEntry entry : index.moved(present, wanted, difference)) {
      moved.add(new Planned(index, i, entry));
    }
    for (IndexEntry entry : index.without(wanted, present)) {
      added.add(new Planned(index, i, entry));
      boolean isNew = false;
      try {
        isNew = index.add(entry, key -> part(index, key, entry, after));
      } finally {
        if (!isNew) {
          added.remove(added.size() - 1); // Another object of the key has the term as well.
        }
      }
    }
  }

  /** Returns the part that a key with the term of an entry has in this call. */
  private Part part(TableIndex index, Term key, IndexEntry entry, @Nullable Object[] after) {
    if (keys.size() == 1) {
      return Part.NONE;
    }
    if (numbers == null) {
      Map<Term, Integer> made = new TreeMap<>(index.keyOrder());
      for (int i = 0; i < keys.size(); i++) {
        made.put(keys.get(i), i);
      }
      numbers = made;
    }
    Integer number = numbers.get(key);
    if (number == null) {
      return Part.NONE;
    }
    return index.hasTerm(after[number], entry) ? Part.HAS : Part.LOSES;
  }

  @Override
  public void changed(Term key, @Nullable Object before, @Nullable Object after) {
    while (keys.get(next) != key) {
      next++;
    }
    int i = next++;
    isChanged[i] = true;
    if (isPlanned(i, after)) {
      removeGone(i);
      moveTerms(i);
      return;
    }
    if (before != after) {
      for (TableIndex index : indexes) {
        try {
          CellDifference difference = new CellDifference(before, after);
          List<IndexEntry> removed = index.entriesOf(difference.removed());
          List<IndexEntry> present = index.entriesOf(difference.added());
          index.gone(removed, present, difference).forEach(index::remove);
          // The store may have made other objects than the planned ones, to share a large key.
          index.moved(removed, present, difference).forEach(index::move);
          present.forEach(index::move);
        } catch (RuntimeException | Error e) {
          // The change has been made. What is left over is removed later.
          index.setStale(true);
        }
      }
    }
    settleAdded(i, after);
  }

  /** Returns whether a cell has the objects of the planned one; false if it is not sure. */
  private boolean isPlanned(int key, @Nullable Object after) {
    if (planned == null) {
      return false;
    }
    if (planned[key] == after) {
      return true;
    }
    try {
      CellDifference difference = new CellDifference(planned[key], after);
      return difference.added().isEmpty() && difference.removed().isEmpty();
    } catch (RuntimeException | Error e) {
      return false; // The slower way then finds out, or fails and tells so.
    }
  }

  private void removeGone(int key) {
    while (nextGone < gone.size() && gone.get(nextGone).key <= key) {
      Planned one = gone.get(nextGone++);
      if (one.key == key) {
        one.remove();
      }
    }
  }

  private void moveTerms(int key) {
    while (nextMoved < moved.size() && moved.get(nextMoved).key <= key) {
      Planned one = moved.get(nextMoved++);
      if (one.key == key) {
        one.move();
      }
    }
  }

  /** Removes additions for a key whose cell is perhaps another than the planned one. */
  private void settleAdded(int key, @Nullable Object after) {
    while (nextAdded < added.size() && added.get(nextAdded).key <= key) {
      Planned one = added.get(nextAdded++);
      try {
        if (one.key == key) {
          one.index.removeUnless(after, one.entry);
        }
      } catch (RuntimeException | Error e) {
        one.index.setStale(true);
      }
    }
  }

  @Override
  public void cleared() {
    for (TableIndex index : indexes) {
      try {
        index.clear();
      } catch (RuntimeException | Error e) {
        index.setStale(true);
      }
    }
  }

  @Override
  public void end(boolean isComplete) {
    if (!isComplete) {
      for (TableIndex index : indexes) {
        index.setStale(true);
      }
      return;
    }
    takeBack();
  }

  /** Removes the additions for keys that have not changed. */
  private void takeBack() {
    for (Planned one : added) {
      if (!isChanged[one.key]) {
        one.remove();
      }
    }
  }

  @Override
  public void released() {
    table.removeStale(indexes);
  }
}
