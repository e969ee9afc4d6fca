package org.jets.ets.timing;

import java.util.List;
import java.util.Map;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.cell.CounterCell;
import org.jets.ets.store.Batch;
import org.jets.ets.store.ForwardingStore;
import org.jets.ets.store.TableStore;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The store that chosen calls use in place of the table's own, since they are timed. It times the
 * first operation of each, however that ends, and leaves all operations to the table's store. It
 * has no state, and serves all calls of the table. So a chosen call allocates nothing more.
 */
final class TimedStore extends ForwardingStore {
  private final CallTimer timer;

  TimedStore(TableStore store, CallTimer timer) {
    super(store);
    this.timer = timer;
  }

  private void end(long begin) {
    timer.endOperation(begin);
  }

  /**
   * Times the search for the counter, but not the addition to it, which the caller makes. If there
   * is none to add to, the change by {@link #compute} is timed.
   */
  @Override
  public @Nullable CounterCell counter(Term key) {
    long begin = timer.now();
    CounterCell counter = store.counter(key);
    if (counter != null) {
      end(begin);
    }
    return counter;
  }

  @Override
  public @Nullable Object get(Term key) {
    long begin = timer.now();
    try {
      return store.get(key);
    } finally {
      end(begin);
    }
  }

  @Override
  public boolean putIfAbsent(Term key, Tuple object) {
    long begin = timer.now();
    try {
      return store.putIfAbsent(key, object);
    } finally {
      end(begin);
    }
  }

  @Override
  public @Nullable Object remove(Term key) {
    long begin = timer.now();
    try {
      return store.remove(key);
    } finally {
      end(begin);
    }
  }

  @Override
  public boolean insertAll(Batch batch, boolean ifAbsent) {
    long begin = timer.now();
    try {
      return store.insertAll(batch, ifAbsent);
    } finally {
      end(begin);
    }
  }

  @Override
  public long clear() {
    long begin = timer.now();
    try {
      return store.clear();
    } finally {
      end(begin);
    }
  }

  @Override
  public @Nullable Object firstCell() {
    long begin = timer.now();
    try {
      return store.firstCell();
    } finally {
      end(begin);
    }
  }

  @Override
  public @Nullable Object lastCell() {
    long begin = timer.now();
    try {
      return store.lastCell();
    } finally {
      end(begin);
    }
  }

  @Override
  public @Nullable Term firstKey() {
    long begin = timer.now();
    try {
      return store.firstKey();
    } finally {
      end(begin);
    }
  }

  @Override
  public @Nullable Term lastKey() {
    long begin = timer.now();
    try {
      return store.lastKey();
    } finally {
      end(begin);
    }
  }

  @Override
  public @Nullable Term keyAfter(Term key) {
    long begin = timer.now();
    try {
      return store.keyAfter(key);
    } finally {
      end(begin);
    }
  }

  @Override
  public @Nullable Term keyBefore(Term key) {
    long begin = timer.now();
    try {
      return store.keyBefore(key);
    } finally {
      end(begin);
    }
  }

  @Override
  public Map.@Nullable Entry<Term, Object> mappingAfter(Term key) {
    long begin = timer.now();
    try {
      return store.mappingAfter(key);
    } finally {
      end(begin);
    }
  }

  @Override
  public Map.@Nullable Entry<Term, Object> mappingBefore(Term key) {
    long begin = timer.now();
    try {
      return store.mappingBefore(key);
    } finally {
      end(begin);
    }
  }

  @Override
  public @Nullable List<Tuple> slot(long number) {
    long begin = timer.now();
    try {
      return store.slot(number);
    } finally {
      end(begin);
    }
  }

  @Override
  public void put(Term key, Tuple object) {
    long begin = timer.now();
    try {
      store.put(key, object);
    } finally {
      end(begin);
    }
  }

  @Override
  public void compute(Term key, CellUpdate update) {
    long begin = timer.now();
    try {
      store.compute(key, update);
    } finally {
      end(begin);
    }
  }
}
