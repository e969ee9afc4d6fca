package org.jets.ets.limit;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what a table has removed by itself, since it was full or the time was over. Safe for use
 * by many threads. Counting allocates nothing.
 */
public final class LimitRemovals {
  private final AtomicLong evictedKeys = new AtomicLong();
  private final AtomicLong evictedObjects = new AtomicLong();
  private final AtomicLong evictedBytes = new AtomicLong();
  private final AtomicLong expiredObjects = new AtomicLong();

  /** Counts an evicted key with its objects. */
  public void evicted(int objects, long bytes) {
    evictedKeys.incrementAndGet();
    evictedObjects.addAndGet(objects);
    evictedBytes.addAndGet(bytes);
  }

  /** Counts objects that were removed because their time was over. */
  public void expired(int objects) {
    expiredObjects.addAndGet(objects);
  }

  /** Returns the number of evicted keys so far. */
  public long evictedKeys() {
    return evictedKeys.get();
  }

  /** Returns the number of their objects. */
  public long evictedObjects() {
    return evictedObjects.get();
  }

  /** Returns about the bytes of these objects; 0 if the table has no bound of bytes. */
  public long evictedBytes() {
    return evictedBytes.get();
  }

  /** Returns the number of expired objects that have been removed so far. */
  public long expiredObjects() {
    return expiredObjects.get();
  }
}
