package org.jets.bench.scale;

import java.util.Locale;

/** What a workload does, as OTP's benchmark of tables names it; the key is random. */
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
  PARTIAL_SELECT1000(true);

  private final boolean needsOrder;

  Operation() {
    this(false);
  }

  Operation(boolean needsOrder) {
    this.needsOrder = needsOrder;
  }

  /** Whether a structure without order is not asked for it. */
  boolean needsOrder() {
    return needsOrder;
  }

  /** The name in a mix. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
