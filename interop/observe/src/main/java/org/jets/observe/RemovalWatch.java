package org.jets.observe;

import java.util.function.Supplier;
import org.jets.ets.observe.TableFacts;
import org.jets.ets.observe.TableFacts.Removals;

/** The watches of tables that have removed keys or objects by themselves. */
final class RemovalWatch {
  private RemovalWatch() {}

  static Runnable of(Supplier<TableCensus> tables, FactsWatch.Change<Removals> change) {
    return new FactsWatch<>(tables, TableFacts::removals, Removals.NONE, change);
  }

  static boolean tellEvictions(String table, Removals before, Removals now) {
    long keys = now.evictedKeys() - before.evictedKeys();
    if (keys > 0) {
      EvictionEvent event = new EvictionEvent();
      event.table = table;
      event.keys = keys;
      event.objects = now.evictedObjects() - before.evictedObjects();
      event.bytes = now.evictedBytes() - before.evictedBytes();
      event.commit();
    }
    return keys > 0;
  }

  static boolean tellExpiries(String table, Removals before, Removals now) {
    long objects = now.expiredObjects() - before.expiredObjects();
    if (objects > 0) {
      ExpiryEvent event = new ExpiryEvent();
      event.table = table;
      event.objects = objects;
      event.commit();
    }
    return objects > 0;
  }
}
