package org.jets.collections.internal.catree;

import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.sync.BucketLock;

/**
 * A leaf of a {@link ContentionAdaptingTree}: a container with the mappings of a range of keys, and
 * the lock that guards it. Once the lock is {@linkplain BucketLock#retire retired} others have
 * taken the node's place; until then its range stays what it is.
 */
public final class BaseNode<K, V> extends TreeNode<K, V> {
  public final OrderedContainer<K, V> container;
  public final BaseLock lock;

  BaseNode(OrderedContainer<K, V> container, BaseLock lock) {
    this.container = container;
    this.lock = lock;
  }
}
