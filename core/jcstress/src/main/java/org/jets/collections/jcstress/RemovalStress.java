package org.jets.collections.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.ConcurrentMap;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A removal and a put of one key: each finds the result of the other, or precedes it. */
@JCStressTest
@Outcome(id = "1, -1, 2", expect = ACCEPTABLE, desc = "Removed, then put.")
@Outcome(id = "2, 1, -1", expect = ACCEPTABLE, desc = "Put, then removed.")
@State
public class RemovalStress {
  private final ConcurrentMap<Long, Box> map = StressedMap.newMap();

  /** The key is there. */
  public RemovalStress() {
    map.put(1L, new Box(1));
  }

  /** Removes it. */
  @Actor
  public void remover(III_Result result) {
    result.r1 = Box.number(map.remove(1L));
  }

  /** Puts another value. */
  @Actor
  public void putter(III_Result result) {
    result.r2 = Box.number(map.put(1L, new Box(2)));
  }

  /** Looks what is left. */
  @Arbiter
  public void rest(III_Result result) {
    result.r3 = Box.get(map, 1);
  }
}
