package org.jets.collections.internal.catree;

/** A node of a {@link ContentionAdaptingTree}. */
public abstract sealed class TreeNode<K, V> permits RouteNode, BaseNode {}
