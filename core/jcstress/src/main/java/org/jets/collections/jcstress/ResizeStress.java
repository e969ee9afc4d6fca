package org.jets.collections.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.ConcurrentMap;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A key that stays is found while the table grows and shrinks around it. */
@JCStressTest
@Outcome(id = "7, 7, -1", expect = ACCEPTABLE, desc = "There throughout; the others are gone.")
@State
public class ResizeStress {
  private static final long STAYING = 3;
  private static final long OTHERS = 12;

  private final ConcurrentMap<Long, Box> map = StressedMap.newMap();

  /** One key is there. */
  public ResizeStress() {
    map.put(STAYING, new Box(7));
  }

  /** Lets the table grow, and shrink where it does. */
  @Actor
  public void writer(III_Result result) {
    for (long key = STAYING + 1; key < STAYING + OTHERS; key++) {
      map.put(key, new Box(1));
    }
    for (long key = STAYING + 1; key < STAYING + OTHERS; key++) {
      map.remove(key);
    }
    result.r3 = Box.get(map, STAYING + 1);
  }

  /** Looks up the key. */
  @Actor
  public void reader(III_Result result) {
    result.r1 = Box.get(map, STAYING);
    result.r2 = Box.get(map, STAYING);
  }
}
