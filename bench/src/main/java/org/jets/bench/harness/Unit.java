package org.jets.bench.harness;

/** The unit of a value. */
public enum Unit {
  /** Millions of operations in a second, of all threads together. */
  MOPS("throughput", "Mops/s", true),
  /** Nanoseconds of one operation in the thread that calls it. */
  NANOS("time of an operation", "ns/op", false),
  /** Operations in a second. */
  PER_SECOND("rate", "/s", true),

  /** Millions of bytes in a second. */
  MEGABYTES_PER_SECOND("rate", "MB/s", true),

  /** Bytes for each entry. */
  BYTES_PER_ENTRY("memory", "bytes/entry", false),
  /** Bytes in all. */
  BYTES("memory", "bytes", false),
  /** A latency. */
  LATENCY_NANOS("latency, 99.9 %", "ns", false),
  /** Seconds. */
  SECONDS("time", "s", false),
  /** Something counted. */
  COUNT("count", "", true);

  private final String metric;
  private final String symbol;
  private final boolean moreIsBetter;

  Unit(String metric, String symbol, boolean moreIsBetter) {
    this.metric = metric;
    this.symbol = symbol;
    this.moreIsBetter = moreIsBetter;
  }

  /** The quantity that is measured. */
  public String metric() {
    return metric;
  }

  /** The unit's own name. */
  public String symbol() {
    return symbol;
  }

  /** Returns true if the greater of two values is the better one. */
  public boolean moreIsBetter() {
    return moreIsBetter;
  }
}
