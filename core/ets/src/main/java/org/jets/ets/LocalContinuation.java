package org.jets.ets;

import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jets.ets.argument.ValueText;
import org.jets.ets.bridge.TermContinuation;
import org.jets.ets.cell.Cells;
import org.jets.ets.match.MatchContext;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.reference.OpaqueReferences;
import org.jets.ets.reference.SelectPosition;
import org.jets.ets.store.CellCursor;
import org.jets.ets.store.Direction;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** A {@link SelectContinuation} in a table of this JVM. */
final class LocalContinuation implements SelectContinuation, TermContinuation {
  private final OwnedTable table;
  private final Term tableTerm;
  private final PlannedSelect search;
  private final int limit;

  /** The cells after this place. This cursor is never moved. */
  private final CellCursor cells;

  /** The key of the last cell that the search reached. */
  private final Term key;

  /** The cell of {@link #key}; null if it has been removed, or read to its end. */
  private final @Nullable Object cell;

  private final int nextInCell;

  /** The bytes of the specification, and of the place; -1 before the first request. */
  private volatile long specBytes = -1;

  private volatile long placeBytes = -1;

  LocalContinuation(
      OwnedTable table,
      Term tableTerm,
      PlannedSelect search,
      int limit,
      CellCursor cells,
      Term key,
      @Nullable Object cell,
      int nextInCell) {
    this.table = table;
    this.tableTerm = tableTerm;
    this.search = search;
    this.limit = limit;
    this.cells = cells;
    this.key = key;
    this.cell = cell;
    this.nextInCell = nextInCell;
  }

  @Override
  public Term table() {
    return tableTerm;
  }

  @Override
  public MatchSpec spec() {
    return search.spec();
  }

  @Override
  public int limit() {
    return limit;
  }

  @Override
  public boolean isReverse() {
    return search.direction() == Direction.DESCENDING;
  }

  @Override
  public Term key() {
    return key;
  }

  @Override
  public List<Tuple> unfinished() {
    return cell == null ? List.of() : Cells.objects(cell);
  }

  @Override
  public int countInKey() {
    return nextInCell;
  }

  @Override
  public Reference reference(OpaqueReferences references) {
    Reference reference = references.add(this, table.id());
    if (table.isDeleted()) {
      references.forget(table.id());
    }
    return reference;
  }

  /** Resumes the search on behalf of this caller. */
  Optional<SelectChunk> next(MatchContext context) {
    Optional<SelectChunk> chunk =
        search.as(context).chunk(table, tableTerm, limit, cells.copy(), cell, nextInCell);
    chunk
        .flatMap(SelectChunk::continuation)
        .ifPresent(next -> ((LocalContinuation) next).keepBytes(this));
    return chunk;
  }

  @Override
  public long bytes(ToLongFunction<MatchSpec> ofSpec, ToLongFunction<SelectPosition> ofPlace) {
    if (specBytes < 0) {
      specBytes = ofSpec.applyAsLong(spec());
    }
    if (placeBytes < 0) {
      placeBytes = ofPlace.applyAsLong(this);
    }
    return specBytes + placeBytes + cells.keptBytes();
  }

  /** Copies the counted bytes of the continuation that this one follows. */
  private void keepBytes(LocalContinuation before) {
    specBytes = before.specBytes;
    if (cell != null && cell == before.cell) {
      placeBytes = before.placeBytes;
    }
  }

  boolean isOf(OwnedTable other, Term otherTerm) {
    return table == other && tableTerm.equals(otherTerm);
  }

  @Override
  public String toString() {
    return "SelectContinuation of "
        + tableTerm
        + ", limit "
        + limit
        + ", "
        + ValueText.of(spec().toTerm());
  }
}
