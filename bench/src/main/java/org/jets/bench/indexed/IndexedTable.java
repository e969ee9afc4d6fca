package org.jets.bench.indexed;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.index.Index;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A table of objects <code>{Key, Element, Other}</code>, in which objects are found by the element
 * in one of the {@linkplain Way ways}.
 *
 * <p>A second table is an {@code ordered_set} of <code>{{Element, Key}}</code>. A search reads its
 * range of keys, and looks the objects up. A change reads the object before it. So it serves one
 * writer; more would need a lock, which this has not.
 */
final class IndexedTable {
  private final Way way;
  private final LocalTable table;

  /** Null if the way needs none. */
  private final @Nullable LocalTable second;

  /**
   * Makes one.
   *
   * @param indexes the number of indexes, if that is the way
   */
  IndexedTable(Owner owner, Way way, int indexes) {
    this.way = way;
    TableOptions options = TableOptions.set().withPublicAccess();
    table = owner.newTable("objects", way == Way.INDEX ? options.withIndexes(true) : options);
    for (int i = 0; i < indexes; i++) {
      table.addIndex(Index.onElement(Atom.of("index" + i), 2 + i));
    }
    second =
        way == Way.SECOND_TABLE
            ? owner.newTable("keys", TableOptions.orderedSet().withPublicAccess())
            : null;
  }

  /** Inserts an object, with what belongs to it elsewhere. */
  void put(Tuple object) {
    if (second != null) {
      Term key = object.element(1);
      for (Tuple before : table.lookup(key)) {
        second.delete(Tuple.of(before.element(2), key));
      }
      second.insert(Tuple.of(Tuple.of(object.element(2), key)));
    }
    table.insert(object);
  }

  /** Returns a search for the objects with an element from this one on, and below another. */
  Search search(int from, int below) {
    String guards = "[{'>=','$1'," + from + "},{'<','$1'," + below + "}]";
    String head = way == Way.SECOND_TABLE ? "{{'$1','$2'}}" : "{'_','$1','_'}";
    if (below == from + 1) {
      guards = "[]";
      head = head.replace("'$1'", Integer.toString(from));
    }
    String result = way == Way.SECOND_TABLE ? "'$2'" : "'$_'";
    MatchSpec spec =
        MatchSpec.compile(TermParser.parse("[{" + head + "," + guards + ",[" + result + "]}]"));
    return new Search(this, spec);
  }

  /** A prepared search. */
  record Search(IndexedTable of, MatchSpec spec) {
    /** Returns the objects. */
    List<? extends Term> run() {
      if (of.second == null) {
        return of.table.select(spec);
      }
      List<Tuple> objects = new ArrayList<>();
      for (Term key : of.second.select(spec)) {
        objects.addAll(of.table.lookup(key));
      }
      return objects;
    }
  }

  /** Returns an object. */
  static Tuple object(int key, int element) {
    return Tuple.of(IntegerTerm.of(key), IntegerTerm.of(element), IntegerTerm.of(-element));
  }
}
