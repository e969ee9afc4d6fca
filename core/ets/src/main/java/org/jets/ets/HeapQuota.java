package org.jets.ets;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.LongSupplier;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.quota.HeapWatch;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.quota.TermLook;
import org.jets.terms.Atom;
import org.jets.terms.PausableThread;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the tables of a space from filling the heap, with or without a {@link Quota}. All tables
 * together may take {@value #PERCENT_OF_SPACE} percent of the heap, and those of the processes of
 * one other node {@value #PERCENT_OF_PEER} percent.
 *
 * <p>Nothing is counted while the heap {@linkplain HeapWatch has room}. When room becomes short,
 * the bytes in use on the heap serve as an upper bound of the bytes of the tables. Each write adds
 * its growth to the bound. When the bound reaches the limit, an estimate replaces it. An estimate
 * is a walk over all tables that measures each object, so that it misses no large one among many
 * small ones. The next estimate needs a garbage collection, or writes of more than one percent of
 * the heap. It also needs enough writes to justify its cost. An estimate is also made if a write
 * would be refused although memory may have become free. If fewer bytes than the bound are in use
 * after a collection, their number becomes the bound.
 *
 * <p>A write makes an estimate itself only if the tables have few objects or no thread can be
 * started. Otherwise another thread makes the estimate. Meanwhile writes proceed with the known
 * figures, and may exceed the limit by {@value #PERCENT_OVER} percent of the heap. Until the first
 * estimate has ended, they may add up to {@value #PERCENT_BLIND} percent of the heap whatever the
 * limit. So the limit is exact only to within a few percent. A write that would add more waits for
 * the estimate, at most {@value #MOST_SECONDS} seconds. The bound includes garbage, so the estimate
 * may allow the write. Such a write is refused at once on a {@link PausableThread}, since other
 * threads may wait for that thread to pause.
 *
 * <p>A deletion subtracts the size of the object. A replacement subtracts at most the size of the
 * new object. These sizes include shared terms, which stay in memory, so the bound may fall below
 * the true number. Therefore at most {@value #PERCENT_UNSURE} percent of the heap are subtracted
 * between two estimates. An estimate is made when more than half of this share has been subtracted,
 * and the limit would be exceeded without the subtractions.
 *
 * <p>These count:
 *
 * <ul>
 *   <li>objects, empty tables, and the store's own memory;
 *   <li>keys that a store has beside packed objects, and large ones beside those of its objects;
 *   <li>keys that are remembered while a table is fixed;
 *   <li>data of heirs, and kept plans;
 *   <li>indexes;
 *   <li>the values of references to compiled specifications and continuations.
 * </ul>
 *
 * <p>These do not count, and the rest of the heap is for them:
 *
 * <ul>
 *   <li>atoms, which all terms of the JVM share, and which can be collected once no term refers to
 *       them;
 *   <li>snapshots and results;
 *   <li>messages that owners have not taken;
 *   <li>arrays that a store copies while it grows.
 * </ul>
 *
 * <p>Everything except {@link #hasFreed} is guarded by {@link #lock}. A thread holds the lock for a
 * bounded time.
 */
final class HeapQuota {
  static final int PERCENT_OF_SPACE = 70;
  static final int PERCENT_OF_PEER = 50;

  private static final int PERCENT_OVER = 2;
  private static final int PERCENT_BLIND = 5;
  private static final int PERCENT_UNSURE = 5;

  /**
   * The number of visits of a walk that each write pays for: visits of objects, and of the terms in
   * some.
   */
  private static final int VISITS_PER_WRITE = 8;

  /**
   * The number of objects up to which a write walks over them itself; a table counts as one more.
   */
  private static final int FEW_OBJECTS = 10_000;

  /** The number of visits after which a write leaves the walk to another thread. */
  private static final int FEW_VISITS = 50_000;

  /** The longest time that a write waits for an estimate that may allow it. */
  private static final int MOST_SECONDS = 10;

  /** The time after which a waiting thread checks whether the estimate has failed. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final int MANY_OBJECTS = 32;

  private final TableSpace space;
  private final HeapWatch watch;
  private final Executor walkers;
  private final LongSupplier clock;
  private final long mostNanos;
  private final OverflowSafeLock lock = new OverflowSafeLock();

  /** Signalled when an estimate has ended. */
  private final Condition estimateEnded = lock.newCondition();

  /** The bytes of the tables of one other node. Changed in place, which takes no memory. */
  private static final class Peer {
    /** Known once there is an estimate. */
    private long bytes;

    /** The bytes added since another thread began its current walk. */
    private long added;
  }

  private final Map<Atom, Peer> peers = new HashMap<>();

  /**
   * The bytes counted for all tables; together with {@link #takenOff}, as far as known, an upper
   * bound.
   */
  @GuardedBy("lock") private long all;

  /** Bytes subtracted since the last estimate, which may or may not be free. */
  @GuardedBy("lock") private long takenOff;

  /** The number of the shortage at the last check of the heap. */
  @GuardedBy("lock") private long shortage = -1;

  @GuardedBy("lock") private long collection = -1;

  /**
   * True once there has been an estimate in this shortage. {@code addedBlindly} has the bytes added
   * before.
   */
  @GuardedBy("lock") private boolean isEstimated;

  @GuardedBy("lock") private long addedBlindly;

  /**
   * The collection at which the last estimate began. The next fields have its visits, and the
   * writes since.
   */
  @GuardedBy("lock") private long estimatedAtCollection;

  @GuardedBy("lock") private long visited;

  @GuardedBy("lock") private long writes;

  @GuardedBy("lock") private long writtenBytes;

  /** The estimate in progress in another thread; null if there is none. */
  @GuardedBy("lock") private @Nullable Estimate underWay;

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
   * @param walkers runs estimates
   * @param clock returns nanoseconds; read only by writes that are refused or wait
   * @param mostNanos the longest time that a write waits for an estimate that may allow it
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

    /** Bytes subtracted since then. Guarded likewise. */
    private long takenOff;

    /** True once its thread has ended without a result. */
    private volatile boolean hasFailed;
  }

  /** Returns whether a write must call {@link #add}. */
  boolean isShort() {
    return watch.isShort();
  }

  /** Checks the heap, if there has been a collection. */
  void poll() {
    watch.poll();
  }

  /**
   * Checks the heap if objects are many or one of them {@linkplain TermLook looks large}. The heap
   * could otherwise fill before the next regular check. Constant time.
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
    if (TermLook.isLarge(object)) {
      watch.poll();
    }
  }

  /**
   * Counts bytes that are about to be added.
   *
   * @param replaced the bytes that they replace
   * @return the growth of the count
   * @throws SystemLimitException if the limit is exceeded; then nothing is counted
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
   * Waits for estimates until one allows a write. Returns the growth of the figure.
   *
   * @param first the reason of the first refusal
   * @throws SystemLimitException if no estimate comes, or none that allows it
   */
  @GuardedBy("lock") private long awaitGrowth(Atom node, long bytes, long replaced, SystemLimitException first) {
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

  /** Returns the growth of the figure by a write, after an estimate if that may be lower. */
  @GuardedBy("lock") private long growth(Atom node, long bytes, long replaced) {
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

  /** Releases the lock until the current estimate has ended. Returns false at a deadline. */
  @GuardedBy("lock") private boolean awaitEstimate(long deadline) {
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

  /** Takes back bytes that have just been counted but were not added. */
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

  /** Subtracts removed bytes, as far as that many may be free. */
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

  /** Reduces the counts. Allocates nothing, since memory may have run out. */
  @GuardedBy("lock") private void reduce(Atom node, long bytes) {
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

  /** Returns the counts of another node; null for the node of the space. */
  private @Nullable Peer peer(Atom node) {
    return node == space.node() ? null : peers.computeIfAbsent(node, key -> new Peer());
  }

  @GuardedBy("lock") private void addTo(Peer peer, long bytes) {
    if (isEstimated) {
      peer.bytes += bytes;
    }
    if (underWay != null) {
      peer.added += bytes;
    }
  }

  @GuardedBy("lock") private long mostToTakeOff(long bytes) {
    return Math.max(0, Math.min(bytes, percent(PERCENT_UNSURE) - takenOff));
  }

  @GuardedBy("lock") private void noteTakenOff(long bytes) {
    takenOff += bytes;
    if (underWay != null) {
      underWay.takenOff += bytes;
    }
  }

  /** Announces that much memory of tables may have become free. */
  void freed() {
    if (watch.isShort()) {
      hasFreed = true;
    }
  }

  /** Returns the number of bytes that a term counts for, limited to the size of the heap. */
  long bytesOf(@Nullable Term added) {
    return added == null ? 0 : TermBytes.of(added, watch.maxBytes());
  }

  /** Returns the number of counted bytes. */
  long bytes() {
    lock.lock();
    try {
      lookAtHeap();
      return all;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void lookAtHeap() {
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

  @GuardedBy("lock") private void count(Atom node, long bytes) {
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

  @GuardedBy("lock") private long ofPeer(Atom node) {
    if (!isEstimated) {
      return all;
    }
    Peer peer = peers.get(node);
    return peer == null ? 0 : peer.bytes;
  }

  @GuardedBy("lock") private boolean isTooMuch(Atom node, long bytes) {
    return all + bytes > percent(PERCENT_OF_SPACE)
        || (node != space.node() && ofPeer(node) + bytes > percent(PERCENT_OF_PEER));
  }

  /**
   * Returns the error of a write that may not add bytes; null if it may.
   *
   * @param isLarger whether the write adds more bytes than it replaces
   */
  @GuardedBy("lock") private @Nullable SystemLimitException refusal(Atom node, long bytes, boolean isLarger) {
    // During an estimate by another thread, not all replaced bytes may be subtracted.
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

  @GuardedBy("lock") private boolean isBeyond(long bytes, int percent) {
    return bytes > percent(underWay == null ? percent : percent + PERCENT_OVER);
  }

  // Estimates

  /** Returns whether an estimate may be lower than the counts. */
  @GuardedBy("lock") private boolean isStale() {
    return !isEstimated || hasFreed || isUnsure() || isDue();
  }

  /** Returns whether the subtracted bytes exceed half of those that may be subtracted. */
  @GuardedBy("lock") private boolean isUnsure() {
    return takenOff > percent(PERCENT_UNSURE) / 2;
  }

  /** Returns whether something has changed, and writes have paid for a walk. */
  @GuardedBy("lock") private boolean isDue() {
    return isEstimated && hasChanged() && writes >= visited / VISITS_PER_WRITE;
  }

  @GuardedBy("lock") private boolean hasChanged() {
    return estimatedAtCollection != collection || writtenBytes > watch.maxBytes() / 100;
  }

  @GuardedBy("lock") private void forgetFailedEstimate() {
    Estimate walking = underWay;
    if (walking != null && walking.hasFailed) {
      underWay = null;
      // It was begun to find out whether memory has become free.
      hasFreed = true;
    }
  }

  @GuardedBy("lock") private void estimate() {
    boolean freed = hasFreed;
    if (underWay != null && !freed) {
      return;
    }
    if (isEstimatedAtOnce()) {
      // The estimate of another thread is older, so it is discarded.
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
        // No thread can be started, so this one makes the estimate.
        walk(begun);
        finish(begun);
      } finally {
        if (!isStarted) {
          underWay = null;
        }
      }
    }
  }

  /** Makes an estimate if that is little work. Otherwise returns false, without a result. */
  @GuardedBy("lock") private boolean isEstimatedAtOnce() {
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

  @GuardedBy("lock") private void begin() {
    hasFreed = false;
    estimatedAtCollection = collection;
    writes = 0;
    writtenBytes = 0;
  }

  /**
   * Makes an estimate without holding the lock during the walk. If memory runs out it ends without
   * a result, and a later write begins another.
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
      // Writers need no report, since they proceed with the known figures.
    } finally {
      // Not under the lock, since waiting for it takes memory.
      begun.hasFailed = !isMade;
    }
  }

  private void walk(Estimate made) {
    made.all = space.opaque().bytes();
    space.forEachTable(
        table -> {
          TableState state = table.state();
          if (state != null) {
            // Any write beyond the heap is refused, so nothing beyond must be measured.
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

  @GuardedBy("lock") private void finish(Estimate made) {
    // Allocations come first. If memory runs out here, the figures stay unchanged.
    made.peers.forEach((node, bytes) -> peers.computeIfAbsent(node, key -> new Peer()));
    peers.forEach((node, peer) -> peer.bytes = made.peers.getOrDefault(node, 0L) + peer.added);
    peers.values().removeIf(peer -> peer.bytes == 0);
    all = Math.max(0, made.all + made.added);
    takenOff = made.takenOff;
    visited = made.visits.count();
    isEstimated = true;
  }
}
