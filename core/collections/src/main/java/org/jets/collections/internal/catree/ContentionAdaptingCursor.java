package org.jets.collections.internal.catree;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jets.collections.LongObjectConsumer;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.container.ReadRequest;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.order.KeyBounds;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over a {@code ContentionAdaptingTreeMap}. It copies some mappings of a base node as of
 * one moment. It goes on behind them, or in the next leaf, while the container is unchanged, and
 * else finds the next ones by a key. So no thread waits for it, and splits and joins meanwhile do
 * not disturb it. Copied mappings may be outdated when the cursor reaches them. So it copies few at
 * a time unless it knows that it continues without a pause, and then a leaf.
 */
public final class ContentionAdaptingCursor<K, V> extends Cursor<K, V> {
  private final ContentionAdaptingTree<K, V> tree;
  private final ReadRequest<K> request;
  private EntryRun<K, V> run;
  private AdaptingTreeReader<K, V> reader;
  private boolean hasMore = true;
  private boolean isUnpaused;

  /** True while an action is called with the mappings of the run. It may use this cursor, too. */
  private boolean isWalked;

  private int at = -1;
  private int size;

  /** A witness of the run that was noted before the mapping that this is at. */
  private int witness;

  /** The number of mappings that there may be; negative until it is asked for. */
  private double estimate;

  /** Takes the mappings of a run from one place to another. */
  private interface RunAction<K, V> {
    void accept(EntryRun<K, V> run, int from, int to);
  }

  public ContentionAdaptingCursor(
      ContentionAdaptingTree<K, V> tree, KeyBounds<K> bounds, boolean descending) {
    this(tree, bounds, descending, -1, new EntryRun<>(0));
  }

  private ContentionAdaptingCursor(
      ContentionAdaptingTree<K, V> tree,
      KeyBounds<K> bounds,
      boolean descending,
      double estimate,
      EntryRun<K, V> run) {
    this.tree = tree;
    this.request = ReadRequest.<K>forSome(descending).within(bounds);
    this.run = run;
    this.reader = new AdaptingTreeReader<>(tree, request, run);
    this.estimate = estimate;
  }

  @Override
  public boolean advance() {
    return ++at < size || read();
  }

  @Override
  public boolean readsPresent() {
    return true;
  }

  @Override
  public boolean advanceToPresent() {
    request.isForPresent = true;
    if (at >= 0 && at < size) {
      int next = at + 1;
      witness = run.witnessOf(at, witness);
      if (next < size
          ? !run.isPresent(next, witness) && !run.tryReadAgain(next, witness)
          : !run.hasSameKeys()) {
        request.goBack(tree.order, run.key(at));
        reader.forget();
        hasMore = true;
        size = next;
      }
    }
    return advance();
  }

  /**
   * {@inheritDoc} Within a leaf it only compares the words that change with the leaf or with its
   * place, which stay at hand. After another value has been set there, it reads each from the leaf.
   */
  @Override
  public boolean advanceWhile(Predicate<? super V> test) {
    isUnpaused = true;
    while (advanceToPresent()) {
      EntryRun<K, V> walked = run;
      int leaf = walked.witnessOf(at, witness);
      int end = walked.endOf(leaf);
      OrderedContainer<K, V> container = walked.container();
      long stamp = walked.stampOf(0);
      long[] words = walked.wordsOf(leaf);
      long header = walked.stampOf(leaf);
      isWalked = true;
      boolean isPresent = true;
      while (isPresent) {
        if (!test.test(walked.value(at))) {
          return true;
        }
        int next = at + 1;
        isPresent =
            run == walked
                && next < end
                && (((words == null || EntryRun.isUnchangedSince(words, header))
                        && container.isUnchangedSince(stamp))
                    || walked.tryReadAgain(next, leaf));
        if (isPresent) {
          at = next;
        }
      }
      isWalked &= run != walked;
    }
    return false;
  }

  @Override
  public int nextRun() {
    if (!read()) {
      return 0;
    }
    at = size - 1;
    return size;
  }

  @Override
  public K key(int place) {
    return run.key(place);
  }

  @Override
  public V value(int place) {
    return run.value(place);
  }

  @Override
  public void forEachRemaining(BiConsumer<? super K, ? super V> action) {
    forEachRun((copied, from, to) -> copied.forEach(from, to, action));
  }

  @Override
  public void forEachKey(Consumer<? super K> action) {
    forEachRun((copied, from, to) -> copied.forEachKey(from, to, action));
  }

  @Override
  public void forEachValue(Consumer<? super V> action) {
    forEachRun((copied, from, to) -> copied.forEachValue(from, to, action));
  }

  /** {@link #forEachRemaining} with the keys as numbers, for a map of keys of class Long. */
  public void forEachLong(LongObjectConsumer<? super V> action) {
    forEachRun((copied, from, to) -> copied.forEachLong(from, to, action));
  }

  private void forEachRun(RunAction<K, V> action) {
    isUnpaused = true;
    boolean isDone = false;
    try {
      while (at + 1 < size || readAhead()) {
        EntryRun<K, V> walked = run;
        int from = at + 1;
        at = size - 1;
        isWalked = true;
        action.accept(walked, from, size);
        isWalked = false;
      }
      isDone = true;
    } finally {
      if (!isDone) {
        end();
      }
    }
  }

  private void end() {
    isWalked = false;
    hasMore = false;
    size = 0;
    at = 0;
  }

  /** Reads what comes next, and stays in front of it. */
  private boolean readAhead() {
    boolean isRead = read();
    at = isRead ? -1 : 0;
    return isRead;
  }

  private boolean read() {
    if (isWalked) {
      detach();
    }
    while (hasMore) {
      if (request.isCautious()) {
        request.recover();
      } else if (isUnpaused) {
        request.readWhole();
      }
      boolean isLong = request.isLong;
      hasMore = reader.readSome();
      request.goOnReading();
      witness = 0;
      if (request.isForPresent && isLong) {
        run.fetchValues(); // A caller that asks for the present ones is likely to look at each.
      }
      if (!run.isEmpty()) {
        at = 0;
        size = run.size();
        return true;
      }
    }
    size = 0;
    at = 0;
    return false;
  }

  @Override
  public void goOnUnpaused() {
    isUnpaused = true;
  }

  @Override
  public K key() {
    return run.key(at);
  }

  /** The key as a number, for a map of keys of class Long. */
  public long longKey() {
    return run.longKey(at);
  }

  @Override
  public V value() {
    return run.value(at);
  }

  @Override
  public @Nullable ContentionAdaptingCursor<K, V> trySplit() {
    reader.settle();
    KeyBounds<K> ahead = request.boundsAhead(tree.order);
    boolean isWorthIt = hasMore && estimateSize() >= EntryRun.SOME;
    K middle = isWorthIt ? tree.middle(ahead) : null;
    if (middle == null) {
      return null;
    }
    estimate = estimateSize() / 2.0;
    KeyBounds<K> below = ahead.below(middle);
    KeyBounds<K> above = new KeyBounds<>(tree.order, middle, true, ahead.high, ahead.highInclusive);
    boolean descending = request.isDescending;
    ContentionAdaptingCursor<K, V> first =
        new ContentionAdaptingCursor<>(tree, descending ? above : below, descending, estimate, run);
    first.at = at; // What has been copied comes before all that is ahead.
    first.size = size;
    first.isWalked = isWalked;
    request.within(descending ? below : above);
    detach();
    at = -1;
    size = 0;
    return first;
  }

  /** Reads into other arrays from now on: the run is another cursor's, or a caller walks it. */
  private void detach() {
    reader.settle();
    run = new EntryRun<>(0);
    reader = new AdaptingTreeReader<>(tree, request, run);
    isWalked = false;
  }

  @Override
  public long estimateSize() {
    if (!hasMore) {
      return Math.max(0, (long) size - at - 1);
    }
    if (estimate < 0) {
      estimate = tree.roughCount();
    }
    return (long) estimate;
  }
}
