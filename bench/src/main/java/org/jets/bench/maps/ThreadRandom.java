package org.jets.bench.maps;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The random numbers of a thread. */
@State(Scope.Thread)
public class ThreadRandom {
  private long state;

  /** Gives each thread different numbers. */
  @Setup(Level.Trial)
  public void start() {
    state = System.identityHashCode(this) * 0x9e37_79b9_7f4a_7c15L + 1;
  }

  /** Returns the next number, by Marsaglia's xorshift. */
  public long next() {
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return state;
  }
}
