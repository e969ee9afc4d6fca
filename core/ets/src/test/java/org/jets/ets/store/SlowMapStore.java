package org.jets.ets.store;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jets.ets.TableType;
import org.jets.ets.Terms;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A hash store that runs a test's actions at the points where a write is visible but its writer has
 * not proceeded. For one thread.
 */
final class SlowMapStore extends IteratedMapStore<ConcurrentHashMap<Term, Object>> {
  /** The action after each change of the map, or attempt at one. */
  private Runnable afterWrite = () -> {};

  /** The action before each removal of a mapping. */
  private Runnable beforeRemoval = () -> {};

  /** The action at each key of a pass over all keys. */
  private Runnable atEachKey = () -> {};

  private int uncounted;
  private int scans;

  SlowMapStore(TableType type) {
    super(new StoreConfig(Reference.of(Terms.a("n"), 0, 1), type, 1, Concurrency.UNNAMED));
  }

  void afterWrite(Runnable action) {
    afterWrite = action;
  }

  void beforeRemoval(Runnable action) {
    beforeRemoval = action;
  }

  void atEachKey(Runnable action) {
    atEachKey = action;
  }

  /** Makes the count of the map's keys one too small. */
  void uncount() {
    uncounted++;
  }

  /** Returns the number of passes over all keys. */
  int scans() {
    return scans;
  }

  @Override
  ConcurrentHashMap<Term, Object> newMap() {
    return new SlowMap();
  }

  private final class SlowMap extends ConcurrentHashMap<Term, Object> {
    private static final long serialVersionUID = 1;

    @Override
    public Set<Map.Entry<Term, Object>> entrySet() {
      scans++;
      Set<Map.Entry<Term, Object>> entries = super.entrySet();
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<Term, Object>> iterator() {
          Iterator<Map.Entry<Term, Object>> all = entries.iterator();
          return new Iterator<>() {
            @Override
            public boolean hasNext() {
              return all.hasNext();
            }

            @Override
            public Map.Entry<Term, Object> next() {
              atEachKey.run();
              return all.next();
            }
          };
        }

        @Override
        public int size() {
          return entries.size();
        }
      };
    }

    @Override
    public Object putIfAbsent(Term key, Object value) {
      Object held = super.putIfAbsent(key, value);
      afterWrite.run();
      return held;
    }

    @Override
    public boolean replace(Term key, Object expected, Object value) {
      boolean replaced = super.replace(key, expected, value);
      afterWrite.run();
      return replaced;
    }

    @Override
    public boolean remove(Object key, Object held) {
      beforeRemoval.run();
      return super.remove(key, held);
    }

    @Override
    public Object merge(
        Term key, Object value, BiFunction<? super Object, ? super Object, ?> function) {
      Object held = super.merge(key, value, function);
      afterWrite.run();
      return held;
    }

    @Override
    public Object compute(Term key, BiFunction<? super Term, ? super Object, ?> function) {
      Object held = super.compute(key, function);
      afterWrite.run();
      return held;
    }
  }

  @Override
  MapStore<ConcurrentHashMap<Term, Object>> newStore(StoreConfig config) {
    throw new UnsupportedOperationException("snapshot");
  }

  @Override
  boolean countsKeysDespiteErrors() {
    return false;
  }

  @Override
  long keyCount(ConcurrentHashMap<Term, Object> map) {
    return map.mappingCount() - uncounted;
  }

  @Override
  <T> Spliterator<T> once(Spliterator<T> all, Function<T, @Nullable Term> keyOf) {
    return all;
  }
}
