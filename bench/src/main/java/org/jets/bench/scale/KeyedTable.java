package org.jets.bench.scale;

import java.util.List;
import java.util.Optional;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;

/** A table of objects {@code {Key}}, or {@code {Key, Count}}. */
final class KeyedTable extends Keyed {
  private static final Term ALL = TermParser.parse("[{'_', [], [true]}]");
  private static final Term ONE_ELEMENT = TermParser.parse("{'$1'}");
  private static final Term TWO_ELEMENTS = TermParser.parse("{'$1', '_'}");
  private static final Term KEY = TermParser.parse("'$1'");
  private static final Term NOT_BELOW = Atom.of(">=");
  private static final Term BELOW = Atom.of("<");
  private static final Term ZERO = IntegerTerm.of(0);

  private final TableOptions options;
  private final EtsTable table;
  private final boolean counts;

  /**
   * Makes an empty table.
   *
   * @param counts whether objects have a second element, to count with
   */
  KeyedTable(TableOptions options, boolean counts) {
    this(options.publicAccess(), counts, new TableSpace().newOwner());
  }

  private KeyedTable(TableOptions options, boolean counts, Owner owner) {
    this.options = options;
    this.counts = counts;
    this.table = owner.newTable("scale", options);
  }

  @Override
  List<Tuple> lookup(int key) {
    return table.lookup(IntegerTerm.of(key));
  }

  @Override
  void insert(int key) {
    Term element = IntegerTerm.of(key);
    table.insert(counts ? Tuple.of(element, ZERO) : Tuple.of(element));
  }

  @Override
  void delete(int key) {
    table.delete(IntegerTerm.of(key));
  }

  /** Adds one to the count of an object that is there. */
  IntegerTerm count(int key) {
    return table.updateCounter(IntegerTerm.of(key), 1);
  }

  @Override
  long readAll() {
    return table.selectCount(ALL);
  }

  @Override
  Object readAtOnce() {
    return table.snapshot();
  }

  /** Compiles its specification each time, as Erlang does with one that depends on a variable. */
  @Override
  long readRange(int from, int to) {
    Term guards =
        ListTerm.of(
            Tuple.of(NOT_BELOW, KEY, IntegerTerm.of(from)),
            Tuple.of(BELOW, KEY, IntegerTerm.of(to)));
    Term head = counts ? TWO_ELEMENTS : ONE_ELEMENT;
    return table.selectCount(
        MatchSpec.compile(ListTerm.of(Tuple.of(head, guards, ListTerm.of(Atom.TRUE)))));
  }

  /** Ends at the last object, as {@code ets:next} does. */
  @Override
  long steps(int from, int steps) {
    if (!isOrdered()) {
      throw withoutOrder();
    }
    Optional<Term> key = Optional.of(IntegerTerm.of(from));
    int left = steps;
    while (left > 0 && key.isPresent()) {
      key = table.next(key.get());
      left--;
    }
    return left;
  }

  boolean isOrdered() {
    return table.type() == TableType.ORDERED_SET;
  }

  /** The key of the first object, if there is one. */
  Optional<Term> first() {
    return table.first();
  }

  /** The key behind that of an object, which is there. */
  Optional<Term> next(Term key) {
    return table.next(key);
  }

  @Override
  KeyedTable another() {
    return new KeyedTable(options, counts, table.caller());
  }

  @Override
  Object whole() {
    return table;
  }
}
