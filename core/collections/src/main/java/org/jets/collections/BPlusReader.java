package org.jets.collections;

import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link BPlusTree} leaf by leaf, with or without the lock. There are no links between
 * leaves: it comes to the next one by the separator behind the last, from the root.
 */
final class BPlusReader<K, V> {
  private final PrefixOrder<K> order;
  private final Scan<K> scan;
  private final EntryRun<K, V> run;

  /** By which key the next leaf is found; null for the end where the scan begins. */
  private @Nullable K key;

  private long prefix;
  private boolean isFirst = true;
  private boolean hasMetChange;

  BPlusReader(PrefixOrder<K> order, Scan<K> scan, EntryRun<K, V> run) {
    this.order = order;
    this.scan = scan;
    this.run = run;
    this.key = scan.from;
    this.prefix = scan.fromPrefix;
  }

  boolean hasMetChange() {
    return hasMetChange;
  }

  /**
   * Reads one leaf.
   *
   * @return whether another is to be read
   */
  boolean readLeaf(BPlusNode<K> root) {
    BPlusNode<K> node = root;
    BPlusNode<K> bounding = null;
    int bound = 0;
    int child;
    while (true) {
      child = childIn(node);
      if (scan.isDescending ? child > 0 : child < node.size() - 1) {
        bounding = node;
        bound = scan.isDescending ? child - 1 : child;
      }
      if (node.height == 1) {
        break;
      }
      node = node.node(child);
    }
    long[] words = node.words(child);
    Object[] slots = node.slots(child);
    long header = BPlusLeaf.headerAcquire(words);
    if (BPlusLeaf.isChanging(header)) {
      hasMetChange = true;
      return false;
    }
    run.witness(words, header);
    boolean isPastTo;
    try {
      isPastTo =
          scan.isDescending
              ? copyDescending(words, slots, BPlusLeaf.count(header))
              : copyAscending(words, slots, BPlusLeaf.count(header));
    } catch (RuntimeException e) {
      hasMetChange = BPlusLeaf.retryOrThrow(words, header, e) == OrderedContainer.RETRY;
      return false;
    }
    if (run.size() >= scan.most) {
      return false;
    }
    if (isPastTo || bounding == null) {
      run.isAtEnd = true;
      return false;
    }
    key = bounding.separator(bound);
    prefix = bounding.prefix(bound);
    isFirst = false;
    return run.size() < scan.enough;
  }

  private int childIn(BPlusNode<K> node) {
    K sought = key;
    if (sought == null) {
      return scan.isDescending ? node.size() - 1 : 0;
    }
    return scan.isDescending && !(isFirst && scan.isFromIncluded)
        ? node.childBelow(order, prefix, sought)
        : node.childOf(order, prefix, sought);
  }

  /** Returns whether the leaf has something behind the end of the scan. */
  private boolean copyAscending(long[] words, Object[] slots, int count) {
    int start =
        isFirst
            ? index(words, slots, count, scan.fromPrefix, scan.from, !scan.isFromIncluded, 0)
            : 0;
    int stop = count;
    if (scan.to != null && count > 0 && BPlusLeaf.prefix(words, count - 1) >= scan.toPrefix) {
      stop = index(words, slots, count, scan.toPrefix, scan.to, scan.isToIncluded, count);
    }
    int mappings = Math.min(stop - start, scan.most - run.size());
    if (mappings > 0) {
      run.addAll(slots, 2 * start, mappings);
    }
    return stop < count;
  }

  private boolean copyDescending(long[] words, Object[] slots, int count) {
    int stop =
        isFirst
            ? index(words, slots, count, scan.fromPrefix, scan.from, scan.isFromIncluded, count)
            : count;
    int start = 0;
    if (scan.to != null && count > 0 && BPlusLeaf.prefix(words, 0) <= scan.toPrefix) {
      start = index(words, slots, count, scan.toPrefix, scan.to, !scan.isToIncluded, 0);
    }
    int mappings = Math.min(stop - start, scan.most - run.size());
    if (mappings > 0) {
      run.addReversed(slots, 2 * (stop - mappings), mappings);
    }
    return start > 0;
  }

  /**
   * How many mappings are in front of a key.
   *
   * @param itself whether the key's own counts too
   * @param ifNull the answer if there is no key
   */
  private int index(
      long[] words,
      Object[] slots,
      int count,
      long keyPrefix,
      @Nullable K sought,
      boolean itself,
      int ifNull) {
    if (sought == null) {
      return ifNull;
    }
    int found = BPlusLeaf.find(order, words, slots, count, keyPrefix, sought);
    return found < 0 ? ~found : itself ? found + 1 : found;
  }
}
