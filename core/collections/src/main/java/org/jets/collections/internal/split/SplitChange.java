package org.jets.collections.internal.split;

import org.jspecify.annotations.Nullable;

/**
 * Stands in a slot while its chain is exchanged for one that has another node, or none, for a key's
 * order: where a mapping is removed, and where one comes, goes or changes in a {@link SplitRun}.
 * Nobody changes the bucket meanwhile; whoever meets the change does it to the end.
 *
 * <p>What is to be there instead has been made before, so that nobody has to compare keys, which
 * may throw, to get past a change. It was made of an entry with a certain value, and is put there
 * if that is still the value when the entry is sealed. Which it is, and so the outcome, is the same
 * for all who do it.
 */
public final class SplitChange<V> extends SplitNode.Detour<V> {
  /** The number that the outcome adds to the number of mappings. */
  final int mappings;

  private final SplitNode<V> node;
  private final @Nullable V value;
  private final @Nullable SplitNode<V> replacement;

  /**
   * Makes one that nobody sees yet.
   *
   * @param chain what the slot holds
   * @param node the one of its nodes that goes
   * @param value what the value of that has to be still, if it is an entry; in a run none changes
   * @param replacement the node that comes, which nobody else has; null for none
   * @param mappings what that adds to the number of mappings
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
