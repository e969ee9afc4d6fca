package org.jets.ets;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jets.ets.TableState.Inheritance;
import org.jets.ets.durable.DurableStore;
import org.jets.ets.expiry.Lifetimes;
import org.jets.ets.feed.ChangeFeed;
import org.jets.ets.fixation.Fixations;
import org.jets.ets.index.Index;
import org.jets.ets.indexing.TableIndexes;
import org.jets.ets.log.DurableOptions;
import org.jets.ets.log.TableLog;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.observe.CallSampler;
import org.jets.ets.plan.PlanCache;
import org.jets.ets.plan.PlannedSpec;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.Concurrency;
import org.jets.ets.store.MemoryEstimate;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.Stores;
import org.jets.ets.store.TableStore;
import org.jets.ets.timing.CallTimer;
import org.jets.ets.watch.ChangeListener;
import org.jets.ets.watch.ChangeListeners;
import org.jets.ets.watch.WatchedStore;
import org.jets.terms.Atom;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A table of a space: its store, and its state with the owner, the access, the heir and the name.
 * All handles of the table share it. Callers hold a {@link TableHandle}.
 *
 * <p><b>Linearization points.</b> The CAS of the volatile state is the linearization point of each
 * of these:
 *
 * <ul>
 *   <li>A change of the name, the access or the heir.
 *   <li>A change of the owner, by {@link TableTransfer}. The thread holds the space's lock of
 *       transfers. So the new owner adopts the table before the change is visible, and one thread
 *       at a time makes such a change.
 *   <li>The deletion, which writes null. An operation that has read a live state may act on the
 *       store a little later, until the store is closed. Such an operation precedes the deletion.
 * </ul>
 *
 * <p><b>On errors.</b> A change that fails leaves the state as it was, and takes back what it has
 * counted.
 */
final class OwnedTable {
  private static final VarHandle STATE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "state", VarHandle.class, OwnedTable.class, TableState.class);

  private static final VarHandle PLANS =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "plans", VarHandle.class, OwnedTable.class, PlanCache.class);

  private final TableSpace space;
  private final Reference id;
  private final TableOptions options;
  private final StoreConfig config;
  private final TableStore store;

  /** The store whose changes are told; null if they are not. */
  private final @Nullable WatchedStore watched;

  private final Fixations fixations;
  private final boolean isSnapshot;

  /** The subscriptions to changes; null if they cannot be watched. */
  private final @Nullable ChangeFeed feed;

  /** Null unless the table can have indexes. */
  private final @Nullable TableIndexes indexes;

  /** Null if the table is not durable. */
  private final @Nullable DurableStore durable;

  /** Null if the table is not metered. */
  private final @Nullable TableMeter meter;

  private volatile @Nullable TableState state;

  /** The plans, made for the first match specification. */
  private volatile @Nullable PlanCache plans;

  /**
   * Makes a table. A durable one has the objects of its log.
   *
   * @param durable null if the table is not durable
   * @throws TableLogException if the log cannot be opened
   */
  OwnedTable(
      TableSpace space,
      Reference id,
      TableOptions options,
      TableState state,
      @Nullable TableMeter meter,
      @Nullable DurableOptions durable) {
    this(
        space,
        options,
        state,
        StoreLayers.metered(Stores.newStore(options.backend(), config(id, options)), meter),
        meter,
        options.hasEvents() ? new ChangeFeed(config(id, options)) : null,
        durable,
        false);
  }

  /** Returns what learns of the changes of the objects; null for none. Indexes learn first. */
  private @Nullable ChangeListener listener() {
    if (indexes == null) {
      return feed;
    }
    return feed == null ? indexes : new ChangeListeners(indexes, feed);
  }

  /** Makes a table on an existing store, whose changes cannot be watched. */
  OwnedTable(
      TableSpace space,
      TableOptions options,
      TableState state,
      TableStore store,
      @Nullable TableMeter meter,
      boolean isSnapshot) {
    this(space, options, state, store, meter, null, null, isSnapshot);
  }

  private OwnedTable(
      TableSpace space,
      TableOptions options,
      TableState state,
      TableStore unwatched,
      @Nullable TableMeter meter,
      @Nullable ChangeFeed feed,
      @Nullable DurableOptions durableOptions,
      boolean isSnapshot) {
    this.space = space;
    this.options = options;
    this.config = unwatched.config();
    this.id = config.table();
    this.feed = feed;
    this.indexes =
        options.hasIndexes() && !isSnapshot
            ? new TableIndexes(config, meter, this::forgetPlans)
            : null;
    ChangeListener listener = listener();
    Lifetimes lives =
        options.expiry() == null || isSnapshot
            ? null
            : new Lifetimes(options.expiry(), options.type());
    this.durable =
        durableOptions == null
            ? null
            : StoreLayers.opened(
                durableOptions, state.name(), options, unwatched, lives, listener, meter);
    if (durable != null) {
      this.watched = durable.store();
    } else {
      this.watched = listener == null ? null : new WatchedStore(unwatched, listener);
    }
    if (indexes != null && watched != null) {
      indexes.of(watched);
    }
    this.store = limitedOrClosed(watched == null ? unwatched : watched, lives, isSnapshot);
    this.fixations = fixations(isSnapshot);
    this.state = state;
    this.meter = meter;
    this.isSnapshot = isSnapshot;
  }

  /**
   * As {@link StoreLayers#limited}. If that fails, the log is closed, and one that was begun is
   * removed.
   */
  private TableStore limitedOrClosed(
      TableStore unlimited, @Nullable Lifetimes lives, boolean isSnapshot) {
    boolean isMade = false;
    try {
      TableStore made =
          StoreLayers.limited(
              unlimited,
              options,
              lives,
              isSnapshot,
              (key, update, cellBytes) -> HeapCharge.removedBy(this, key, update, cellBytes));
      isMade = true;
      return made;
    } finally {
      if (!isMade) {
        abandon(unlimited);
      }
    }
  }

  private Fixations fixations(boolean isSnapshot) {
    boolean isMade = false;
    try {
      Fixations made = new Fixations(store, isSnapshot);
      isMade = true;
      return made;
    } finally {
      if (!isMade) {
        abandon();
      }
    }
  }

  /** Ends a table that has not been published. A log that it has begun is removed. */
  void abandon() {
    abandon(store);
  }

  private void abandon(TableStore made) {
    if (durable != null) {
      if (durable.recovered().lastSegment() == 0) {
        durable.discard();
      }
      made.close();
    }
  }

  /** Returns the log of a durable table; null if the table is not durable. */
  @Nullable TableLog log() {
    return durable;
  }

  /** Returns whether the table is durable, and its log has failed. */
  boolean hasFailedLog() {
    return durable != null && durable.hasFailed();
  }

  static StoreConfig config(Reference id, TableOptions options) {
    int keypos = (int) Math.min(options.keypos(), Integer.MAX_VALUE);
    return new StoreConfig(id, options.type(), keypos, concurrency(options));
  }

  /** Returns the options about concurrent use. */
  static Concurrency concurrency(TableOptions options) {
    return new Concurrency(
        options.locks(Concurrency.ADAPTING),
        options.readConcurrency(),
        options.hasDecentralizedCounters());
  }

  Reference id() {
    return id;
  }

  TableOptions options() {
    return options;
  }

  StoreConfig config() {
    return config;
  }

  TableStore store() {
    return store;
  }

  /** Returns the subscriptions to changes; null if they cannot be watched. */
  @Nullable ChangeFeed feed() {
    return feed;
  }

  /** Returns the indexes; null if the table cannot have any. */
  @Nullable TableIndexes indexes() {
    return indexes;
  }

  /** As {@link LocalTable#addIndex}, where an action is told the bytes that have been added. */
  void addIndex(Index index, LongConsumer charge) {
    if (indexes == null) {
      throw BadArgumentException.of(1, "table", id, "a table made with the option indexes");
    }
    if (index.isUnique() && options.hasExpiry()) {
      // An object that has expired would keep its term until it is removed.
      throw BadArgumentException.of(
          3, "index", index.description(), "one that is not unique, since the objects expire");
    }
    indexes.add(index, charge);
  }

  /** As {@link LocalTable#dropIndex}. */
  boolean dropIndex(Atom name) {
    return indexes != null && indexes.drop(name);
  }

  /** Returns the indexes that searches can use. */
  List<Index> readyIndexes() {
    return indexes == null ? List.of() : indexes.ready();
  }

  /** Makes each specification be planned again, since the indexes have changed. */
  private void forgetPlans() {
    PlanCache cache = (PlanCache) PLANS.getAndSet(this, null);
    if (cache != null) {
      cache.close();
    }
  }

  /** Returns when all changes that a reader has seen before this call have been told. */
  void awaitTold() {
    if (watched != null) {
      watched.awaitTold();
    }
  }

  Fixations fixations() {
    return fixations;
  }

  TableSpace space() {
    return space;
  }

  /** Returns the plan of a match specification. */
  PlannedSpec plan(MatchSpec spec) {
    PlanCache cache = plans;
    if (cache == null) {
      PlanCache made = new PlanCache(config, meter, this::readyIndexes);
      cache = (PlanCache) PLANS.compareAndExchange(this, null, made);
      cache = cache == null ? made : cache;
    }
    return cache.plan(spec);
  }

  /**
   * Returns an estimate of the bytes of this table, with everything that it keeps beside its
   * objects, each of which is measured. Returns 0 if it has been deleted.
   *
   * @param limit the number of bytes at which measuring stops; the result is then some number above
   *     it
   * @param visits bounds the time as well; the result is meaningless once they are exceeded
   */
  long bytes(TableState current, long limit, TermBytes.Visits visits) {
    long bytes;
    try {
      bytes = MemoryEstimate.bytes(store, limit, visits) + planBytes();
    } catch (NoSuchTableException e) {
      return 0;
    }
    Inheritance heir = current.heir();
    return heir == null || heir.data() == null ? bytes : bytes + TermBytes.of(heir.data(), limit);
  }

  /** Returns an estimate of the bytes of the kept plans. */
  long planBytes() {
    PlanCache cache = plans;
    return cache == null ? 0 : cache.bytes();
  }

  /** Returns the state; null if the table has been deleted. */
  @Nullable TableState state() {
    return state;
  }

  /** Replaces the state, with null for the deletion, if it is still the expected one. */
  boolean casState(TableState expected, @Nullable TableState next) {
    return STATE.compareAndSet(this, expected, next);
  }

  boolean isDeleted() {
    return state == null;
  }

  /**
   * Returns the term for this table in Erlang's functions: its name if it is known by it, else its
   * identifier.
   */
  Term term(TableState state) {
    return options.isNamed() ? state.name() : id;
  }

  void checkRead(Owner caller) {
    TableState current = live();
    if (!current.mayRead(caller)) {
      throw notReadable(current);
    }
  }

  void checkWrite(Owner caller) {
    TableState current = live();
    requireChangeable(current);
    if (!current.mayWrite(caller)) {
      throw notWritable(current);
    }
  }

  /**
   * As {@link #checkRead}, for a call that makes one step of the store.
   *
   * @param store this table's store
   * @return the store, or one that times the step
   */
  TableStore storeToRead(Owner caller, TableStore store) {
    TableState current = live();
    if (current.letsRead(caller)) {
      return store;
    }
    if (!current.mayRead(caller)) {
      throw notReadable(current);
    }
    return current.storeOfCall(store);
  }

  /** As {@link #checkWrite}, with the result of {@link #storeToRead}. */
  TableStore storeToWrite(Owner caller, TableStore store) {
    TableState current = live();
    requireChangeable(current);
    if (current.letsWrite(caller)) {
      return store;
    }
    if (!current.mayWrite(caller)) {
      throw notWritable(current);
    }
    return current.storeOfCall(store);
  }

  /** Returns the state. Throws if the table has been deleted. */
  TableState live() {
    TableState current = state;
    if (current == null) {
      throw new NoSuchTableException(id);
    }
    return current;
  }

  private void requireChangeable(TableState current) {
    if (isSnapshot) {
      throw TableAccessException.ofSnapshot(term(current));
    }
  }

  private TableAccessException notReadable(TableState current) {
    return new TableAccessException(term(current), current.access(), "protected or public");
  }

  private TableAccessException notWritable(TableState current) {
    return new TableAccessException(term(current), current.access(), "public");
  }

  /** Times the calls that a sampler chooses; null for no timing. */
  void timeCalls(@Nullable CallSampler sampler) {
    for (TableState current; (current = state) != null && !current.isTimedBy(sampler); ) {
      casState(
          current,
          current.timedBy(
              sampler == null ? null : new CallTimer(sampler, store, this::switchTiming)));
    }
  }

  /** Lets a timer begin or end to time calls. Returns false if it is not the table's any more. */
  private boolean switchTiming(CallTimer timer, boolean isTiming) {
    for (TableState current; (current = state) != null && current.timer() == timer; ) {
      if ((current.timingTimer() != null) == isTiming
          || casState(current, current.timing(isTiming))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a sampler chooses the calls that are timed; null for no timing. */
  boolean isTimedBy(@Nullable CallSampler sampler) {
    TableState current = state;
    return current == null || current.isTimedBy(sampler);
  }

  /** Begins to time a search. The result ends it; null if no calls are timed. */
  @Nullable Runnable timedSearch() {
    TableState current = state;
    CallTimer timer = current == null ? null : current.timingTimer();
    return timer == null ? null : timer.search();
  }

  /** Deletes the table, with its log. Throws if it has been deleted already. */
  void delete() {
    for (TableState current; (current = state) != null; ) {
      if (delete(current, true)) {
        return;
      }
    }
    throw new NoSuchTableException(id);
  }

  /** Deletes the table if this owner has it; else does nothing. The log of a durable one stays. */
  void deleteIfOf(Owner owner) {
    for (TableState current; (current = state) != null && current.owner() == owner; ) {
      if (delete(current, false)) {
        return;
      }
    }
  }

  private boolean delete(TableState expected, boolean isWithLog) {
    boolean isDeleted = casState(expected, null);
    if (isDeleted) {
      try {
        if (isWithLog && durable != null) {
          durable.discard();
        }
        unlist(expected);
      } finally {
        letGo();
      }
    }
    return isDeleted;
  }

  /**
   * Removes a deleted table from all lists, from each even if another removal fails. Never blocks.
   */
  void unlist(TableState before) {
    try {
      space.forget(this, before.name());
    } finally {
      try {
        before.owner().release(this);
      } finally {
        try {
          before.unholdHeir();
        } finally {
          uncount();
        }
      }
    }
  }

  /** Takes back the counts of the table. */
  void uncount() {
    if (meter != null) {
      meter.end();
    }
  }

  /**
   * Counts the data of an heir that the table is about to name.
   *
   * @throws SystemLimitException if the limit is exceeded
   */
  void countHeir(@Nullable Inheritance heir) {
    if (meter != null) {
      meter.countBeside(bytesOf(heir));
    }
  }

  /** Takes back the count of the data of an heir that the table does not name, or not any more. */
  void uncountHeir(@Nullable Inheritance heir) {
    if (meter != null) {
      meter.countBesideUnchecked(-bytesOf(heir));
    }
  }

  private static long bytesOf(@Nullable Inheritance heir) {
    return heir == null || heir.data() == null ? 0 : TermBytes.of(heir.data());
  }

  /** Counts the table for the node of another owner, instead of the one before. */
  void countFor(Owner successor, boolean isChecked) {
    if (meter != null) {
      meter.move(successor.quotaNode(), isChecked);
    }
  }

  /**
   * Closes the store and ends fixations; may block on a batch insert, and on the disk if the table
   * is durable.
   */
  void letGo() {
    try {
      fixations.end();
    } finally {
      try {
        store.close();
      } finally {
        space.opaque().forget(id);
        space.heapFreed();
      }
    }
  }

  /** Returns the result of {@link TableStore#sizeUpTo}; 0 once the table has been deleted. */
  long sizeUpTo(long most) {
    try {
      return store.sizeUpTo(most);
    } catch (NoSuchTableException e) {
      return 0;
    }
  }

  /**
   * Returns a table with a snapshot of the store, without an owner and not among those of the
   * space.
   */
  OwnedTable snapshot() {
    TableState current = state;
    if (current == null) {
      throw new NoSuchTableException(id);
    }
    TableState unowned = new TableState(space.nobody(), null, Access.PROTECTED, current.name());
    return new OwnedTable(space, options, unowned, store.snapshot(space.newId()), null, true);
  }

  /** Returns whether this is a snapshot, which never changes. */
  boolean isSnapshot() {
    return isSnapshot;
  }

  /**
   * Changes the state. Throws if the table has been deleted.
   *
   * @return the state before
   */
  TableState change(UnaryOperator<TableState> change) {
    for (TableState current; (current = state) != null; ) {
      if (casState(current, change.apply(current))) {
        return current;
      }
    }
    throw new NoSuchTableException(id);
  }

  /** As {@link #change}, for changes that only the owner may make. */
  TableState changeAsOwner(Owner caller, UnaryOperator<TableState> change) {
    return change(
        current -> {
          if (current.owner() != caller) {
            throw BadArgumentException.notOwnerOfState(caller.pid());
          }
          return change.apply(current);
        });
  }
}
