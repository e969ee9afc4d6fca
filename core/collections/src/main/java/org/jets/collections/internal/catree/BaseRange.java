package org.jets.collections.internal.catree;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jets.collections.ContentionAdaptingOptions;
import org.jets.collections.internal.bplus.BPlusTree;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.container.ReadRequest;
import org.jets.collections.internal.order.CircleCheck;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.CallbackGuard;
import org.jets.collections.internal.sync.StackRoom;
import org.jspecify.annotations.Nullable;

/**
 * Base nodes that follow one another and are locked together, always from left to right. So all
 * keys in their ranges are read and changed atomically.
 *
 * <p>On errors: base nodes are locked in {@link #holding} alone, whose {@code finally} unlocks them
 * without an allocation. A change of several is prepared in forks of the containers, and {@link
 * #publish} lets all of it take effect by stores.
 */
public final class BaseRange<K, V> {
  private final ContentionAdaptingTree<K, V> tree;
  private final BasePlace<K, V> place;
  private final boolean isDisturbed;

  private BaseNode<K, V>[] bases = newBases(4);

  /** The route that the keys of each one are not less than; null for the first of all. */
  private @Nullable RouteNode<K, V>[] lowers = newLowers(4);

  /** Containers to take the place of those that they have; null for those that stay. */
  private @Nullable OrderedContainer<K, V>[] forks = newForks(4);

  /** The number of mappings that each of these has more. */
  private long[] changes = new long[4];

  /** The number of base nodes that are locked. */
  private int count;

  /** Of the bounds behind which a next base node was sought; null before the first. */
  private @Nullable CircleCheck<K> circle;

  public BaseRange(ContentionAdaptingTree<K, V> tree) {
    this(tree, false);
  }

  /**
   * Base nodes for an update, or for a read.
   *
   * @param isDisturbed whether changes have disturbed a read of one base node, which then counts as
   *     contention
   */
  BaseRange(ContentionAdaptingTree<K, V> tree, boolean isDisturbed) {
    this.tree = tree;
    this.isDisturbed = isDisturbed;
    this.place = new BasePlace<>(tree.order);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // It is empty.
  private static <K, V> BaseNode<K, V>[] newBases(int length) {
    return new BaseNode[length];
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // It is empty.
  private static <K, V> @Nullable RouteNode<K, V>[] newLowers(int length) {
    return new RouteNode[length];
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // It is empty.
  private static <K, V> @Nullable OrderedContainer<K, V>[] newForks(int length) {
    return new OrderedContainer[length];
  }

  /**
   * Runs something that locks base nodes, and unlocks them. Those that are needed together become
   * likelier to be joined; those that are empty now are joined at once, if that takes no waiting.
   * What runs here is registered as a callback if a comparator may be.
   */
  public <R> R holding(Supplier<R> body) {
    StackRoom.require();
    CallbackGuard.Place entered = tree.enterIfForeign();
    R result;
    int unlocked = 0;
    try {
      result = body.get();
    } finally {
      unlocked = count;
      count = 0;
      for (int i = 0; i < unlocked; i++) {
        BaseLock lock = bases[i].lock;
        if (unlocked > 1) {
          int less = lock.contention - tree.rangeContribution;
          int least = -ContentionAdaptingOptions.MAX_CONTENTION;
          lock.contention = less < least ? least : less;
        }
        try {
          if (!BucketLock.WORD.compareAndSet(lock, BucketLock.HELD, BucketLock.FREE)) {
            lock.unlockQueued();
          }
        } catch (VirtualMachineError e) {
          lock.word = BucketLock.QUEUED; // No stack for a call: waiters look again by themselves.
        }
      }
      if (entered != null) {
        entered.thread = null;
      }
    }
    try {
      for (int i = 0; i < unlocked; i++) { // Not before all are unlocked.
        tree.adaptIfDue(bases[i], lowers[i]);
      }
    } catch (RuntimeException | VirtualMachineError e) {
      return result; // Adapting can wait.
    }
    return result;
  }

  int count() {
    return count;
  }

  BaseNode<K, V> base(int index) {
    return bases[index];
  }

  /** Locks all base nodes that may have keys within these bounds. */
  public void lock(KeyBounds<K> bounds) {
    lockFirst(bounds.lowPrefix, bounds.low);
    while (lockNext(bounds)) {
      // One after the other.
    }
  }

  /** Locks the base node of a key, or with null the first one. */
  void lockFirst(long prefix, @Nullable K key) {
    BaseNode<K, V> first;
    do {
      TreeNode<K, V> root = tree.root();
      first = key == null ? place.findEnd(root, false) : place.find(root, prefix, key);
    } while (!tryAdd(first));
  }

  /** Locks the base node in which a read begins. */
  BaseNode<K, V> lockStart(ReadRequest<K> request) {
    BaseNode<K, V> start;
    do {
      start = place.findStart(tree.root(), request);
    } while (!tryAdd(start));
    return start;
  }

  /** Tells another place what is around the base node that was found last. */
  void placeTo(BasePlace<K, V> other) {
    other.found = place.found;
    other.parent = place.parent;
    other.upper = place.upper;
    other.lower = place.lower;
    other.depth = place.depth;
  }

  /**
   * Locks a base node that has been found; false if others have taken its place.
   *
   * @throws IllegalStateException if it is one of those that are locked, for which this would wait
   */
  private boolean tryAdd(BaseNode<K, V> base) {
    if (count > 1 && base.lock.word != BucketLock.FREE && isLockedHere(base)) {
      throw CircleCheck.contradiction();
    }
    if (count == bases.length) {
      bases = Arrays.copyOf(bases, 2 * count);
      lowers = Arrays.copyOf(lowers, 2 * count);
      forks = Arrays.copyOf(forks, 2 * count);
      changes = Arrays.copyOf(changes, 2 * count);
    }
    bases[count] = base;
    lowers[count] = place.lower;
    if (!(isDisturbed ? tree.lockToRead(base) : tree.lock(base))) {
      return false;
    }
    count++;
    return true;
  }

  /** Returns true if a base node is one of those that are locked. */
  public boolean isLockedHere(BaseNode<K, V> base) {
    for (int i = 0; i < count; i++) {
      if (bases[i] == base) {
        return true;
      }
    }
    return false;
  }

  /** The route that bounds the base node that was found last, and so is behind those before. */
  private @Nullable RouteNode<K, V> nextBound() {
    RouteNode<K, V> bound = place.upper;
    if (bound != null) {
      CircleCheck<K> check = circle == null ? new CircleCheck<>() : circle;
      circle = check;
      check.step(tree.order, bound.prefix, bound.key, true);
    }
    return bound;
  }

  /**
   * Locks the base node behind the last one.
   *
   * @return false if all keys within these bounds are locked
   */
  boolean lockNext(KeyBounds<K> bounds) {
    RouteNode<K, V> bound = nextBound();
    while (bound != null && !bounds.isTooHigh(bound.prefix, bound.key)) {
      BaseNode<K, V> next = place.find(tree.root(), bound.prefix, bound.key);
      if (next == bases[count - 1]) {
        bound = nextBound(); // The last bound was older than the last base node.
      } else if (tryAdd(next)) {
        return true;
      }
    }
    return false;
  }

  /** Locks the base node of a key that is not less than those before. */
  public BaseNode<K, V> lockFor(long prefix, K key) {
    if (count == 0) {
      lockFirst(prefix, key);
    }
    BaseNode<K, V> base = place.find(tree.root(), prefix, key);
    while (base != bases[count - 1] && !tryAdd(base)) {
      base = place.find(tree.root(), prefix, key);
    }
    return base;
  }

  /** Reads from all that is locked. */
  public void read(ReadRequest<K> request, EntryRun<K, V> run) {
    for (int i = 0; i < count && run.size() < request.enough; i++) {
      bases[request.isDescending ? count - 1 - i : i].container.read(request, run);
    }
  }

  /** The number of mappings in all that is locked. */
  public long countMappings() {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += bases[i].lock.mappings(bases[i].container);
    }
    return sum;
  }

  /** Puts a mapping when {@link #publish} is called, into the base node that was locked last. */
  public void putLater(long prefix, K key, V value) {
    int last = count - 1;
    if (fork(last).put(prefix, key, value) == null) {
      changes[last]++;
    }
  }

  private OrderedContainer<K, V> fork(int index) {
    OrderedContainer<K, V> fork = forks[index];
    if (fork == null) {
      fork = bases[index].container.fork();
      forks[index] = fork;
      changes[index] = 0;
    }
    return fork;
  }

  /** Removes all mappings within some bounds when {@link #publish} is called. */
  public void removeLater(KeyBounds<K> bounds) {
    for (int index = 0; index < count; index++) {
      BaseNode<K, V> base = bases[index];
      EntryRun<K, V> removed = new EntryRun<>(EntryRun.SOME);
      base.container.read(ReadRequest.<K>forAll(false).within(bounds), removed);
      if (removed.isEmpty()) {
        continue;
      }
      if (removed.size() == base.lock.mappings(base.container)) {
        forks[index] = tree.newContainer();
      } else {
        OrderedContainer<K, V> fork = fork(index);
        for (int i = 0; i < removed.size(); i++) {
          K key = removed.key(i);
          if (fork.remove(tree.order.prefix(key), key) == null) {
            throw CircleCheck.contradiction();
          }
        }
      }
      changes[index] = -removed.size();
    }
  }

  /**
   * Lets all that has been prepared take effect at one moment: when the last of the changed
   * containers is hidden. A reader that begins after that waits for the lock. Stores alone.
   */
  public void publish() {
    for (int i = 0; i < count; i++) {
      if (forks[i] != null) {
        OrderedContainer<K, V> container = bases[i].container;
        long before = container.stamp;
        container.hidden = true;
        container.stamp = before + 2;
      }
    }
    for (int i = 0; i < count; i++) {
      OrderedContainer<K, V> fork = forks[i];
      if (fork != null) {
        OrderedContainer<K, V> container = bases[i].container;
        BaseLock lock = bases[i].lock;
        long before = container.stamp;
        container.stamp = before + 1;
        container.top = fork.top;
        if (container instanceof BPlusTree<K, V> tree) {
          tree.lastWords = null; // It may be of what has been replaced.
          tree.lastSlots = null;
        }
        container.stamp = before + 2;
        if (lock.mappings != BaseLock.UNKNOWN) {
          lock.mappings += changes[i];
          if (lock.mappings == 0) {
            lock.contention = -ContentionAdaptingOptions.MAX_CONTENTION;
          }
        }
      }
    }
    for (int i = 0; i < count; i++) {
      bases[i].container.hidden = false;
    }
  }

  /**
   * Replaces all base nodes in the tree, which are locked, by one with these mappings in ascending
   * order. Unlocks the replaced ones for ever.
   */
  public void replaceAll(EntryRun<K, V> all) {
    BaseNode<K, V> filled = tree.newEmptyBase();
    filled.container.setAll(all);
    filled.lock.mappings = all.size();
    int replaced = count;
    for (int i = 0; i < replaced; i++) {
      // First: a step from the last one does not come by the root.
      OrderedContainer<K, V> container = bases[i].container;
      container.stamp = container.stamp | 1;
    }
    tree.root = filled;
    count = 0;
    for (int i = 0; i < replaced; i++) {
      BaseLock lock = bases[i].lock;
      try {
        if (!BucketLock.WORD.compareAndSet(lock, BucketLock.HELD, BucketLock.RETIRED)) {
          lock.retire();
        }
      } catch (VirtualMachineError e) {
        lock.word = BucketLock.RETIRED; // No stack for a call: waiters look again by themselves.
      }
    }
  }
}
