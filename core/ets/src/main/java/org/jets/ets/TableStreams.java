package org.jets.ets;

import java.util.List;
import java.util.Objects;
import java.util.Spliterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.ets.fixation.TraversalFixation;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.store.CellCursor;
import org.jets.ets.store.CellCursorSpliterator;
import org.jets.ets.store.Direction;
import org.jets.ets.store.LookupCursor;
import org.jets.ets.store.SizedSpliterator;
import org.jets.ets.store.TableStore;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Streams and spliterators over the objects of a table. */
final class TableStreams {
  private TableStreams() {}

  static Stream<Tuple> stream(TableHandle table) {
    return stream(table, objects(table), keepsFixed(table));
  }

  static Spliterator<Tuple> spliterator(TableHandle table) {
    return new TableSpliterator(
        table, objects(table), keepsFixed(table) ? table.newFixation() : null);
  }

  private static Spliterator<Tuple> objects(TableHandle table) {
    TableStore store = table.forReading();
    return table.table().isSnapshot()
        ? new SizedSpliterator(store.objects(), store.size())
        : store.objects();
  }

  static Stream<Tuple> stream(TableHandle table, KeyRange range) {
    return stream(table, objects(table, range), false);
  }

  static Spliterator<Tuple> spliterator(TableHandle table, KeyRange range) {
    return new TableSpliterator(table, objects(table, range), null);
  }

  private static Spliterator<Tuple> objects(TableHandle table, KeyRange range) {
    TableStore store = table.forReading();
    Objects.requireNonNull(range, "range");
    if (table.type() != TableType.ORDERED_SET) {
      throw TableTypeException.of(table.id(), table.type(), "ordered_set");
    }
    return store.objects(range);
  }

  static Stream<Term> stream(TableHandle table, MatchSpec spec) {
    PlannedSelect select =
        TableSelect.planned(table, table.forReading(), spec, Direction.ASCENDING).decided();
    return select.results(stream(table, select.objects(), keepsFixed(table)));
  }

  static Stream<Tuple> from(TableHandle table, Term key, Direction direction) {
    TableStore store = table.forReading();
    CellCursor following = store.cellsAfter(Objects.requireNonNull(key, "key"), direction);
    CellCursor own = new LookupCursor(store, List.of(key), direction);
    return stream(table, new CellCursorSpliterator(store, own, following), keepsFixed(table));
  }

  /** Returns whether a traversal keeps the table fixed, which steps from deleted keys require. */
  static boolean keepsFixed(TableHandle table) {
    return table.type() != TableType.ORDERED_SET && !table.table().isSnapshot();
  }

  private static Stream<Tuple> stream(
      TableHandle table, Spliterator<Tuple> objects, boolean isFixed) {
    if (!isFixed) {
      return StreamSupport.stream(new TableSpliterator(table, objects, null), false);
    }
    TraversalFixation fixation = table.newFixation();
    return StreamSupport.stream(new TableSpliterator(table, objects, fixation), false)
        .onClose(
            () -> {
              StackRoom.requireForCall();
              fixation.end();
            });
  }
}
