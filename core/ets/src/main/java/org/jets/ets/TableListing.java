package org.jets.ets;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jets.ets.store.MemoryEstimate;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;

/** The text that {@code ets:i/0} prints. */
final class TableListing {
  private static final int RULE_WIDTH = 76;

  private TableListing() {}

  static String of(Iterable<OwnedTable> tables) {
    StringBuilder text = new StringBuilder();
    text.append(line("id", "name", "type", "size", "mem", "owner"));
    text.append(' ').append("-".repeat(RULE_WIDTH)).append(System.lineSeparator());
    List<OwnedTable> sorted = new ArrayList<>();
    tables.forEach(sorted::add);
    sorted.sort(Comparator.comparing(TableListing::id, TermOrder.STANDARD));
    for (OwnedTable table : sorted) {
      text.append(line(table));
    }
    return text.toString();
  }

  private static Term id(OwnedTable table) {
    TableState state = table.state();
    return state == null ? table.id() : table.term(state);
  }

  /** Returns the line of a table; empty if it has been deleted. */
  private static String line(OwnedTable table) {
    TableState state = table.state();
    if (state == null) {
      return "";
    }
    try {
      return line(
          table.term(state),
          state.name(),
          table.options().type().term(),
          table.store().size(),
          MemoryEstimate.words(table.store()),
          state.owner().pid());
    } catch (NoSuchTableException e) {
      return "";
    }
  }

  private static String line(Object... values) {
    return String.format(Locale.ROOT, " %-15s %-17s %-5s %-6s %-8s %s%n", values);
  }
}
