package org.jets.observe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jets.collections.MapStructure;
import org.jets.terms.Reference;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tables whose maps have adapted since it last ran, and makes events of that. The maps
 * only keep numbers, which this compares. Run by the Flight Recorder once in each period, while the
 * events are recorded. Safe for use by many threads.
 */
final class StructureWatch implements Runnable {
  /** The number of events of a period. */
  private static final int MOST_EVENTS = 1_000;

  /** The number of updates that make a storm. */
  private static final long STORM = 10;

  private final Supplier<TableCensus> tables;
  private final Change change;

  @GuardedBy("this") private @Nullable TableCensus last;

  @GuardedBy("this") private Map<Reference, MapStructure> structures = new HashMap<>();

  /** Makes an event of a change. */
  @FunctionalInterface
  interface Change {
    /** Returns false, and does nothing, if there is no change of this kind. */
    boolean tell(String table, MapStructure before, MapStructure now);
  }

  StructureWatch(Supplier<TableCensus> tables, Change change) {
    this.tables = tables;
    this.change = change;
  }

  @Override
  public synchronized void run() {
    TableCensus census = tables.get();
    if (census == last) {
      return;
    }
    boolean isFirst = last == null;
    Map<Reference, MapStructure> now = new HashMap<>();
    int events = 0;
    for (TableRow row : census.rows()) {
      MapStructure structure = row.facts().mapStructure();
      if (structure != null) {
        now.put(row.id(), structure);
        MapStructure before = structures.get(row.id());
        if (!isFirst && before != null && !before.equals(structure) && events < MOST_EVENTS) {
          events += change.tell(row.facts().term().toString(), before, structure) ? 1 : 0;
        }
      }
    }
    structures = now;
    last = census;
  }

  static boolean tellResize(String table, MapStructure before, MapStructure now) {
    boolean isResized = before.buckets() != now.buckets() || before.locks() != now.locks();
    if (isResized) {
      ResizeEvent event = new ResizeEvent();
      event.table = table;
      event.bucketsBefore = before.buckets();
      event.buckets = now.buckets();
      event.locksBefore = before.locks();
      event.locks = now.locks();
      event.commit();
    }
    return isResized;
  }

  static boolean tellSplits(String table, MapStructure before, MapStructure now) {
    long splits = added(before.splits(), now.splits());
    if (splits > 0) {
      SplitEvent event = new SplitEvent();
      event.table = table;
      event.splits = splits;
      event.commit();
    }
    return splits > 0;
  }

  static boolean tellJoins(String table, MapStructure before, MapStructure now) {
    long joins = added(before.joins(), now.joins());
    if (joins > 0) {
      JoinEvent event = new JoinEvent();
      event.table = table;
      event.joins = joins;
      event.commit();
    }
    return joins > 0;
  }

  static boolean tellStorms(String table, MapStructure before, MapStructure now) {
    long updates = added(before.longRetries(), now.longRetries());
    if (updates >= STORM) {
      RetryStormEvent event = new RetryStormEvent();
      event.table = table;
      event.updates = updates;
      event.commit();
    }
    return updates >= STORM;
  }

  /** Returns the growth of a count, which begins anew when a table is cleared. */
  private static long added(long before, long now) {
    return now < before ? now : now - before;
  }
}
