package org.jets.ets;

import java.lang.ref.SoftReference;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentMap;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store over a hash map, which can be iterated but has no way to start at a given key.
 *
 * <p><b>Steps from key to key.</b> {@code nextKey} looks its key up in a {@link KeySnapshot} of all
 * keys, and takes the first one after it that is still there. The snapshot is made by the first
 * step that needs one and kept for the next steps; {@code firstKey} drops it, and so does the step
 * that comes to its end, after a second look at the map's keys as they are now. So a traversal by
 * {@code firstKey} and {@code nextKey} costs linear time and memory twice (some 60 bytes a key),
 * and constant time for each other step; of keys inserted meanwhile it may see some. Where memory
 * is short the snapshot goes, and the next step makes another.
 *
 * @param <M> the kind of map
 */
abstract class UnorderedMapStore<M extends ConcurrentMap<Term, Object>> extends MapStore<M> {
  private static final int CHARACTERISTICS = Spliterator.NONNULL | Spliterator.CONCURRENT;

  /** A hint; whoever finds it checks that it knows the key in question. */
  private volatile @Nullable SoftReference<KeySnapshot> snapshot;

  UnorderedMapStore(StoreConfig config) {
    super(config);
  }

  @Override
  public final Spliterator<Tuple> objects() {
    return new ObjectSpliterator(
        map().values().spliterator(),
        config().type() == TableType.DUPLICATE_BAG
            ? CHARACTERISTICS
            : CHARACTERISTICS | Spliterator.DISTINCT,
        null);
  }

  @Override
  public final Spliterator<Tuple> objects(KeyRange range) {
    throw new UnsupportedOperationException("keys in order (expected: an ordered store)");
  }

  @Override
  public final @Nullable Term firstKey() {
    if (snapshot != null) {
      snapshot = null;
    }
    Iterator<Object> values = map().values().iterator();
    while (values.hasNext()) {
      Object cell = PendingCell.resolve(values.next());
      if (cell != null) {
        return config().keyOf(cell);
      }
    }
    return null;
  }

  @Override
  public final @Nullable Term lastKey() {
    return firstKey();
  }

  @Override
  public final @Nullable Term nextKey(Term key) {
    if (get(key) == null) {
      throw NoSuchKeyException.ofStep(key);
    }
    KeySnapshot kept = keptSnapshot();
    if (kept != null) {
      Term next = next(kept, kept.place(key));
      if (next != null) {
        return next;
      }
    }
    KeySnapshot current = new KeySnapshot(map().keySet());
    int place = current.place(key);
    if (place < 0) {
      throw NoSuchKeyException.ofStep(key);
    }
    Term next = next(current, place);
    snapshot = next == null ? null : new SoftReference<>(current);
    return next;
  }

  @Override
  final void mapReplaced() {
    snapshot = null;
  }

  private @Nullable KeySnapshot keptSnapshot() {
    SoftReference<KeySnapshot> reference = snapshot;
    return reference == null ? null : reference.get();
  }

  /** The first key behind this place that is there; null if there is none, or no such place. */
  private @Nullable Term next(KeySnapshot keys, int place) {
    if (place < 0) {
      return null;
    }
    for (int i = place + 1; i < keys.size(); i++) {
      if (get(keys.key(i)) != null) {
        return keys.key(i);
      }
    }
    return null;
  }

  @Override
  public final @Nullable Term previousKey(Term key) {
    return nextKey(key);
  }
}
