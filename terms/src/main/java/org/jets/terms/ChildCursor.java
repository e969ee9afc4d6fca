package org.jets.terms;

/**
 * A cursor over the terms directly below a compound term, once each, in the order of comparison:
 *
 * <ul>
 *   <li>tuple: its elements
 *   <li>record: its values
 *   <li>list: its elements, and then its last tail unless that is {@code []}
 *   <li>map: its keys, and then its values
 *   <li>local fun: its captured terms
 * </ul>
 *
 * <p>A caller that keeps its own stack of these walks can go through terms of any depth.
 */
abstract class ChildCursor {

  /**
   * Returns whether the term is of a kind that has terms below it. An empty tuple, record or map
   * counts; an empty list does not.
   */
  static boolean isCompound(Term term) {
    return term instanceof Tuple
        || term instanceof ListCells
        || term instanceof MapTerm
        || term instanceof LocalFun
        || term instanceof RecordTerm;
  }

  static ChildCursor of(Term compound) {
    if (compound instanceof Tuple tuple) {
      return new OfTuple(tuple);
    }
    if (compound instanceof ListCells list) {
      return new OfList(list);
    }
    if (compound instanceof MapTerm map) {
      return new OfMap(map);
    }
    if (compound instanceof RecordTerm record) {
      return new OfRecord(record);
    }
    return new OfLocalFun((LocalFun) compound);
  }

  abstract boolean hasNext();

  abstract Term next();

  private static final class OfTuple extends ChildCursor {
    private final Tuple tuple;
    private int next = 1;

    OfTuple(Tuple tuple) {
      this.tuple = tuple;
    }

    @Override
    boolean hasNext() {
      return next <= tuple.arity();
    }

    @Override
    Term next() {
      return tuple.elementAt(next++);
    }
  }

  private static final class OfList extends ChildCursor {
    private final ListCursor cells;
    private boolean tailTaken;

    OfList(ListCells list) {
      this.cells = new ListCursor(list);
    }

    @Override
    boolean hasNext() {
      return cells.hasNext() || (!tailTaken && cells.lastTail() != EmptyList.NIL);
    }

    @Override
    Term next() {
      if (cells.hasNext()) {
        return cells.next();
      }
      tailTaken = true;
      return cells.lastTail();
    }
  }

  private static final class OfMap extends ChildCursor {
    private final MapTerm map;
    private int next;

    OfMap(MapTerm map) {
      this.map = map;
    }

    @Override
    boolean hasNext() {
      return next < 2 * map.size();
    }

    @Override
    Term next() {
      int i = next++;
      return i < map.size() ? map.key(i) : map.value(i - map.size());
    }
  }

  private static final class OfRecord extends ChildCursor {
    private final RecordTerm record;
    private int next;

    OfRecord(RecordTerm record) {
      this.record = record;
    }

    @Override
    boolean hasNext() {
      return next < record.size();
    }

    @Override
    Term next() {
      return record.value(next++);
    }
  }

  private static final class OfLocalFun extends ChildCursor {
    private final LocalFun fun;
    private int next;

    OfLocalFun(LocalFun fun) {
      this.fun = fun;
    }

    @Override
    boolean hasNext() {
      return next < fun.freeCount();
    }

    @Override
    Term next() {
      return fun.free(next++);
    }
  }
}
