package org.jets.collections.internal.catree;

import org.jets.collections.internal.container.ReadRequest;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * Finds a base node and keeps what it has come by: the route above it, and the routes that bound
 * its range. Takes no locks; whether it is still so has to be found out. As long as a base node is
 * not retired its range is at least the one between these bounds.
 */
public final class BasePlace<K, V> {
  private final PrefixOrder<K> order;

  @Nullable BaseNode<K, V> found;

  /** The route above the base node, or null if that is the root. */
  @Nullable RouteNode<K, V> parent;

  /** The route that the base node's keys are less than, or null. */
  @Nullable RouteNode<K, V> upper;

  /** The route that the base node's keys are not less than, or null. */
  @Nullable RouteNode<K, V> lower;

  int depth;

  BasePlace(PrefixOrder<K> order) {
    this.order = order;
  }

  /** Finds the base node of a key. */
  BaseNode<K, V> find(TreeNode<K, V> root, long prefix, K key) {
    TreeNode<K, V> node = start(root);
    while (node instanceof RouteNode<K, V> route) {
      node = step(route, !route.isLess(order, prefix, key));
    }
    return end(node);
  }

  /** Finds the base node of the keys directly below a key. */
  BaseNode<K, V> findBelow(TreeNode<K, V> root, long prefix, K key) {
    TreeNode<K, V> node = start(root);
    while (node instanceof RouteNode<K, V> route) {
      node = step(route, order.compare(prefix, key, route.prefix, route.key) > 0);
    }
    return end(node);
  }

  /** Finds the last or the first base node. */
  BaseNode<K, V> findEnd(TreeNode<K, V> root, boolean last) {
    TreeNode<K, V> node = start(root);
    while (node instanceof RouteNode<K, V> route) {
      node = step(route, last);
    }
    return end(node);
  }

  /** Finds the base node in which a read begins. */
  BaseNode<K, V> findStart(TreeNode<K, V> root, ReadRequest<K> request) {
    K from = request.from;
    if (from == null) {
      return findEnd(root, request.isDescending);
    }
    return request.isDescending && !request.isFromIncluded
        ? findBelow(root, request.fromPrefix, from)
        : find(root, request.fromPrefix, from);
  }

  private TreeNode<K, V> start(TreeNode<K, V> root) {
    parent = null;
    upper = null;
    lower = null;
    depth = 0;
    return root;
  }

  private TreeNode<K, V> step(RouteNode<K, V> route, boolean isRight) {
    parent = route;
    depth++;
    if (isRight) {
      lower = route;
    } else {
      upper = route;
    }
    return route.child(isRight);
  }

  private BaseNode<K, V> end(TreeNode<K, V> node) {
    BaseNode<K, V> base = (BaseNode<K, V>) node;
    found = base;
    return base;
  }

  /** The route where a read goes on behind the base node that was found, or null. */
  @Nullable RouteNode<K, V> boundOf(ReadRequest<K> request) {
    return request.isDescending ? lower : upper;
  }
}
