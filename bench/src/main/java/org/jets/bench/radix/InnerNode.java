package org.jets.bench.radix;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jets.collections.internal.sync.BucketLock;
import org.jspecify.annotations.Nullable;

/**
 * A node with children. It stands for all keys that begin with certain bytes: those that lead to
 * the node, and then its prefix. A <em>place</em> of it is a byte, from 0 to 255, or {@link #OWN}
 * for the key that ends behind the prefix. At a place there is nothing, a {@link Leaf} or another
 * node. Places are in the order of the keys.
 *
 * <p>The node is its own lock. It guards what is at the places, the counts and the version, and the
 * values of the leaves here. A thread that locks two nodes locks the one with the shorter bytes
 * first. A node that has been replaced is retired, under the locks of itself and of the node above.
 * What is at its places never changes again, or only as it does in the node that has taken over its
 * array.
 *
 * <p><b>Memory order.</b> A change writes what is at a place after a release fence, and readers
 * read it by an acquire. The version and the counts are written plainly under the lock. A reader
 * reads the version by an acquire, and once more after the places. So if it reads what a change has
 * written, it sees the versions of all changes before that one.
 *
 * <p><b>Errors.</b> What changes a node stores to fields and arrays, and calls nothing between the
 * first of these and the last. So no error comes between them.
 */
abstract class InnerNode extends BucketLock {
  /** The place of the key that ends behind the prefix. It comes before all others. */
  static final int OWN = -1;

  /** Before all places. */
  static final int BEFORE = -2;

  /** After all places. */
  static final int AFTER = 256;

  static final byte[] NO_BYTES = {};

  private static final VarHandle VERSION =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "version", VarHandle.class, InnerNode.class, int.class);
  private static final VarHandle OWN_LEAF =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "own", VarHandle.class, InnerNode.class, Leaf.class);
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Object[].class);

  /** The bytes that all keys here have in common, behind those that lead here. Not changed. */
  final byte[] prefix;

  /** The mapping of the key that ends behind the prefix. */
  @Nullable Leaf own;

  /** Counted up by each change of what is at a place. */
  int version;

  /** The number of children that are nodes. */
  int nodes;

  InnerNode(byte[] prefix, @Nullable Leaf own, int nodes) {
    super(null);
    this.prefix = prefix;
    this.own = own;
    this.nodes = nodes;
  }

  static @Nullable Object elementAcquire(Object[] array, int index) {
    return ELEMENT.getAcquire(array, index);
  }

  final @Nullable Leaf ownAcquire() {
    return (Leaf) OWN_LEAF.getAcquire(this);
  }

  final int versionAcquire() {
    return (int) VERSION.getAcquire(this);
  }

  /**
   * The number of bytes of the prefix that those of a key from a depth on begin with.
   *
   * @return the length of the prefix if the key begins with all of it
   */
  final int common(byte[] key, int depth) {
    byte[] mine = prefix;
    int most = Math.min(mine.length, key.length - depth);
    if (most > 16) {
      int mismatch = Arrays.mismatch(mine, 0, most, key, depth, depth + most);
      return mismatch < 0 ? most : mismatch;
    }
    int common = 0;
    while (common < most && mine[common] == key[depth + common]) {
      common++;
    }
    return common;
  }

  // Reading

  /** Returns the leaf or node at the place of a byte, or null. */
  abstract @Nullable Object childAcquire(int place);

  /** Returns the leaf or node at a place, or null. */
  final @Nullable Object atAcquire(int place) {
    return place == OWN ? ownAcquire() : childAcquire(place);
  }

  /** The first place of a byte from one on where there is something, or {@link #AFTER}. */
  abstract int childFrom(int place);

  /** The last place of a byte up to one where there is something, or {@link #OWN}. */
  abstract int childUpTo(int place);

  /** The next place where there is something, or {@link #AFTER}. */
  final int next(int place) {
    if (place == BEFORE && ownAcquire() != null) {
      return OWN;
    }
    return place >= AFTER - 1 ? AFTER : childAfter(Math.max(OWN, place));
  }

  /** The next place of a byte where there is something, after one that is at most 254. */
  int childAfter(int place) {
    return childFrom(place + 1);
  }

  /** The place before where there is something, or {@link #BEFORE}. */
  final int previous(int place) {
    int child = place > 0 ? childUpTo(place - 1) : OWN;
    if (child != OWN) {
      return child;
    }
    return place > OWN && ownAcquire() != null ? OWN : BEFORE;
  }

  /** The number of bytes with something at their places. Exact under the lock. */
  abstract int count();

  // Changing, under the lock

  /** Puts something at the place of a byte, in the place of something else. */
  abstract void setChild(int place, Object item);

  /** Replaces what is at a place. */
  final void set(int place, Object item) {
    if (place == OWN) {
      Leaf leaf = (Leaf) item;
      VarHandle.releaseFence();
      version++;
      own = leaf;
    } else {
      setChild(place, item);
    }
  }

  /** Counts up the version, and the children that are nodes. */
  final void countChange(int addedNodes) {
    version++;
    nodes += addedNodes;
  }

  static int oneIfNode(@Nullable Object item) {
    return item instanceof InnerNode ? 1 : 0;
  }

  /** Returns true if a leaf can be added at an empty place without replacing this node. */
  abstract boolean hasRoom(int place);

  /** Adds a leaf at an empty place for which there is room. */
  final void add(int place, Leaf leaf) {
    if (place == OWN) {
      set(OWN, leaf);
    } else {
      addChild(place, leaf);
    }
  }

  abstract void addChild(int place, Leaf leaf);

  /** Returns true if what is at a place can be removed without replacing this node. */
  abstract boolean canRemove(int place);

  /** Removes what is at a place where that can be done. */
  final void remove(int place) {
    if (place == OWN) {
      version++;
      own = null;
    } else {
      removeChild(place);
    }
  }

  abstract void removeChild(int place);

  // Replacements, which have the children of this node and are for its place

  /** A node with a leaf more. */
  abstract InnerNode with(int place, Leaf leaf);

  /** A node without a child that is a leaf. There remain others. */
  abstract InnerNode without(int place);

  /**
   * The same with another prefix. The node that it replaces must be retired, since both use one
   * array.
   */
  abstract InnerNode withPrefix(byte[] other);

  /** Checks what each kind of node has to keep. */
  abstract void validateChildren();
}
