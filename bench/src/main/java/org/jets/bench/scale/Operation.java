package org.jets.bench.scale;

import java.util.Locale;

/** An operation of a workload, as OTP's benchmark of tables names it; the key is random. */
enum Operation {
  INSERT,
  DELETE,
  LOOKUP,
  /** A step from a random key, which is there, to the next. */
  NEXT,
  /** Steps from a random key to the next, so many of them. */
  NEXTSEQ10,
  NEXTSEQ100,
  NEXTSEQ1000,
  /** Counts all objects by looking at them. */
  SELECTALL,
  /** Counts the objects of a range of 1,000 keys. */
  PARTIAL_SELECT1000,
  /** Collects the keys of a range of 1,000; without an order, by looking at all objects. */
  SELECT1000,
  /** Collects the lower half of the keys in the same way, where all keys are there. */
  SELECT_HALF,
  /** Adds one to the count of a key, where all keys are there. */
  COUNT;

  /** Returns true if the operation needs all keys, so that none may be deleted beside it. */
  boolean needsAllKeys() {
    return this == SELECT_HALF || this == COUNT || this == NEXT;
  }

  /** Returns true if the operation is one of {@link Steps}. */
  boolean needsSteps() {
    return this == NEXT || needsOrder();
  }

  /** Returns true if the operation is one of {@link OrderedOperations}. */
  boolean needsOrder() {
    return switch (this) {
      case NEXTSEQ10, NEXTSEQ100, NEXTSEQ1000, PARTIAL_SELECT1000 -> true;
      default -> false;
    };
  }

  /** Returns true if the operation is one of {@link TableOperations}. */
  boolean needsTable() {
    return this == SELECT1000 || this == SELECT_HALF || this == COUNT;
  }

  /** Returns true if the operation reads a hundred objects or more. */
  boolean isLong() {
    return switch (this) {
      case INSERT, DELETE, LOOKUP, NEXT, NEXTSEQ10, COUNT -> false;
      default -> true;
    };
  }

  /** Returns the name in a mix. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
