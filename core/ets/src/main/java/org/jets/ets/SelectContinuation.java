package org.jets.ets;

import java.util.Optional;
import org.jets.ets.match.MatchContext;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The place where a search with a limit has stopped: what the continuations of {@code ets:select/3}
 * and its relatives are. It knows the table, the specification, the limit and the direction.
 *
 * <p>A continuation is a value: it does not change, may be used any number of times, at the same
 * time too, and each time goes on from the same place. It holds no lock. However the table changes
 * meanwhile, the chunks of one search together have each object that is there throughout exactly
 * once and none twice; fixing the table is not needed for that. It does not survive the table's
 * deletion, nor its renaming if the table is known by its name, since it knows it by that name too.
 *
 * <p>It keeps what the search needs from being collected: in a store without an order of keys, the
 * keys that have not been reached when the walk over them has read them already.
 */
public final class SelectContinuation {
  private final Table table;
  private final Term tableTerm;
  private final Search search;
  private final int limit;

  /** Not moved any more. */
  private final CellCursor cells;

  /** The key of the last cell that the search has come to. */
  private final Term key;

  /** That cell; null if it is not there any more. */
  private final @Nullable Object cell;

  private final int nextInCell;

  SelectContinuation(
      Table table,
      Term tableTerm,
      Search search,
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

  /** Returns the name of the table if it is known by its name, else its identifier. */
  public Term table() {
    return tableTerm;
  }

  /** Returns the specification that is searched for. */
  public MatchSpec spec() {
    return search.spec();
  }

  /** Returns how many results a chunk has. */
  public int limit() {
    return limit;
  }

  /** Whether an ordered_set is searched from its last key down. */
  public boolean isReverse() {
    return search.direction() == Direction.DESCENDING;
  }

  /** Returns the key that the search has come to. */
  Term key() {
    return key;
  }

  /** Returns how many objects of that key the search has seen. */
  int countInKey() {
    return nextInCell;
  }

  /** Returns a reference that stands for this until the table is deleted. */
  Reference reference(OpaqueReferences references) {
    Reference reference = references.add(this, table.id());
    if (table.isDeleted()) {
      references.forget(table.id());
    }
    return reference;
  }

  /** Goes on with the search on behalf of this caller. */
  Optional<SelectChunk> next(MatchContext context) {
    return search.as(context).chunk(table, tableTerm, limit, cells.copy(), cell, nextInCell);
  }

  boolean isOf(Table other, Term otherTerm) {
    return table == other && tableTerm.equals(otherTerm);
  }

  @Override
  public String toString() {
    return "SelectContinuation of " + tableTerm + ", limit " + limit + ", " + spec();
  }
}
