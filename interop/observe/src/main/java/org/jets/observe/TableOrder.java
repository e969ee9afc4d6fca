package org.jets.observe;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;

/**
 * The columns by which tables are sorted. Tables that are equal in one are sorted by identifier.
 */
@SuppressWarnings("ImmutableEnumChecker") // The comparators have no state.
public enum TableOrder {
  /** The identifier: the order in which tables were made. */
  ID(byTerm(TableRow::id)),
  /** The name. */
  NAME(byTerm(TableRow::name)),
  /** The type. */
  TYPE(Comparator.comparing(row -> row.facts().type())),
  /** The number of objects. */
  SIZE(byNumber(row -> row.facts().size())),
  /** The estimated bytes. */
  BYTES(byNumber(TableRow::bytes)),
  /** The owner. */
  OWNER(byTerm(row -> row.facts().owner())),
  /** The protection. */
  PROTECTION(Comparator.comparing(row -> row.facts().protection())),
  /** The store. */
  STORE(Comparator.comparing(row -> row.facts().backend())),
  /** The time for which a table is fixed. */
  FIXED(byNumber(TableRow::fixedNanos)),
  /** The calls in a second. */
  CALLS(byNumber(TableRow::callsPerSecond)),
  /** The time that 99 % of the calls do not exceed. */
  P99(byNumber(TableRow::mostNanos));

  private final Comparator<TableRow> ascending;
  private final Comparator<TableRow> descending;

  TableOrder(Comparator<TableRow> column) {
    Comparator<TableRow> byId = byTerm(TableRow::id);
    this.ascending = column.thenComparing(byId);
    this.descending = column.reversed().thenComparing(byId);
  }

  private static Comparator<TableRow> byTerm(Function<TableRow, Term> column) {
    return Comparator.comparing(column, TermOrder.STANDARD);
  }

  private static Comparator<TableRow> byNumber(ToLongFunction<TableRow> column) {
    return Comparator.comparingLong(column);
  }

  /** Returns the order in one direction. */
  Comparator<TableRow> comparator(boolean isDescending) {
    return isDescending ? descending : ascending;
  }

  /** Returns the order of this name, in letters of any case. */
  public static Optional<TableOrder> named(String name) {
    String wanted = name.toUpperCase(Locale.ROOT);
    for (TableOrder order : values()) {
      if (order.name().equals(wanted)) {
        return Optional.of(order);
      }
    }
    return Optional.empty();
  }
}
