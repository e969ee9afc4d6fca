package org.jets.ets.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The watches of keys in one store, by thread. A store has none of these until the first watch
 * begins, so that its writers read one field. A writer finds its watches before a change, since
 * that may allocate, and notes the change in them afterwards.
 */
final class KeyWatches {
  private final StoreConfig config;

  /** The innermost watch of each thread that has one. */
  private final ConcurrentMap<Thread, KeyWatch> byThread = new ConcurrentHashMap<>();

  KeyWatches(StoreConfig config) {
    this.config = config;
  }

  KeyWatch begin(Term key) {
    Thread thread = Thread.currentThread();
    KeyWatch watch = new KeyWatch(this, key, byThread.get(thread), of(key));
    boolean isBegun = false;
    try {
      byThread.put(thread, watch);
      isBegun = true;
      return watch;
    } finally {
      if (!isBegun) {
        end(watch);
      }
    }
  }

  void end(KeyWatch watch) {
    KeyWatch outer = watch.outer();
    if (outer == null) {
      byThread.remove(Thread.currentThread());
    } else {
      byThread.replace(Thread.currentThread(), outer);
    }
  }

  private @Nullable KeyWatch innermost() {
    return byThread.isEmpty() ? null : byThread.get(Thread.currentThread());
  }

  /** Returns the innermost watch of this key by this thread; null for none. */
  @Nullable KeyWatch of(Term key) {
    for (KeyWatch watch = innermost(); watch != null; watch = watch.outer()) {
      if (config.isSameKey(watch.key(), key)) {
        return watch;
      }
    }
    return null;
  }

  /** Returns the watches of this thread that a batch changes. */
  List<KeyWatch> of(Batch batch) {
    if (innermost() == null) {
      return List.of();
    }
    List<KeyWatch> found = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      KeyWatch watch = of(batch.key(i));
      if (watch != null) {
        found.add(watch);
      }
    }
    return found;
  }

  /** Notes that this thread has changed all keys. */
  void noteClear() {
    for (KeyWatch watch = innermost(); watch != null; watch = watch.outer()) {
      watch.noteChange();
    }
  }
}
