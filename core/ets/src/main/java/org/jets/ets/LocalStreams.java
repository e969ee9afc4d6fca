package org.jets.ets;

import java.util.List;
import java.util.Objects;
import java.util.Spliterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jets.ets.fixation.TraversalFixation;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.plan.PlannedSpec;
import org.jets.ets.store.CellCursor;
import org.jets.ets.store.CursorSpliterator;
import org.jets.ets.store.Direction;
import org.jets.ets.store.LookupCursor;
import org.jets.ets.store.SizedSpliterator;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** How the objects of an {@link EtsTable} are had as a list, streams and spliterators. */
abstract class LocalStreams extends LocalTraversal {
  private static final MatchSpec ALL_OBJECTS = MatchSpec.objectsLike(Atom.of("_"));

  LocalStreams(Owner owner, Table table) {
    super(owner, table);
  }

  @Override
  public List<Tuple> tab2list() {
    return Search.all(search(forReading(), ALL_OBJECTS, Direction.ASCENDING).select());
  }

  @Override
  public Stream<Tuple> stream() {
    return shown(objects(), keepsFixed());
  }

  @Override
  public Spliterator<Tuple> spliterator() {
    return new TableSpliterator(this, objects(), keepsFixed() ? newFixation() : null);
  }

  private Spliterator<Tuple> objects() {
    TableStore store = forReading();
    return table.isSnapshot()
        ? new SizedSpliterator(store.objects(), store.size())
        : store.objects();
  }

  @Override
  public Stream<Tuple> stream(KeyRange range) {
    return shown(range(range), false);
  }

  @Override
  public Spliterator<Tuple> spliterator(KeyRange range) {
    return new TableSpliterator(this, range(range), null);
  }

  private Spliterator<Tuple> range(KeyRange range) {
    TableStore store = forReading();
    Objects.requireNonNull(range, "range");
    if (type() != TableType.ORDERED_SET) {
      throw new TableTypeException(id(), type(), "ordered_set");
    }
    return store.objects(range);
  }

  @Override
  public Stream<Term> stream(MatchSpec spec) {
    Search search = search(forReading(), spec, Direction.ASCENDING);
    return search.results(shown(search.objects(), keepsFixed()));
  }

  @Override
  public Stream<Tuple> iterateFrom(Term key) {
    return iterateFrom(key, Direction.ASCENDING);
  }

  @Override
  public Stream<Tuple> iterateBackFrom(Term key) {
    return iterateFrom(key, Direction.DESCENDING);
  }

  private Stream<Tuple> iterateFrom(Term key, Direction direction) {
    TableStore store = forReading();
    CellCursor following = store.cellsAfter(Objects.requireNonNull(key, "key"), direction);
    CellCursor own = new LookupCursor(store, List.of(key), direction);
    return shown(new CursorSpliterator(store, own, following), keepsFixed());
  }

  /**
   * Returns whether a traversal keeps the table fixed: steps from deleted keys go on in no other
   * way.
   */
  private boolean keepsFixed() {
    return type() != TableType.ORDERED_SET && !table.isSnapshot();
  }

  private Stream<Tuple> shown(Spliterator<Tuple> objects, boolean isFixed) {
    if (!isFixed) {
      return StreamSupport.stream(new TableSpliterator(this, objects, null), false);
    }
    TraversalFixation fixation = newFixation();
    return StreamSupport.stream(new TableSpliterator(this, objects, fixation), false)
        .onClose(fixation::end);
  }

  final Search search(TableStore store, MatchSpec spec, Direction direction) {
    return search(store, table.plan(Objects.requireNonNull(spec, "spec")), direction);
  }

  final Search search(TableStore store, PlannedSpec planned, Direction direction) {
    return new Search(store, table.config(), planned, owner.matchContext(), direction);
  }
}
