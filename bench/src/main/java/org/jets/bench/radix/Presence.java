package org.jets.bench.radix;

/** The condition of an update of a key. No user of a map has one of these as a value. */
enum Presence {
  ANYTHING,
  ABSENT,
  PRESENT
}
