package org.jets.observe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jets.ets.observe.TableFacts;
import org.jets.terms.Reference;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tables of which a part of the facts has changed since it last ran, and makes events of
 * that. The tables only keep numbers, which this compares. Run by the Flight Recorder once in each
 * period, while the events are recorded. Safe for use by many threads.
 *
 * @param <T> the type of the part
 */
final class FactsWatch<T> implements Runnable {
  /** The number of events of a period. */
  private static final int MOST_EVENTS = 1_000;

  private final Supplier<TableCensus> tables;
  private final Function<TableFacts, @Nullable T> part;
  private final @Nullable T ofNewTable;
  private final Change<T> change;

  @GuardedBy("this") private @Nullable TableCensus last;

  @GuardedBy("this") private Map<Reference, T> parts = new HashMap<>();

  /** Makes an event of a change. */
  @FunctionalInterface
  interface Change<T> {
    /** Returns false, and does nothing, if there is no change of this kind. */
    boolean tell(String table, T before, T now);
  }

  /**
   * Creates a watch.
   *
   * @param part returns the part; null if the table does not have it
   * @param ofNewTable what a table is compared with that was made in the period; null for no event
   */
  FactsWatch(
      Supplier<TableCensus> tables,
      Function<TableFacts, @Nullable T> part,
      @Nullable T ofNewTable,
      Change<T> change) {
    this.tables = tables;
    this.part = part;
    this.ofNewTable = ofNewTable;
    this.change = change;
  }

  @Override
  public synchronized void run() {
    TableCensus census = tables.get();
    if (census == last) {
      return;
    }
    boolean isFirst = last == null;
    Map<Reference, T> now = new HashMap<>();
    int events = 0;
    for (TableRow row : census.rows()) {
      T value = part.apply(row.facts());
      if (value != null) {
        now.put(row.id(), value);
        T before = parts.getOrDefault(row.id(), ofNewTable);
        if (!isFirst && before != null && !before.equals(value) && events < MOST_EVENTS) {
          events += change.tell(row.facts().term().toString(), before, value) ? 1 : 0;
        }
      }
    }
    parts = now;
    last = census;
  }
}
