package org.jets.collections.internal.split;

import org.jspecify.annotations.Nullable;

/**
 * A change of a bucket. It is in the slot while a chain replaces another one, with another node, or
 * none, for a key's order. A removal of a mapping that is not first in its chain makes one, and so
 * does an insertion, removal or update in a {@link CollisionNode}. No thread changes the bucket
 * meanwhile. A thread that meets the change completes it.
 *
 * <p>The replacement is made beforehand, so that no thread must compare keys, which may throw, to
 * complete a change. It was made from an entry with a certain value. It takes effect if the entry
 * still has that value when it is sealed. So the outcome is the same for all threads that complete
 * it.
 */
public final class SplitChange<V> extends SplitNode.Detour<V> {
  /** The number that the outcome adds to the number of mappings. */
  final int mappings;

  private final SplitNode<V> node;
  private final @Nullable V value;
  private final @Nullable SplitNode<V> replacement;

  /**
   * Makes a change that is not published yet.
   *
   * @param chain the content of the slot
   * @param node the node of the chain that is removed
   * @param value the expected value of that node, if it is an entry; null for one that has been
   *     removed. Values in a run do not change.
   * @param replacement the new node, which no other thread has; null for none
   * @param mappings the number that this adds to the number of mappings
   */
  public SplitChange(
      SplitNode<V> chain,
      SplitNode<V> node,
      @Nullable V value,
      @Nullable SplitNode<V> replacement,
      int mappings) {
    super(chain);
    this.mappings = mappings;
    this.node = node;
    this.value = value;
    this.replacement = replacement;
  }

  /**
   * Returns true if the outcome is the update, and not the chain as it was; once this is in the
   * slot.
   */
  boolean isMade() {
    return !(node instanceof SplitEntry<V> entry) || entry.seal() == value;
  }

  /** The chain to take the place of this in the slot. */
  @Nullable SplitNode<V> outcome() {
    SplitNode<V> rest = SplitNode.without(chain, node);
    if (!isMade()) {
      return node.withNext(rest);
    }
    return replacement == null ? rest : replacement.withNext(rest);
  }
}
