package org.jets.ets;

import org.jets.ets.observe.CallSampler;
import org.jets.ets.store.TableStore;
import org.jets.ets.timing.CallTimer;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The mutable state of a table except its objects; replaced as a whole, so that one read is
 * consistent. Immutable.
 *
 * <p>The tests of the rights that each call makes also find out whether calls are timed. While they
 * are, these tests let no caller pass, and a second look follows. So a call makes no test more than
 * it needs for its rights.
 */
final class TableState {
  private final Owner owner;
  private final @Nullable Inheritance heir;
  private final Access access;
  private final Atom name;

  /** Times calls; null while no calls are observed. */
  private final @Nullable CallTimer timer;

  /** True while calls are timed, which those of a busy table are in short windows alone. */
  private final boolean isTiming;

  /** The owner while no calls are timed; null for a second look at the owner too. */
  private final @Nullable Owner passing;

  private final boolean isOpenToReaders;
  private final boolean isOpenToWriters;

  /**
   * An {@link Heir} in the state of a table. The table {@linkplain Owner#hold holds} the heir as
   * long as it names it.
   *
   * @param data the data that the heir receives with the transfer; null if it gets no message
   */
  record Inheritance(Owner heir, @Nullable Term data) {}

  TableState(Owner owner, @Nullable Inheritance heir, Access access, Atom name) {
    this(owner, heir, access, name, null, false);
  }

  private TableState(
      Owner owner,
      @Nullable Inheritance heir,
      Access access,
      Atom name,
      @Nullable CallTimer timer,
      boolean isTiming) {
    this.owner = owner;
    this.heir = heir;
    this.access = access;
    this.name = name;
    this.timer = timer;
    this.isTiming = isTiming;
    this.passing = isTiming ? null : owner;
    this.isOpenToReaders = !isTiming && access != Access.PRIVATE;
    this.isOpenToWriters = !isTiming && access == Access.PUBLIC;
  }

  Owner owner() {
    return owner;
  }

  @Nullable Inheritance heir() {
    return heir;
  }

  Access access() {
    return access;
  }

  Atom name() {
    return name;
  }

  /** Returns the timer of calls, also while it is not timing; null if no calls are observed. */
  @Nullable CallTimer timer() {
    return timer;
  }

  /** Returns the timer of calls while it is timing; else null. */
  @Nullable CallTimer timingTimer() {
    return isTiming ? timer : null;
  }

  /** Returns whether a caller may read; if not, it may be that calls are timed. */
  boolean letsRead(Owner caller) {
    return isOpenToReaders || passing == caller;
  }

  /** Returns whether a caller may write; if not, it may be that calls are timed. */
  boolean letsWrite(Owner caller) {
    return passing == caller || isOpenToWriters;
  }

  boolean mayRead(Owner caller) {
    return access != Access.PRIVATE || owner == caller;
  }

  boolean mayWrite(Owner caller) {
    return owner == caller || access == Access.PUBLIC;
  }

  /** Returns the store for one call. */
  TableStore storeOfCall(TableStore store) {
    return timer == null ? store : timer.storeOfCall(store);
  }

  /** Releases the hold on the heir, for a table that no longer names it. */
  void unholdHeir() {
    if (heir != null) {
      heir.heir().unhold();
    }
  }

  TableState withOwner(Owner successor) {
    return new TableState(successor, heir, access, name, timer, isTiming);
  }

  TableState withHeir(@Nullable Inheritance changed) {
    return new TableState(owner, changed, access, name, timer, isTiming);
  }

  TableState withAccess(Access changed) {
    return new TableState(owner, heir, changed, name, timer, isTiming);
  }

  TableState withName(Atom changed) {
    return new TableState(owner, heir, access, changed, timer, isTiming);
  }

  /** Returns whether a sampler chooses the calls that are timed; null for no timing. */
  boolean isTimedBy(@Nullable CallSampler sampler) {
    return timer == null ? sampler == null : timer.isOf(sampler);
  }

  /** Returns the state whose calls are timed; null for no timing. */
  TableState timedBy(@Nullable CallTimer other) {
    return new TableState(owner, heir, access, name, other, other != null);
  }

  /** Returns the state with the same timer, which is timing from then on, or is not. */
  TableState timing(boolean isTimingNext) {
    return new TableState(owner, heir, access, name, timer, isTimingNext);
  }
}
