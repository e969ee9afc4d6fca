package org.jets.collections.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.ConcurrentMap;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A reader finds a value as it was when it was put, and then finds it always. */
@JCStressTest
@Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "Read twice before the value is there.")
@Outcome(id = "-1, 1", expect = ACCEPTABLE, desc = "Put between the two.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Put before both.")
@State
public class PublicationStress {
  private final ConcurrentMap<Long, Box> map = StressedMap.newMap();

  /** Puts. */
  @Actor
  public void writer() {
    map.put(1L, new Box(1));
  }

  /** Reads twice. */
  @Actor
  public void reader(II_Result result) {
    result.r1 = Box.get(map, 1);
    result.r2 = Box.get(map, 1);
  }
}
