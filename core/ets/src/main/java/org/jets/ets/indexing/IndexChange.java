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
 * cell are added. After that, those that the cell does not have are removed.
 */
final class IndexChange implements Change {
  private final TableIndexes table;
  private final TableIndex[] indexes;
  private final List<Term> keys;

  /**
   * The entries that the plan has added to the indexes, in the order of the keys. They go if the
   * plan is not made.
   */
  private final List<Added> added = new ArrayList<>();

  private final boolean[] isChanged;

  /** The cells of the last plan; null before it. */
  private @Nullable Object @Nullable [] planned;

  /** The numbers of the keys by key, made for a batch that a unique index needs it for. */
  private @Nullable Map<Term, Integer> numbers;

  /** The number of the key that may be told next. */
  private int next;

  /** The number of the addition that has not been settled yet. */
  private int nextAdded;

  /** An entry that has been added for a key. */
  private record Added(TableIndex index, int key, IndexEntry entry) {}

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
    }
    planned = after;
    for (int i = 0; i < after.length; i++) {
      if (before[i] != after[i]) {
        CellDifference difference = new CellDifference(before[i], after[i]);
        for (TableIndex index : indexes) {
          plan(index, i, difference, after);
        }
      }
    }
  }

  private void plan(TableIndex index, int i, CellDifference difference, @Nullable Object[] after) {
    List<IndexEntry> wanted = index.entriesOf(difference.added());
    List<IndexEntry> present = index.entriesOf(difference.removed());
    for (IndexEntry entry : index.without(wanted, present)) {
      added.add(new Added(index, i, entry));
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
    if (before != null && before != after) {
      for (TableIndex index : indexes) {
        try {
          index.removeGone(new CellDifference(before, after));
        } catch (RuntimeException | Error e) {
          // The change has been made. What is left over is removed later.
          index.setStale(true);
        }
      }
    }
    if (planned == null || planned[i] != after) {
      settleAdded(i, after);
    }
  }

  /** Removes additions for a key whose cell is perhaps another than the planned one. */
  private void settleAdded(int key, @Nullable Object after) {
    while (nextAdded < added.size() && added.get(nextAdded).key <= key) {
      Added one = added.get(nextAdded++);
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
    for (Added one : added) {
      if (!isChanged[one.key]) {
        try {
          one.index.remove(one.entry);
        } catch (RuntimeException | Error e) {
          one.index.setStale(true);
        }
      }
    }
  }

  @Override
  public void released() {
    table.removeStale(indexes);
  }
}
