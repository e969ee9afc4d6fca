package org.jets.ets;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Who keeps a table fixed, how many times, and since when. The store is fixed while anybody does.
 *
 * <p>Guarded by {@link #lock}: everything. Owners are locked inside it.
 */
final class Fixations {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private final TableStore store;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Owner, List<Fixation>> held = new HashMap<>();
  private @Nullable Instant since;
  private long sinceNanos;
  private boolean isEnded;

  Fixations(TableStore store) {
    this.store = store;
  }

  /** Fixes the table once more; null, and nothing done, if the owner has ended. */
  @Nullable Fixation fix(Owner owner, LocalHandle handle, boolean isOfTraversal) {
    Fixation fixation = new Fixation(this, owner, handle, isOfTraversal);
    lock.lock();
    try {
      if (isEnded) {
        return fixation;
      }
      List<Fixation> ofOwner = held.get(owner);
      if (ofOwner == null) {
        if (!owner.fixes(this)) {
          return null;
        }
        begin();
        ofOwner = new ArrayList<>(1);
        held.put(owner, ofOwner);
      }
      ofOwner.add(fixation);
      return fixation;
    } finally {
      lock.unlock();
    }
  }

  private void begin() {
    if (held.isEmpty()) {
      store.fix();
      since = Instant.now();
      sinceNanos = System.nanoTime();
    }
  }

  void release(Fixation fixation) {
    release(fixation.owner(), fixation::equals, false);
  }

  /** Ends the last {@code safe_fixtable} of an owner; nothing if there is none. */
  void releaseLast(Owner owner) {
    release(owner, fixation -> !fixation.isOfTraversal(), false);
  }

  void releaseAll(LocalHandle handle) {
    release(handle.caller(), fixation -> fixation.handle() == handle, true);
  }

  void releaseAll(Owner owner) {
    release(owner, fixation -> true, true);
  }

  private void release(Owner owner, Predicate<Fixation> released, boolean all) {
    lock.lock();
    try {
      List<Fixation> ofOwner = held.get(owner);
      if (ofOwner == null) {
        return;
      }
      boolean isDone = false;
      for (int i = ofOwner.size() - 1; i >= 0 && !isDone; i--) {
        if (released.test(ofOwner.get(i))) {
          ofOwner.remove(i);
          isDone = !all;
        }
      }
      if (ofOwner.isEmpty()) {
        held.remove(owner);
        owner.fixesNoMore(this);
        if (held.isEmpty()) {
          store.unfix();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends them all, and those that are asked for later: the table has been deleted. */
  void end() {
    lock.lock();
    try {
      isEnded = true;
      held.keySet().forEach(owner -> owner.fixesNoMore(this));
      held.clear();
    } finally {
      lock.unlock();
    }
  }

  boolean isFixed() {
    lock.lock();
    try {
      return !held.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** What {@code ets:info} gives as {@code safe_fixed}. */
  Term safeFixed() {
    lock.lock();
    try {
      if (held.isEmpty() || since == null) {
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

  /** What {@code ets:info} gives as {@code safe_fixed_monotonic_time}. */
  Term safeFixedMonotonicTime() {
    lock.lock();
    try {
      return held.isEmpty() ? Atom.FALSE : Tuple.of(IntegerTerm.of(sinceNanos), counts());
    } finally {
      lock.unlock();
    }
  }

  private ListTerm counts() {
    List<Term> counts = new ArrayList<>(held.size());
    held.forEach(
        (owner, ofOwner) -> counts.add(Tuple.of(owner.pid(), IntegerTerm.of(ofOwner.size()))));
    return ListTerm.of(counts);
  }
}
