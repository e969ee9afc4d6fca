package org.jets.ets.fixation;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.SystemLimitException;
import org.jets.ets.observe.TableFacts;
import org.jets.ets.reclaim.LiveEntries;
import org.jets.ets.reclaim.ResourceReclaimer;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The fixations of a table: their owners, the count of each, and the time of the first. All
 * explicit fixations together fix the store once, and each traversal fixes it once.
 *
 * <p>Traversals enter and leave without this lock and read no clock. While only traversals keep the
 * table fixed, the time of the fixation is that of the first query for it.
 *
 * <p>A snapshot never changes. A fixation of it is only recorded for queries, and no owner keeps
 * it.
 *
 * <p>Only the lists of {@link LiveEntries} are locked inside {@link #lock}.
 */
public final class Fixations implements FixedTables.OfOwner {
  private static final long MICROS_PER_SECOND = 1_000_000;

  /** The number of explicit fixers, and of traversals, of which observers are told. */
  private static final int MOST_OBSERVED = 100;

  private final TableStore store;
  private final boolean isOfSnapshot;
  private final OverflowSafeLock lock = new OverflowSafeLock();

  @GuardedBy("lock") private final Map<FixedTables, OfOwner> held = new HashMap<>();

  private final LiveEntries<TraversalFixation.Hold> traversals = new LiveEntries<>();

  /**
   * The time of the fixation, valid while there are explicit fixations or the {@link #witness} is
   * valid.
   */
  @GuardedBy("lock") private @Nullable Instant since;

  @GuardedBy("lock") private long sinceNanos;

  /** A traversal that has kept the table fixed since then; null if none is known. */
  @GuardedBy("lock") private TraversalFixation.@Nullable Hold witness;

  /** Written under {@link #lock}, before the traversals are released. */
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
   * Fixes the table once more. Returns false, and does nothing, if the owner has ended. Does
   * nothing for a table that has been deleted. Throws {@link SystemLimitException}, and does
   * nothing, if processes of other nodes keep too many tables fixed.
   *
   * @param handle the key of the handle that ends the fixation when it is closed; the {@code owner}
   *     argument if only the owner's end does
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

  @GuardedBy("lock") private boolean fixFirst(FixedTables owner, Object handle) {
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

  @GuardedBy("lock") private boolean fixFirst(FixedTables owner, Object handle, Runnable forgetting) {
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

  @GuardedBy("lock") private void begin() {
    if (!isWitnessed()) {
      readClock();
    }
    store.fix();
  }

  @GuardedBy("lock") private boolean isWitnessed() {
    return witness != null && traversals.contains(witness.ofTable());
  }

  @GuardedBy("lock") private void readClock() {
    since = Instant.now();
    sinceNanos = System.nanoTime();
  }

  /**
   * Removes an owner whose last fixation has ended. The removal is complete even if this throws.
   */
  @GuardedBy("lock") private void drop(FixedTables owner, OfOwner ofOwner) {
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
   * Ends the last {@code safe_fixtable} of an owner; does nothing if there is none.
   *
   * @return whether this ended the last fixation of the table
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

  /** Ends the fixations through a handle. */
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

  @GuardedBy("lock") private void dropIfReleased(FixedTables owner, OfOwner ofOwner) {
    if (ofOwner.fixations().total() == 0) {
      drop(owner, ofOwner);
    }
  }

  /**
   * Ends the fixations of an owner by {@code safe_fixtable}. Like {@link #releaseLast}, this
   * allocates nothing and loads no class, since a full heap must not prevent a release of memory.
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

  /** Ends all fixations, also later ones, since the table has been deleted. */
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
    ResourceReclaimer.giveBackAll();
    lock.lock();
    try {
      return isHeld();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private boolean isHeld() {
    return !held.isEmpty() || !traversals.isEmpty();
  }

  /** Returns whether the table is fixed. If so, the time is known afterwards. */
  @GuardedBy("lock") private boolean isHeldSince() {
    ResourceReclaimer.giveBackAll();
    if (held.isEmpty() && !isWitnessed()) {
      witness = traversals.first();
      readClock();
    }
    return isHeld();
  }

  /** Returns the term of {@code ets:info} for {@code safe_fixed}. */
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

  /** Returns the term of {@code ets:info} for {@code safe_fixed_monotonic_time}. */
  public Term safeFixedMonotonicTime() {
    lock.lock();
    try {
      return isHeldSince() ? Tuple.of(IntegerTerm.of(sinceNanos), counts()) : Atom.FALSE;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the fixation for observers; null if the table is not fixed. */
  public TableFacts.@Nullable Fixation observed() {
    lock.lock();
    try {
      if (!isHeldSince()) {
        return null;
      }
      List<TableFacts.Fixer> fixers = new ArrayList<>();
      countByPid(MOST_OBSERVED)
          .forEach((pid, count) -> fixers.add(new TableFacts.Fixer(pid, count)));
      return new TableFacts.Fixation(sinceNanos, fixers);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private ListTerm counts() {
    Map<Pid, Long> counts = countByPid(Integer.MAX_VALUE);
    List<Term> terms = new ArrayList<>(counts.size());
    counts.forEach((pid, count) -> terms.add(Tuple.of(pid, IntegerTerm.of(count))));
    return ListTerm.of(terms);
  }

  /**
   * Returns the number of fixations of each owner.
   *
   * @param most the number of explicit fixers, and of traversals, that are counted; the others are
   *     left out
   */
  @GuardedBy("lock") private Map<Pid, Long> countByPid(int most) {
    Map<Pid, Long> counts = new HashMap<>();
    Iterator<Map.Entry<FixedTables, OfOwner>> explicit = held.entrySet().iterator();
    for (int i = 0; i < most && explicit.hasNext(); i++) {
      Map.Entry<FixedTables, OfOwner> fixer = explicit.next();
      counts.merge(fixer.getKey().pid(), fixer.getValue().fixations().total(), Long::sum);
    }
    for (TraversalFixation.Hold traversal : traversals.copy(most)) {
      counts.merge(traversal.fixed().pid(), 1L, Long::sum);
    }
    return counts;
  }
}
