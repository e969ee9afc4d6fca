package org.jets.collections.internal.catree;

import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.container.ReadPlace;
import org.jets.collections.internal.container.ReadRequest;
import org.jets.collections.internal.order.CircleCheck;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.sync.BucketLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads mappings of a {@link ContentionAdaptingTree} that follow one another: without locks as long
 * as that succeeds soon, and then with them.
 */
public final class AdaptingTreeReader<K, V> {
  /** The number of attempts without locks. */
  public static final int ATTEMPTS = 3;

  private final ContentionAdaptingTree<K, V> tree;
  private final PrefixOrder<K> order;
  private final ReadRequest<K> request;
  private final EntryRun<K, V> run;
  private final BasePlace<K, V> place;

  /** The number of base nodes that have been read. */
  private int bases;

  /** The place where the read goes on; null if the request says it. */
  private @Nullable ReadPlace<K, V> next;

  public AdaptingTreeReader(
      ContentionAdaptingTree<K, V> tree, ReadRequest<K> request, EntryRun<K, V> run) {
    this.tree = tree;
    this.order = tree.order;
    this.request = request;
    this.run = run;
    this.place = new BasePlace<>(order);
  }

  /**
   * Reads some mappings of one base node, as of one moment, and lets the read go on behind them.
   *
   * @return whether there may be more
   */
  boolean readSome() {
    if (!tryGoOn() && !tryReadOften(false)) {
      readSomeLocked();
    }
    RouteNode<K, V> bound = null;
    if (run.isAtEnd) {
      bound = place.boundOf(request);
      if (bound == null || request.isPast(order, bound.prefix, bound.key)) {
        return false;
      }
    }
    ReadPlace<K, V> stop = run.isAtEnd ? null : run.stop();
    if (stop == null) {
      continueBehind(bound);
    } else {
      stop.mark();
    }
    next = stop; // Not before: an error leaves the read in front of this run.
    return true;
  }

  /** Reads on where the last run has ended, if the container has not changed since. */
  private boolean tryGoOn() {
    ReadPlace<K, V> last = next;
    if (last == null) {
      return false;
    }
    run.clear();
    if (last.tryGoOn() && run.isValid()) {
      return true;
    }
    settle();
    return false;
  }

  /** Lets the request say where the read goes on. */
  void settle() {
    ReadPlace<K, V> last = next;
    if (last != null) {
      request.continueAt(order, last);
      next = null;
    }
  }

  /** Forgets where the last run has ended: the request says where the read goes on. */
  void forget() {
    next = null;
  }

  private void continueBehind(@Nullable RouteNode<K, V> bound) {
    if (bound == null) {
      request.continueBehind(order, run, null, 0);
    } else {
      request.continueBehind(order, run, bound.key, bound.prefix);
    }
  }

  /** Reads as many mappings as the read says, all as of one moment. */
  public void readAtOnce() {
    if (!tryReadOften(true)) {
      readAtOnceLocked();
    } else if (bases > 1 && !tree.callbacks.isInside()) {
      tree.noteRange(place, bases);
    }
  }

  /**
   * Reads without locks: a few times, or in a callback until it succeeds. There a lock might be
   * waited for that another callback's thread holds, and waits itself.
   */
  private boolean tryReadOften(boolean atOnce) {
    boolean isInterrupted = false;
    try {
      for (int attempt = 1; !tryReadValid(atOnce); attempt++) {
        if (attempt >= ATTEMPTS) {
          if (!tree.callbacks.isInside()) {
            return false;
          }
          isInterrupted |= Thread.interrupted();
          BucketLock.backOff(attempt);
        }
      }
      return true;
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean tryReadValid(boolean atOnce) {
    run.clear();
    return (atOnce ? tryReadBases() : tryReadBase()) && run.isValid();
  }

  private boolean tryReadBase() {
    return place.findStart(tree.root(), request).container.tryRead(request, run);
  }

  private boolean tryReadBases() {
    request.rewind();
    for (bases = 1; tryReadBase(); bases++) {
      RouteNode<K, V> bound = place.boundOf(request);
      if (run.size() >= request.enough
          || bound == null
          || request.isPast(order, bound.prefix, bound.key)) {
        return true;
      }
      if (!run.isValid()) {
        return false; // The last key may be anything.
      }
      continueBehind(bound);
    }
    return false;
  }

  private void readSomeLocked() {
    run.clear();
    BaseRange<K, V> range = new BaseRange<>(tree, true);
    range.holding(
        () -> {
          BaseNode<K, V> base = range.lockStart(request);
          base.container.read(request, run);
          range.placeTo(place);
          return base;
        });
  }

  private void readAtOnceLocked() {
    request.rewind();
    run.clear();
    KeyBounds<K> bounds = request.bounds(order);
    if (request.enough == 1 && request.isDescending) {
      readLastLocked(bounds);
      return;
    }
    BaseRange<K, V> range = new BaseRange<>(tree, request.enough == 1);
    range.holding(
        () -> {
          if (request.enough > 1) {
            range.lock(bounds);
            range.read(request, run);
          } else {
            range.lockFirst(request.fromPrefix, request.from);
            do {
              range.read(request, run);
            } while (run.isEmpty() && range.lockNext(bounds));
          }
          return run;
        });
  }

  /**
   * Reads what is last within bounds. Base nodes are locked from left to right, so it begins one
   * further to the left each time that there is nothing. That is seldom, since empty ones are
   * joined.
   */
  private void readLastLocked(KeyBounds<K> bounds) {
    place.findStart(tree.root(), request);
    CircleCheck<K> circle = new CircleCheck<>();
    RouteNode<K, V> from = place.lower;
    while (from != null && !bounds.isTooLow(from.prefix, from.key)) {
      circle.step(order, from.prefix, from.key, true);
      run.clear();
      readLocked(bounds.from(from.key));
      if (!run.isEmpty()) {
        return;
      }
      place.findBelow(tree.root(), from.prefix, from.key);
      from = place.lower;
    }
    run.clear();
    readLocked(bounds);
  }

  private void readLocked(KeyBounds<K> bounds) {
    BaseRange<K, V> range = new BaseRange<>(tree, true);
    range.holding(
        () -> {
          range.lock(bounds);
          range.read(request, run);
          return run;
        });
  }
}
