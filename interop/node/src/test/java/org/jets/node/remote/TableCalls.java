package org.jets.node.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jets.ets.EtsException;
import org.jets.ets.EtsTable;
import org.jets.node.EtsCalls;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/** The calls of {@link EtsCalls} as calls of an {@link EtsTable}. */
final class TableCalls {
  private static final Atom END_OF_TABLE = Atom.of("$end_of_table");

  /** Functions whose results have no order that is the same everywhere. */
  private static final Set<String> UNORDERED =
      Set.of("match", "match_object", "select", "select_reverse", "tab2list");

  private TableCalls() {}

  /** Returns the result, or the name of the exception; lists of what has no order are sorted. */
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
    } catch (EtsException e) {
      return e.getClass().getSimpleName() + " " + e.reason();
    }
  }

  private static Object apply(EtsTable table, String function, List<Term> arguments) {
    return switch (function) {
      case "insert" -> done(() -> table.insert(arguments.get(0)));
      case "insert_new" -> table.insertNew(arguments.get(0));
      case "lookup" -> table.lookup(arguments.get(0));
      case "lookup_element" -> table.lookupElement(arguments.get(0), arguments.get(1));
      case "member" -> table.member(arguments.get(0));
      case "delete" -> done(() -> table.delete(arguments.get(0)));
      case "delete_object" -> done(() -> table.deleteObject(arguments.get(0)));
      case "take" -> table.take(arguments.get(0));
      case "update_counter" -> table.updateCounter(arguments.get(0), arguments.get(1));
      case "update_element" -> table.updateElement(arguments.get(0), arguments.get(1));
      case "match" -> table.match(arguments.get(0));
      case "match_object" -> table.matchObject(arguments.get(0));
      case "match_delete" -> done(() -> table.matchDelete(arguments.get(0)));
      case "select" -> table.select(arguments.get(0));
      case "select_reverse" -> table.selectReverse(arguments.get(0));
      case "select_count" -> table.selectCount(arguments.get(0));
      case "select_delete" -> table.selectDelete(arguments.get(0));
      case "tab2list" -> table.tab2list();
      case "info" -> table.info(arguments.get(0)).orElseThrow();
      case "first" -> key(table.first());
      case "last" -> key(table.last());
      case "next" -> key(table.next(arguments.get(0)));
      case "prev" -> key(table.prev(arguments.get(0)));
      default -> throw new AssertionError(function);
    };
  }

  private static Object done(Runnable call) {
    call.run();
    return Atom.TRUE;
  }

  private static Term key(Optional<Term> key) {
    return key.orElse(END_OF_TABLE);
  }
}
