package org.jets.bench.scale;

import java.util.Locale;

/** An operation of a workload, as OTP's benchmark of tables names it; the key is random. */
enum Operation {
  INSERT,
  DELETE,
  LOOKUP,
  /** Steps from a random key to the next, so many of them. */
  NEXTSEQ10(true),
  NEXTSEQ100(true),
  NEXTSEQ1000(true),
  /** Counts all objects by looking at them. */
  SELECTALL,
  /** Counts the objects of a range of 1,000 keys. */
  PARTIAL_SELECT1000(true),
  /** Collects the keys of a range of 1,000; without an order, by looking at all objects. */
  SELECT1000,
  /** Collects the lower half of the keys in the same way, where all keys are there. */
  SELECT_HALF,
  /** Adds one to the count of a key, where all keys are there. */
  COUNT;

  private final boolean needsOrder;

  Operation() {
    this(false);
  }

  Operation(boolean needsOrder) {
    this.needsOrder = needsOrder;
  }

  /** Returns true if the operation needs all keys, so that none may be deleted beside it. */
  boolean needsAllKeys() {
    return this == SELECT_HALF || this == COUNT;
  }

  /** Returns true if a structure without order is not asked for it. */
  boolean needsOrder() {
    return needsOrder;
  }

  /** The name in a mix. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
