package org.jets.collections;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is about to be changed at one moment in base nodes that are locked: noted first, so that it
 * can be undone without a comparison when a comparator throws in the middle of it.
 */
final class BaseChanges<K, V> {

  /** Mappings that follow one another in a base node, and are to be removed. */
  private record Removal<K, V>(BaseNode<K, V> base, @Nullable K before, EntryRun<K, V> removed) {}

  private final PrefixOrder<K> order;
  private final EntryRun<K, V> found = new EntryRun<>(1);
  private final Set<K> added = Collections.newSetFromMap(new IdentityHashMap<>());

  /** By the key objects in the map. */
  private final IdentityHashMap<K, V> replaced = new IdentityHashMap<>();

  private final List<Removal<K, V>> removals = new ArrayList<>();

  BaseChanges(PrefixOrder<K> order) {
    this.order = order;
  }

  /**
   * Notes that a key will be put.
   *
   * @return whether it is there
   */
  boolean notePut(BaseNode<K, V> base, K key) {
    KeyBounds<K> itself = new KeyBounds<>(order, key, true, key, true);
    found.clear();
    base.container.read(Scan.<K>forOne(false).within(itself), found);
    if (found.isEmpty()) {
      added.add(key);
      return false;
    }
    replaced.put(found.storedKey(0), found.value(0));
    return true;
  }

  /** Notes that all mappings of a base node within some bounds will be removed, and which. */
  EntryRun<K, V> noteRemoval(BaseNode<K, V> base, KeyBounds<K> bounds) {
    EntryRun<K, V> removed = new EntryRun<>(EntryRun.SOME);
    base.container.read(Scan.<K>forAll(false).within(bounds), removed);
    found.clear();
    if (bounds.low != null) {
      Scan<K> below = Scan.<K>forOne(true).from(order, bounds.low, !bounds.lowInclusive);
      base.container.read(below, found);
    }
    removals.add(new Removal<>(base, found.isEmpty() ? null : found.storedKey(0), removed));
    return removed;
  }

  /** Undoes what has been done of it. Takes time in proportion to the mappings of these nodes. */
  void undo(List<BaseNode<K, V>> locked) {
    Set<K> leaving = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Removal<K, V> removal : removals) {
      for (int i = 0; i < removal.removed.size(); i++) {
        leaving.add(removal.removed.storedKey(i));
      }
    }
    for (BaseNode<K, V> base : locked) {
      EntryRun<K, V> now = new EntryRun<>(EntryRun.SOME);
      base.container.read(Scan.forAll(false), now);
      EntryRun<K, V> before = new EntryRun<>(now.size() + 1);
      Removal<K, V> removal = removalOf(base);
      if (removal != null && removal.before == null) {
        before.addAll(removal.removed);
      }
      for (int i = 0; i < now.size(); i++) {
        K key = now.storedKey(i);
        if (!added.contains(key) && !leaving.contains(key)) {
          V old = replaced.get(key);
          before.add(key, old == null ? now.value(i) : old);
        }
        if (removal != null && removal.before == key) {
          before.addAll(removal.removed);
        }
      }
      base.container.setAll(before);
      base.lock.setMappings(before.size());
    }
  }

  private @Nullable Removal<K, V> removalOf(BaseNode<K, V> base) {
    for (Removal<K, V> removal : removals) {
      if (removal.base == base) {
        return removal;
      }
    }
    return null;
  }
}
