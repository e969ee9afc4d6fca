package org.jets.bench.scale;

import java.util.List;
import java.util.Optional;
import org.jets.ets.LocalTable;
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
import org.jspecify.annotations.Nullable;

/** A table of objects whose key is a number. */
class KeyedTable extends Keyed implements TableOperations, ProgramOperations, Steps {
  private static final Term ALL = TermParser.parse("[{'_', [], [true]}]");
  private static final Term KEY = Atom.of("$1");
  private static final Term NOT_BELOW = Atom.of(">=");
  private static final Term BELOW = Atom.of("<");

  private final TableOptions options;
  private final LocalTable table;
  private final ObjectShape shape;

  KeyedTable(TableOptions options, ObjectShape shape, Owner owner) {
    this.options = options;
    this.shape = shape;
    this.table = owner.newTable("scale", options);
  }

  /** Makes an empty table, which has {@link OrderedOperations} if it is an ordered_set. */
  static KeyedTable of(TableOptions options, ObjectShape shape) {
    return of(options.withPublicAccess(), shape, new TableSpace().newOwner());
  }

  private static KeyedTable of(TableOptions options, ObjectShape shape, Owner owner) {
    return options.type() == TableType.ORDERED_SET
        ? new KeyedOrderedTable(options, shape, owner)
        : new KeyedTable(options, shape, owner);
  }

  @Override
  List<Tuple> lookup(int key) {
    return table.lookup(IntegerTerm.of(key));
  }

  @Override
  void insert(int key) {
    table.insert(shape.object(IntegerTerm.of(key)));
  }

  @Override
  void delete(int key) {
    table.delete(IntegerTerm.of(key));
  }

  @Override
  public IntegerTerm count(int key) {
    return table.updateCounter(IntegerTerm.of(key), 1);
  }

  @Override
  long readAll() {
    return table.selectCount(MatchSpec.compile(ALL));
  }

  @Override
  Object readAtOnce() {
    return table.snapshot();
  }

  @Override
  public List<Term> select(int from, int to) {
    return table.select(range(from, to, KEY));
  }

  /** Compiles a specification, as Erlang does each time with one that depends on a variable. */
  final MatchSpec range(int from, int to, Term result) {
    Term guards =
        ListTerm.of(
            Tuple.of(NOT_BELOW, KEY, IntegerTerm.of(from)),
            Tuple.of(BELOW, KEY, IntegerTerm.of(to)));
    return MatchSpec.compile(ListTerm.of(Tuple.of(shape.head(), guards, ListTerm.of(result))));
  }

  /** Steps by {@code ets:first} and {@code ets:next}. */
  @Override
  public @Nullable Object step(@Nullable Object place) {
    return (place == null ? table.first() : table.next((Term) place)).orElse(null);
  }

  /** Ends at the last object, as {@code ets:next} does. */
  @Override
  public long steps(int from, int steps) {
    Optional<Term> key = Optional.of(IntegerTerm.of(from));
    int left = steps;
    while (left > 0 && key.isPresent()) {
      key = table.next(key.get());
      left--;
    }
    return left;
  }

  @Override
  KeyedTable another() {
    return of(options, shape, table.caller());
  }

  @Override
  LocalTable whole() {
    return table;
  }
}
