package org.jets.ets.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jets.collections.ContentionAdaptingOptions;
import org.jets.collections.ContentionAdaptingTreeMap;
import org.jets.collections.MapStructure;
import org.jets.ets.cell.CellUpdate;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store over a {@link ContentionAdaptingTreeMap}. The map can change many keys atomically by
 * itself. So it holds only cells, each operation is one operation of the map, and their
 * linearization points coincide. A batch insert locks the base nodes of its keys. Any thread that
 * meets one of these nodes, reader or writer, blocks until the batch is written.
 */
public final class ContentionAdaptingStore
    extends NavigableMapStore<ContentionAdaptingTreeMap<Term, Object>> {
  /** Prefix, key and value, in leaves that are four fifths full. */
  private static final long ENTRY_BYTES = 20;

  /** The number of bytes by which an empty map is larger than others. */
  private static final long MAP_BYTES = 300;

  public ContentionAdaptingStore(StoreConfig config) {
    super(config);
  }

  /** Makes an empty store whose map adapts by these options, until it is cleared. */
  public ContentionAdaptingStore(StoreConfig config, ContentionAdaptingOptions options) {
    super(config, new ContentionAdaptingTreeMap<>(options, StandardKeyOrder.INSTANCE), false);
  }

  @Override
  ContentionAdaptingTreeMap<Term, Object> newMap() {
    return new ContentionAdaptingTreeMap<>(StandardKeyOrder.INSTANCE);
  }

  @Override
  MapStore<ContentionAdaptingTreeMap<Term, Object>> newStore(StoreConfig config) {
    return new ContentionAdaptingStore(config);
  }

  @Override
  boolean hasEntriesOfOneMoment() {
    return true;
  }

  @Override
  public MapStructure structure() {
    return map().structure();
  }

  @Override
  long keyCount(ContentionAdaptingTreeMap<Term, Object> map) {
    return map.mappingCount();
  }

  /** Adds the counts of the base nodes, without a trace in their statistics. */
  @Override
  long roughKeyCount(ContentionAdaptingTreeMap<Term, Object> map) {
    long keys = map.keySet().spliterator().estimateSize();
    // Unknown if each base node is locked and was never counted: counted once, it stays known.
    return keys == Long.MAX_VALUE ? map.mappingCount() : keys;
  }

  @Override
  long mapBytes(ContentionAdaptingTreeMap<Term, Object> map, long keys) {
    return MAP_BYTES + keys * ENTRY_BYTES;
  }

  @Override
  public @Nullable Object get(Term key) {
    return map().get(key);
  }

  @Override
  public void put(Term key, Tuple object) {
    KeyWatch watch = watchOf(key);
    admit(key);
    if (SharedKey.isWorthIt(key)) {
      map().merge(key, object, (held, cell) -> SharedKey.in(config(), held, object));
    } else {
      map().put(key, object);
    }
    if (watch != null) {
      watch.noteChange();
    }
  }

  @Override
  public boolean putIfAbsent(Term key, Tuple object) {
    KeyWatch watch = watchOf(key);
    admit(key);
    boolean isPut = map().putIfAbsent(key, object) == null;
    if (watch != null && isPut) {
      watch.noteChange();
    }
    return isPut;
  }

  @Override
  public @Nullable Object remove(Term key) {
    KeyWatch watch = watchOf(key);
    Object removed = map().remove(key);
    if (watch != null && removed != null) {
      watch.noteChange();
    }
    return removed;
  }

  @Override
  public void compute(Term key, CellUpdate update) {
    KeyWatch watch = watchOf(key);
    admit(key);
    ContentionAdaptingTreeMap<Term, Object> map = map();
    map.compute(key, update);
    while (!update.isMade()) {
      update.awaitObstacle();
      map.compute(key, update);
    }
    if (watch != null && update.hasChanged()) {
      watch.noteChange();
    }
  }

  @Override
  public boolean insertAll(Batch batch, boolean ifAbsent) {
    admit(batch);
    Map<Term, Object> cells = new HashMap<>(batch.size() * 2);
    for (int i = 0; i < batch.size(); i++) {
      Term key = batch.key(i);
      // The present object lends its key, whether or not it is still present at the time of the
      // write.
      Object before = SharedKey.isWorthIt(key) ? map().get(key) : null;
      cells.put(key, batch.apply(i, before));
    }
    List<KeyWatch> watched = watchesOf(batch);
    boolean isDone = true;
    if (ifAbsent) {
      isDone = map().putAllIfAbsent(cells);
    } else {
      map().putAllAtOnce(cells);
    }
    if (isDone) {
      noteChanges(watched);
    }
    return isDone;
  }

  /** As in other stores, without a test for pending keys, of which this map has none. */
  @Override
  public @Nullable Term keyAfter(Term key) {
    Term next = map().higherKey(key);
    return hasKeysOfObjects() ? next : keyOfObjectAfter(key);
  }

  /** As {@link #keyAfter}. */
  @Override
  public @Nullable Term keyBefore(Term key) {
    Term next = map().lowerKey(key);
    return hasKeysOfObjects() ? next : keyOfObjectBefore(key);
  }

  @Override
  List<Object> cellsAtOnce(ContentionAdaptingTreeMap<Term, Object> map) {
    List<Object> cells = new ArrayList<>();
    map.forEachAtOnce((key, cell) -> cells.add(cell));
    return cells;
  }
}
