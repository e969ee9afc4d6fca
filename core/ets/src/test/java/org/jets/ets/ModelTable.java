package org.jets.ets;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** A model of a table: one list of objects, searched from its start. */
final class ModelTable {
  private static final Atom END = Atom.of("$end_of_table");

  private final TableType type;
  private final int keypos;
  private List<Tuple> objects = new ArrayList<>();
  private int fixations;

  /** Keys from which a step is possible even if they are absent. */
  private final Set<Term> deletedWhileFixed = new HashSet<>();

  ModelTable(TableType type, int keypos) {
    this.type = type;
    this.keypos = keypos;
  }

  /** Stands for a badarg, after which the table is unchanged. */
  private static final class Bad extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static void check(boolean condition) {
    if (!condition) {
      throw new Bad();
    }
  }

  List<Tuple> objects() {
    return objects;
  }

  /** Removes objects as a deletion of each would do. */
  void removeIf(Predicate<Tuple> isRemoved) {
    if (fixations > 0) {
      objects.stream().map(this::key).forEach(deletedWhileFixed::add);
    }
    objects.removeIf(isRemoved);
  }

  Term run(TableCall call) {
    List<Tuple> before = List.copyOf(objects);
    try {
      Term result = result(call);
      if (fixations == 0) {
        deletedWhileFixed.clear();
      } else {
        before.stream().map(this::key).forEach(deletedWhileFixed::add);
      }
      return result;
    } catch (Bad e) {
      objects = new ArrayList<>(before);
      return TableCall.BADARG;
    }
  }

  private Term result(TableCall call) {
    List<Term> a = call.arguments();
    return switch (call.function()) {
      case "insert" -> insertAll(objects(a.get(0)));
      case "insert_new" -> {
        List<Tuple> inserted = objects(a.get(0));
        if (inserted.stream().anyMatch(object -> !at(key(object)).isEmpty())) {
          yield Atom.FALSE;
        }
        yield insertAll(inserted);
      }
      case "lookup" -> ListTerm.of(at(a.get(0)));
      case "member" -> Atom.of(!at(a.get(0)).isEmpty());
      case "take" -> {
        List<Tuple> taken = at(a.get(0));
        objects.removeAll(taken);
        yield ListTerm.of(taken);
      }
      case "delete" -> {
        objects.removeAll(at(a.get(0)));
        yield Atom.TRUE;
      }
      case "delete_object" -> {
        Tuple object = object(a.get(0));
        objects.removeIf(object::equals);
        yield Atom.TRUE;
      }
      case "delete_all_objects" -> {
        objects.clear();
        yield Atom.TRUE;
      }
      case "lookup_element" -> lookupElement(a);
      case "update_counter" -> updateCounter(a);
      case "update_element" -> updateElement(a);
      case "first" -> orEnd(ends(true));
      case "last" -> orEnd(ends(type != TableType.ORDERED_SET));
      case "next" -> orEnd(step(a.get(0), true));
      case "prev" -> orEnd(step(a.get(0), false));
      case "tab2list" -> ListTerm.of(ordered().toList());
      case "first_lookup" -> withObjects(ends(true));
      case "last_lookup" -> withObjects(ends(type != TableType.ORDERED_SET));
      case "next_lookup" -> withObjects(step(a.get(0), true));
      case "prev_lookup" -> withObjects(step(a.get(0), false));
      case "safe_fixtable" -> {
        check(a.get(0) == Atom.TRUE || a.get(0) == Atom.FALSE);
        fixations = Math.max(0, fixations + (a.get(0) == Atom.TRUE ? 1 : -1));
        yield Atom.TRUE;
      }
      case "info" ->
          a.get(0) == Atom.of("fixed") ? Atom.of(fixations > 0) : IntegerTerm.of(objects.size());
      default -> throw new IllegalArgumentException(call.function());
    };
  }

  private Term key(Tuple object) {
    return object.element(keypos);
  }

  private boolean same(Term key, Term other) {
    return type == TableType.ORDERED_SET ? TermOrder.equal(key, other) : key.equals(other);
  }

  private List<Tuple> at(Term key) {
    return objects.stream().filter(object -> same(key(object), key)).toList();
  }

  private Stream<Tuple> ordered() {
    return type == TableType.ORDERED_SET
        ? objects.stream().sorted((x, y) -> TermOrder.STANDARD.compare(key(x), key(y)))
        : objects.stream();
  }

  private Tuple object(Term term) {
    check(term instanceof Tuple);
    Tuple object = (Tuple) term;
    check(object.arity() >= keypos);
    return object;
  }

  private List<Tuple> objects(Term term) {
    if (term instanceof Tuple) {
      return List.of(object(term));
    }
    check(term instanceof ListTerm list && list.isProper());
    return ((ListTerm) term).stream().map(this::object).toList();
  }

  private Atom insertAll(List<Tuple> inserted) {
    for (Tuple object : inserted) {
      if (type.isSet()) {
        objects.removeAll(at(key(object)));
      }
      if (type != TableType.BAG || !objects.contains(object)) {
        objects.add(object);
      }
    }
    return Atom.TRUE;
  }

  private Term lookupElement(List<Term> a) {
    check(a.get(1) instanceof IntegerTerm number && number.signum() > 0 && number.bitLength() < 60);
    List<Tuple> found = at(a.get(0));
    if (found.isEmpty()) {
      check(a.size() == 3);
      return a.get(2);
    }
    int position = TableCall.position(a.get(1));
    check(found.stream().allMatch(object -> position >= 1 && position <= object.arity()));
    List<Term> elements = found.stream().map(object -> object.element(position)).toList();
    return type.isSet() ? elements.get(0) : ListTerm.of(elements);
  }

  /** Returns the object to update, or the default if there is none; checks both. */
  private Tuple updated(List<Term> a) {
    check(a.size() == 2 || (a.get(2) instanceof Tuple tuple && tuple.arity() >= keypos));
    check(type.isSet());
    List<Tuple> found = at(a.get(0));
    check(!found.isEmpty() || a.size() == 3);
    return found.isEmpty() ? ((Tuple) a.get(2)).with(keypos, a.get(0)) : found.get(0);
  }

  private static List<Term> list(Term term) {
    if (!(term instanceof ListTerm list)) {
      return List.of(term);
    }
    check(list.isProper());
    return list.toList();
  }

  private Term updateCounter(List<Term> a) {
    Tuple object = updated(a);
    List<Term> results = new ArrayList<>();
    List<Tuple> ops = new ArrayList<>();
    boolean isIncrement = a.get(1) instanceof IntegerTerm;
    for (Term op : list(isIncrement ? Tuple.of(IntegerTerm.of(keypos + 1), a.get(1)) : a.get(1))) {
      check(op instanceof Tuple tuple && (tuple.arity() == 2 || tuple.arity() == 4));
      Tuple tuple = (Tuple) op;
      check(tuple.stream().allMatch(IntegerTerm.class::isInstance));
      check(changeable(object, tuple.element(1)) instanceof IntegerTerm);
      ops.add(tuple);
    }
    Tuple result = object;
    for (Tuple op : ops) {
      int position = TableCall.position(op.element(1));
      IntegerTerm increment = (IntegerTerm) op.element(2);
      Term sum =
          IntegerTerm.of(
              ((IntegerTerm) result.element(position))
                  .bigIntegerValue()
                  .add(increment.bigIntegerValue()));
      if (op.arity() == 4) {
        int c = TermOrder.STANDARD.compare(sum, op.element(3));
        if (increment.signum() < 0 ? c < 0 : c > 0) {
          sum = op.element(4);
        }
      }
      results.add(sum);
      result = result.with(position, sum);
    }
    insertAll(List.of(result));
    return a.get(1) instanceof ListTerm ? ListTerm.of(results) : results.get(0);
  }

  private Term updateElement(List<Term> a) {
    if (a.size() == 2 && type.isSet() && at(a.get(0)).isEmpty()) {
      return Atom.FALSE;
    }
    Tuple object = updated(a);
    Tuple result = object;
    for (Term op : list(a.get(1))) {
      check(op instanceof Tuple pair && pair.arity() == 2);
      Tuple pair = (Tuple) op;
      changeable(object, pair.element(1));
      result = result.with(TableCall.position(pair.element(1)), pair.element(2));
    }
    insertAll(List.of(result));
    return Atom.TRUE;
  }

  private Term changeable(Tuple object, Term term) {
    int position = TableCall.position(term);
    check(position >= 1 && position <= object.arity() && position != keypos);
    return object.element(position);
  }

  private @Nullable Term ends(boolean isFirst) {
    List<Term> keys = ordered().map(this::key).toList();
    return keys.isEmpty() ? null : keys.get(isFirst ? 0 : keys.size() - 1);
  }

  private static Term orEnd(@Nullable Term key) {
    return key == null ? END : key;
  }

  private Term withObjects(@Nullable Term key) {
    return key == null || type != TableType.ORDERED_SET
        ? orEnd(key)
        : Tuple.of(key, ListTerm.of(at(key)));
  }

  private @Nullable Term step(Term key, boolean isUp) {
    if (type != TableType.ORDERED_SET) {
      check(!at(key).isEmpty() || deletedWhileFixed.contains(key));
      return Atom.OK;
    }
    check(!key.equals(END));
    Term nearest = null;
    for (Tuple object : objects) {
      int c = TermOrder.STANDARD.compare(key(object), key);
      int d = nearest == null ? 0 : TermOrder.STANDARD.compare(key(object), nearest);
      if (isUp ? c > 0 && d <= 0 : c < 0 && d >= 0) {
        nearest = key(object);
      }
    }
    return nearest;
  }
}
