package org.jets.ets.quota;

import java.util.concurrent.atomic.AtomicLong;
import org.jets.ets.Quota;
import org.jets.ets.SystemLimitException;

/**
 * The amounts that count against one {@link Quota}. An addition that exceeds the quota is taken
 * back. So two concurrent additions may both fail even if one alone would fit.
 *
 * <p>Safe for use by many threads.
 */
public final class QuotaUsage {
  private final String name;
  private final Quota quota;
  private final AtomicLong tables = new AtomicLong();
  private final AtomicLong objects = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  /** The number of meters that count here. Guarded by {@link QuotaUsages}. */
  private int meters;

  QuotaUsage(String name, Quota quota) {
    this.name = name;
    this.quota = quota;
  }

  void enter() {
    meters++;
  }

  /** Removes a meter. Returns whether no meter counts here any more. */
  boolean leave() {
    return --meters == 0;
  }

  public long objects() {
    return objects.get();
  }

  public long bytes() {
    return bytes.get();
  }

  /**
   * Adds amounts, each of which may be negative. Throws, and adds nothing, if the quota is
   * exceeded.
   */
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

  /** Throws if there are more objects or bytes than the quota allows. */
  void check() {
    if (objects() > quota.objects()) {
      throw new SystemLimitException("objects", name, quota.objects());
    }
    if (bytes() > quota.bytes()) {
      throw new SystemLimitException("bytes", name, quota.bytes());
    }
  }

  private static boolean exceeds(AtomicLong amount, long added, long limit) {
    return amount.addAndGet(added) > limit && added > 0;
  }

  /** Adds amounts regardless of the quota. */
  void addUnchecked(long addedTables, long addedObjects, long addedBytes) {
    tables.addAndGet(addedTables);
    objects.addAndGet(addedObjects);
    bytes.addAndGet(addedBytes);
  }
}
