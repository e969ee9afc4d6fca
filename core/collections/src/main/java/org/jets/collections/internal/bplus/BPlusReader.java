package org.jets.collections.internal.bplus;

import java.util.Objects;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.container.ReadPlace;
import org.jets.collections.internal.container.ReadRequest;
import org.jets.collections.internal.order.CircleCheck;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * A reader of a {@link BPlusTree} leaf by leaf, with or without the lock. There are no links
 * between leaves. The reader continues under the same node, which stands for the same keys while
 * the tree's stamp is unchanged. After the last leaf of a node, it descends from the root by the
 * separator. A cursor lets it go on from run to run.
 *
 * <p>On errors: the mark is moved by stores alone. A read that has failed behind the mark does not
 * go on, and its caller continues by the key of the mark.
 */
public final class BPlusReader<K, V> extends ReadPlace<K, V> {
  private final BPlusTree<K, V> tree;
  private final PrefixOrder<K> order;
  private final ReadRequest<K> request;
  private final EntryRun<K, V> run;

  /** The stamp of the tree as of which this reads. */
  private final long seen;

  /** The key by which the next leaf is found, or null for the end at which the read begins. */
  private @Nullable K key;

  private long prefix;

  /** The node above the next leaf; null if it is to be found by the key. */
  private @Nullable BPlusNode<K> node;

  /** Which of the node's children the next leaf is. */
  private int child;

  /** About which of them is the last one to be read. */
  private int last;

  /** The nearest node further up with something behind, and the separator in front of that. */
  private @Nullable BPlusNode<K> bounding;

  private int bound;

  /** Of the keys by which this has descended to a next leaf; null before the first. */
  private @Nullable CircleCheck<K> circle;

  private boolean isFirst = true;
  private boolean hasMetChange;

  /** The node with the separator in front of the next leaf; null before the first leaf. */
  private @Nullable BPlusNode<K> parting;

  private int separator;

  /** The words of the leaf inside which the last run has stopped, or null. */
  private long @Nullable [] inside;

  private long insideHeader;

  /** The place up to which a leaf has been copied, in the direction of the read. */
  private int copiedTo;

  // These at the last mark, or the key up to which the run went if that is inside a leaf.
  private @Nullable BPlusNode<K> markedParting;
  private int markedSeparator;
  private boolean isMarkInside;
  private @Nullable K markedKey;
  private long markedPrefix;

  /** True if no read has begun since the last mark. */
  private boolean isAtMark;

  /**
   * @param seen the stamp of the tree
   */
  BPlusReader(BPlusTree<K, V> tree, ReadRequest<K> request, EntryRun<K, V> run, long seen) {
    this.tree = tree;
    this.order = tree.order;
    this.seen = seen;
    this.request = request;
    this.run = run;
    this.key = request.from;
    this.prefix = request.fromPrefix;
  }

  @Override
  public void mark() {
    boolean isInside = inside != null;
    K lastKey = isInside ? run.lastKeptKey() : null;
    long lastPrefix = isInside ? run.lastMakingPrefix() : 0;
    isMarkInside = isInside;
    markedKey = lastKey;
    markedPrefix = lastPrefix;
    markedParting = parting;
    markedSeparator = separator;
    isAtMark = true;
  }

  @Override
  public boolean tryGoOn() {
    if (!isAtMark || !tree.isUnchangedSince(seen)) {
      return false;
    }
    isAtMark = false;
    run.witness(tree, seen);
    return tryRead();
  }

  @Override
  public K key() {
    K kept = isMarkInside ? markedKey : marked().key();
    return kept == null ? order.keyOf(prefix()) : kept;
  }

  @Override
  public long prefix() {
    if (!isMarkInside) {
      return marked().prefix();
    }
    return markedKey == null ? markedPrefix : order.prefix(markedKey);
  }

  @Override
  public boolean isKeyAhead() {
    return !isMarkInside && !request.isDescending;
  }

  private BPlusSeparator<K> marked() {
    return Objects.requireNonNull(markedParting).separatorAt(order, markedSeparator);
  }

  /**
   * Reads leaf by leaf as many mappings as the request says.
   *
   * @return false if a change is under way, and what has been read is to be thrown away
   */
  boolean tryRead() {
    while (readLeaf()) {
      if (!tree.isUnchangedSince(seen)) {
        return false;
      }
    }
    return !hasMetChange;
  }

  /**
   * Reads one leaf.
   *
   * @return whether another is to be read
   */
  private boolean readLeaf() {
    BPlusNode<K> parent = node == null ? descend(tree.root()) : node;
    long[] words = parent.words(child);
    Object[] slots = parent.slots(child);
    long header = BPlusLeaf.headerAcquire(words);
    if (BPlusLeaf.isChanging(header) || !isStillInside(words, header)) {
      hasMetChange = true;
      return false;
    }
    run.witness(words, header, BPlusLeaf.KEYS);
    if (request.isLong) {
      fetchNext(parent);
    }
    boolean isPastTo;
    try {
      isPastTo =
          request.isDescending
              ? copyDescending(words, slots, header)
              : copyAscending(words, slots, header);
    } catch (RuntimeException e) {
      hasMetChange = BPlusLeaf.retryOrThrow(words, header, e) == OrderedContainer.RETRY;
      return false;
    }
    isFirst = false;
    if (run.size() >= request.most) {
      inside = words;
      insideHeader = header;
      run.stopAt(this);
      return false;
    }
    inside = null;
    if (isPastTo || !goOn(parent)) {
      run.isAtEnd = true;
      return false;
    }
    return run.size() < request.enough;
  }

  /** Returns true unless this goes on inside a leaf whose keys have changed. */
  private boolean isStillInside(long[] words, long header) {
    return inside == null || (inside == words && BPlusLeaf.haveSameKeys(header, insideHeader));
  }

  /** Goes to the leaf of the key, and returns the node above it. */
  private BPlusNode<K> descend(BPlusNode<K> root) {
    bounding = null;
    BPlusNode<K> lowest = root;
    child = childIn(lowest);
    while (lowest.height > 1) {
      if (isAnyBehind(lowest)) {
        bounding = lowest;
        bound = separatorBehind();
      }
      lowest = lowest.node(child);
      child = childIn(lowest);
    }
    node = lowest;
    last = lastChild(lowest);
    if (request.most > BPlusLeaf.MAX) {
      run.expect(run.size() + Math.min(Math.max(request.enough, BPlusLeaf.MAX), mappingsAhead()));
    }
    return lowest;
  }

  /** About which child of a node above leaves is the last one that is to be read. */
  private int lastChild(BPlusNode<K> lowest) {
    if (request.to != null) {
      return lowest.childOf(order, request.toPrefix, request.to);
    }
    return request.isDescending ? 0 : lowest.size() - 1;
  }

  /** About how many mappings are to be read under the node. */
  private int mappingsAhead() {
    int leaves = request.isDescending ? child - last : last - child;
    return 1 + Math.max(0, leaves) * (BPlusLeaf.MAX * 3 / 4);
  }

  /**
   * Reads something of each cache line of the next leaf, and of the header of the one after it. The
   * processor fetches these lines together, and while this leaf is copied.
   */
  private void fetchNext(BPlusNode<K> parent) {
    int step = request.isDescending ? -1 : 1;
    int next = child + step;
    if (child == last || next < 0 || next >= parent.size()) {
      return;
    }
    long fetched = BPlusLeaf.fetch(parent.words(next), parent.slots(next));
    next += step;
    if (next >= 0 && next < parent.size()) {
      fetched += parent.words(next)[0] + parent.slots(next).length;
    }
    run.keep(fetched);
  }

  private boolean isAnyBehind(BPlusNode<K> above) {
    return request.isDescending ? child > 0 : child < above.size() - 1;
  }

  private int separatorBehind() {
    return request.isDescending ? child - 1 : child;
  }

  /**
   * Goes on to the leaf behind: under the same node, or by the nearest separator above it.
   *
   * @return false if there is none
   */
  private boolean goOn(BPlusNode<K> parent) {
    boolean isUnderTheSame = isAnyBehind(parent);
    BPlusNode<K> above = isUnderTheSame ? parent : bounding;
    if (above == null) {
      return false;
    }
    parting = above;
    separator = isUnderTheSame ? separatorBehind() : bound;
    run.stopAt(this);
    if (isUnderTheSame) {
      child += request.isDescending ? -1 : 1;
    } else {
      BPlusSeparator<K> next = above.separatorAt(order, separator);
      K kept = next.key();
      key = kept == null ? order.keyOf(next.prefix()) : kept;
      prefix = next.prefix();
      node = null;
      CircleCheck<K> check = circle == null ? new CircleCheck<>() : circle;
      circle = check;
      check.step(order, prefix, key, true);
    }
    return true;
  }

  private int childIn(BPlusNode<K> node) {
    K sought = key;
    if (sought == null) {
      return request.isDescending ? node.size() - 1 : 0;
    }
    return request.isDescending && !(isFirst && request.isFromIncluded)
        ? node.childBelow(order, prefix, sought)
        : node.childOf(order, prefix, sought);
  }

  /** Returns whether the leaf has something behind the end of the read. */
  private boolean copyAscending(long[] words, Object[] slots, long header) {
    int count = BPlusLeaf.count(header);
    int start = inside == null ? 0 : copiedTo;
    if (isFirst) {
      start =
          index(words, slots, header, request.fromPrefix, request.from, !request.isFromIncluded, 0);
    }
    int stop = count;
    if (request.to != null
        && count > 0
        && (BPlusLeaf.offset(header) != 0
            || BPlusLeaf.prefix(words, count - 1) >= request.toPrefix)) {
      stop = index(words, slots, header, request.toPrefix, request.to, request.isToIncluded, count);
    }
    int mappings = Math.min(stop - start, request.most - run.size());
    if (mappings > 0) {
      add(words, slots, start, mappings);
    }
    copiedTo = start + mappings;
    return stop < count;
  }

  private boolean copyDescending(long[] words, Object[] slots, long header) {
    int count = BPlusLeaf.count(header);
    int stop = inside == null ? count : copiedTo;
    if (isFirst) {
      stop =
          index(
              words,
              slots,
              header,
              request.fromPrefix,
              request.from,
              request.isFromIncluded,
              count);
    }
    int start = 0;
    if (request.to != null
        && count > 0
        && (BPlusLeaf.offset(header) != 0 || BPlusLeaf.prefix(words, 0) <= request.toPrefix)) {
      start = index(words, slots, header, request.toPrefix, request.to, !request.isToIncluded, 0);
    }
    int mappings = Math.min(stop - start, request.most - run.size());
    if (mappings > 0) {
      add(words, slots, stop - mappings, mappings);
    }
    copiedTo = stop - mappings;
    return start > 0;
  }

  private void add(long[] words, Object[] slots, int from, int mappings) {
    int keys = BPlusLeaf.keys(words, slots);
    int step = 1 + keys;
    if (request.isForPresent) {
      int first = from + (request.isDescending ? mappings - 1 : 0);
      run.source(slots, (first << keys) + keys, request.isDescending ? -step : step);
    }
    if (order.hasKeysInPrefixes()) {
      run.addValues(
          order,
          words,
          BPlusLeaf.indexOfPrefix(from),
          slots,
          (from << keys) + keys,
          step,
          mappings,
          request.isDescending);
    } else if (request.isDescending) {
      run.addReversed(slots, 2 * from, mappings);
    } else {
      run.addAll(slots, 2 * from, mappings);
    }
  }

  /**
   * The number of mappings that are in front of a key.
   *
   * @param itself whether the key's own counts too
   * @param ifNull the answer if there is no key
   */
  private int index(
      long[] words,
      Object[] slots,
      long header,
      long keyPrefix,
      @Nullable K sought,
      boolean itself,
      int ifNull) {
    if (sought == null) {
      return ifNull;
    }
    int found = BPlusLeaf.find(order, words, slots, header, keyPrefix, sought, 0);
    return found < 0 ? ~found : itself ? found + 1 : found;
  }
}
