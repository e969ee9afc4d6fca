package org.jets.collections;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** What puts into an {@link AvlTree} have changed, to be undone if a later one fails. */
final class AvlChanges<K, V> {
  private record OldValue<K, V>(AvlNode<K, V> node, V value) {}

  private final AvlTree<K, V> tree;
  private final List<OldValue<K, V>> oldValues = new ArrayList<>();

  /** Keys that were absent, as objects. */
  private final Set<K> newKeys = Collections.newSetFromMap(new IdentityHashMap<>());

  AvlChanges(AvlTree<K, V> tree) {
    this.tree = tree;
  }

  void put(long prefix, K key, V value) {
    AvlNode<K, V> present = tree.insert(prefix, key, value);
    if (present == null) {
      newKeys.add(key);
    } else {
      oldValues.add(new OldValue<>(present, present.value));
      present.value = value;
    }
  }

  /** Undoes everything, without a comparison. Linear in the size of the tree. */
  void undo() {
    for (int i = oldValues.size() - 1; i >= 0; i--) {
      OldValue<K, V> old = oldValues.get(i);
      old.node.value = old.value;
    }
    if (!newKeys.isEmpty()) {
      List<AvlNode<K, V>> staying = new ArrayList<>();
      AvlPath<K, V> path = new AvlPath<>();
      for (var node = path.seekFirst(tree, false); node != null; node = path.step(false)) {
        if (!newKeys.contains(node.key)) {
          staying.add(node);
        }
      }
      tree.setAll(staying);
    }
  }
}
