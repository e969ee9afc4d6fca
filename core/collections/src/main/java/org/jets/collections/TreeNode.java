package org.jets.collections;

/** A node of a {@link ContentionAdaptingTree}. */
abstract sealed class TreeNode<K, V> permits RouteNode, BaseNode {}
