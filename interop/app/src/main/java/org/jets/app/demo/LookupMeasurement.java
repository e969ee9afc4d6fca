package org.jets.app.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jets.ets.EtsTable;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Looks up all keys of a table. Each thread looks up all of them in random order, repeatedly until
 * the time is over. Keys that are tuples are other objects than those in the table.
 */
final class LookupMeasurement {
  private static final long WARM_UP_NANOS = 200_000_000;
  private static final long NANOS = 400_000_000;

  private final EtsTable table;
  private final List<Term> keys = new ArrayList<>();

  private LookupMeasurement(EtsTable table) {
    this.table = table;
    try (Stream<Tuple> objects = table.stream()) {
      objects.map(object -> copy(object.element(table.keypos()))).distinct().forEach(keys::add);
    }
    Collections.shuffle(keys, new Random(5));
  }

  private static Term copy(Term key) {
    return key instanceof Tuple tuple ? Tuple.of(tuple.toArray()) : key;
  }

  /**
   * Returns how many lookups all threads together made in a second.
   *
   * @throws IllegalStateException if a key is not found
   */
  static double perSecond(EtsTable table, Workers workers) throws IOException {
    LookupMeasurement measurement = new LookupMeasurement(table);
    if (measurement.keys.isEmpty()) {
      return 0;
    }
    measurement.run(workers, WARM_UP_NANOS);
    return measurement.run(workers, NANOS).perSecond(workers.threads());
  }

  private Meter run(Workers workers, long nanos) throws IOException {
    Meter meter = new Meter();
    long end = System.nanoTime() + nanos;
    workers.runOnEach(
        () -> {
          do {
            long start = System.nanoTime();
            for (Term key : keys) {
              if (table.lookup(key).isEmpty()) {
                throw new IllegalStateException(key + ": not in the table any more");
              }
            }
            meter.add(keys.size(), start);
          } while (System.nanoTime() < end);
          return null;
        });
    return meter;
  }
}
