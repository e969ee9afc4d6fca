package org.jets.ets;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Objects of a table that is fixed while they are gone through. */
final class FixingSpliterator implements Spliterator<Tuple> {
  private final Spliterator<Tuple> objects;
  private final TraversalFixation fixation;
  private boolean hasBegun;
  private boolean hasEnded;

  FixingSpliterator(Spliterator<Tuple> objects, TraversalFixation fixation) {
    this.objects = objects;
    this.fixation = fixation;
  }

  private void begin() {
    if (!hasBegun) {
      hasBegun = true;
      fixation.begin();
    }
  }

  private void end() {
    if (!hasEnded) {
      hasEnded = true;
      fixation.endPart();
    }
  }

  @Override
  public boolean tryAdvance(Consumer<? super Tuple> action) {
    begin();
    boolean advanced = objects.tryAdvance(action);
    if (!advanced) {
      end();
    }
    return advanced;
  }

  @Override
  public void forEachRemaining(Consumer<? super Tuple> action) {
    begin();
    objects.forEachRemaining(action);
    end();
  }

  @Override
  public @Nullable Spliterator<Tuple> trySplit() {
    Spliterator<Tuple> prefix = objects.trySplit();
    if (prefix == null) {
      return null;
    }
    fixation.split();
    return new FixingSpliterator(prefix, fixation);
  }

  @Override
  public long estimateSize() {
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
