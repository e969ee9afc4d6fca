package org.jets.ets;

import java.util.List;
import java.util.Objects;
import java.util.Spliterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jets.ets.match.MatchSpec;
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
    return fixingStream(objects());
  }

  @Override
  public Spliterator<Tuple> spliterator() {
    return new FixingSpliterator(objects(), new TraversalFixation(table.fixations(), this));
  }

  private Spliterator<Tuple> objects() {
    TableStore store = forReading();
    return table.isSnapshot()
        ? new SizedSpliterator(store.objects(), store.size())
        : store.objects();
  }

  @Override
  public Stream<Tuple> stream(KeyRange range) {
    return fixingStream(range(range));
  }

  @Override
  public Spliterator<Tuple> spliterator(KeyRange range) {
    return new FixingSpliterator(range(range), new TraversalFixation(table.fixations(), this));
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
    return search.results(fixingStream(search.objects()));
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
    return fixingStream(new CursorSpliterator(store, own, following));
  }

  private Stream<Tuple> fixingStream(Spliterator<Tuple> objects) {
    TraversalFixation fixation = new TraversalFixation(table.fixations(), this);
    return StreamSupport.stream(new FixingSpliterator(objects, fixation), false)
        .onClose(fixation::end);
  }

  final Search search(TableStore store, MatchSpec spec, Direction direction) {
    return search(store, table.plan(Objects.requireNonNull(spec, "spec")), direction);
  }

  final Search search(TableStore store, PlannedSpec planned, Direction direction) {
    return new Search(store, table.config(), planned, owner.matchContext(), direction);
  }
}
