package org.jets.ets;

import static org.jets.ets.TermCalls.apply;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/**
 * A call of a function of {@code ets} on one table, in terms. The table is not among the arguments.
 */
public record TableCall(String function, List<Term> arguments) {
  private static final Atom END = Atom.of("$end_of_table");

  /** The result of a call that fails. */
  public static final Term BADARG = Tuple.of(Atom.of("error"), Atom.of("badarg"));

  public static TableCall of(String function, Term... arguments) {
    return new TableCall(function, List.of(arguments));
  }

  Term argument(int i) {
    return arguments.get(i);
  }

  /** Returns the result of the call on a table, or {@link #BADARG}. */
  public Term run(EtsTable table) {
    try {
      return result(table);
    } catch (EtsException e) {
      return BADARG;
    }
  }

  private Term result(EtsTable table) {
    int arity = arguments.size();
    switch (function) {
      case "insert" -> apply(table, "insert", argument(0));
      case "delete" -> table.delete(argument(0));
      case "delete_object" -> apply(table, "delete_object", argument(0));
      case "delete_all_objects" -> table.deleteAllObjects();
      case "insert_new" -> {
        return apply(table, "insert_new", argument(0));
      }
      case "lookup" -> {
        return ListTerm.of(table.lookup(argument(0)));
      }
      case "take" -> {
        return ListTerm.of(table.take(argument(0)));
      }
      case "member" -> {
        return Atom.of(table.member(argument(0)));
      }
      case "lookup_element" -> {
        return arity == 2
            ? apply(table, "lookup_element", argument(0), argument(1))
            : apply(table, "lookup_element", argument(0), argument(1), argument(2));
      }
      case "update_counter" -> {
        return arity == 2
            ? apply(table, "update_counter", argument(0), argument(1))
            : apply(table, "update_counter", argument(0), argument(1), argument(2));
      }
      case "update_element" -> {
        return arity == 2
            ? apply(table, "update_element", argument(0), argument(1))
            : apply(table, "update_element", argument(0), argument(1), argument(2));
      }
      case "first" -> {
        return key(table.first());
      }
      case "last" -> {
        return key(table.last());
      }
      case "next" -> {
        return key(table.next(argument(0)));
      }
      case "prev" -> {
        return key(table.prev(argument(0)));
      }
      case "first_lookup" -> {
        return entry(table.firstLookup());
      }
      case "last_lookup" -> {
        return entry(table.lastLookup());
      }
      case "next_lookup" -> {
        return entry(table.nextLookup(argument(0)));
      }
      case "prev_lookup" -> {
        return entry(table.prevLookup(argument(0)));
      }
      case "safe_fixtable" -> apply(table, "safe_fixtable", argument(0));
      case "tab2list" -> {
        return ListTerm.of(table.tab2list());
      }
      case "info" -> {
        return table.info(argument(0)).orElseThrow();
      }
      default -> throw new IllegalArgumentException(function);
    }
    return Atom.TRUE;
  }

  private static Term entry(Optional<Map.Entry<Term, List<Tuple>>> entry) {
    return entry
        .<Term>map(found -> Tuple.of(found.getKey(), ListTerm.of(found.getValue())))
        .orElse(END);
  }

  private static Term key(Optional<Term> key) {
    return key.orElse(END);
  }

  /**
   * Returns the guaranteed part of a result. In a table without order, neither the order of keys
   * nor the successor of a key is guaranteed.
   */
  Term promised(Term result, TableType type, int keypos) {
    if (type == TableType.ORDERED_SET || result.equals(BADARG)) {
      return result;
    }
    return switch (function) {
      case "first", "last", "next", "prev" -> Atom.OK;
      case "first_lookup", "last_lookup", "next_lookup", "prev_lookup" -> Atom.OK;
      case "tab2list" -> ListTerm.of(sorted((ListTerm) result, keypos));
      default -> result;
    };
  }

  private static List<Term> sorted(ListTerm objects, int keypos) {
    Comparator<Term> byKey =
        Comparator.comparing(object -> ((Tuple) object).element(keypos), TermOrder.EXACT);
    return objects.stream().sorted(byKey).toList();
  }

  /** Returns the number in an argument. */
  static int position(Term term) {
    return term instanceof IntegerTerm number && number.fitsInt() ? number.intValue() : -1;
  }

  @Override
  public String toString() {
    return function + arguments;
  }
}
