package org.jets.collections.internal.catree;

import java.util.ArrayList;
import java.util.List;
import org.jets.collections.AdaptingTreeRegion;
import org.jets.collections.AdaptingTreeShape;
import org.jets.collections.ContentionAdaptingOptions;
import org.jets.collections.SequentialContainer;
import org.jets.collections.internal.avl.AvlContainer;
import org.jets.collections.internal.bplus.BPlusNode;
import org.jets.collections.internal.bplus.BPlusTree;
import org.jets.collections.internal.container.CursorPlace;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.container.ReadRequest;
import org.jets.collections.internal.cursor.CursorHints;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.CallbackGuard;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.collections.internal.sync.ThreadSpread;
import org.jspecify.annotations.Nullable;

/**
 * The tree of routing and base nodes of a {@code ContentionAdaptingTreeMap}. It finds and locks
 * base nodes.
 */
public final class ContentionAdaptingTree<K, V> {
  private static final int LEAST = -ContentionAdaptingOptions.MAX_CONTENTION;

  /** A hand-over weighs as much as so many updates by one and the same thread. */
  private static final int HANDOVER = 25;

  /** Hand-overs alone split no deeper: into some 4 base nodes for each processor. */
  static final int HANDOVER_DEPTH =
      32 - Integer.numberOfLeadingZeros(4 * Runtime.getRuntime().availableProcessors() - 1);

  static {
    EarlyInitialization.of(
        BPlusNode.class,
        EntryRun.class,
        Treap.class,
        Expected.class,
        Relation.class,
        StackRoom.class,
        CursorHints.class,
        ThreadSpread.class);
  }

  final PrefixOrder<K> order;
  public final ContentionAdaptingOptions options;
  public final CallbackGuard callbacks = new CallbackGuard();

  // Of the options, and read where nothing may be called.
  final int waitContribution;
  final int successContribution;
  final int rangeContribution;
  final int splitLimit;
  final int joinLimit;
  final int maxDepth;

  private final TreeAdaptation<K, V> adaptation;

  /** The last steps of threads, made for the first search of a neighbour. */
  private volatile @Nullable CursorHints<CursorPlace<K, V>> steps;

  volatile TreeNode<K, V> root;

  public ContentionAdaptingTree(PrefixOrder<K> order, ContentionAdaptingOptions options) {
    this.order = order;
    this.options = options;
    this.waitContribution = options.waitContribution();
    this.successContribution = options.successContribution();
    this.rangeContribution = options.rangeContribution();
    this.splitLimit = options.splitLimit();
    this.joinLimit = options.joinLimit();
    this.maxDepth = options.maxDepth();
    this.adaptation = new TreeAdaptation<>(this);
    this.root = newEmptyBase();
  }

  /** An empty container of the kind that the options say. */
  OrderedContainer<K, V> newContainer() {
    return newContainer(options.container(), order);
  }

  static <K, V> OrderedContainer<K, V> newContainer(
      SequentialContainer kind, PrefixOrder<K> order) {
    return switch (kind) {
      case B_PLUS_TREE -> new BPlusTree<>(order);
      case TREAP -> new Treap<>(order);
      case AVL_TREE -> new AvlContainer<>(order);
    };
  }

  BaseNode<K, V> newEmptyBase() {
    return new BaseNode<>(newContainer(), new BaseLock());
  }

  TreeNode<K, V> root() {
    return root;
  }

  /**
   * Registers the thread as one that runs a callback, if comparisons may call foreign code.
   *
   * @return what is to be taken back, see {@link CallbackGuard}; null if nothing is registered
   */
  CallbackGuard.@Nullable Place enterIfForeign() {
    return order.callsForeignCode() ? callbacks.enter() : null;
  }

  /** The base node of a key. */
  public BaseNode<K, V> find(long prefix, K key) {
    TreeNode<K, V> node = root();
    while (node instanceof RouteNode<K, V> route) {
      node = route.child(!route.isLess(order, prefix, key));
    }
    return (BaseNode<K, V>) node;
  }

  /**
   * The neighbour of a key, if it is easily found: the key, or the mapping as an entry. Else {@link
   * OrderedContainer#RETRY}.
   */
  public Object tryFindNear(K key, Relation relation, boolean asEntry) {
    CursorHints<CursorPlace<K, V>> hints = steps;
    if (hints == null) {
      hints = new CursorHints<>();
      steps = hints;
    }
    int thread = CursorHints.place();
    CursorPlace<K, V> last = hints.target(thread);
    if (last != null) {
      Object near = last.tryStep(hints.index(thread), key, relation, asEntry, hints);
      if (near != OrderedContainer.RETRY) {
        return near;
      }
    }
    long prefix = order.prefix(key);
    return find(prefix, key).container.tryFindNear(prefix, key, relation, asEntry, hints);
  }

  /**
   * The first or the last key, or its mapping as an entry, if that is easily found. Else {@link
   * OrderedContainer#RETRY}.
   */
  public Object tryFindEnd(boolean last, boolean asEntry) {
    TreeNode<K, V> node = root();
    while (node instanceof RouteNode<K, V> route) {
      node = route.child(last);
    }
    return ((BaseNode<K, V>) node).container.tryFindEnd(last, asEntry);
  }

  /** Finds and locks the base node of a key. */
  public BaseNode<K, V> lock(long prefix, K key) {
    BaseNode<K, V> base;
    do {
      base = find(prefix, key);
    } while (!lock(base));
    return base;
  }

  /**
   * Locks a base node for a writer. Records whether it had to wait, or follows another writer.
   * Calls no method once the lock is taken.
   *
   * @return false if other nodes have replaced it
   */
  boolean lock(BaseNode<K, V> base) {
    int writer = ThreadSpread.of(Thread.currentThread());
    BaseLock lock = base.lock;
    if (!lock.tryLock()) {
      return lockToRead(base);
    }
    int contention = lock.contention;
    int lastWriter = lock.lastWriter;
    lock.lastWriter = writer;
    if (lastWriter == writer || lastWriter == BaseLock.NO_WRITER) {
      contention -= successContribution;
      lock.contention = contention < LEAST ? LEAST : contention;
    } else if (contention < 0 || lock.depth < HANDOVER_DEPTH) {
      contention += HANDOVER * successContribution;
      lock.contention = contention > -LEAST ? -LEAST : contention;
    }
    return true;
  }

  /**
   * Locks a base node for a thread that could not read it without.
   *
   * @return false if others have taken its place
   */
  boolean lockToRead(BaseNode<K, V> base) {
    BaseLock lock = base.lock;
    if (!lock.lock()) {
      return false;
    }
    long more = (long) lock.contention + waitContribution;
    lock.contention = more > -LEAST ? -LEAST : (int) more;
    return true;
  }

  boolean isDue(BaseNode<K, V> base) {
    return adaptation.isDue(base);
  }

  /** Splits or joins the base node of a key if its statistic requires that. */
  public void adaptIfDue(BaseNode<K, V> base, long prefix, K key) {
    if (isDue(base)) {
      adaptation.adapt(base, place -> place.find(root(), prefix, key));
    }
  }

  /**
   * The same with the base node behind a route.
   *
   * @param lower the route that its keys are not less than; null if it is the first one
   */
  void adaptIfDue(BaseNode<K, V> base, @Nullable RouteNode<K, V> lower) {
    if (lower != null) {
      adaptIfDue(base, lower.prefix, lower.key);
    } else if (isDue(base)) {
      adaptation.adapt(base, place -> place.findEnd(root(), false));
    }
  }

  /** The same with the base node where a read begins. */
  void adaptIfDue(BaseNode<K, V> base, ReadRequest<K> request) {
    if (isDue(base)) {
      adaptation.adapt(base, place -> place.findStart(root(), request));
    }
  }

  /**
   * Records that some base nodes have been needed together, so that they are joined in the end.
   * Does nothing if that would block.
   */
  void noteRange(BasePlace<K, V> last, int bases) {
    BaseNode<K, V> base = last.found;
    if (base != null && base.lock.tryLock()) {
      BaseLock lock = base.lock;
      long less = lock.contention - (long) rangeContribution * bases;
      lock.contention = less < LEAST ? LEAST : (int) less;
      try {
        if (!BucketLock.WORD.compareAndSet(lock, BucketLock.HELD, BucketLock.FREE)) {
          lock.unlockQueued();
        }
      } catch (VirtualMachineError e) {
        lock.word = BucketLock.QUEUED; // No stack for a call: waiters look again by themselves.
      }
      RouteNode<K, V> lower = last.lower;
      if (lower != null) {
        adaptIfDue(base, lower);
      }
    }
  }

  /** The base nodes, as they are found one after the other. */
  List<BaseNode<K, V>> bases() {
    List<BaseNode<K, V>> bases = new ArrayList<>();
    List<TreeNode<K, V>> ahead = new ArrayList<>(List.of(root()));
    while (!ahead.isEmpty()) {
      TreeNode<K, V> node = ahead.remove(ahead.size() - 1);
      if (node instanceof RouteNode<K, V> route) {
        ahead.add(route.child(true));
        ahead.add(route.child(false));
      } else {
        bases.add((BaseNode<K, V>) node);
      }
    }
    return bases;
  }

  /**
   * Returns the number of mappings, exact at rest and otherwise approximate. Never blocks: a locked
   * base node that was never counted is taken to have the average size of the others.
   */
  public long roughCount() {
    long count = 0;
    int counted = 0;
    List<BaseNode<K, V>> all = bases();
    for (BaseNode<K, V> base : all) {
      long known = countIfFree(base);
      counted += known < 0 ? 0 : 1;
      count += Math.max(0, known);
    }
    if (counted == all.size()) {
      return count;
    }
    return counted == 0 ? Long.MAX_VALUE : count / counted * all.size();
  }

  /** Checks everything. */
  public void validate() {
    OrderedContainer.check(callbacks.isEmpty(), "a callback that has not ended");
    K last = null;
    for (BaseNode<K, V> base : bases()) {
      OrderedContainer.check(base.lock.isFree(), "a lock that is held");
      base.container.validate();
      EntryRun<K, V> all = new EntryRun<>(EntryRun.SOME);
      base.container.read(ReadRequest.forAll(false), all);
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

  public long splits() {
    return adaptation.splits();
  }

  public long joins() {
    return adaptation.joins();
  }

  public AdaptingTreeShape shape() {
    List<BaseNode<K, V>> bases = bases();
    List<Integer> contention = bases.stream().map(base -> base.lock.contention).toList();
    return new AdaptingTreeShape(bases.size() - 1, depth(), splits(), joins(), contention);
  }

  private int depth() {
    int depth = 0;
    List<TreeNode<K, V>> level = new ArrayList<>(List.of(root()));
    while (true) {
      List<TreeNode<K, V>> next = new ArrayList<>();
      for (TreeNode<K, V> node : level) {
        if (node instanceof RouteNode<K, V> route) {
          next.add(route.child(false));
          next.add(route.child(true));
        }
      }
      if (next.isEmpty()) {
        return depth;
      }
      level = next;
      depth++;
    }
  }

  public List<AdaptingTreeRegion<K>> regions() {
    List<AdaptingTreeRegion<K>> regions = new ArrayList<>();
    addRegions(root(), null, 0, regions);
    return regions;
  }

  /** Goes down as deep as there are routes, of which an option allows few. */
  private void addRegions(
      TreeNode<K, V> node, @Nullable K from, int depth, List<AdaptingTreeRegion<K>> regions) {
    if (node instanceof RouteNode<K, V> route) {
      addRegions(route.child(false), from, depth + 1, regions);
      addRegions(route.child(true), route.key, depth + 1, regions);
    } else {
      BaseNode<K, V> base = (BaseNode<K, V>) node;
      int contention = base.lock.contention;
      regions.add(new AdaptingTreeRegion<>(from, depth, contention, countIfFree(base)));
    }
  }

  /**
   * The number of mappings that a base node has, or had; negative if it is locked and was never
   * counted.
   */
  private long countIfFree(BaseNode<K, V> base) {
    long known = base.lock.mappingsIfKnown();
    if (known < 0 && base.lock.tryLock()) {
      try {
        known = base.lock.mappings(base.container);
      } finally {
        try {
          if (!BucketLock.WORD.compareAndSet(base.lock, BucketLock.HELD, BucketLock.FREE)) {
            base.lock.unlockQueued();
          }
        } catch (VirtualMachineError e) {
          base.lock.word = BucketLock.QUEUED;
        }
      }
    }
    return known;
  }

  /** A key that parts these bounds, or null. */
  @Nullable K middle(KeyBounds<K> bounds) {
    TreeNode<K, V> node = root();
    while (node instanceof RouteNode<K, V> route) {
      if (bounds.low != null && !route.isLess(order, bounds.lowPrefix, bounds.low)) {
        node = route.child(true);
      } else if (bounds.isTooHigh(route.prefix, route.key)) {
        node = route.child(false);
      } else {
        return route.key;
      }
    }
    return ((BaseNode<K, V>) node).container.middle(bounds);
  }
}
