package org.jets.bench.scale;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jets.bench.harness.ErlangRun;
import org.jets.bench.harness.ForkedRun;

/** Runs that weigh a structure. */
final class FootprintPoints {
  /** Bytes of an entry with JOL's record of its objects. */
  private static final long BYTES_OF_AN_ENTRY = 700;

  /** Bytes of an object in a table while that is filled. */
  private static final long BYTES_OF_AN_OBJECT = 300;

  private static final long NANOS_OF_AN_OBJECT = 1500;

  private static final long NANOS_OF_AN_ENTRY = 5000;
  private static final Duration START = Duration.ofMillis(800);

  private FootprintPoints() {}

  /** A run here. */
  static ForkedRun ofJvm(String structure, int keys, FootprintMeasurement.Kind kind) {
    return new ForkedRun(
        FootprintMeasurement.class,
        List.of(structure, Integer.toString(keys), kind.name()),
        List.of("-Xmx" + megabytes(keys) + "m", "-XX:+UseParallelGC"),
        expected(keys));
  }

  /** Megabytes of heap for a run with so many keys. */
  static long megabytes(int keys) {
    return 256 + ((keys * BYTES_OF_AN_ENTRY) >> 20);
  }

  /** Bytes of an object of so many integers in a table of Erlang. */
  static ErlangRun perObject(List<String> erl, String table, int keys, int arity) {
    return new ErlangRun(
        erl,
        List.of("bytes", table, Integer.toString(keys), Integer.toString(arity)),
        expected(keys));
  }

  /** Megabytes of heap for a table of so many objects. */
  static long megabytesOfObjects(int count) {
    return 256 + ((count * BYTES_OF_AN_OBJECT) >> 20);
  }

  /** Bytes of an object of a table here. */
  static ForkedRun ofObjects(String table, int count, StoredObject stored) {
    return new ForkedRun(
        HeapGrowthMeasurement.class,
        List.of(table, Integer.toString(count), stored.name()),
        List.of("-Xmx" + megabytesOfObjects(count) + "m", "-XX:+UseParallelGC"),
        START.plusNanos(NANOS_OF_AN_OBJECT * count));
  }

  /** Bytes of an object of a table of Erlang. */
  static ErlangRun ofObjects(List<String> erl, String table, int count, StoredObject stored) {
    return new ErlangRun(
        erl,
        List.of(
            "object_bytes",
            table,
            Integer.toString(count),
            stored.name().toLowerCase(Locale.ROOT),
            Integer.toString(stored.keypos())),
        START.plusNanos(NANOS_OF_AN_OBJECT * count));
  }

  /** Bytes of an empty table of Erlang. */
  static ErlangRun empty(List<String> erl, String table) {
    return new ErlangRun(erl, List.of("empty", table), START);
  }

  /**
   * Bytes of a table of Erlang.
   *
   * @param when {@code full}, or {@code rest} for when nine keys of ten have been deleted
   */
  static ErlangRun inAll(List<String> erl, String table, int keys, String when) {
    return new ErlangRun(
        erl, List.of("footprint", when, table, Integer.toString(keys)), expected(keys));
  }

  private static Duration expected(int keys) {
    return START.plusNanos(NANOS_OF_AN_ENTRY * keys);
  }
}
