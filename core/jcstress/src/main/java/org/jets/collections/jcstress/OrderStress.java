package org.jets.collections.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.ConcurrentMap;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A thread sees the changes of two keys by another in their order. */
@JCStressTest
@Outcome(id = "-1, 1", expect = ACCEPTABLE, desc = "Before either.")
@Outcome(id = "-1, 2", expect = ACCEPTABLE, desc = "Between, or around it.")
@Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "After both.")
@State
public class OrderStress {
  private final ConcurrentMap<Long, Box> map = StressedMap.newMap();

  /** One key is there. */
  public OrderStress() {
    map.put(1L, new Box(1));
  }

  /** Changes that key, then puts another. */
  @Actor
  public void writer() {
    map.put(1L, new Box(2));
    map.put(2L, new Box(2));
  }

  /** Looks the other way round. */
  @Actor
  public void reader(II_Result result) {
    result.r1 = Box.get(map, 2);
    result.r2 = Box.get(map, 1);
  }
}
