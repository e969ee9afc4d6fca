package org.jets.node.remote;

import java.lang.ref.Cleaner;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a table of another node, fetched chunk by chunk on demand. If needed, the table
 * is kept fixed from the first chunk until the last, or until this fails, is closed or has become
 * unreachable.
 */
final class RemoteChunks<T> extends Spliterators.AbstractSpliterator<T> {
  private final Supplier<@Nullable RemoteFixation> fixing;
  private final Supplier<? extends @Nullable List<T>> chunks;
  private Iterator<T> current = List.<T>of().iterator();
  private boolean begun;
  private boolean ended;
  private volatile @Nullable RemoteFixation fixation;
  private volatile Cleaner.@Nullable Cleanable forgetting;

  /**
   * Fetches nothing yet.
   *
   * @param fixing keeps the table fixed; returns null if that is not needed
   * @param chunks returns the next chunk, and null when there are no more
   */
  RemoteChunks(
      Supplier<@Nullable RemoteFixation> fixing, Supplier<? extends @Nullable List<T>> chunks) {
    super(Long.MAX_VALUE, Spliterator.NONNULL | Spliterator.ORDERED);
    this.fixing = fixing;
    this.chunks = chunks;
  }

  /** Returns a stream that releases the table when it is closed. */
  Stream<T> stream() {
    return StreamSupport.stream(this, false).onClose(this::release);
  }

  @Override
  public boolean tryAdvance(Consumer<? super T> action) {
    boolean isDone = false;
    try {
      boolean isFound = findNext();
      if (isFound) {
        action.accept(current.next());
      }
      isDone = true;
      return isFound;
    } finally {
      if (!isDone) {
        release();
      }
    }
  }

  private boolean findNext() {
    while (!current.hasNext()) {
      if (!fetch()) {
        return false;
      }
    }
    return true;
  }

  private boolean fetch() {
    if (ended) {
      return false;
    }
    if (!begun) {
      begun = true;
      fix();
    }
    List<T> chunk = null;
    try {
      chunk = chunks.get();
    } finally {
      if (chunk == null) {
        ended = true;
        release();
      }
    }
    if (chunk == null) {
      return false;
    }
    current = chunk.iterator();
    return true;
  }

  private void fix() {
    RemoteFixation fixed = fixing.get();
    fixation = fixed;
    if (fixed != null) {
      forgetting = fixed.heldBy(this);
    }
  }

  void release() {
    RemoteFixation held = fixation;
    if (held != null) {
      held.close();
    }
    Cleaner.Cleanable cleanable = forgetting;
    if (cleanable != null) {
      cleanable.clean();
    }
  }
}
