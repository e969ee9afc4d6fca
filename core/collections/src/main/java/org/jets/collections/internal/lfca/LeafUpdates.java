package org.jets.collections.internal.lfca;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.function.Function;
import org.jets.collections.internal.order.CircleCheck;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * The updates of a {@link LockFreeTree}: each exchanges the leaf of its key for another one, and
 * tries again where another thread came first. Holds the tree, which {@link #clear()} replaces.
 */
public final class LeafUpdates<K, V> {
  private static final VarHandle TREE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "tree", VarHandle.class, LeafUpdates.class, LockFreeTree.class);

  /** The number of times in a row that a poll may be in vain while two leaves stay the same. */
  private static final int MOST_IN_VAIN = 1000;

  private final PrefixOrder<K> order;
  private volatile LockFreeTree<K, V> tree;

  public LeafUpdates(PrefixOrder<K> order, TreeLimits limits) {
    this.order = order;
    this.tree = new LockFreeTree<>(order, limits);
  }

  public LockFreeTree<K, V> tree() {
    return tree;
  }

  // One key

  /**
   * Puts a value.
   *
   * @return the value that was there
   */
  public @Nullable V put(K key, V value, boolean onlyIfAbsent) {
    long prefix = order.admit(key);
    TreeReentry own = null;
    try {
      for (int attempt = 0; ; attempt++) {
        boolean contended = attempt > 0;
        own = retried(own, attempt);
        LockFreeTree<K, V> present = tree;
        LockFreeBaseNode<K, V> base = present.baseFor(prefix, key);
        if (base.state() instanceof ImmutableLeaf<K, V> leaf) {
          present.versions.settle(leaf);
          begin(own, leaf);
          int index = leaf.searchToPut(order, prefix, key);
          V old = index < 0 ? null : leaf.value(index);
          if (old != null && onlyIfAbsent) {
            return old;
          }
          if (leaf.size() == 0) {
            order.requireComparableWithItself(key);
          }
          int statistic = present.statisticAfter(leaf, contended);
          ImmutableLeaf<K, V> replacement =
              index < 0
                  ? leaf.withInserted(order, ~index, prefix, key, value, statistic)
                  : leaf.withValue(index, value, statistic);
          if (tryReplace(present, base, leaf, replacement)) {
            return old;
          }
        }
      }
    } finally {
      if (own != null) {
        own.end();
      }
    }
  }

  /**
   * Gives a key another value, or removes it, if its value is as expected.
   *
   * @param expected what the value has to be equal to; null for any value
   * @param value null to remove the mapping
   * @return the value that was there; null if there was none, or not the one expected
   */
  public @Nullable V changeIfEqual(Object key, @Nullable Object expected, @Nullable V value) {
    long prefix = order.prefix(key);
    V equal = null;
    TreeReentry own = null;
    try {
      for (int attempt = 0; ; attempt++) {
        boolean contended = attempt > 0;
        own = retried(own, attempt);
        LockFreeTree<K, V> present = tree;
        LockFreeBaseNode<K, V> base = present.baseFor(prefix, key);
        if (base.state() instanceof ImmutableLeaf<K, V> leaf) {
          present.versions.settle(leaf);
          begin(own, leaf);
          int index = leaf.search(order, prefix, key);
          V old = index < 0 ? null : leaf.value(index);
          if (old == null
              || (expected != null && old != equal && old != expected && !expected.equals(old))) {
            return null;
          }
          equal = old; // A retry does not compare it again.
          boolean isDone =
              value == null
                  ? tryRemove(present, base, leaf, index, index + 1, contended)
                  : tryReplace(
                      present,
                      base,
                      leaf,
                      leaf.withValue(index, value, present.statisticAfter(leaf, contended)));
          if (isDone) {
            return old;
          }
        }
      }
    } finally {
      if (own != null) {
        own.end();
      }
    }
  }

  /** Removes some neighbouring mappings of a leaf that is settled. */
  private static <K, V> boolean tryRemove(
      LockFreeTree<K, V> tree,
      LockFreeBaseNode<K, V> base,
      ImmutableLeaf<K, V> leaf,
      int from,
      int to,
      boolean contended) {
    ImmutableLeaf<K, V> replacement = leaf.without(from, to, tree.statisticAfter(leaf, contended));
    if (!tree.tryReplace(base, leaf, replacement)) {
      return false;
    }
    tree.adaptToRemoval(base, replacement);
    return true;
  }

  /**
   * Gives a key the value that a function makes of the one it has, or none for null.
   *
   * @param function leaves everything as it is by returning the same value
   * @return the value from before or after
   */
  public @Nullable V update(
      K key, boolean returnsOld, Function<? super @Nullable V, ? extends @Nullable V> function) {
    long prefix = order.prefix(key);
    int otherPrefixes = 0;
    boolean isApplied = false;
    V applied = null;
    V value = null;
    TreeReentry own = null;
    try {
      for (int attempt = 0; ; attempt++) {
        boolean contended = attempt > 0;
        own = retried(own, attempt);
        LockFreeTree<K, V> present = tree;
        LockFreeBaseNode<K, V> base = present.baseFor(prefix, key);
        if (!(base.state() instanceof ImmutableLeaf<K, V> leaf)) {
          continue;
        }
        present.versions.settle(leaf);
        begin(own, leaf);
        int index = leaf.search(order, prefix, key);
        V old = index < 0 ? null : leaf.value(index);
        if (!isApplied || old != applied) { // Else only a near key has changed.
          value = function.apply(old);
          applied = old;
          isApplied = true;
        }
        boolean isDone;
        if (value == old) {
          isDone = true;
        } else if (value == null) {
          isDone = tryRemove(present, base, leaf, index, index + 1, contended);
        } else if (old == null) {
          long admitted = admit(key, leaf);
          if (admitted != prefix && ++otherPrefixes > TreeReentry.CALM) {
            throw CircleCheck.contradiction(); // A map settles the prefixes of its keys once.
          }
          isDone =
              admitted == prefix
                  && tryReplace(
                      present,
                      base,
                      leaf,
                      leaf.withInserted(
                          order,
                          ~index,
                          prefix,
                          key,
                          value,
                          present.statisticAfter(leaf, contended)));
          prefix = admitted;
        } else {
          int statistic = present.statisticAfter(leaf, contended);
          isDone = tryReplace(present, base, leaf, leaf.withValue(index, value, statistic));
        }
        if (isDone) {
          return returnsOld ? old : value;
        }
      }
    } finally {
      if (own != null) {
        own.end();
      }
    }
  }

  /** Registers an update at the try after which that is worth it, and ends one that is in vain. */
  private @Nullable TreeReentry retried(@Nullable TreeReentry own, int attempt) {
    if (own != null) {
      own.requireNotVain();
      return own;
    }
    return attempt == TreeReentry.CALM ? tree.retries.beginRetried() : null;
  }

  private static void begin(@Nullable TreeReentry own, Object leaf) {
    if (own != null) {
      own.begin(leaf);
    }
  }

  /** The prefix of a key that is to be inserted. */
  private long admit(K key, ImmutableLeaf<K, V> leaf) {
    if (leaf.size() == 0) {
      order.requireComparableWithItself(key);
    }
    return order.admit(key);
  }

  private static <K, V> boolean tryReplace(
      LockFreeTree<K, V> tree,
      LockFreeBaseNode<K, V> base,
      ImmutableLeaf<K, V> leaf,
      ImmutableLeaf<K, V> replacement) {
    if (!tree.tryReplace(base, leaf, replacement)) {
      return false;
    }
    tree.adapt(base, replacement);
    return true;
  }

  // Ranges

  /**
   * Removes and returns what is the first or the last mapping of a range when it is removed.
   *
   * @throws IllegalStateException if comparisons keep two neighbouring leaves from being changed
   */
  public Map.@Nullable Entry<K, V> pollEntry(KeyBounds<K> bounds, boolean last) {
    ImmutableLeaf<K, V> passed = null;
    ImmutableLeaf<K, V> reached = null;
    int inVain = 0;
    TreeReentry own = null;
    try {
      for (int attempt = 0; ; attempt++) {
        boolean contended = attempt > 0;
        own = retried(own, attempt);
        LockFreeTree<K, V> present = tree;
        LeafCursor<K, V> cursor = LeafCursor.ofUpdate(present, bounds, last, own);
        cursor.step();
        LockFreeBaseNode<K, V> base = cursor.base();
        ImmutableLeaf<K, V> leaf = cursor.leaf();
        if (cursor.from() < cursor.to()) {
          int index = last ? cursor.to() - 1 : cursor.from();
          present.versions.settle(leaf);
          if (tryRemove(present, base, leaf, index, index + 1, contended)) {
            return leaf.entry(order, index);
          }
          present.release(base);
        } else if (cursor.isAtEnd()) {
          return null;
        } else {
          // What the range begins in has nothing of it, and must not get anything meanwhile.
          cursor.step();
          if (cursor.from() < cursor.to()) {
            int index = last ? cursor.to() - 1 : cursor.from();
            if (tryRemoveBeside(present, base, leaf, cursor, index, contended)) {
              return cursor.leaf().entry(order, index);
            }
          } else if (!cursor.isAtEnd()) {
            if (present.joins().tryTakeIn(base, leaf, cursor.base(), cursor.leaf(), last)
                && own != null) {
              own.noteProgress();
            }
          } else if (present.contents(base) == leaf) {
            return null;
          }
          inVain = leaf == passed && cursor.leaf() == reached ? inVain + 1 : 0;
          if (inVain > MOST_IN_VAIN) {
            throw CircleCheck.contradiction();
          }
          passed = leaf;
          reached = cursor.leaf();
        }
      }
    } finally {
      if (own != null) {
        own.end();
      }
    }
  }

  /** Removes a mapping of the leaf that a cursor has come to while the one before it is there. */
  private static <K, V> boolean tryRemoveBeside(
      LockFreeTree<K, V> tree,
      LockFreeBaseNode<K, V> guard,
      ImmutableLeaf<K, V> guardLeaf,
      LeafCursor<K, V> cursor,
      int index,
      boolean contended) {
    LockFreeBaseNode<K, V> base = cursor.base();
    ImmutableLeaf<K, V> leaf = cursor.leaf();
    tree.release(guard);
    tree.release(base);
    tree.versions.settle(guardLeaf);
    tree.versions.settle(leaf);
    ImmutableLeaf<K, V> replacement =
        leaf.without(index, index + 1, tree.statisticAfter(leaf, contended));
    LockFreeBaseNode<K, V> newBase =
        tree.joins()
            .tryReplaceBeside(guard, guardLeaf, base, leaf, replacement, cursor.isDescending());
    if (newBase == null) {
      return false;
    }
    tree.adaptToRemoval(newBase, replacement);
    return true;
  }

  /**
   * Removes all mappings at one moment. An update that is under way counts as done before: its
   * function does not run again, and what it returns is not in the map.
   */
  public void clear() {
    LockFreeTree<K, V> old;
    do {
      old = tree;
    } while (!TREE.compareAndSet(this, old, old.successor()));
    old.abandon();
  }

  /** Removes the mappings of a range, each atomically or many of a leaf together. */
  public void clear(KeyBounds<K> bounds) {
    LockFreeTree<K, V> present = tree;
    LeafCursor<K, V> cursor = new LeafCursor<>(present, bounds, false, null);
    while (cursor.next()) {
      ImmutableLeaf<K, V> leaf = cursor.leaf();
      present.versions.settle(leaf);
      if (!tryRemove(present, cursor.base(), leaf, cursor.from(), cursor.to(), false)) {
        for (int index = cursor.from(); index < cursor.to(); index++) {
          changeIfEqual(leaf.key(order, index), null, null);
        }
      }
    }
  }
}
