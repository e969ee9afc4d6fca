package org.jets.observe;

/** A table, as MXBeans show it. */
public interface TableStatus {
  /** Returns the text of the identifier. */
  String getId();

  /** Returns the text of the name. */
  String getName();

  /** Returns the type: {@code set}, {@code ordered_set}, {@code bag} or {@code duplicate_bag}. */
  String getType();

  /** Returns the number of objects. */
  long getSize();

  /** Returns about how many bytes of the heap the table takes; -1 if that is not known yet. */
  long getBytes();

  /** Returns the text of the owner's pid. */
  String getOwner();

  /** Returns the text of the heir's pid; {@code none} if there is none. */
  String getHeir();

  /** Returns the protection: {@code private}, {@code protected} or {@code public}. */
  String getProtection();

  /** Returns the name of the store. */
  String getStore();

  /** Returns for how many milliseconds the table is fixed; -1 if it is not. */
  long getFixedMillis();

  /** Returns the texts of the pids that keep it fixed. */
  String[] getFixedBy();

  /** Returns about how many calls of the table there were in a second; -1 if that is unknown. */
  long getCallsPerSecond();

  /**
   * Returns the microseconds that about 99 % of the calls of the last minute did not exceed; -1 if
   * there were none.
   */
  double getMostMicros();
}
