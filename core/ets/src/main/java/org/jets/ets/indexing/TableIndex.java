package org.jets.ets.indexing;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jets.collections.ContentionAdaptingTreeMap;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.BadArgumentException;
import org.jets.ets.cell.Cells;
import org.jets.ets.index.Index;
import org.jets.ets.plan.Cut;
import org.jets.ets.plan.Interval;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.PauseCounter;
import org.jets.ets.store.SharedKey;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.watch.RefusedChangeException;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * One index of a table: a tree of the indexed terms, each with the key of its objects.
 *
 * <p><b>Guarded by.</b> The entries of a key are changed under the lock that the watched store has
 * for the key. In a unique index, the test for an equal term and the addition are one step under
 * {@link #uniqueness}, inside the locks of keys. The state is volatile, and changes by CAS.
 *
 * <p><b>Dropping.</b> The counts are taken back by whoever drops the index, and again by each
 * writer that still changes it afterwards: it sees the new state after its own count.
 */
final class TableIndex {
  /** The part that the holder of a term has in a call that adds the term for another key. */
  enum Part {
    /** The call does not change this key. */
    NONE,

    /** The call takes the term from this key. */
    LOSES,

    /** The call leaves the term with this key. */
    HAS
  }

  /** The states of an index. */
  enum State {
    /** Writers keep the index, which does not have all objects yet. */
    BUILDING,

    /** The index can be used. */
    READY,

    /** Two keys have objects of the same term, though the index is to be unique. */
    FAILED,

    /** The index is none of the table's any more. */
    DROPPED
  }

  private static final VarHandle STATE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "state", VarHandle.class, TableIndex.class, State.class);

  private static final long TREE_BYTES = 512;

  private final Index index;
  private final SharedParts parts;
  private final StoreConfig config;
  private final TermOrder keyOrder;
  private final Comparator<IndexEntry> order;

  /** Null after the index has been dropped. */
  private volatile @Nullable ContentionAdaptingTreeMap<IndexEntry, IndexEntry> entries;

  /** The bytes of the entries, of which the meter has counted as many. */
  private final AtomicLong bytes = new AtomicLong();

  /** Held while a term is tested and added in a unique index. */
  private final OverflowSafeLock uniqueness = new OverflowSafeLock();

  /** Null if the table is not metered. */
  private final @Nullable TableMeter meter;

  /** Calls an action with the cell of a key, while no thread changes it. */
  private final BiConsumer<Term, Consumer<@Nullable Object>> whileLocked;

  private volatile State state = State.BUILDING;

  /** True if an error may have left entries whose objects are gone. */
  private volatile boolean isStale;

  TableIndex(
      Index index,
      StoreConfig config,
      @Nullable TableMeter meter,
      BiConsumer<Term, Consumer<@Nullable Object>> whileLocked) {
    this.whileLocked = whileLocked;
    this.index = index;
    this.parts = new SharedParts(index);
    this.config = config;
    this.meter = meter;
    this.keyOrder = IndexEntry.keyOrder(config.type());
    this.order = IndexEntry.order(keyOrder);
    this.entries = new ContentionAdaptingTreeMap<>(order);
  }

  Index index() {
    return index;
  }

  TermOrder keyOrder() {
    return keyOrder;
  }

  State state() {
    return state;
  }

  /** Changes the state. Returns false if it is another than the expected one. */
  boolean casState(State expected, State next) {
    return STATE.compareAndSet(this, expected, next);
  }

  boolean isStale() {
    return isStale;
  }

  void setStale(boolean stale) {
    isStale = stale;
  }

  boolean isDropped() {
    return state == State.DROPPED;
  }

  /** Drops the index. Allocates nothing. Returns false if it was dropped before. */
  boolean drop() {
    State current = state;
    while (current != State.DROPPED && !casState(current, State.DROPPED)) {
      current = state;
    }
    endIfDropped();
    return current != State.DROPPED;
  }

  private void endIfDropped() {
    if (isDropped()) {
      entries = null;
      takeBackCounts();
    }
  }

  private void takeBackCounts() {
    long counted = bytes.getAndSet(0);
    if (meter != null && counted != 0) {
      meter.countBesideUnchecked(-counted);
    }
  }

  /** Returns the entries of a cell, which differ, in their order. */
  List<IndexEntry> entriesOf(@Nullable Object cell) {
    return entriesOf(Cells.objects(cell));
  }

  /** Returns the entries of objects, which differ, in their order. */
  List<IndexEntry> entriesOf(List<Tuple> objects) {
    if (objects.size() <= 1) {
      IndexEntry entry = objects.isEmpty() ? null : entryOf(objects.get(0));
      return entry == null ? List.of() : List.of(entry);
    }
    List<IndexEntry> sorted = new ArrayList<>(objects.size());
    for (Tuple object : objects) {
      IndexEntry entry = entryOf(object);
      if (entry != null) {
        sorted.add(entry);
      }
    }
    sorted.sort(order);
    List<IndexEntry> distinct = new ArrayList<>(sorted.size());
    for (IndexEntry entry : sorted) {
      int last = distinct.size() - 1;
      if (last < 0 || order.compare(distinct.get(last), entry) != 0) {
        distinct.add(entry);
      }
    }
    return distinct;
  }

  /** Returns whether an object of a cell has the term of an entry. */
  boolean hasTerm(@Nullable Object cell, IndexEntry entry) {
    return hasTerm(Cells.objects(cell), entry);
  }

  private boolean hasTerm(List<Tuple> objects, IndexEntry entry) {
    for (Tuple object : objects) {
      Term term = index.termOf(object);
      if (term != null && TermOrder.equal(term, entry.term())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the entries that a changed cell has no object for any more.
   *
   * @param removed the entries of the objects that are removed
   * @param added the entries of those that are added
   */
  List<IndexEntry> gone(
      List<IndexEntry> removed, List<IndexEntry> added, CellDifference difference) {
    List<IndexEntry> gone = new ArrayList<>(without(removed, added));
    gone.removeIf(
        entry -> hasTerm(difference.keptFirst(), entry) || hasTerm(difference.keptLast(), entry));
    return gone;
  }

  /** Removes an entry of a key unless the cell has an object for it. */
  void removeUnless(@Nullable Object cell, IndexEntry entry) {
    if (!hasTerm(cell, entry)) {
      remove(entry);
    }
  }

  private @Nullable IndexEntry entryOf(Tuple object) {
    Term term = index.termOf(object);
    if (term == null) {
      return null;
    }
    Term key = config.key(object);
    long keyBytes = object.isHeld(config.keypos()) ? 0 : TermBytes.of(key);
    return IndexEntry.of(term, key, (int) (keyBytes + parts.ownBytes(term, object)));
  }

  /** Returns the bytes of the entries that an object would have. */
  long bytesOf(Tuple object) {
    IndexEntry entry = entryOf(object);
    return entry == null ? 0 : entry.bytes();
  }

  /**
   * Returns the entries of a changed cell that stay, but with the terms or keys of other objects,
   * if it saves memory to forget the old ones.
   *
   * @param removed the entries of the objects that are removed
   * @param added the entries of those that are added
   */
  List<IndexEntry> moved(
      List<IndexEntry> removed, List<IndexEntry> added, CellDifference difference) {
    List<IndexEntry> moved = List.of();
    for (IndexEntry old : removed) {
      boolean isLargeTerm = parts.isWorthMoving(old);
      boolean isLargeKey = SharedKey.isWorthIt(old.key());
      IndexEntry next = isLargeTerm || isLargeKey ? sameEntry(added, old) : null;
      if (isLargeTerm) {
        next = next == null ? sameEntry(entriesOf(difference.keptFirst()), old) : next;
        next = next == null ? sameEntry(entriesOf(difference.keptLast()), old) : next;
      }
      if (next != null
          && ((isLargeTerm && next.term() != old.term())
              || (isLargeKey && next.key() != old.key()))) {
        moved = moved.isEmpty() ? new ArrayList<>() : moved;
        moved.add(next);
      }
    }
    return moved;
  }

  private @Nullable IndexEntry sameEntry(List<IndexEntry> entries, IndexEntry sought) {
    for (IndexEntry entry : entries) {
      if (order.compare(entry, sought) == 0) {
        return entry;
      }
    }
    return null;
  }

  /** Gives the entry that is equal to this one its term and its key. */
  void move(IndexEntry entry) {
    ContentionAdaptingTreeMap<IndexEntry, IndexEntry> tree = entries;
    IndexEntry present = tree == null ? null : tree.get(entry);
    if (present != null) {
      present.become(entry);
    }
  }

  /** Returns whether two entries have terms that are {@code ==}. */
  static boolean isSameTerm(IndexEntry a, IndexEntry b) {
    return TermOrder.equal(a.term(), b.term());
  }

  /** Returns the entries that others do not have. Both are sorted. */
  List<IndexEntry> without(List<IndexEntry> all, List<IndexEntry> others) {
    if (all.isEmpty() || others.isEmpty()) {
      return all;
    }
    List<IndexEntry> left = new ArrayList<>(all.size());
    int i = 0;
    for (IndexEntry entry : all) {
      while (i < others.size() && order.compare(others.get(i), entry) < 0) {
        i++;
      }
      if (i == others.size() || order.compare(others.get(i), entry) != 0) {
        left.add(entry);
      }
    }
    return left;
  }

  /**
   * Adds an entry, unless it is there already or the index has been dropped.
   *
   * @param part returns the part of another key that has the term
   * @return whether it has been added
   * @throws RefusedChangeException if the index is unique, and another key seems to have the term
   * @throws BadArgumentException if this is a key of the same call, and the index is ready
   */
  boolean add(IndexEntry entry, Function<Term, Part> part) {
    if (!index.isUnique()) {
      return add(entry);
    }
    uniqueness.lock();
    try {
      IndexEntry holder = holder(entry, part);
      if (holder != null && (state == State.BUILDING || state == State.READY)) {
        if (part.apply(holder.key()) != Part.HAS) {
          throw new TermTakenException(this, holder);
        }
        refuse(entry.term());
      }
      return add(entry);
    } finally {
      uniqueness.unlock();
    }
  }

  /** Returns an entry of the same term that another key has, and keeps; null if there is none. */
  private @Nullable IndexEntry holder(IndexEntry entry, Function<Term, Part> part) {
    ContentionAdaptingTreeMap<IndexEntry, IndexEntry> tree = entries;
    if (tree == null) {
      return null;
    }
    IndexEntry holder = tree.higherKey(IndexEntry.at(Cut.below(entry.term())));
    while (holder != null && isSameTerm(holder, entry)) {
      if (keyOrder.compare(holder.key(), entry.key()) != 0
          && part.apply(holder.key()) != Part.LOSES) {
        return holder;
      }
      holder = tree.higherKey(holder);
    }
    return null;
  }

  /** Another key seems to have the term of a write. */
  private static final class TermTakenException extends RefusedChangeException {
    private static final long serialVersionUID = 1;

    private final transient TableIndex index;
    private final transient IndexEntry holder;

    TermTakenException(TableIndex index, IndexEntry holder) {
      this.index = index;
      this.holder = holder;
    }

    @Override
    public void confirm() {
      // A writer of that key may not have written yet, or may not have removed the entry.
      index.whileLocked.accept(
          holder.key(),
          cell -> {
            if (index.hasTerm(cell, holder)) {
              index.refuse(holder.term());
            } else {
              index.remove(holder);
            }
          });
    }
  }

  /** Refuses a write of a term that another key has. While the index is built, the index fails. */
  private void refuse(Term term) {
    if (!casState(State.BUILDING, State.FAILED) && state == State.READY) {
      throw BadArgumentException.of(
          2, "term of the unique index " + index.name(), term, "one that no other key has");
    }
  }

  private boolean add(IndexEntry entry) {
    ContentionAdaptingTreeMap<IndexEntry, IndexEntry> tree = entries;
    if (tree == null) {
      return false;
    }
    long added = entry.bytes();
    if (meter != null) {
      meter.countBeside(added);
    }
    boolean isAdded = false;
    try {
      isAdded = tree.putIfAbsent(entry, entry) == null; // In full, or it throws.
      if (isAdded) {
        bytes.addAndGet(added);
      }
      return isAdded;
    } finally {
      if (meter != null && !isAdded) {
        meter.countBesideUnchecked(-added);
      }
      endIfDropped();
    }
  }

  /** Removes an entry, if it is there. */
  void remove(IndexEntry entry) {
    ContentionAdaptingTreeMap<IndexEntry, IndexEntry> tree = entries;
    IndexEntry removed = tree == null ? null : tree.remove(entry);
    if (removed == null) {
      return;
    }
    bytes.addAndGet(-removed.bytes());
    if (meter != null) {
      meter.countBesideUnchecked(-removed.bytes());
    }
    endIfDropped();
  }

  /** Removes all entries. No other thread changes them meanwhile. */
  void clear() {
    ContentionAdaptingTreeMap<IndexEntry, IndexEntry> tree = entries;
    if (tree != null) {
      tree.clear();
      takeBackCounts();
    }
  }

  /** Returns an estimate of the bytes of the index, without what it shares with objects. */
  long bytes() {
    return TREE_BYTES + Math.max(0, bytes.get());
  }

  /** Returns all entries; those that are present throughout, and perhaps others. */
  Iterable<IndexEntry> all() {
    ContentionAdaptingTreeMap<IndexEntry, IndexEntry> tree = entries;
    return tree == null ? List.of() : tree.keySet();
  }

  NavigableSet<IndexEntry> newEntrySet() {
    return new TreeSet<>(order);
  }

  /** Checks that the index has exactly these entries, and has counted them. */
  void validate(NavigableSet<IndexEntry> expected) {
    long counted = 0;
    for (IndexEntry entry : all()) {
      if (!expected.remove(entry)) {
        throw new AssertionError(index + " has " + entry + " without an object");
      }
      counted += entry.bytes();
    }
    if (!expected.isEmpty()) {
      throw new AssertionError(index + " has not " + expected.first());
    }
    if (!isStale && counted != bytes.get()) {
      throw new AssertionError(index + " has " + counted + " bytes and counts " + bytes.get());
    }
  }

  /**
   * Returns whether these ranges have more than some entries. They are read one after the other, so
   * the answer is exact only while they do not change.
   *
   * @param few a number that is not too many in any case
   * @param most called, once, if there are more than few
   */
  boolean hasMore(List<Interval> ranges, long few, LongSupplier most) {
    ContentionAdaptingTreeMap<IndexEntry, IndexEntry> tree = entries;
    if (tree == null) {
      return false;
    }
    long left = few;
    boolean isFinal = false;
    PauseCounter pauses = new PauseCounter();
    for (Interval range : ranges) {
      NavigableSet<IndexEntry> inRange =
          tree.navigableKeySet()
              .subSet(IndexEntry.at(range.lower()), true, IndexEntry.at(range.upper()), true);
      for (Iterator<IndexEntry> each = inRange.iterator(); each.hasNext(); each.next()) {
        pauses.step();
        if (left == 0 && !isFinal) {
          left = most.getAsLong() - few;
          isFinal = true;
        }
        if (--left < 0) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns the keys that have terms in these ranges, in their order. Those of one range are of one
   * moment. Returns null if the index cannot be used any more.
   */
  @Nullable List<Term> candidates(List<Interval> ranges) {
    ContentionAdaptingTreeMap<IndexEntry, IndexEntry> tree = entries;
    if (tree == null) {
      return null;
    }
    List<Term> keys = new ArrayList<>();
    PauseCounter pauses = new PauseCounter();
    for (Interval range : ranges) {
      tree.forEachInRange(
          IndexEntry.at(range.lower()),
          true,
          IndexEntry.at(range.upper()),
          true,
          (entry, same) -> {
            pauses.step();
            keys.add(entry.key());
          });
    }
    if (isDropped()) {
      return null; // Writers may have left out entries while the tree was read.
    }
    keys.sort(
        (a, b) -> {
          pauses.step();
          return keyOrder.comparePausing(a, b);
        });
    int distinct = 0;
    for (int i = 0; i < keys.size(); i++) {
      pauses.step();
      if (i == 0 || keyOrder.compare(keys.get(distinct - 1), keys.get(i)) != 0) {
        keys.set(distinct++, keys.get(i));
      }
    }
    keys.subList(distinct, keys.size()).clear();
    return keys;
  }
}
