package org.jets.collections;

/**
 * What the base nodes of a {@link ContentionAdaptingTreeMap} keep their mappings in. None of them
 * changes what the map promises, only what it costs.
 */
public enum SequentialContainer {
  /**
   * A B+ tree with leaves of up to 64 mappings, and prefixes of keys beside them: the default.
   * Readers of a key are disturbed only by writers of the same leaf.
   */
  B_PLUS_TREE {
    @Override
    <K, V> OrderedContainer<K, V> newContainer(PrefixOrder<K> order) {
      return new BPlusTree<>(order);
    }
  },

  /** A binary tree with random priorities, whose splits and joins are the simplest. */
  TREAP {
    @Override
    <K, V> OrderedContainer<K, V> newContainer(PrefixOrder<K> order) {
      return new Treap<>(order);
    }
  },

  /** An AVL tree: what Erlang's ordered tables keep their objects in. */
  AVL_TREE {
    @Override
    <K, V> OrderedContainer<K, V> newContainer(PrefixOrder<K> order) {
      return new AvlContainer<>(order);
    }
  };

  abstract <K, V> OrderedContainer<K, V> newContainer(PrefixOrder<K> order);
}
