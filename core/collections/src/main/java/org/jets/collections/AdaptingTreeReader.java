package org.jets.collections;

/**
 * Reads mappings of a {@link ContentionAdaptingTree} that follow one another: without locks as long
 * as that succeeds soon, and then with them.
 */
final class AdaptingTreeReader<K, V> {
  /** How often it is tried without locks. */
  static final int ATTEMPTS = 3;

  private final ContentionAdaptingTree<K, V> tree;
  private final PrefixOrder<K> order;
  private final Scan<K> scan;
  private final EntryRun<K, V> run;
  private final BasePlace<K, V> place;

  /** How many base nodes have been read. */
  private int bases;

  AdaptingTreeReader(ContentionAdaptingTree<K, V> tree, Scan<K> scan, EntryRun<K, V> run) {
    this.tree = tree;
    this.order = tree.order;
    this.scan = scan;
    this.run = run;
    this.place = new BasePlace<>(order);
  }

  /**
   * Reads some mappings of one base node, as of one moment, and lets the scan go on behind them.
   *
   * @return whether there may be more
   */
  boolean readSome() {
    for (int attempt = 1; !tryReadValid(false); attempt++) {
      if (attempt == ATTEMPTS) {
        readSomeLocked();
        break;
      }
    }
    RouteNode<K, V> bound = run.isAtEnd ? place.boundOf(scan) : null;
    if (run.isAtEnd && (bound == null || scan.isPast(order, bound.prefix, bound.key))) {
      return false;
    }
    scan.continueBehind(order, run, bound);
    return true;
  }

  /** Reads as many mappings as the scan says, all as of one moment. */
  void readAtOnce() {
    for (int attempt = 1; !tryReadValid(true); attempt++) {
      if (attempt == ATTEMPTS) {
        readAtOnceLocked();
        return;
      }
    }
    if (bases > 1) {
      tree.noteRange(place, bases);
    }
  }

  private boolean tryReadValid(boolean atOnce) {
    run.clear();
    return (atOnce ? tryReadBases() : tryReadBase()) && run.isValid();
  }

  private boolean tryReadBase() {
    return place.findStart(tree.rootAcquire(), scan).container.tryRead(scan, run);
  }

  private boolean tryReadBases() {
    scan.rewind();
    for (bases = 1; tryReadBase(); bases++) {
      RouteNode<K, V> bound = place.boundOf(scan);
      if (run.size() >= scan.enough
          || bound == null
          || scan.isPast(order, bound.prefix, bound.key)) {
        return true;
      }
      if (!run.isValid()) {
        return false; // The last key may be anything.
      }
      scan.continueBehind(order, run, bound);
    }
    return false;
  }

  private void readSomeLocked() {
    run.clear();
    BaseNode<K, V> base;
    do {
      base = place.findStart(tree.rootAcquire(), scan);
    } while (!tree.lockToRead(base));
    try {
      base.container.read(scan, run);
    } finally {
      tree.unlock(base, scan);
    }
  }

  private void readAtOnceLocked() {
    scan.rewind();
    run.clear();
    BaseRange<K, V> range = new BaseRange<>(tree);
    try {
      KeyBounds<K> bounds = scan.bounds(order);
      if (scan.enough > 1) {
        range.lock(bounds);
        range.read(scan, run);
      } else if (scan.isDescending) {
        readLastLocked(range, bounds);
      } else {
        range.lockFirst(scan.fromPrefix, scan.from);
        do {
          range.read(scan, run);
        } while (run.isEmpty() && range.lockNext(bounds));
      }
    } finally {
      range.unlock();
    }
  }

  /**
   * Reads what is last within bounds. Base nodes are locked from left to right, so it begins one
   * further to the left each time that there is nothing: that is seldom, empty ones are joined.
   */
  private void readLastLocked(BaseRange<K, V> range, KeyBounds<K> bounds) {
    place.findStart(tree.rootAcquire(), scan);
    RouteNode<K, V> from = place.lower;
    while (from != null && !bounds.isTooLow(from.prefix, from.key)) {
      range.lock(bounds.from(from.key));
      range.read(scan, run);
      if (!run.isEmpty()) {
        return;
      }
      range.unlock();
      run.clear();
      place.findBelow(tree.rootAcquire(), from.prefix, from.key);
      from = place.lower;
    }
    range.lock(bounds);
    range.read(scan, run);
  }
}
