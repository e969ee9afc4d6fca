package org.jets.ets.fixation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jets.ets.SystemLimitException;
import org.jets.ets.reclaim.Forgotten;
import org.jets.ets.reclaim.LiveEntries;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The fixations of a table: the owners that have them, how many times, and since when. The store is
 * fixed once for all explicit ones, and once for each traversal.
 *
 * <p>Traversals enter and leave without this lock and read no clock. While they alone keep the
 * table fixed, it is fixed since the time has been asked for.
 *
 * <p>A snapshot never changes: fixing it does nothing but what can be asked for, and no owner is
 * told.
 *
 * <p>Guarded by {@link #lock}: the explicit fixations and the time. Inside only the lists of {@link
 * LiveEntries} are locked.
 */
public final class Fixations implements FixedTables.OfOwner {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private final TableStore store;
  private final boolean isOfSnapshot;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<FixedTables, OfOwner> held = new HashMap<>();
  private final LiveEntries<TraversalFixation.Hold> traversals = new LiveEntries<>();

  /** Valid while there are explicit fixations, or the {@link #witness} is. */
  private @Nullable Instant since;

  private long sinceNanos;

  /** A traversal that has kept the table fixed since then; null if none is known. */
  private TraversalFixation.@Nullable Hold witness;

  /** Written under {@link #lock}, and before the traversals are gone through. */
  private volatile boolean ended;

  /** The explicit fixations of one owner, and this table's entry among those that it has fixed. */
  private record OfOwner(
      HandleFixations fixations,
      LiveEntries.Entry<FixedTables.OfOwner> ofTable,
      Runnable forgetting) {}

  public Fixations(TableStore store, boolean isOfSnapshot) {
    this.store = store;
    this.isOfSnapshot = isOfSnapshot;
  }

  TableStore store() {
    return store;
  }

  /** Returns whether the table has been deleted. */
  boolean hasEnded() {
    return ended;
  }

  void add(TraversalFixation.Hold traversal) {
    traversals.add(traversal.ofTable());
  }

  void remove(TraversalFixation.Hold traversal) {
    traversals.remove(traversal.ofTable());
  }

  /**
   * Fixes the table once more; false, and nothing done, if the owner has ended. Nothing is done for
   * a table that has been deleted. A {@link SystemLimitException}, and nothing done, if processes
   * of other nodes keep too many tables fixed.
   *
   * @param handle the key of the handle that this ends with; the owner's tables themselves if it
   *     ends with the owner alone
   */
  public boolean fix(FixedTables owner, Object handle) {
    lock.lock();
    try {
      if (ended) {
        return true;
      }
      OfOwner ofOwner = held.get(owner);
      if (ofOwner != null) {
        ofOwner.fixations().add(handle);
        return true;
      }
      return fixFirst(owner, handle);
    } finally {
      lock.unlock();
    }
  }

  private boolean fixFirst(FixedTables owner, Object handle) {
    Runnable forgetting = owner.remember();
    boolean isFixed = false;
    try {
      isFixed = fixFirst(owner, handle, forgetting);
      return isFixed;
    } finally {
      if (!isFixed) {
        forgetting.run();
      }
    }
  }

  private boolean fixFirst(FixedTables owner, Object handle, Runnable forgetting) {
    OfOwner ofOwner =
        new OfOwner(new HandleFixations(handle), new LiveEntries.Entry<>(this), forgetting);
    boolean isFixed = false;
    if (held.isEmpty()) {
      begin();
    }
    try {
      held.put(owner, ofOwner);
      isFixed = isOfSnapshot ? !owner.hasEnded() : owner.add(ofOwner.ofTable());
      return isFixed;
    } finally {
      if (!isFixed) {
        drop(owner, ofOwner);
      }
    }
  }

  private void begin() {
    if (!isWitnessed()) {
      readClock();
    }
    store.fix();
  }

  private boolean isWitnessed() {
    return witness != null && traversals.contains(witness.ofTable());
  }

  private void readClock() {
    since = Instant.now();
    sinceNanos = System.nanoTime();
  }

  /** Takes out an owner, whose last fixation has been ended. All is done even if this throws. */
  private void drop(FixedTables owner, OfOwner ofOwner) {
    held.remove(owner);
    try {
      if (held.isEmpty()) {
        witness = traversals.first();
        store.unfix();
      }
    } finally {
      ofOwner.forgetting().run();
      if (!isOfSnapshot) {
        owner.remove(ofOwner.ofTable());
      }
    }
  }

  /**
   * Ends the last {@code safe_fixtable} of an owner; nothing if there is none.
   *
   * @return whether the table was fixed and is no longer
   */
  public boolean releaseLast(FixedTables owner) {
    lock.lock();
    try {
      OfOwner ofOwner = held.get(owner);
      if (ofOwner == null) {
        return false;
      }
      ofOwner.fixations().removeLast();
      dropIfReleased(owner, ofOwner);
      return !isHeld();
    } finally {
      lock.unlock();
    }
  }

  /** Ends what has been fixed through a handle. */
  public void releaseAll(FixedTables owner, Object handle) {
    lock.lock();
    try {
      OfOwner ofOwner = held.get(owner);
      if (ofOwner != null) {
        ofOwner.fixations().removeAll(handle);
        dropIfReleased(owner, ofOwner);
      }
    } finally {
      lock.unlock();
    }
    for (TraversalFixation.Hold traversal : traversals.copy()) {
      if (traversal.isOf(handle)) {
        traversal.end();
      }
    }
  }

  private void dropIfReleased(FixedTables owner, OfOwner ofOwner) {
    if (ofOwner.fixations().total() == 0) {
      drop(owner, ofOwner);
    }
  }

  /**
   * Ends what an owner has fixed by {@code safe_fixtable}. Allocates nothing, as {@link
   * #releaseLast}, and needs no class that has not been used before: a full heap must not keep a
   * release from giving memory back.
   */
  @Override
  public void end(FixedTables owner) {
    lock.lock();
    try {
      OfOwner ofOwner = held.get(owner);
      if (ofOwner != null) {
        drop(owner, ofOwner);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends them all, and those that are asked for later: the table has been deleted. */
  public void end() {
    lock.lock();
    try {
      ended = true;
      if (!held.isEmpty()) {
        held.forEach(
            (owner, ofOwner) -> {
              ofOwner.forgetting().run();
              owner.remove(ofOwner.ofTable());
            });
        held.clear();
        store.unfix();
      }
    } finally {
      lock.unlock();
    }
    for (TraversalFixation.Hold hold; (hold = traversals.poll()) != null; ) {
      hold.end();
    }
  }

  public boolean isFixed() {
    Forgotten.giveBackAll();
    lock.lock();
    try {
      return isHeld();
    } finally {
      lock.unlock();
    }
  }

  private boolean isHeld() {
    return !held.isEmpty() || !traversals.isEmpty();
  }

  /** Returns whether the table is fixed; then the time is known. */
  private boolean isHeldSince() {
    Forgotten.giveBackAll();
    if (held.isEmpty() && !isWitnessed()) {
      witness = traversals.first();
      readClock();
    }
    return isHeld();
  }

  /** The term that {@code ets:info} gives as {@code safe_fixed}. */
  public Term safeFixed() {
    lock.lock();
    try {
      if (!isHeldSince() || since == null) {
        return Atom.FALSE;
      }
      long seconds = since.getEpochSecond();
      return Tuple.of(
          Tuple.of(
              IntegerTerm.of(seconds / MICROS_PER_SECOND),
              IntegerTerm.of(seconds % MICROS_PER_SECOND),
              IntegerTerm.of(since.getNano() / 1_000)),
          counts());
    } finally {
      lock.unlock();
    }
  }

  /** The term that {@code ets:info} gives as {@code safe_fixed_monotonic_time}. */
  public Term safeFixedMonotonicTime() {
    lock.lock();
    try {
      return isHeldSince() ? Tuple.of(IntegerTerm.of(sinceNanos), counts()) : Atom.FALSE;
    } finally {
      lock.unlock();
    }
  }

  private ListTerm counts() {
    Map<Pid, Long> counts = new HashMap<>();
    held.forEach(
        (owner, ofOwner) -> counts.merge(owner.pid(), ofOwner.fixations().total(), Long::sum));
    for (TraversalFixation.Hold traversal : traversals.copy()) {
      counts.merge(traversal.fixed().pid(), 1L, Long::sum);
    }
    List<Term> terms = new ArrayList<>(counts.size());
    counts.forEach((pid, count) -> terms.add(Tuple.of(pid, IntegerTerm.of(count))));
    return ListTerm.of(terms);
  }
}
