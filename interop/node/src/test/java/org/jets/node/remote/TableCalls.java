package org.jets.node.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jets.ets.CounterOp;
import org.jets.ets.ElementOp;
import org.jets.ets.EtsException;
import org.jets.ets.EtsTable;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.node.EtsCalls;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The calls of {@link EtsCalls} as calls of an {@link EtsTable}. */
final class TableCalls {
  private static final Atom END_OF_TABLE = Atom.of("$end_of_table");

  /** The result of a call whose arguments no method of a table accepts. */
  private static final Atom NO_METHOD = Atom.of("no_method");

  /** Functions whose results have no defined order. */
  private static final Set<String> UNORDERED =
      Set.of("match", "match_object", "select", "select_reverse", "tab2list");

  private TableCalls() {}

  /** Returns the result, or the name of the exception; lists without a defined order are sorted. */
  static Object result(EtsTable table, Term call, boolean isOrdered) {
    Tuple pair = (Tuple) call;
    String function = ((Atom) pair.element(1)).name();
    try {
      Object result = apply(table, function, ((ListTerm) pair.element(2)).toList());
      if (!isOrdered && UNORDERED.contains(function)) {
        List<Term> sorted = new ArrayList<>();
        for (Object element : (List<?>) result) {
          sorted.add((Term) element);
        }
        sorted.sort(TermOrder.EXACT);
        return sorted;
      }
      return result;
    } catch (MatchSpecException e) {
      return NO_METHOD;
    } catch (EtsException e) {
      return e.getClass().getSimpleName() + " " + e.reason();
    }
  }

  private static Object apply(EtsTable table, String function, List<Term> arguments) {
    return switch (function) {
      case "insert" -> insert(table, arguments.get(0));
      case "insert_new" -> insertNew(table, arguments.get(0));
      case "lookup" -> table.lookup(arguments.get(0));
      case "lookup_element" ->
          arguments.get(1) instanceof IntegerTerm position
              ? table.lookupElement(arguments.get(0), position.intValue())
              : NO_METHOD;
      case "member" -> table.member(arguments.get(0));
      case "delete" -> done(() -> table.delete(arguments.get(0)));
      case "delete_object" ->
          arguments.get(0) instanceof Tuple object
              ? done(() -> table.deleteObject(object))
              : NO_METHOD;
      case "take" -> table.take(arguments.get(0));
      case "update_counter" -> updateCounter(table, arguments.get(0), arguments.get(1));
      case "update_element" -> updateElement(table, arguments.get(0), arguments.get(1));
      case "match" -> table.match(arguments.get(0));
      case "match_object" -> table.matchObject(arguments.get(0));
      case "match_delete" -> done(() -> table.matchDelete(arguments.get(0)));
      case "select" -> table.select(MatchSpec.compile(arguments.get(0)));
      case "select_reverse" -> table.selectReverse(MatchSpec.compile(arguments.get(0)));
      case "select_count" -> table.selectCount(MatchSpec.compile(arguments.get(0)));
      case "select_delete" -> table.selectDelete(MatchSpec.compile(arguments.get(0)));
      case "tab2list" -> table.tab2list();
      case "info" -> table.info(arguments.get(0)).orElseThrow();
      case "first" -> key(table.first());
      case "last" -> key(table.last());
      case "next" -> key(table.next(arguments.get(0)));
      case "prev" -> key(table.prev(arguments.get(0)));
      default -> throw new AssertionError(function);
    };
  }

  private static Object insert(EtsTable table, Term objects) {
    if (objects instanceof Tuple object) {
      return done(() -> table.insert(object));
    }
    List<Tuple> list = tuples(objects);
    return list == null ? NO_METHOD : done(() -> table.insert(list));
  }

  private static Object insertNew(EtsTable table, Term objects) {
    if (objects instanceof Tuple object) {
      return table.insertNew(object);
    }
    List<Tuple> list = tuples(objects);
    return list == null ? NO_METHOD : (Object) table.insertNew(list);
  }

  private static Object updateCounter(EtsTable table, Term key, Term op) {
    if (op instanceof IntegerTerm increment) {
      return table.updateCounter(key, increment.longValue());
    }
    if (op instanceof Tuple one) {
      return table.updateCounter(key, counterOp(one));
    }
    List<Tuple> list = tuples(op);
    return list == null
        ? NO_METHOD
        : table.updateCounter(key, list.stream().map(TableCalls::counterOp).toList());
  }

  private static CounterOp counterOp(Tuple op) {
    return CounterOp.add(number(op, 1), number(op, 2));
  }

  private static Object updateElement(EtsTable table, Term key, Term op) {
    if (op instanceof Tuple one) {
      return table.updateElement(key, number(one, 1), one.element(2));
    }
    List<Tuple> list = tuples(op);
    return list == null
        ? NO_METHOD
        : table.updateElement(
            key, list.stream().map(one -> ElementOp.set(number(one, 1), one.element(2))).toList());
  }

  private static int number(Tuple op, int position) {
    return ((IntegerTerm) op.element(position)).intValue();
  }

  private static @Nullable List<Tuple> tuples(Term term) {
    return term instanceof ListTerm list
            && list.isProper()
            && list.stream().allMatch(Tuple.class::isInstance)
        ? list.stream().map(Tuple.class::cast).toList()
        : null;
  }

  private static Object done(Runnable call) {
    call.run();
    return Atom.TRUE;
  }

  private static Term key(Optional<Term> key) {
    return key.orElse(END_OF_TABLE);
  }
}
