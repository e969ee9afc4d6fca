package org.jets.bench.radix;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A way down a tree to a leaf, which goes on from leaf to leaf in either direction up to an end.
 * For one thread. It holds the nodes above the leaf, the place in each, and the bytes that lead
 * there.
 *
 * <p>A node is <em>at the edge</em> if the end begins with all bytes that lead behind the node's
 * prefix. Only there a place can be beyond the end. All else that the path comes to is before it.
 */
final class RadixPath {
  private static final int FIRST_ROOM = 8;

  private final HeadNode head;
  final boolean descending;
  private final byte @Nullable [] end;
  private final boolean endInclusive;

  /** Records what the path depends on, or null. */
  private final @Nullable PathTrace trace;

  private int size;
  private InnerNode[] nodes = new InnerNode[FIRST_ROOM];
  private int[] places = new int[FIRST_ROOM];
  private int[] depths = new int[FIRST_ROOM];

  /** The last place of each node that is before the end. */
  private int[] limits = new int[FIRST_ROOM];

  private boolean[] edges = new boolean[FIRST_ROOM];

  /** The bytes that lead to the leaf, and more. */
  private byte[] bytes = new byte[4 * FIRST_ROOM];

  private @Nullable Leaf leaf;
  private int leafDepth;

  /** The key behind which the path has to begin anew, or null. */
  private byte @Nullable [] resumed;

  /** The child of the head when the path began there. */
  private @Nullable Object root;

  RadixPath(
      HeadNode head,
      boolean descending,
      byte @Nullable [] end,
      boolean endInclusive,
      @Nullable PathTrace trace) {
    this.head = head;
    this.descending = descending;
    this.end = end;
    this.endInclusive = endInclusive;
    this.trace = trace;
  }

  @Nullable Leaf leaf() {
    return leaf;
  }

  /** The key of a leaf that this path is at. */
  byte[] key(Leaf at) {
    int length = completeKey(at); // Which may replace the array.
    return Arrays.copyOf(bytes, length);
  }

  /** Writes the rest of a leaf's key behind the bytes that lead to it. Returns their number. */
  int completeKey(Leaf at) {
    int length = Math.addExact(leafDepth, at.length());
    requireRoom(length);
    at.copyTo(bytes, leafDepth);
    return length;
  }

  /** The bytes of the key that was completed last, and more. */
  byte[] bytes() {
    return bytes;
  }

  // Beginning

  /**
   * Goes to the first leaf that is not before a key, in the direction of this path.
   *
   * @param target null for no bound
   * @return false if there is none before the end
   */
  boolean seek(byte @Nullable [] target, boolean inclusive) {
    size = 0;
    leaf = null;
    Object item = head.childAcquire(0);
    root = item;
    if (trace != null) {
      trace.begin(head, item);
    }
    int depth = 0;
    boolean onEdge = end != null;
    while (item != null) {
      if (item instanceof Leaf found) {
        int comparison = target == null ? 1 : found.compare(target, depth);
        boolean isBehind = target == null || (descending ? comparison < 0 : comparison > 0);
        if (isBehind || (comparison == 0 && inclusive)) {
          return arrive(found, depth, onEdge);
        }
        return advance();
      }
      InnerNode node = (InnerNode) item;
      int compared = target == null ? 1 : comparePrefix(node, target, depth);
      if (target == null || compared != 0) {
        boolean isBehind = target == null || (descending ? compared < 0 : compared > 0);
        if (isBehind && !push(node, depth, onEdge)) {
          return finish();
        }
        return advance();
      }
      if (!push(node, depth, onEdge)) {
        return finish();
      }
      int top = size - 1;
      depth = depths[top];
      if (depth == target.length) {
        // The key of the node itself is the target; it is the first here, or the last.
        if (descending) {
          places[top] = inclusive ? 0 : InnerNode.OWN;
        } else {
          places[top] = inclusive ? InnerNode.BEFORE : InnerNode.OWN;
        }
        return advance();
      }
      int place = target[depth] & 0xff;
      places[top] = place;
      if (isBeyond(place, limits[top])) {
        return finish();
      }
      int version = node.versionAcquire();
      item = node.childAcquire(place);
      if (trace != null) {
        trace.add(node, version, PathTrace.EXACTLY, place, item);
      }
      onEdge = edges[top] && place == limits[top];
      append(depth++, place);
    }
    return advance();
  }

  /** Compares a prefix with the bytes of a key from a depth on; 0 if they begin with it. */
  private static int comparePrefix(InnerNode node, byte[] key, int depth) {
    int common = node.common(key, depth);
    if (common == node.prefix.length) {
      return 0;
    }
    return depth + common == key.length
        ? 1
        : (node.prefix[common] & 0xff) - (key[depth + common] & 0xff);
  }

  // Going on

  /**
   * Goes to the next leaf. A step that fails by an error has not been made: what is noted of it
   * last are plain stores.
   *
   * @return false at the end
   */
  private boolean advance() {
    Leaf before = leaf;
    leaf = null;
    while (size > 0) {
      int top = size - 1;
      InnerNode node = nodes[top];
      int from = places[top];
      int version = trace == null ? 0 : node.versionAcquire();
      int place = descending ? node.previous(from) : node.next(from);
      boolean isOver = isBeyond(place, limits[top]);
      Object item = isOver ? null : node.atAcquire(place);
      if (trace != null) {
        trace.add(node, version, from, place, item);
      }
      if (isOver) {
        size--;
        if (before != null && size > 0 && nodes[size - 1].isRetired()) {
          return resumeBehind(key(before)); // No other byte has been written yet.
        }
      } else {
        before = null;
        int depth = depths[top];
        boolean onEdge = edges[top] && place == limits[top];
        if (place != InnerNode.OWN) {
          append(depth++, place);
        }
        if (item instanceof Leaf found) {
          boolean isBeforeEnd = arrive(found, depth, onEdge);
          places[top] = place;
          return isBeforeEnd;
        }
        boolean isIn = !(item instanceof InnerNode child) || push(child, depth, onEdge);
        places[top] = place;
        if (!isIn) {
          return finish();
        }
      }
    }
    return false;
  }

  private boolean isBeyond(int place, int limit) {
    return descending ? place < limit : place > limit;
  }

  private boolean finish() {
    size = 0;
    leaf = null;
    return false;
  }

  private boolean arrive(Leaf found, int depth, boolean onEdge) {
    if (onEdge && end != null) {
      int comparison = found.compare(end, depth);
      if (comparison == 0 ? !endInclusive : comparison > 0 != descending) {
        return finish();
      }
    }
    leaf = found;
    leafDepth = depth;
    return true;
  }

  /** Goes into a node. Returns false if all of it is beyond the end. */
  private boolean push(InnerNode node, int depth, boolean onEdge) {
    boolean edge = false;
    int behind = Math.addExact(depth, node.prefix.length);
    if (onEdge && end != null) {
      int comparison = comparePrefix(node, end, depth);
      if (comparison != 0 && comparison > 0 != descending) {
        return false;
      }
      edge = comparison == 0;
    }
    if (size == nodes.length) {
      grow();
    }
    int limit = descending ? InnerNode.OWN : InnerNode.AFTER - 1;
    if (edge && end != null) {
      limit = end.length == behind ? InnerNode.OWN : end[behind] & 0xff;
    }
    requireRoom(behind);
    System.arraycopy(node.prefix, 0, bytes, depth, node.prefix.length);
    nodes[size] = node;
    places[size] = descending ? InnerNode.AFTER : InnerNode.BEFORE;
    depths[size] = behind;
    limits[size] = limit;
    edges[size] = edge;
    size++;
    return true;
  }

  private void grow() {
    int larger = Math.multiplyExact(size, 2);
    InnerNode[] moreNodes = Arrays.copyOf(nodes, larger);
    int[] morePlaces = Arrays.copyOf(places, larger);
    int[] moreDepths = Arrays.copyOf(depths, larger);
    int[] moreLimits = Arrays.copyOf(limits, larger);
    edges = Arrays.copyOf(edges, larger);
    limits = moreLimits;
    depths = moreDepths;
    places = morePlaces;
    nodes = moreNodes;
  }

  private void append(int depth, int place) {
    requireRoom(depth + 1);
    bytes[depth] = (byte) place;
  }

  private void requireRoom(int length) {
    if (length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length, bytes.length + (bytes.length >> 1)));
    }
  }

  /**
   * Goes to the next leaf in the tree as it is now: begins anew where a node that the step reads
   * has been replaced. Returns false at the end.
   */
  boolean next() {
    byte[] last = resumed;
    if (last != null) {
      return resumeBehind(last);
    }
    Leaf at = leaf;
    return (at == null || !isStale()) ? advance() : resumeBehind(key(at));
  }

  private boolean resumeBehind(byte[] last) {
    resumed = last; // Until it has succeeded.
    boolean isThere = seek(last, false);
    resumed = null;
    return isThere;
  }

  private boolean isStale() {
    return size > 0 && (nodes[size - 1].isRetired() || head.childAcquire(0) != root);
  }
}
