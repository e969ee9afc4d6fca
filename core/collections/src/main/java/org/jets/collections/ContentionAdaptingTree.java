package org.jets.collections;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tree of routing and base nodes of a {@link ContentionAdaptingTreeMap}: how a base node is
 * found and locked.
 */
final class ContentionAdaptingTree<K, V> {
  private static final VarHandle ROOT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(),
          "root",
          VarHandle.class,
          ContentionAdaptingTree.class,
          TreeNode.class);

  final PrefixOrder<K> order;
  final ContentionAdaptingOptions options;
  private final TreeAdaptation<K, V> adaptation;

  /** Made for the first one who looks for a neighbour. */
  private volatile @Nullable StepHints<BPlusPlace<K, V>> steps;

  @SuppressWarnings("UnusedVariable") // Is used by the handle.
  private TreeNode<K, V> root;

  ContentionAdaptingTree(PrefixOrder<K> order, ContentionAdaptingOptions options) {
    this.order = order;
    this.options = options;
    this.adaptation = new TreeAdaptation<>(this);
    this.root = newEmptyBase();
  }

  private BaseNode<K, V> newEmptyBase() {
    return new BaseNode<>(options.container.newContainer(order), new BaseLock(this));
  }

  @SuppressWarnings("unchecked") // Where the root is.
  TreeNode<K, V> rootAcquire() {
    return (TreeNode<K, V>) ROOT.getAcquire(this);
  }

  void setRootRelease(TreeNode<K, V> node) {
    ROOT.setRelease(this, node);
  }

  /** The base node of a key. */
  BaseNode<K, V> find(long prefix, K key) {
    TreeNode<K, V> node = rootAcquire();
    while (node instanceof RouteNode<K, V> route) {
      node = route.childAcquire(!route.isLess(order, prefix, key));
    }
    return (BaseNode<K, V>) node;
  }

  /**
   * The neighbour of a key, if it is easily found: the key, or the mapping as an entry. Else {@link
   * OrderedContainer#RETRY}.
   */
  Object tryFindNear(K key, Relation relation, boolean asEntry) {
    StepHints<BPlusPlace<K, V>> hints = steps;
    if (hints == null) {
      hints = new StepHints<>();
      steps = hints;
    }
    int thread = StepHints.place();
    BPlusPlace<K, V> last = hints.cell(thread);
    if (last != null) {
      Object near = last.tryStep(hints.index(thread), key, relation, asEntry, hints);
      if (near != OrderedContainer.RETRY) {
        return near;
      }
    }
    long prefix = order.prefix(key);
    return find(prefix, key).container.tryFindNear(prefix, key, relation, asEntry, hints);
  }

  /** Finds and locks the base node of a key. */
  BaseNode<K, V> lock(long prefix, K key) {
    BaseNode<K, V> base;
    do {
      base = find(prefix, key);
    } while (!lock(base));
    return base;
  }

  /**
   * Locks a base node, and notes whether that took waiting.
   *
   * @return false if others have taken its place
   */
  boolean lock(BaseNode<K, V> base) {
    BaseLock lock = base.lock;
    if (lock.tryLock()) {
      lock.contend(-options.uncontended);
      return true;
    }
    if (!lock.lock()) {
      return false;
    }
    lock.contend(options.contended);
    return true;
  }

  /**
   * Locks a base node for somebody who could not read it without.
   *
   * @return false if others have taken its place
   */
  boolean lockToRead(BaseNode<K, V> base) {
    if (!base.lock.lock()) {
      return false;
    }
    base.lock.contend(options.contended);
    return true;
  }

  /** Unlocks the base node of a key, or lets others take its place if it is time for that. */
  void unlock(BaseNode<K, V> base, long prefix, K key) {
    if (adaptation.isDue(base)) {
      adaptAndUnlock(base, place -> place.find(rootAcquire(), prefix, key));
    } else {
      base.lock.unlock();
    }
  }

  /** The same with the base node where a scan begins. */
  void unlock(BaseNode<K, V> base, Scan<K> scan) {
    if (adaptation.isDue(base)) {
      adaptAndUnlock(base, place -> place.findStart(rootAcquire(), scan));
    } else {
      base.lock.unlock();
    }
  }

  /**
   * Lets others take the place of a base node that nobody has locked, if it is time for that.
   *
   * @param lower the route that its keys are not less than; null if it is the first one
   */
  void adapt(BaseNode<K, V> base, @Nullable RouteNode<K, V> lower) {
    if (!base.lock.tryLock()) {
      return;
    }
    if (lower != null) {
      unlock(base, lower.prefix, lower.key);
    } else if (adaptation.isDue(base)) {
      adaptAndUnlock(base, place -> place.findEnd(rootAcquire(), false));
    } else {
      base.lock.unlock();
    }
  }

  /** Adapts, and what has come of that again as long as it is due: two may be empty together. */
  private void adaptAndUnlock(BaseNode<K, V> first, Consumer<BasePlace<K, V>> search) {
    BaseNode<K, V> base = first;
    do {
      base = adaptation.adaptAndUnlock(base, search);
    } while (base != null && adaptation.isDue(base) && base.lock.tryLock());
  }

  boolean isDue(BaseNode<K, V> base) {
    return adaptation.isDue(base);
  }

  /**
   * Notes that some base nodes have been needed together, so that they are joined in the end; if
   * that takes no waiting.
   */
  void noteRange(BasePlace<K, V> last, int bases) {
    BaseNode<K, V> base = last.found;
    if (base != null && base.lock.tryLock()) {
      base.lock.contend((long) -options.ranged * bases);
      RouteNode<K, V> lower = last.lower;
      if (lower == null) {
        base.lock.unlock();
      } else {
        unlock(base, lower.prefix, lower.key);
      }
    }
  }

  /** Takes one with these mappings in the place of all, which are locked, and unlocks them. */
  void replaceAll(List<BaseNode<K, V>> all, EntryRun<K, V> mappings) {
    BaseNode<K, V> filled = newEmptyBase();
    filled.container.setAll(mappings);
    filled.lock.setMappings(mappings.size());
    for (BaseNode<K, V> base : all) {
      base.container.retire(); // First: a step from the last one does not come by the root.
    }
    setRootRelease(filled);
    for (BaseNode<K, V> base : all) {
      base.lock.retire();
    }
  }

  /** Whether this thread runs a user's function under one of the locks. */
  boolean isInFunctionOfThisThread() {
    return !isAll(base -> !base.lock.isInFunctionOfThisThread());
  }

  boolean isAll(Predicate<BaseNode<K, V>> condition) {
    for (BaseNode<K, V> base : bases()) {
      if (!condition.test(base)) {
        return false;
      }
    }
    return true;
  }

  /** The base nodes, as they are found one after the other. */
  List<BaseNode<K, V>> bases() {
    List<BaseNode<K, V>> bases = new ArrayList<>();
    List<TreeNode<K, V>> ahead = new ArrayList<>(List.of(rootAcquire()));
    while (!ahead.isEmpty()) {
      TreeNode<K, V> node = ahead.remove(ahead.size() - 1);
      if (node instanceof RouteNode<K, V> route) {
        ahead.add(route.childAcquire(true));
        ahead.add(route.childAcquire(false));
      } else {
        bases.add((BaseNode<K, V>) node);
      }
    }
    return bases;
  }

  /** How many mappings there are, under all locks. */
  long count(List<BaseNode<K, V>> all) {
    long count = 0;
    for (BaseNode<K, V> base : all) {
      count += base.lock.mappings(base.container);
    }
    return count;
  }

  /**
   * How many mappings there are about, while they come and go. Waits for nobody: a base node that
   * is locked, and was never counted, is taken to be as large as the others are in the mean.
   */
  long roughCount() {
    long count = 0;
    int counted = 0;
    List<BaseNode<K, V>> all = bases();
    for (BaseNode<K, V> base : all) {
      long known = countIfFree(base);
      counted += known < 0 ? 0 : 1;
      count += Math.max(0, known);
    }
    return counted == 0 ? Long.MAX_VALUE : count / counted * all.size();
  }

  /** Checks everything. */
  void validate() {
    K last = null;
    for (BaseNode<K, V> base : bases()) {
      OrderedContainer.check(base.lock.isFree(), "a lock that is held");
      base.container.validate();
      EntryRun<K, V> all = new EntryRun<>(EntryRun.SOME);
      base.container.read(Scan.forAll(false), all);
      OrderedContainer.check(
          all.size() == base.lock.mappings(base.container), "mappings other than counted");
      for (int i = 0; i < all.size(); i++) {
        K key = all.key(i);
        OrderedContainer.check(last == null || order.compare(last, key) < 0, "keys not in order");
        OrderedContainer.check(find(order.prefix(key), key) == base, "a key lost to readers");
        last = key;
      }
    }
  }

  AdaptingTreeShape shape() {
    List<BaseNode<K, V>> bases = bases();
    List<Integer> contention = bases.stream().map(base -> base.lock.contention).toList();
    return new AdaptingTreeShape(
        bases.size() - 1, depth(), adaptation.splits(), adaptation.joins(), contention);
  }

  private int depth() {
    int depth = 0;
    List<TreeNode<K, V>> level = new ArrayList<>(List.of(rootAcquire()));
    while (true) {
      List<TreeNode<K, V>> next = new ArrayList<>();
      for (TreeNode<K, V> node : level) {
        if (node instanceof RouteNode<K, V> route) {
          next.add(route.childAcquire(false));
          next.add(route.childAcquire(true));
        }
      }
      if (next.isEmpty()) {
        return depth;
      }
      level = next;
      depth++;
    }
  }

  List<AdaptingTreeRegion<K>> regions() {
    List<AdaptingTreeRegion<K>> regions = new ArrayList<>();
    addRegions(rootAcquire(), null, 0, regions);
    return regions;
  }

  /** Goes down as deep as there are routes, of which an option allows few. */
  private void addRegions(
      TreeNode<K, V> node, @Nullable K from, int depth, List<AdaptingTreeRegion<K>> regions) {
    if (node instanceof RouteNode<K, V> route) {
      addRegions(route.childAcquire(false), from, depth + 1, regions);
      addRegions(route.childAcquire(true), route.key, depth + 1, regions);
    } else {
      BaseNode<K, V> base = (BaseNode<K, V>) node;
      int contention = base.lock.contention;
      regions.add(new AdaptingTreeRegion<>(from, depth, contention, countIfFree(base)));
    }
  }

  /** How many mappings a base node has, or had; negative if it is locked and was never counted. */
  private long countIfFree(BaseNode<K, V> base) {
    long known = base.lock.mappingsIfKnown();
    if (known < 0 && base.lock.tryLock()) {
      try {
        known = base.lock.mappings(base.container);
      } finally {
        base.lock.unlock();
      }
    }
    return known;
  }

  /** A key that parts these bounds, or null. */
  @Nullable K middle(KeyBounds<K> bounds) {
    TreeNode<K, V> node = rootAcquire();
    while (node instanceof RouteNode<K, V> route) {
      if (bounds.low != null && !route.isLess(order, bounds.lowPrefix, bounds.low)) {
        node = route.childAcquire(true);
      } else if (bounds.isTooHigh(route.prefix, route.key)) {
        node = route.childAcquire(false);
      } else {
        return route.key;
      }
    }
    return ((BaseNode<K, V>) node).container.middle(bounds);
  }
}
