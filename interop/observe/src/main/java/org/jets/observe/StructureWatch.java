package org.jets.observe;

import java.util.function.Supplier;
import org.jets.collections.MapStructure;
import org.jets.ets.observe.TableFacts;

/** The watches of tables whose maps have adapted. */
final class StructureWatch {
  /** The number of updates that make a storm. */
  private static final long STORM = 10;

  private StructureWatch() {}

  static Runnable of(Supplier<TableCensus> tables, FactsWatch.Change<MapStructure> change) {
    return new FactsWatch<>(tables, TableFacts::mapStructure, null, change);
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
