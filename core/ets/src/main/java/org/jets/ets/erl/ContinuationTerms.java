package org.jets.ets.erl;

import java.util.Optional;
import org.jets.ets.BadArgumentException;
import org.jets.ets.FunctionClauseException;
import org.jets.ets.LocalTable;
import org.jets.ets.SelectChunk;
import org.jets.ets.SelectContinuation;
import org.jets.ets.bridge.TermContinuation;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Continuations as terms: <code>{Table, Key, Count, Limit, IsReverse, Reference}</code>. The
 * reference stands for the {@link SelectContinuation}. The other elements are the last key that the
 * search reached, and the number of its objects that the search has seen. They serve to find the
 * place again when the reference has been forgotten.
 */
final class ContinuationTerms {
  private static final int ARITY = 6;

  private ContinuationTerms() {}

  /** Returns <code>{Results, Continuation}</code>, or {@code '$end_of_table'}. */
  static Term chunk(ModuleCall call, Optional<SelectChunk> chunk) {
    if (chunk.isEmpty()) {
      return ModuleCall.END_OF_TABLE;
    }
    Optional<SelectContinuation> rest = chunk.get().continuation();
    Term continuation = ModuleCall.END_OF_TABLE;
    if (rest.isPresent()) {
      continuation = term(call, rest.get());
    }
    return Tuple.of(ListTerm.of(chunk.get().results()), continuation);
  }

  private static Tuple term(ModuleCall call, SelectContinuation continuation) {
    TermContinuation place = (TermContinuation) continuation;
    return Tuple.of(
        continuation.table(),
        place.key(),
        IntegerTerm.of(place.countInKey()),
        IntegerTerm.of(continuation.limit()),
        Atom.of(continuation.isReverse()),
        place.reference(call.termCaller().opaque()));
  }

  /** {@code select/1}, {@code select_reverse/1}, {@code match/1} and {@code match_object/1}. */
  static Term resume(ModuleCall call) {
    Term term = call.argument(1);
    if (term == ModuleCall.END_OF_TABLE) {
      return term;
    }
    if (!(term instanceof Tuple tuple) || tuple.arity() == 0) {
      throw invalid(term);
    }
    LocalTable table = call.caller().open(tuple.element(1));
    ModuleCall.termTable(table).checkReadable();
    Object continuation =
        tuple.arity() == ARITY ? call.termCaller().opaque().get(tuple.element(ARITY)) : null;
    if (!(continuation instanceof SelectContinuation found)) {
      throw invalid(term);
    }
    return chunk(call, table.select(found));
  }

  private static BadArgumentException invalid(Term continuation) {
    return BadArgumentException.of(1, "continuation", continuation, "one of a search with a limit");
  }

  /** Compiles the specification for a continuation whose reference has been forgotten. */
  static Term repair(ModuleCall call) {
    Term term = call.argument(1);
    if (term == ModuleCall.END_OF_TABLE) {
      return term;
    }
    if (!(term instanceof Tuple tuple)
        || tuple.arity() != ARITY
        || !(tuple.element(3) instanceof IntegerTerm count)
        || !count.fitsInt()
        || count.intValue() < 0
        || !(tuple.element(4) instanceof IntegerTerm limit)
        || !limit.fitsInt()
        || limit.intValue() < 1
        || !(tuple.element(5) instanceof Atom isReverse)
        || !isReverse.isBoolean()) {
      throw new FunctionClauseException(1, "continuation", term, "one of a search with a limit");
    }
    if (call.termCaller().opaque().get(tuple.element(ARITY)) != null) {
      return term;
    }
    MatchSpec spec = SelectFunctions.spec(call.with("match_spec_compile", call.argument(2)));
    LocalTable table = call.caller().open(tuple.element(1));
    TermContinuation found =
        ModuleCall.termTable(table)
            .continuation(
                spec, isReverse == Atom.TRUE, limit.intValue(), tuple.element(2), count.intValue());
    return term(call, (SelectContinuation) found);
  }
}
