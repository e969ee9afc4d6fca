package org.jets.ets;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jets.ets.limit.Bounds;
import org.jets.ets.limit.LimitRemovals;
import org.jets.ets.observe.TableFacts;
import org.jets.ets.store.MemoryEstimate;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The answers of {@code ets:info} about a table. */
final class TableInfo {
  /** The items of {@code info/1} in Erlang's order. */
  private static final List<String> ITEMS =
      List.of(
          "id",
          "decentralized_counters",
          "read_concurrency",
          "write_concurrency",
          "compressed",
          "memory",
          "owner",
          "heir",
          "name",
          "size",
          "node",
          "named_table",
          "type",
          "keypos",
          "protection");

  private final OwnedTable table;
  private final TableState state;

  private TableInfo(OwnedTable table, TableState state) {
    this.table = table;
    this.state = state;
  }

  static Optional<ListTerm> all(OwnedTable table) {
    TableState state = table.state();
    if (state == null) {
      return Optional.empty();
    }
    TableInfo info = new TableInfo(table, state);
    List<Term> pairs = new ArrayList<>(ITEMS.size());
    try {
      for (String name : ITEMS) {
        Term value = info.item(name);
        if (value != null) {
          pairs.add(Tuple.of(Atom.of(name), value));
        }
      }
    } catch (NoSuchTableException e) {
      return Optional.empty();
    }
    return Optional.of(ListTerm.of(pairs));
  }

  static Optional<Term> item(OwnedTable table, Term item) {
    TableState state = table.state();
    if (state == null) {
      return Optional.empty();
    }
    Term value;
    try {
      value = item instanceof Atom name ? new TableInfo(table, state).item(name.name()) : null;
    } catch (NoSuchTableException e) {
      return Optional.empty();
    }
    if (value == null) {
      throw BadArgumentException.of(2, "item", item, "an item of ets:info/2");
    }
    return Optional.of(value);
  }

  /** Returns the facts for observers; empty if the table has been deleted. */
  static Optional<TableFacts> facts(OwnedTable table) {
    TableState state = table.state();
    if (state == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new TableFacts(
              table.id(),
              state.name(),
              table.options().isNamed(),
              table.options().type(),
              table.config().keypos(),
              state.access(),
              table.options().backend(),
              state.owner().pid(),
              state.heir() == null ? null : state.heir().heir().pid(),
              table.store().size(),
              table.fixations().observed(),
              state.timer() == null ? null : state.timer().facts(),
              table.store().structure(),
              removals(table.store().removals()),
              table.hasFailedLog()));
    } catch (NoSuchTableException e) {
      return Optional.empty();
    }
  }

  private static TableFacts.@Nullable Removals removals(@Nullable LimitRemovals count) {
    return count == null
        ? null
        : new TableFacts.Removals(
            count.evictedKeys(),
            count.evictedObjects(),
            count.evictedBytes(),
            count.expiredObjects());
  }

  /** Returns a bound that Erlang's own tables do not have. */
  private static Term bound(long number) {
    return number == Bounds.NONE ? Atom.of("infinity") : IntegerTerm.of(number);
  }

  private @Nullable Term item(String name) {
    TableOptions options = table.options();
    return switch (name) {
      case "id" -> table.id();
      case "decentralized_counters" -> Atom.of(options.decentralizedCounters());
      case "read_concurrency" -> Atom.of(options.readConcurrency());
      case "write_concurrency" -> options.writeConcurrencyTerm();
      case "compressed" -> Atom.of(options.compressed());
      case "memory" -> IntegerTerm.of(MemoryEstimate.words(table.store()));
      case "owner" -> state.owner().pid();
      case "heir" -> state.heir() == null ? Atom.of("none") : state.heir().heir().pid();
      case "name" -> state.name();
      case "size" -> IntegerTerm.of(table.store().size());
      case "node" -> state.owner().space().node();
      case "named_table" -> Atom.of(options.isNamed());
      case "type" -> options.type().term();
      case "keypos" -> IntegerTerm.of(options.keypos());
      case "protection" -> state.access().term();
      case "max_objects" -> bound(options.bounds().maxObjects());
      case "max_bytes" -> bound(options.bounds().maxBytes());
      case "fixed" -> Atom.of(table.fixations().isFixed());
      case "safe_fixed" -> table.fixations().safeFixed();
      case "safe_fixed_monotonic_time" -> table.fixations().safeFixedMonotonicTime();
      // Binaries are shared by all their users, so none belongs to a table.
      case "binary" -> ListTerm.of();
      // As for Erlang's trees, since there are no statistics that all stores have.
      case "stats" -> Atom.FALSE;
      // Erlang prints the table's internals to the terminal, for its developers.
      case "data" -> Atom.TRUE;
      default -> null;
    };
  }
}
