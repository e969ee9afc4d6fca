package org.jets.ets;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jets.ets.quota.HeapWatch;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.ListTerm;
import org.jets.terms.PausableThread;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the tables of a space from filling the heap where no {@link Quota} says how much they may
 * take: all of them {@value #PERCENT_OF_SPACE} percent of it, and those of the processes of one
 * other node {@value #PERCENT_OF_PEER} percent.
 *
 * <p>Nothing is counted while the heap {@linkplain HeapWatch has room}. When it becomes short, what
 * is in use is an upper bound of what the tables take, and each write adds to that what it adds to
 * its table. Where the bound comes to the limit, an estimate takes its place: a walk over all
 * tables that measures each object, so that no large one among many small ones is missed. Later
 * estimates are made after collections, once writes have paid for them, and where a write would be
 * refused although something may be gone.
 *
 * <p>A write makes an estimate itself only where the tables have few objects. Else another thread
 * does. Meanwhile writes go on with what is known, and may go beyond the limit by {@value
 * #PERCENT_OVER} percent of the heap; before the first estimate, add up to {@value #PERCENT_BLIND}
 * percent of it. So at the limit a write may succeed or fail by some percent. A write that would
 * add more waits for the estimate, {@value #MOST_SECONDS} seconds at most: until then garbage
 * counts too. A {@link PausableThread}, which others wait for, is refused at once.
 *
 * <p>What is deleted is taken off by its size; what is replaced, by no more than the size of what
 * takes its place. Terms that others share with it count in that and stay, so the figure may sink
 * below what is there. Therefore at most {@value #PERCENT_UNSURE} percent of the heap are taken off
 * between two estimates, and one is made where more than half of that could hide that the limit is
 * passed.
 *
 * <p>Counted: objects, empty tables, the store's own memory, large keys that it has beside those of
 * its objects, keys that are remembered while a table is fixed, data of heirs, kept plans, and what
 * references to compiled specifications and continuations stand for. Not counted: atoms, which all
 * terms of the JVM share and which go with the last of these, snapshots, messages that owners have
 * not taken, results, and arrays that a store copies while it grows; the rest of the heap is for
 * these.
 *
 * <p>Guarded by {@link #lock}, which is held for a bounded time: everything but {@link #hasFreed}.
 */
final class HeapQuota {
  static final int PERCENT_OF_SPACE = 70;
  static final int PERCENT_OF_PEER = 50;

  private static final int PERCENT_OVER = 2;
  private static final int PERCENT_BLIND = 5;
  private static final int PERCENT_UNSURE = 5;

  /** Each write pays for so many visits of a walk: of objects, and of the terms in some. */
  private static final int VISITS_PER_WRITE = 8;

  /** How many objects, a table counting as one more, a write walks over itself. */
  private static final int FEW_OBJECTS = 10_000;

  /** After how many visits a write leaves the walk to another thread. */
  private static final int FEW_VISITS = 50_000;

  /** How long a write waits for an estimate that may allow it. */
  private static final int MOST_SECONDS = 10;

  /** After how many nanoseconds a thread that waits looks whether the estimate has failed. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final int MANY_OBJECTS = 32;
  private static final int MANY_ELEMENTS = 8;
  private static final int LARGE_BYTES = 10_000;
  private static final int LIST_CELL_BYTES = 20;

  private final TableSpace space;
  private final HeapWatch watch;
  private final Executor walkers;
  private final LongSupplier clock;
  private final long mostNanos;
  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when an estimate is under way no more. */
  private final Condition estimateEnded = lock.newCondition();

  /** The bytes of the tables of one other node. Changed in place: that takes no memory. */
  private static final class Peer {
    /** Known once there is an estimate. */
    private long bytes;

    /** The bytes added since the walk began that another thread makes now. */
    private long added;
  }

  private final Map<Atom, Peer> peers = new HashMap<>();

  /** With {@link #takenOff}, as far as known, no less than what all tables take. */
  private long all;

  /** Bytes deleted or replaced since {@link #all} was known; nobody knows whether they are gone. */
  private long takenOff;

  /** Of the last look at the heap. */
  private long shortage = -1;

  private long collection = -1;

  /** True once there has been an estimate in this shortage; and what was added before that. */
  private boolean isEstimated;

  private long addedBlindly;

  /** When the last estimate was begun, and how long its walk was; and what was written since. */
  private long estimatedAtCollection;

  private long visited;
  private long writes;
  private long writtenBytes;

  /** The estimate that another thread makes now. */
  private @Nullable Estimate underWay;

  /** True if something large may have been freed since the last estimate was begun. */
  private volatile boolean hasFreed;

  HeapQuota(TableSpace space, HeapWatch watch) {
    this(space, watch, HeapQuota::startThread, TimeUnit.SECONDS.toNanos(MOST_SECONDS));
  }

  HeapQuota(TableSpace space, HeapWatch watch, Executor walkers, long mostNanos) {
    this(space, watch, walkers, System::nanoTime, mostNanos);
  }

  /**
   * Makes one.
   *
   * @param walkers run estimates
   * @param clock tells nanoseconds; read by writes that are refused or wait
   * @param mostNanos how long a write waits for an estimate that may allow it
   */
  HeapQuota(
      TableSpace space, HeapWatch watch, Executor walkers, LongSupplier clock, long mostNanos) {
    this.space = space;
    this.watch = watch;
    this.walkers = walkers;
    this.clock = clock;
    this.mostNanos = mostNanos;
  }

  private static void startThread(Runnable estimate) {
    Thread thread = new Thread(null, estimate, "jets-heap-estimate", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
  }

  /** The outcome of a walk over all tables. */
  private static final class Estimate {
    private final TermBytes.Visits visits;
    private final Map<Atom, Long> peers = new HashMap<>();
    private long all;

    Estimate(long mostVisits) {
      this.visits = new TermBytes.Visits(mostVisits);
    }

    /** Bytes added since the walk began. Guarded by the quota's lock, unlike the others. */
    private long added;

    /** Bytes taken off since then. Guarded likewise. */
    private long takenOff;

    /** True once the thread that makes it has ended without one. */
    private volatile boolean hasFailed;
  }

  /** Returns whether {@link #add} has to be asked. */
  boolean isShort() {
    return watch.isShort();
  }

  /** Has the heap looked at, if there has been a collection. */
  void poll() {
    watch.poll();
  }

  /**
   * Has the heap looked at, if objects are many or one of them is large: then less may come after
   * it than it takes to be noticed. Constant time.
   */
  void expect(List<Tuple> objects) {
    if (objects.size() > MANY_OBJECTS) {
      watch.poll();
    }
    for (int i = 0; i < Math.min(objects.size(), MANY_OBJECTS); i++) {
      expect(objects.get(i));
    }
  }

  /** As {@link #expect(List)}, for one object. */
  void expect(Tuple object) {
    for (int i = Math.min(object.arity(), MANY_ELEMENTS); i > 0; i--) {
      Term element = object.element(i);
      if (element instanceof Bitstring bits
          ? bits.byteSize() > LARGE_BYTES
          : element instanceof ListTerm list && list.size() > LARGE_BYTES / LIST_CELL_BYTES) {
        watch.poll();
        return;
      }
    }
  }

  /**
   * Counts bytes that are about to be added.
   *
   * @param replaced those of what they take the place of
   * @return by how much that is more than before
   * @throws SystemLimitException if that is too much; then nothing is counted
   */
  long add(Owner owner, long bytes, long replaced) {
    lock.lock();
    try {
      watch.ensureWatching();
      lookAtHeap();
      writes++;
      Atom node = owner.pid().node();
      long growth = growth(node, bytes, replaced);
      SystemLimitException refusal = refusal(node, growth, bytes > replaced);
      if (refusal != null) {
        growth = awaitGrowth(node, bytes, replaced, refusal);
      }
      count(node, growth);
      noteTakenOff(bytes - growth);
      return growth;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for estimates until one allows a write, and returns by how much the figure grows then.
   *
   * @param first why it was refused
   * @throws SystemLimitException if no estimate comes, or none that allows it
   */
  private long awaitGrowth(Atom node, long bytes, long replaced, SystemLimitException first) {
    long deadline = clock.getAsLong() + mostNanos;
    SystemLimitException refusal = first;
    long growth = 0;
    while (refusal != null) {
      if (underWay == null || PausableThread.current() != null || !awaitEstimate(deadline)) {
        throw refusal;
      }
      growth = growth(node, bytes, replaced);
      refusal = refusal(node, growth, bytes > replaced);
    }
    return growth;
  }

  /** Returns by how much a write lets the figure grow, after an estimate if that may tell less. */
  private long growth(Atom node, long bytes, long replaced) {
    long least = Math.min(bytes, replaced);
    long growth = bytes - mostToTakeOff(least);
    if (isTooMuch(node, growth)
        ? isStale()
        : isDue() || (isUnsure() && isTooMuch(node, growth + takenOff))) {
      estimate();
      growth = bytes - mostToTakeOff(least);
    }
    return growth;
  }

  /** Lets go of the lock until the estimate that is under way has ended; false at a deadline. */
  private boolean awaitEstimate(long deadline) {
    Estimate walking = underWay;
    while (walking != null && underWay == walking && !walking.hasFailed) {
      long left = deadline - clock.getAsLong();
      if (left <= 0) {
        return false;
      }
      try {
        estimateEnded.awaitNanos(Math.min(left, LOOK_NANOS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    lookAtHeap();
    return true;
  }

  /** Counts no more what has just been counted, and was not added after all. */
  void takeBack(Owner owner, long bytes) {
    lock.lock();
    try {
      if (shortage == watch.shortages()) {
        reduce(owner.pid().node(), bytes);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Counts no more what has been removed, as far as that much may be gone. */
  void subtract(Owner owner, long bytes) {
    lock.lock();
    try {
      if (shortage == watch.shortages()) {
        long gone = mostToTakeOff(bytes);
        writes++;
        peer(owner.pid().node());
        reduce(owner.pid().node(), gone);
        noteTakenOff(gone);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Counts less. Allocates nothing: it is called where memory may have run out. */
  private void reduce(Atom node, long bytes) {
    all -= bytes;
    Estimate walking = underWay;
    if (walking != null) {
      walking.added -= bytes;
    }
    Peer peer = peers.get(node);
    if (peer != null) {
      addTo(peer, -bytes);
    }
  }

  /** Returns what is counted of another node; null for that of the space. */
  private @Nullable Peer peer(Atom node) {
    return node == space.node() ? null : peers.computeIfAbsent(node, key -> new Peer());
  }

  private void addTo(Peer peer, long bytes) {
    if (isEstimated) {
      peer.bytes += bytes;
    }
    if (underWay != null) {
      peer.added += bytes;
    }
  }

  private long mostToTakeOff(long bytes) {
    return Math.max(0, Math.min(bytes, percent(PERCENT_UNSURE) - takenOff));
  }

  private void noteTakenOff(long bytes) {
    takenOff += bytes;
    if (underWay != null) {
      underWay.takenOff += bytes;
    }
  }

  /** Says that much may have gone from tables. */
  void freed() {
    if (watch.isShort()) {
      hasFreed = true;
    }
  }

  /** Returns how many bytes a term counts for; of no term more than there is heap. */
  long bytesOf(@Nullable Term added) {
    return added == null ? 0 : TermBytes.of(added, watch.maxBytes());
  }

  /** Returns how many bytes are counted. */
  long bytes() {
    lock.lock();
    try {
      lookAtHeap();
      return all;
    } finally {
      lock.unlock();
    }
  }

  private void lookAtHeap() {
    forgetFailedEstimate();
    if (shortage != watch.shortages()) {
      shortage = watch.shortages();
      collection = watch.collections();
      all = watch.usedBytes();
      peers.clear();
      isEstimated = false;
      addedBlindly = 0;
      takenOff = 0;
      underWay = null;
    } else if (collection != watch.collections()) {
      collection = watch.collections();
      long used = watch.usedBytes();
      if (used <= all) {
        all = used;
        if (!isEstimated || peers.isEmpty()) {
          takenOff = 0;
        }
      }
    }
  }

  private void count(Atom node, long bytes) {
    Peer peer = peer(node);
    if (peer != null) {
      addTo(peer, bytes);
    }
    Estimate walking = underWay;
    if (walking != null) {
      walking.added += bytes;
    }
    all += bytes;
    addedBlindly += bytes;
    writtenBytes += bytes;
  }

  // Limits

  private long percent(int percent) {
    return watch.maxBytes() / 100 * percent;
  }

  private long ofPeer(Atom node) {
    if (!isEstimated) {
      return all;
    }
    Peer peer = peers.get(node);
    return peer == null ? 0 : peer.bytes;
  }

  private boolean isTooMuch(Atom node, long bytes) {
    return all + bytes > percent(PERCENT_OF_SPACE)
        || (node != space.node() && ofPeer(node) + bytes > percent(PERCENT_OF_PEER));
  }

  /**
   * Returns why no more bytes may be added; null if they may.
   *
   * @param isLarger whether more is added than is replaced
   */
  private @Nullable SystemLimitException refusal(Atom node, long bytes, boolean isLarger) {
    // While another thread makes an estimate, as much may not be taken off as is replaced.
    if (bytes <= 0 || (underWay != null && !isLarger)) {
      return null;
    }
    if (underWay != null && !isEstimated && addedBlindly + bytes <= percent(PERCENT_BLIND)) {
      return null;
    }
    if (isBeyond(all + bytes, PERCENT_OF_SPACE)) {
      return new SystemLimitException("the space", PERCENT_OF_SPACE, percent(PERCENT_OF_SPACE));
    }
    return node != space.node() && isBeyond(ofPeer(node) + bytes, PERCENT_OF_PEER)
        ? new SystemLimitException(node.name(), PERCENT_OF_PEER, percent(PERCENT_OF_PEER))
        : null;
  }

  private boolean isBeyond(long bytes, int percent) {
    return bytes > percent(underWay == null ? percent : percent + PERCENT_OVER);
  }

  // Estimates

  /** Returns whether an estimate may find less than is counted. */
  private boolean isStale() {
    return !isEstimated || hasFreed || isUnsure() || isDue();
  }

  /** Returns whether so much has been taken off that little more may be. */
  private boolean isUnsure() {
    return takenOff > percent(PERCENT_UNSURE) / 2;
  }

  /** Returns whether something has changed, and writes have paid for a walk. */
  private boolean isDue() {
    return isEstimated && hasChanged() && writes >= visited / VISITS_PER_WRITE;
  }

  private boolean hasChanged() {
    return estimatedAtCollection != collection || writtenBytes > watch.maxBytes() / 100;
  }

  private void forgetFailedEstimate() {
    Estimate walking = underWay;
    if (walking != null && walking.hasFailed) {
      underWay = null;
      // It was begun to find out whether something has gone.
      hasFreed = true;
    }
  }

  private void estimate() {
    boolean freed = hasFreed;
    if (underWay != null && !freed) {
      return;
    }
    if (isEstimatedAtOnce()) {
      // What another thread finds, it has begun to look for before.
      underWay = null;
    } else if (underWay != null) {
      hasFreed = freed;
    } else {
      Estimate begun = new Estimate(Long.MAX_VALUE);
      begin();
      forgetAdded();
      underWay = begun;
      boolean isStarted = false;
      try {
        walkers.execute(() -> run(begun));
        isStarted = true;
      } catch (OutOfMemoryError e) {
        // There is no thread to be had, so this one does it.
        walk(begun);
        finish(begun);
      } finally {
        if (!isStarted) {
          underWay = null;
        }
      }
    }
  }

  /** Makes an estimate if that is little work; else false, and nothing done. */
  private boolean isEstimatedAtOnce() {
    if (!space.hasAtMost(FEW_OBJECTS)) {
      return false;
    }
    Estimate made = new Estimate(FEW_VISITS);
    begin();
    walk(made);
    if (!made.visits.isWithinBound()) {
      return false;
    }
    // Under the lock, so nothing has been counted since the walk began.
    forgetAdded();
    finish(made);
    return true;
  }

  private void forgetAdded() {
    peers.values().forEach(peer -> peer.added = 0);
  }

  private void begin() {
    hasFreed = false;
    estimatedAtCollection = collection;
    writes = 0;
    writtenBytes = 0;
  }

  /**
   * Makes an estimate that other threads do not wait for. Where memory runs out it ends without
   * one, and a later write begins another.
   */
  private void run(Estimate begun) {
    boolean isMade = false;
    try {
      walk(begun);
      lock.lock();
      try {
        if (underWay == begun) {
          finish(begun);
          underWay = null;
          estimateEnded.signalAll();
        }
      } finally {
        lock.unlock();
      }
      isMade = true;
    } catch (OutOfMemoryError e) {
      // Writers need no report: they go on with what is known.
    } finally {
      // Not under the lock: to wait for that takes memory.
      begun.hasFailed = !isMade;
    }
  }

  private void walk(Estimate made) {
    made.all = space.opaque().bytes();
    space.forEachTable(
        table -> {
          TableState state = table.state();
          if (state != null) {
            // Beyond the heap all is refused, so no more than that has to be measured.
            long limit = Math.max(0, watch.maxBytes() - made.all);
            long bytes = table.bytes(state, limit, made.visits);
            made.all += bytes;
            Atom node = state.owner().pid().node();
            if (node != space.node()) {
              made.peers.merge(node, bytes, Long::sum);
            }
          }
        });
  }

  private void finish(Estimate made) {
    // What takes memory comes first: where that runs out, the figures stay as they are.
    made.peers.forEach((node, bytes) -> peers.computeIfAbsent(node, key -> new Peer()));
    peers.forEach((node, peer) -> peer.bytes = made.peers.getOrDefault(node, 0L) + peer.added);
    peers.values().removeIf(peer -> peer.bytes == 0);
    all = Math.max(0, made.all + made.added);
    takenOff = made.takenOff;
    visited = made.visits.count();
    isEstimated = true;
  }
}
