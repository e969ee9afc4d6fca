package org.jets.ets.erl;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jets.ets.Access;
import org.jets.ets.BadArgumentException;
import org.jets.ets.KeyRange;
import org.jets.ets.LocalTable;
import org.jets.ets.SelectPlan;
import org.jets.ets.SystemLimitException;
import org.jets.ets.event.ChangeOptions;
import org.jets.ets.index.Index;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The functions of {@code jets}. As in {@code ets}, errors about the table come first, and a limit
 * is checked before the specification.
 */
final class JetsFunctions {
  private static final Atom PLAN = Atom.of("plan");
  private static final Atom KEYS = Atom.of("keys");
  private static final Atom REASON = Atom.of("reason");
  private static final Atom CAPACITY = Atom.of("capacity");
  private static final Atom RANGE = Atom.of("range");
  private static final Atom OWNER = Atom.of("owner");

  /** The largest number of changes that can wait for a subscription of a process. */
  private static final int MAX_CAPACITY = 1 << 12;

  /** The largest number of bytes of these changes. */
  private static final int MAX_WAITING_BYTES = 1 << 18;

  /** The largest number of keys of a subscription. */
  private static final int MAX_KEYS = 1 << 10;

  /** The largest number of bytes of the options of a subscription, which keeps its keys. */
  private static final int MAX_OPTION_BYTES = 1 << 16;

  private JetsFunctions() {}

  static void addTo(ModuleFunctions functions) {
    functions
        .add("lookup_all", 2, call -> ListTerm.of(call.readable().lookupAll(keys(call))))
        .add("take_all", 2, call -> ListTerm.of(call.writable().takeAll(keys(call))))
        .add("compare_insert", 3, JetsFunctions::compareInsert)
        .add("select_take", 3, JetsFunctions::selectTake)
        .add("select_replace_returning", 3, JetsFunctions::selectReplaceReturning)
        .add("explain", 2, JetsFunctions::explain)
        .add("add_index", 3, JetsFunctions::addIndex)
        .add("drop_index", 2, JetsFunctions::dropIndex)
        .add("indexes", 1, JetsFunctions::indexes)
        .add("subscribe", 2, JetsFunctions::subscribe)
        .add("unsubscribe", 1, JetsFunctions::unsubscribe);
  }

  private static List<Term> keys(ModuleCall call) {
    if (!(call.argument(2) instanceof ListTerm keys) || !keys.isProper()) {
      throw BadArgumentException.of(2, "keys", call.argument(2), "a proper list");
    }
    return keys.toList();
  }

  private static Term compareInsert(ModuleCall call) {
    LocalTable table = call.writable();
    List<Tuple> expected = ObjectFunctions.objects(call.argument(2), "a list of tuples");
    Tuple object = ObjectFunctions.object(3, call.argument(3));
    return Atom.of(table.compareInsert(expected, object));
  }

  private static Term selectTake(ModuleCall call) {
    LocalTable table = call.writable();
    int limit = SpecTerms.limit(call.argument(3));
    return ListTerm.of(table.selectTake(SelectFunctions.spec(call, 2), limit));
  }

  private static Term selectReplaceReturning(ModuleCall call) {
    LocalTable table = SelectFunctions.replaceable(call);
    int limit = SpecTerms.limit(call.argument(3));
    return ListTerm.of(table.selectReplaceReturning(SelectFunctions.spec(call, 2), limit));
  }

  /** Returns the plan as a map of atoms and texts. */
  private static Term explain(ModuleCall call) {
    SelectPlan plan = call.readable().explain(SelectFunctions.spec(call, 2));
    Atom kind = Atom.of(plan.kind().name().toLowerCase(Locale.ROOT));
    List<Binary> keys = plan.keys().stream().map(Binary::of).toList();
    return MapTerm.of(PLAN, kind, KEYS, ListTerm.of(keys), REASON, Binary.of(plan.reason()));
  }

  private static Term addIndex(ModuleCall call) {
    LocalTable table = owned(call);
    Term description = call.argument(3);
    if (TermBytes.of(description, MAX_OPTION_BYTES) > MAX_OPTION_BYTES) {
      throw new SystemLimitException("bytes", "the description of an index", MAX_OPTION_BYTES);
    }
    table.addIndex(Index.of(indexName(call), description));
    return Atom.TRUE;
  }

  private static Term dropIndex(ModuleCall call) {
    return Atom.of(owned(call).dropIndex(indexName(call)));
  }

  /** Opens the table in the first argument, and checks that the caller owns it. */
  private static LocalTable owned(ModuleCall call) {
    LocalTable table = call.writable();
    if (!table.info(OWNER).equals(Optional.of(call.caller().pid()))) {
      throw EtsErrors.tableAccess(call.argument(1), Access.PUBLIC);
    }
    return table;
  }

  private static Atom indexName(ModuleCall call) {
    if (!(call.argument(2) instanceof Atom name)) {
      throw BadArgumentException.of(2, "name", call.argument(2), "an atom");
    }
    return name;
  }

  private static Term indexes(ModuleCall call) {
    return ListTerm.of(
        call.readable().indexes().stream()
            .map(index -> Tuple.of(index.name(), index.description()))
            .toList());
  }

  private static Term subscribe(ModuleCall call) {
    LocalTable table = call.readable();
    ChangeOptions options = ChangeOptions.defaults().withMaxBytes(MAX_WAITING_BYTES);
    if (!(call.argument(2) instanceof ListTerm list) || !list.isProper()) {
      throw BadArgumentException.of(2, "options", call.argument(2), "a proper list");
    }
    if (TermBytes.of(list, MAX_OPTION_BYTES) > MAX_OPTION_BYTES) {
      throw new SystemLimitException("bytes", "options", MAX_OPTION_BYTES);
    }
    for (Term option : list) {
      ChangeOptions next = with(options, option);
      if (next == null) {
        throw BadArgumentException.of(
            2,
            "option",
            option,
            "{capacity, 1.." + MAX_CAPACITY + "}, {keys, Keys} or {range, First, Last}");
      }
      options = next;
    }
    ChangeOptions checked = options;
    return call.termCaller()
        .subscribe(executor -> table.changes(checked.withExecutor(executor)), call.argument(1));
  }

  private static @Nullable ChangeOptions with(ChangeOptions options, Term option) {
    if (!(option instanceof Tuple tuple) || tuple.arity() < 2) {
      return null;
    }
    Term value = tuple.element(2);
    if (tuple.arity() == 3) {
      return tuple.element(1) == RANGE
          ? options.withRange(KeyRange.closed(value, tuple.element(3)))
          : null;
    }
    if (tuple.arity() == 2 && tuple.element(1) == KEYS) {
      return value instanceof ListTerm keys && keys.isProper() ? options.withKeys(few(keys)) : null;
    }
    boolean isCapacity =
        tuple.arity() == 2
            && tuple.element(1) == CAPACITY
            && value instanceof IntegerTerm number
            && number.fitsInt()
            && number.intValue() >= 1
            && number.intValue() <= MAX_CAPACITY;
    return isCapacity ? options.withCapacity(((IntegerTerm) value).intValue()) : null;
  }

  private static List<Term> few(ListTerm keys) {
    List<Term> all = keys.toList();
    if (all.size() > MAX_KEYS) {
      throw new SystemLimitException("keys", "options", MAX_KEYS);
    }
    return all;
  }

  private static Term unsubscribe(ModuleCall call) {
    if (!(call.argument(1) instanceof Reference subscription)) {
      throw BadArgumentException.of(1, "subscription", call.argument(1), "a reference");
    }
    return Atom.of(call.termCaller().unsubscribe(subscription));
  }
}
