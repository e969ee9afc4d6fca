package org.jets.collections.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.ConcurrentMap;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Keys that stay are found, with their own values, while lesser keys come and go. A sorted map
 * moves them into leaves of their own, and back.
 */
@JCStressTest
@Outcome(id = "7, 8, -1", expect = ACCEPTABLE, desc = "There throughout; the others are gone.")
@State
public class RelocationStress {
  private static final long STAYING = 200;
  private static final long OTHERS = 70;

  private final ConcurrentMap<Long, Box> map = StressedMap.newMap();

  /** Two keys are there. */
  public RelocationStress() {
    map.put(STAYING, new Box(7));
    map.put(STAYING + 1, new Box(8));
  }

  /** Puts and removes lesser keys, more than a leaf has. */
  @Actor
  public void writer(III_Result result) {
    for (long key = STAYING - 1; key > STAYING - OTHERS; key--) {
      map.put(key, new Box(1));
    }
    for (long key = STAYING - 1; key > STAYING - OTHERS; key--) {
      map.remove(key);
    }
    result.r3 = Box.get(map, STAYING - 1);
  }

  /** Looks up both keys. */
  @Actor
  public void reader(III_Result result) {
    result.r1 = Box.get(map, STAYING);
    result.r2 = Box.get(map, STAYING + 1);
  }
}
