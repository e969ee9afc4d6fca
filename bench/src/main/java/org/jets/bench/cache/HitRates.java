package org.jets.bench.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;

/**
 * The share of requests that found their key, in one thread that inserts each key that it misses.
 *
 * @param table of a table with a bound of objects
 * @param caffeine of Caffeine
 */
public record HitRates(double table, double caffeine) {

  /** Measures both. */
  public static HitRates of(int[] keys, int most) {
    return new HitRates(ofTable(keys, most), ofCaffeine(keys, most));
  }

  private static double ofTable(int[] keys, int most) {
    try (Owner owner = new TableSpace().newOwner()) {
      LocalTable table = owner.newTable("cache", TableOptions.set().withMaxObjects(most));
      int hits = 0;
      for (int key : keys) {
        IntegerTerm term = IntegerTerm.of(key);
        if (table.member(term)) {
          hits++;
        } else {
          table.insert(Tuple.of(term));
        }
      }
      return (double) hits / keys.length;
    }
  }

  private static double ofCaffeine(int[] keys, int most) {
    // In the calling thread, so that each run is the same.
    Cache<Integer, Integer> cache =
        Caffeine.newBuilder().maximumSize(most).executor(Runnable::run).build();
    int hits = 0;
    for (int key : keys) {
      if (cache.getIfPresent(key) == null) {
        cache.put(key, key);
      } else {
        hits++;
      }
    }
    return (double) hits / keys.length;
  }
}
