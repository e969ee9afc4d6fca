package org.jets.node.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jets.ets.CounterOp;
import org.jets.ets.ElementOp;
import org.jets.ets.erl.EtsErrors;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Changes counters and elements of objects in a table of another node. */
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

  /** Converts operations. In a list Erlang accepts only tuples. */
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

  private Term updateCounter(Term key, Term ops) {
    return table.apply("update_counter", Objects.requireNonNull(key, "key"), ops);
  }

  private Term updateCounter(Term key, Term ops, Tuple defaultObject) {
    return table.apply(
        "update_counter",
        Objects.requireNonNull(key, "key"),
        ops,
        Objects.requireNonNull(defaultObject, "defaultObject"));
  }

  boolean updateElement(Term key, int position, Term value) {
    return updateElement(key, term(ElementOp.set(position, value)));
  }

  boolean updateElement(Term key, List<ElementOp> ops) {
    return updateElement(key, terms(ops));
  }

  private boolean updateElement(Term key, Term ops) {
    return RemoteAnswers.isTrue(
        table.apply("update_element", Objects.requireNonNull(key, "key"), ops));
  }

  void updateElement(Term key, List<ElementOp> ops, Tuple defaultObject) {
    Objects.requireNonNull(defaultObject, "defaultObject");
    ListTerm terms = terms(ops);
    if (table.calls.isSince(RemoteObjects.OTP_27)) {
      table.apply("update_element", Objects.requireNonNull(key, "key"), terms, defaultObject);
      return;
    }
    // Each round is one atomic step on the key, which does all or finds the key in the other state.
    while (!updateElement(key, terms)) {
      if (objects.insertNew(updated(key, ops, defaultObject))) {
        return;
      }
    }
  }

  private static Term term(ElementOp op) {
    return Tuple.of(IntegerTerm.of(op.position()), op.value());
  }

  private static ListTerm terms(List<ElementOp> ops) {
    return ListTerm.of(
        Objects.requireNonNull(ops, "ops").stream()
            .map(op -> term(Objects.requireNonNull(op, "op")))
            .toList());
  }

  /** Returns the default object with a key and new elements, as {@code update_element/4} would. */
  private Tuple updated(Term key, List<ElementOp> ops, Tuple defaultObject) {
    if (defaultObject.arity() < table.keypos()) {
      throw EtsErrors.badArgument(
          4, "default object", defaultObject, "a tuple of " + table.keypos() + " elements or more");
    }
    Tuple result = defaultObject.with(table.keypos(), key);
    for (ElementOp op : ops) {
      if (op.position() < 1 || op.position() > result.arity() || op.position() == table.keypos()) {
        throw EtsErrors.badArgument(3, "operation", term(op), "{Position, Value}, not of the key");
      }
      result = result.with(op.position(), op.value());
    }
    return result;
  }
}
