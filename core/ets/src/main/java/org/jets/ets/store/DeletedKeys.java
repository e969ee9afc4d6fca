package org.jets.ets.store;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The keys that have been deleted while a table is fixed, and its slots. A store needs nothing else
 * if its map can resume from any key. Steps resume from these keys, and from no other absent key.
 */
final class DeletedKeys extends FixationLog {
  private final Set<Term> deleted = ConcurrentHashMap.newKeySet();

  /** The order that a request for slot 0 makes, for the slots that follow. */
  private volatile @Nullable WalkOrder slots;

  DeletedKeys(@Nullable TableMeter meter) {
    super(meter);
  }

  boolean contains(Term key) {
    return deleted.contains(key);
  }

  @Nullable WalkOrder slots() {
    return slots;
  }

  void keepSlots(WalkOrder order) {
    slots = order;
  }

  @Override
  void deleted(Term key) {
    long bytes = bytesToCount(key);
    if (deleted.add(key)) {
      count(bytes);
    }
  }

  @Override
  void beginWrite() {}

  @Override
  void endWrite() {}

  @Override
  void written() {}

  @Override
  long estimatedBytes() {
    return estimatedBytesOf(deleted);
  }

  @Override
  long bytes(long limit, TermBytes.Visits visits) {
    return bytesOf(deleted, limit, visits);
  }
}
