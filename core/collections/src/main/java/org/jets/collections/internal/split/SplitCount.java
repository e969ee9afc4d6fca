package org.jets.collections.internal.split;

import java.util.concurrent.atomic.LongAdder;

/**
 * The number of mappings of a split-ordered map. An adder allocates where threads contend, and an
 * update is counted when it can no longer be undone. So a caller of {@link #add} that gets an error
 * adds to {@link #missed}, which neither allocates nor calls.
 *
 * <p>A caller adds in the method that has made the step. A call of another method between the step
 * and the addition could overflow the stack.
 */
public final class SplitCount extends LongAdder {
  private static final long serialVersionUID = 1;

  /**
   * The additions at which {@link #add} has thrown. Guarded by the monitor of this, which takes no
   * call and no memory of the heap; read without it.
   */
  volatile long missed;

  @Override
  public long sum() {
    return super.sum() + missed;
  }
}
