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
abstract class TableStreams extends TableTraversal {
  private static final MatchSpec ALL_OBJECTS = MatchSpec.objectsLike(Atom.of("_"));

  TableStreams(Owner owner, Table table) {
    super(owner, table);
  }

  /** Returns all objects: {@code ets:tab2list(Table)}. In an ordered_set they are in key order. */
  public List<Tuple> tab2list() {
    return Search.all(search(forReading(), ALL_OBJECTS, Direction.ASCENDING).select());
  }

  /**
   * Returns all objects, in an ordered_set in key order; those of one key stand together, oldest
   * first, as they are when the stream comes to the key. The stream can be made parallel; its size
   * is known if this is a {@linkplain EtsTable#snapshot snapshot}. It begins when it is consumed,
   * and keeps the table fixed from its first element until it is exhausted or closed.
   *
   * <p>Cost: of each key, constant time, as a lookup in other types than ordered_set.
   */
  public Stream<Tuple> stream() {
    return fixingStream(objects());
  }

  /**
   * Returns a spliterator over all objects; see {@link #stream()}. It keeps the table fixed from
   * its first element until it and all that have been split off are exhausted, or this handle is
   * closed.
   */
  public Spliterator<Tuple> spliterator() {
    return new FixingSpliterator(objects(), new TraversalFixation(table.fixations(), this));
  }

  private Spliterator<Tuple> objects() {
    TableStore store = forReading();
    return table.isSnapshot()
        ? new SizedSpliterator(store.objects(), store.size())
        : store.objects();
  }

  /**
   * Returns the objects whose keys lie in a range, in key order, as {@link #stream()} does.
   *
   * <p>Cost: logarithmic time to the first key, then constant time for each; on {@link
   * Backend#LOCKED_AVL}, and on {@link Backend#SKIP_LIST} if the range has a lower end, logarithmic
   * time for each.
   *
   * @throws TableTypeException if this is no ordered_set
   */
  public Stream<Tuple> stream(KeyRange range) {
    return fixingStream(range(range));
  }

  /**
   * Returns a spliterator over the objects whose keys lie in a range; see {@link
   * #stream(KeyRange)}.
   *
   * @throws TableTypeException if this is no ordered_set
   */
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

  /**
   * Returns the results of a specification as they are asked for: lazily, and each object as it is
   * when the stream comes to it. The table is kept fixed as by {@link #stream()}.
   */
  public Stream<Term> stream(MatchSpec spec) {
    Search search = search(forReading(), spec, Direction.ASCENDING);
    return search.results(fixingStream(search.objects()));
  }

  /**
   * Returns the objects from a key on: first those of the key itself, if it is there, then those of
   * the keys that {@link #next} comes to one after the other. The table is kept fixed as by {@link
   * #stream()}.
   *
   * <p>Cost: logarithmic time to the first in an ordered_set; in the other types constant time on
   * {@link Backend#SPLIT_ORDERED} and {@link Backend#STRIPED}, and on stores that cannot go on from
   * a key, as the first {@link #next}, linear time and memory if the table is not fixed.
   *
   * @param key in an ordered_set any key; in the other types one that is there, or was deleted
   *     while the table has been fixed
   * @throws NoSuchKeyException if it is not
   */
  public Stream<Tuple> iterateFrom(Term key) {
    return iterateFrom(key, Direction.ASCENDING);
  }

  /**
   * As {@link #iterateFrom}, the other way: the keys that {@link #prev} comes to; in other types
   * than ordered_set the same.
   *
   * @throws NoSuchKeyException as there
   */
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
