package org.jets.bench.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jets.bench.harness.HeapSize;
import org.jets.ets.LocalTable;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;

/**
 * Bytes that a full table with a bound takes for each object, beside Caffeine, as JOL sees them.
 * Both hold objects {@code {Key, Key}} with integers of 32 bits. These do not count.
 */
public final class CacheMemory {
  /** Beyond the integers that are shared. */
  private static final int FIRST_KEY = 1 << 16;

  private CacheMemory() {}

  /** Adds a line for each. */
  public static void addTo(List<String> lines) {
    lines.add("");
    lines.add("Bytes for each object beyond the object and its key, when full, by JOL:");
    lines.add(line("table", CacheMemory::table));
    lines.add(line("Caffeine", CacheMemory::caffeine));
    lines.add(HeapSize.layout());
  }

  private static String line(String name, IntFunction<Object> filled) {
    double bytes = HeapSize.ofEntry(filled) - HeapSize.ofGraph(object(FIRST_KEY));
    return String.format(Locale.ROOT, "%-36s %12.1f", name, bytes);
  }

  private static Tuple object(int number) {
    IntegerTerm key = IntegerTerm.of(FIRST_KEY + number);
    return Tuple.of(key, key);
  }

  private static Object table(int objects) {
    LocalTable table =
        new TableSpace().mainOwner().newTable("cache", TableOptions.set().withMaxObjects(objects));
    for (int n = 0; n < objects; n++) {
      table.insert(object(n));
    }
    return table;
  }

  private static Object caffeine(int objects) {
    Cache<IntegerTerm, Tuple> cache =
        Caffeine.newBuilder().maximumSize(objects).executor(Runnable::run).build();
    for (int n = 0; n < objects; n++) {
      Tuple object = object(n);
      cache.put((IntegerTerm) object.element(1), object);
    }
    cache.cleanUp();
    return cache;
  }
}
