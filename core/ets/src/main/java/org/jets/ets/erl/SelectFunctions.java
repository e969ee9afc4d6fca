package org.jets.ets.erl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jets.ets.BadArgumentException;
import org.jets.ets.BadMatchSpecException;
import org.jets.ets.LocalTable;
import org.jets.ets.SelectContinuation;
import org.jets.ets.TableType;
import org.jets.ets.TableTypeException;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Functions that search tables by match specifications and patterns. */
final class SelectFunctions {
  private static final Atom WILDCARD = Atom.of("_");
  private static final ListTerm ALL = ListTerm.of(trueFor(WILDCARD));
  private static final MatchSpec ALL_OBJECTS = MatchSpec.compile(ALL);

  private SelectFunctions() {}

  static void addTo(ModuleFunctions functions) {
    functions
        .add("select", 1, ContinuationTerms::resume)
        .add("select", 2, call -> ListTerm.of(call.readable().select(spec(call, 2))))
        .add("select", 3, SelectFunctions::selectChunk)
        .add("select_reverse", 1, ContinuationTerms::resume)
        .add("select_reverse", 2, call -> ListTerm.of(call.readable().selectReverse(spec(call, 2))))
        .add("select_reverse", 3, SelectFunctions::selectReverseChunk)
        .add("match", 1, ContinuationTerms::resume)
        .add("match", 2, call -> ListTerm.of(call.table().match(call.argument(2))))
        .add("match", 3, SelectFunctions::matchChunk)
        .add("match_object", 1, ContinuationTerms::resume)
        .add("match_object", 2, call -> ListTerm.of(call.table().matchObject(call.argument(2))))
        .add("match_object", 3, SelectFunctions::matchObjectChunk)
        .add("tab2list", 1, call -> call.apply("match_object", call.argument(1), WILDCARD))
        .add("repair_continuation", 2, ContinuationTerms::repair);
    functions
        .add("select_count", 2, call -> count(call.readable().selectCount(spec(call, 2))))
        .add("select_replace", 2, SelectFunctions::selectReplace)
        .add("select_delete", 2, SelectFunctions::selectDelete)
        .add("match_delete", 2, SelectFunctions::matchDelete)
        .add("delete_all_objects", 1, SelectFunctions::deleteAllObjects)
        .add("internal_delete_all", 2, SelectFunctions::internalDeleteAll)
        .add("internal_select_delete", 2, SelectFunctions::internalSelectDelete);
    functions
        .add("match_spec_compile", 1, SelectFunctions::compile)
        .add("match_spec_run", 2, SelectFunctions::run)
        .add("match_spec_run_r", 3, SelectFunctions::runReversed)
        .add("is_compiled_ms", 1, call -> Atom.of(compiled(call, call.argument(1)) != null))
        .add("test_ms", 2, SelectFunctions::test);
  }

  private static IntegerTerm count(long count) {
    return IntegerTerm.of(count);
  }

  private static Tuple trueFor(Term head) {
    return Tuple.of(head, ListTerm.empty(), ListTerm.of(Atom.TRUE));
  }

  /** Compiles an argument, with the errors of tables. */
  static MatchSpec spec(ModuleCall call, int argument) {
    return SpecTerms.compiled(call.argument(argument), MatchSpec::compile);
  }

  private static Term selectChunk(ModuleCall call) {
    return chunk(call, MatchSpec::compile);
  }

  private static Term selectReverseChunk(ModuleCall call) {
    LocalTable table = call.readable();
    int limit = SpecTerms.limit(call.argument(3));
    return ContinuationTerms.chunk(call, table.selectReverse(spec(call, 2), limit));
  }

  private static Term matchChunk(ModuleCall call) {
    return chunk(call, MatchSpec::bindingsOf);
  }

  private static Term matchObjectChunk(ModuleCall call) {
    return chunk(call, MatchSpec::objectsLike);
  }

  /**
   * Returns the first chunk of a search. Checks the limit before the specification, as Erlang does.
   */
  private static Term chunk(ModuleCall call, Function<Term, MatchSpec> compiler) {
    LocalTable table = call.readable();
    int limit = SpecTerms.limit(call.argument(3));
    MatchSpec spec = SpecTerms.compiled(call.argument(2), compiler);
    return ContinuationTerms.chunk(call, table.select(spec, limit));
  }

  private static Term selectReplace(ModuleCall call) {
    return count(replaceable(call).selectReplace(spec(call, 2)));
  }

  /** Opens the table in the first argument, and checks that its objects may be replaced. */
  static LocalTable replaceable(ModuleCall call) {
    LocalTable table = call.writable();
    if (table.type() == TableType.BAG) {
      throw TableTypeException.of(table.id(), table.type(), "set, ordered_set or duplicate_bag");
    }
    return table;
  }

  private static Term selectDelete(ModuleCall call) {
    return call.argument(2).equals(ALL)
        ? call.apply("internal_delete_all", call.argument(1), Atom.UNDEFINED)
        : call.apply("internal_select_delete", call.argument(1), call.argument(2));
  }

  private static Term matchDelete(ModuleCall call) {
    selectDelete(
        call.with("select_delete", call.argument(1), ListTerm.of(trueFor(call.argument(2)))));
    return Atom.TRUE;
  }

  private static Term deleteAllObjects(ModuleCall call) {
    call.apply("internal_delete_all", call.argument(1), Atom.UNDEFINED);
    return Atom.TRUE;
  }

  /**
   * Deletes all objects if the second argument is {@code undefined}, and returns their number. With
   * any other argument Erlang resumes an interrupted deletion. There is none here, so this returns
   * the argument.
   */
  private static Term internalDeleteAll(ModuleCall call) {
    if (call.argument(2) == Atom.UNDEFINED) {
      return count(call.table().selectDelete(ALL_OBJECTS));
    }
    call.writable();
    return call.argument(2);
  }

  private static Term internalSelectDelete(ModuleCall call) {
    return count(call.writable().selectDelete(spec(call, 2)));
  }

  private static Term compile(ModuleCall call) {
    return call.termCaller().opaque().add(spec(call));
  }

  /** Compiles the first argument. */
  static MatchSpec spec(ModuleCall call) {
    Term term = call.argument(1);
    try {
      if (term instanceof ListTerm list && list.isEmpty()) {
        throw BadArgumentException.of(1, "match specification", term, "a list of clauses");
      }
      return MatchSpec.compile(term);
    } catch (MatchSpecException e) {
      throw EtsCallException.of(call, new BadMatchSpecException(e));
    } catch (BadArgumentException e) {
      throw EtsCallException.of(call, e);
    }
  }

  private static @Nullable MatchSpec compiled(ModuleCall call, Term term) {
    Object value = call.termCaller().opaque().get(term);
    if (value instanceof SelectContinuation continuation) {
      return continuation.spec();
    }
    return value instanceof MatchSpec spec ? spec : null;
  }

  private static Term run(ModuleCall call) {
    Term reversed =
        call.apply("match_spec_run_r", call.argument(1), call.argument(2), ListTerm.empty());
    List<Term> results = new ArrayList<>(((ListTerm) reversed).toList());
    Collections.reverse(results);
    return ListTerm.of(results);
  }

  private static Term runReversed(ModuleCall call) {
    MatchSpec spec = compiled(call, call.argument(2));
    if (spec == null) {
      throw BadArgumentException.of(
          2, "specification", call.argument(2), "one that match_spec_compile gave");
    }
    if (!(call.argument(1) instanceof ListTerm list) || !list.isProper()) {
      throw BadArgumentException.of(1, "terms", call.argument(1), "a proper list");
    }
    Term results = call.argument(3);
    for (Term result : spec.runAll(list, call.termCaller().matchContext())) {
      results = ListTerm.cons(result, results);
    }
    return results;
  }

  private static Term test(ModuleCall call) {
    return MatchSpec.test(call.argument(1), call.argument(2), call.termCaller().matchContext());
  }
}
