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
 * A hash store in which a test says what happens where others can see what a writer has written and
 * the writer has not gone on yet. For one thread.
 */
final class SlowMapStore extends IteratedMapStore<ConcurrentHashMap<Term, Object>> {
  /** What each change of the map, or attempt at one, is followed by. */
  private Runnable afterWrite = () -> {};

  /** What each removal of a mapping comes after. */
  private Runnable beforeRemoval = () -> {};

  /** Lists the keys that each pass over all of them comes to. */
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

  /** Says that the map has one more key than it has counted. */
  void uncount() {
    uncounted++;
  }

  /** How many times all keys have been looked at. */
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
