package org.jets.ets;

import java.util.Optional;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.store.Direction;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Continuations as terms: <code>{Table, Key, Count, Limit, IsReverse, Reference}</code>. The
 * reference stands for the {@link SelectContinuation}. The key that the search has come to and how
 * many of its objects it has seen are there to find the place again when the reference has been
 * forgotten.
 */
final class ContinuationTerms {
  private static final int ARITY = 6;

  private ContinuationTerms() {}

  /** Returns <code>{Results, Continuation}</code>, or {@code '$end_of_table'}. */
  static Term chunk(ModuleCall call, Optional<SelectChunk> chunk) {
    if (chunk.isEmpty()) {
      return LocalTraversal.END_OF_TABLE;
    }
    Optional<SelectContinuation> rest = chunk.get().continuation();
    Term continuation = LocalTraversal.END_OF_TABLE;
    if (rest.isPresent()) {
      continuation = term(call, (LocalContinuation) rest.get());
    }
    return Tuple.of(ListTerm.of(chunk.get().results()), continuation);
  }

  private static Tuple term(ModuleCall call, LocalContinuation continuation) {
    return Tuple.of(
        continuation.table(),
        continuation.key(),
        IntegerTerm.of(continuation.countInKey()),
        IntegerTerm.of(continuation.limit()),
        Atom.of(continuation.isReverse()),
        continuation.reference(call.caller().space().opaque()));
  }

  /** {@code select/1}, {@code select_reverse/1}, {@code match/1} and {@code match_object/1}. */
  static Term resume(ModuleCall call) {
    Term term = call.argument(1);
    if (term == LocalTraversal.END_OF_TABLE) {
      return term;
    }
    if (!(term instanceof Tuple tuple) || tuple.arity() == 0) {
      throw invalid(term);
    }
    LocalEtsTable table = call.caller().openLocal(tuple.element(1));
    table.forReading();
    Object continuation =
        tuple.arity() == ARITY ? call.caller().space().opaque().get(tuple.element(ARITY)) : null;
    if (!(continuation instanceof LocalContinuation found)) {
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
    if (term == LocalTraversal.END_OF_TABLE) {
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
    OpaqueReferences opaque = call.caller().space().opaque();
    if (opaque.get(tuple.element(ARITY)) != null) {
      return term;
    }
    MatchSpec spec = SelectFunctions.spec(call.with("match_spec_compile", call.argument(2)));
    LocalEtsTable table = call.caller().openLocal(tuple.element(1));
    Direction direction = isReverse == Atom.TRUE ? Direction.DESCENDING : Direction.ASCENDING;
    return term(
        call,
        table.continuation(spec, direction, limit.intValue(), tuple.element(2), count.intValue()));
  }
}
