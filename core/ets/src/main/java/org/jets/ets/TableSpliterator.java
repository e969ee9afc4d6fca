package org.jets.ets;

import java.util.Comparator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.ets.fixation.TraversalFixation;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a table through a handle. It fails before the next object once the handle may not
 * read the table any more. If there is a fixation, the table is fixed until the last part ends, or
 * the first one fails. Other parts can continue after that failure, but this does not keep the
 * table fixed for them any more. A part that must keep the table fixed does not begin once the
 * owner has ended. A part that has come to its end stays there, also without the right to read.
 *
 * <p>Where the stack has no room for a step and for the end of the fixation, the step overflows
 * before it begins, and can be made again.
 */
final class TableSpliterator implements Spliterator<Tuple> {
  private final TableHandle handle;
  private final Spliterator<Tuple> objects;
  private final @Nullable TraversalFixation fixation;
  private boolean hasBegun;
  private boolean hasEnded;
  private boolean isAtEnd;

  TableSpliterator(
      TableHandle handle, Spliterator<Tuple> objects, @Nullable TraversalFixation fixation) {
    this.handle = handle;
    this.objects = objects;
    this.fixation = fixation;
  }

  private void begin() {
    handle.checkReadable();
    if (!hasBegun) {
      if (fixation != null) {
        if (!fixation.begin()) {
          throw TableTraversal.endedCaller(handle);
        }
        // A concurrent close may have missed the traversal that has begun.
        handle.checkReadable();
      }
      hasBegun = true;
    }
  }

  private void end() {
    isAtEnd = true;
    if (!hasEnded) {
      hasEnded = true;
      if (fixation != null) {
        fixation.endPart();
      }
    }
  }

  private void fail() {
    hasEnded = true;
    if (fixation != null) {
      fixation.end();
    }
  }

  @Override
  public boolean tryAdvance(Consumer<? super Tuple> action) {
    Objects.requireNonNull(action, "action");
    if (isAtEnd) {
      return false;
    }
    StackRoom.requireForCall();
    boolean isDone = false;
    try {
      begin();
      boolean advanced = objects.tryAdvance(action);
      if (!advanced) {
        end();
      }
      isDone = true;
      return advanced;
    } finally {
      if (!isDone) {
        fail();
      }
    }
  }

  @Override
  public void forEachRemaining(Consumer<? super Tuple> action) {
    Objects.requireNonNull(action, "action");
    if (isAtEnd) {
      return;
    }
    StackRoom.requireForCall();
    boolean isDone = false;
    try {
      begin();
      objects.forEachRemaining(
          object -> {
            // The action or another thread may have closed the handle, or given the table away.
            handle.checkReadable();
            action.accept(object);
          });
      handle.checkReadable();
      end();
      isDone = true;
    } finally {
      if (!isDone) {
        fail();
      }
    }
  }

  @Override
  public @Nullable Spliterator<Tuple> trySplit() {
    Spliterator<Tuple> prefix = isAtEnd ? null : objects.trySplit();
    if (prefix == null) {
      return null;
    }
    TableSpliterator part = new TableSpliterator(handle, prefix, fixation);
    if (fixation != null) {
      fixation.split();
    }
    return part;
  }

  @Override
  public long estimateSize() {
    if (!isAtEnd && hasCharacteristics(SIZED)) {
      // A stream with a known size is counted without a look at its objects.
      handle.checkReadable();
    }
    return objects.estimateSize();
  }

  @Override
  public int characteristics() {
    return objects.characteristics();
  }

  @Override
  public @Nullable Comparator<? super Tuple> getComparator() {
    return objects.getComparator();
  }
}
