package org.jets.bench.indexed;

/** A way to find objects by their second element. */
public enum Way {
  /** The table has an index on the element. */
  INDEX,

  /** The table has none, so that it is scanned. */
  SCAN,

  /** A second table has the keys by the element, and the program keeps it. */
  SECOND_TABLE
}
