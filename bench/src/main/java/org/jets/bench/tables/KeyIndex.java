package org.jets.bench.tables;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The steps of a thread through a row of keys. */
@State(Scope.Thread)
public class KeyIndex {
  private int step;

  /** Threads begin at different keys. */
  @Setup(Level.Trial)
  public void start() {
    step = System.identityHashCode(this);
  }

  int next() {
    return step++;
  }
}
