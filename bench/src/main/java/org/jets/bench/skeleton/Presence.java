package org.jets.bench.skeleton;

/** The condition of an update of a key. No user of a map has one of these as a value. */
public enum Presence {
  ANYTHING,
  ABSENT,
  PRESENT
}
