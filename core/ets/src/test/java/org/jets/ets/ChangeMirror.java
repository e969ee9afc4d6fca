package org.jets.ets;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.ets.store.TableStore;
import org.jets.ets.watch.ChangeListener;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jspecify.annotations.Nullable;

/**
 * A listener that repeats all changes in a map of its own, and notes each breach of the rules of
 * {@link ChangeListener}.
 */
final class ChangeMirror implements ChangeListener {
  private final Map<Term, Object> cells;
  private final Map<Term, Thread> changing;
  private final Queue<String> breaches = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger missed = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();

  /** Run by the method of this name, on each call. */
  private volatile Map<String, Runnable> actions = Map.of();

  ChangeMirror(TableType type) {
    boolean isOrdered = type == TableType.ORDERED_SET;
    cells = isOrdered ? new ConcurrentSkipListMap<>(TermOrder.STANDARD) : new ConcurrentHashMap<>();
    changing =
        isOrdered ? new ConcurrentSkipListMap<>(TermOrder.STANDARD) : new ConcurrentHashMap<>();
  }

  /** Runs an action on each call of a method from now on. */
  void on(String method, Runnable action) {
    actions = Map.of(method, action);
  }

  private void run(String method) {
    Runnable action = actions.get(method);
    if (action != null) {
      action.run();
    }
  }

  /** Returns the breaches of the rules so far; those at rest are added, if the store is at rest. */
  List<String> breaches(TableStore store) {
    List<String> all = new ArrayList<>(breaches);
    if (open.get() != 0) {
      all.add(open + " changes without an end");
    }
    store.forEachCell(
        cell -> {
          Term key = store.config().keyOf(cell);
          if (cells.get(key) != cell) {
            all.add("the store has " + cell + ", told was " + cells.get(key));
          }
        });
    long[] present = {0};
    store.forEachCell(cell -> present[0]++);
    if (present[0] != cells.size()) {
      all.add(present[0] + " keys are present, told were " + cells.keySet());
    }
    return all;
  }

  int missed() {
    return missed.get();
  }

  int closes() {
    return closed.get();
  }

  @Override
  public Change prepare(List<Term> keys) {
    run("prepare");
    Told told = new Told(keys);
    for (Term key : keys) {
      if (changing.put(key, Thread.currentThread()) != null) {
        breaches.add("two changes of " + key + " at once");
      }
    }
    open.incrementAndGet();
    return told;
  }

  @Override
  public void closed() {
    closed.incrementAndGet();
  }

  private final class Told implements Change {
    private final List<Term> keys;
    private boolean isEnded;
    private boolean isReleased;

    Told(List<Term> keys) {
      this.keys = keys;
    }

    @Override
    public void changed(Term key, @Nullable Object before, @Nullable Object after) {
      if (isEnded || !keys.contains(key)) {
        breaches.add(key + " changed, expected one of " + keys);
      }
      if (before == null && after == null) {
        breaches.add(key + " changed from nothing to nothing");
      }
      Object told = after == null ? cells.remove(key) : cells.put(key, after);
      if (told != before) {
        breaches.add(key + " was " + before + ", told was " + told);
      }
      run("changed");
    }

    @Override
    public void cleared() {
      if (isEnded || !keys.isEmpty()) {
        breaches.add("cleared instead of a change of " + keys);
      }
      cells.clear();
      run("cleared");
    }

    @Override
    public void end(boolean isComplete) {
      if (isEnded) {
        breaches.add("a second end of " + keys);
      }
      isEnded = true;
      open.decrementAndGet();
      keys.forEach(changing::remove);
      if (!isComplete) {
        missed.incrementAndGet();
      }
      run("end");
    }

    @Override
    public void released() {
      if (!isEnded || isReleased) {
        breaches.add("released without an end, or again: " + keys);
      }
      isReleased = true;
      run("released");
    }
  }
}
