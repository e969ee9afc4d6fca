package org.jets.node.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jets.ets.CounterOp;
import org.jets.ets.ElementOp;
import org.jets.ets.EtsErrors;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** How objects of a table of another node are changed in place: counters and elements. */
final class RemoteUpdates {
  private final RemoteHandle table;
  private final RemoteObjects objects;

  RemoteUpdates(RemoteHandle table, RemoteObjects objects) {
    this.table = table;
    this.objects = objects;
  }

  IntegerTerm updateCounter(Term key, long increment) {
    return updateCounter(key, CounterOp.add(increment));
  }

  IntegerTerm updateCounter(Term key, long increment, Tuple defaultObject) {
    return updateCounter(key, CounterOp.add(increment), defaultObject);
  }

  IntegerTerm updateCounter(Term key, CounterOp op) {
    return RemoteAnswers.integer(updateCounter(key, Objects.requireNonNull(op, "op").toTerm()));
  }

  IntegerTerm updateCounter(Term key, CounterOp op, Tuple defaultObject) {
    return RemoteAnswers.integer(
        updateCounter(key, Objects.requireNonNull(op, "op").toTerm(), defaultObject));
  }

  List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops) {
    return integers(updateCounter(key, counterOps(ops)));
  }

  List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops, Tuple defaultObject) {
    return integers(updateCounter(key, counterOps(ops), defaultObject));
  }

  /** In a list Erlang takes tuples only. */
  private Term counterOps(List<CounterOp> ops) {
    List<Term> terms = new ArrayList<>();
    for (CounterOp op : Objects.requireNonNull(ops, "ops")) {
      Term term = Objects.requireNonNull(op, "op").toTerm();
      terms.add(term instanceof Tuple ? term : Tuple.of(IntegerTerm.of(table.keypos() + 1L), term));
    }
    return ListTerm.of(terms);
  }

  private static List<IntegerTerm> integers(Term answer) {
    List<IntegerTerm> integers = new ArrayList<>();
    for (Term element : RemoteAnswers.list(answer)) {
      integers.add(RemoteAnswers.integer(element));
    }
    return List.copyOf(integers);
  }

  Term updateCounter(Term key, Term ops) {
    return table.apply(
        "update_counter", Objects.requireNonNull(key, "key"), Objects.requireNonNull(ops, "ops"));
  }

  Term updateCounter(Term key, Term ops, Term defaultObject) {
    return table.apply(
        "update_counter",
        Objects.requireNonNull(key, "key"),
        Objects.requireNonNull(ops, "ops"),
        Objects.requireNonNull(defaultObject, "defaultObject"));
  }

  boolean updateElement(Term key, int position, Term value) {
    return updateElement(key, elementOp(ElementOp.set(position, value)));
  }

  boolean updateElement(Term key, List<ElementOp> ops) {
    return updateElement(key, elementOps(ops));
  }

  void updateElement(Term key, List<ElementOp> ops, Tuple defaultObject) {
    updateElement(key, elementOps(ops), defaultObject);
  }

  private static Term elementOp(ElementOp op) {
    return Tuple.of(IntegerTerm.of(op.position()), op.value());
  }

  private static ListTerm elementOps(List<ElementOp> ops) {
    return ListTerm.of(
        Objects.requireNonNull(ops, "ops").stream()
            .map(op -> elementOp(Objects.requireNonNull(op, "op")))
            .toList());
  }

  boolean updateElement(Term key, Term ops) {
    return RemoteAnswers.isTrue(
        table.apply(
            "update_element",
            Objects.requireNonNull(key, "key"),
            Objects.requireNonNull(ops, "ops")));
  }

  boolean updateElement(Term key, Term ops, Term defaultObject) {
    Objects.requireNonNull(defaultObject, "defaultObject");
    if (table.calls.isSince(RemoteObjects.OTP_27)) {
      return RemoteAnswers.isTrue(
          table.apply(
              "update_element",
              Objects.requireNonNull(key, "key"),
              Objects.requireNonNull(ops, "ops"),
              defaultObject));
    }
    // Each round is one atomic step on the key that either does all or finds the key otherwise.
    while (!updateElement(key, ops)) {
      if (objects.insertNew(updated(key, ops, defaultObject))) {
        return true;
      }
    }
    return true;
  }

  /** Returns the default object with a key and new elements, as {@code update_element/4} would. */
  private Tuple updated(Term key, Term ops, Term defaultObject) {
    if (!(defaultObject instanceof Tuple object) || object.arity() < table.keypos()) {
      throw EtsErrors.badArgument(
          4, "default object", defaultObject, "a tuple of " + table.keypos() + " elements or more");
    }
    Tuple result = object.with(table.keypos(), key);
    List<Term> list = ops instanceof ListTerm several ? RemoteAnswers.terms(several) : List.of(ops);
    for (Term op : list) {
      if (!(op instanceof Tuple pair)
          || pair.arity() != 2
          || !(pair.element(1) instanceof IntegerTerm position)
          || !position.fitsInt()
          || position.intValue() < 1
          || position.intValue() > result.arity()
          || position.intValue() == table.keypos()) {
        throw EtsErrors.badArgument(3, "operation", op, "{Position, Value}, not of the key");
      }
      result = result.with(position.intValue(), pair.element(2));
    }
    return result;
  }
}
