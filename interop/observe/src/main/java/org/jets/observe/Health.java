package org.jets.observe;

import java.util.Locale;

/** The health of tables and a node. */
public enum Health {
  /** All is well. */
  UP(true),
  /**
   * A limit was reached in the last 10 seconds, and something was refused to another node. The node
   * itself is up: a node may exceed limits of its own.
   */
  REFUSING(true),
  /** The heap is above its mark, so that calls are refused. */
  FULL(false),
  /** The log of a durable table has failed, so that writes of this table fail. */
  LOG(false);

  private final boolean isUp;

  Health(boolean isUp) {
    this.isUp = isUp;
  }

  /** Returns whether the node serves all its tables. */
  public boolean isUp() {
    return isUp;
  }

  /** Returns the word for it, in small letters. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
