package org.jets.collections;

/**
 * The kinds of containers in which the base nodes of a {@link ContentionAdaptingTreeMap} keep their
 * mappings. None of them changes what the map promises, only what it costs. All take O(log n) time
 * for an operation on one key among n of a base node.
 */
public enum SequentialContainer {
  /**
   * A B+ tree with leaves of up to 64 mappings, and prefixes of keys beside them: the default.
   * Readers of a key are disturbed only by writers of the same leaf. A mapping takes 16 to 22
   * bytes, with compressed references.
   */
  B_PLUS_TREE,

  /**
   * A binary tree with random priorities, whose splits and joins are the simplest. Readers of a key
   * are disturbed by all writers of its base node. A mapping takes 40 bytes.
   */
  TREAP,

  /**
   * An AVL tree, as of Erlang's ordered tables. Readers of a key are disturbed by all writers of
   * its base node. A mapping takes 40 bytes.
   */
  AVL_TREE
}
