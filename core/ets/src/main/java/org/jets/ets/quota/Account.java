package org.jets.ets.quota;

import java.util.concurrent.atomic.AtomicLong;
import org.jets.ets.Quota;
import org.jets.ets.SystemLimitException;

/**
 * What somebody has of what a {@link Quota} limits. What is added is taken back if that was too
 * much, so two that add at a time may both fail where one would have done.
 *
 * <p>Safe for use by many threads.
 */
public final class Account {
  private final String name;
  private final Quota quota;
  private final AtomicLong tables = new AtomicLong();
  private final AtomicLong objects = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  /** How many meters count here. Guarded by {@link Accounts}. */
  private int meters;

  Account(String name, Quota quota) {
    this.name = name;
    this.quota = quota;
  }

  void enter() {
    meters++;
  }

  /** Whether nobody counts here any more. */
  boolean leave() {
    return --meters == 0;
  }

  public long objects() {
    return objects.get();
  }

  public long bytes() {
    return bytes.get();
  }

  /** Adds amounts, each of which may be negative; an error, and nothing done, if it is too much. */
  void add(long addedTables, long addedObjects, long addedBytes) {
    String exceeded = null;
    long limit = 0;
    if (exceeds(tables, addedTables, quota.tables())) {
      exceeded = "tables";
      limit = quota.tables();
    }
    if (exceeds(objects, addedObjects, quota.objects())) {
      exceeded = "objects";
      limit = quota.objects();
    }
    if (exceeds(bytes, addedBytes, quota.bytes())) {
      exceeded = "bytes";
      limit = quota.bytes();
    }
    if (exceeded != null) {
      addUnchecked(-addedTables, -addedObjects, -addedBytes);
      throw new SystemLimitException(exceeded, name, limit);
    }
  }

  private static boolean exceeds(AtomicLong amount, long added, long limit) {
    return amount.addAndGet(added) > limit && added > 0;
  }

  /** Adds amounts whatever the quota says. */
  void addUnchecked(long addedTables, long addedObjects, long addedBytes) {
    tables.addAndGet(addedTables);
    objects.addAndGet(addedObjects);
    bytes.addAndGet(addedBytes);
  }
}
