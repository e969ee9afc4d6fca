package org.jets.collections.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.jets.collections.LockFreeAdaptingTreeMap;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** A range and a snapshot see the changes of keys in two leaves in their order. */
@JCStressTest
@Outcome(id = "1, 1, 1, 1", expect = ACCEPTABLE, desc = "Both before either change.")
@Outcome(id = "1, 1, 2, 1", expect = ACCEPTABLE, desc = "The snapshot between the changes.")
@Outcome(id = "1, 1, 2, 2", expect = ACCEPTABLE, desc = "The changes between the two.")
@Outcome(id = "2, 1, 2, 1", expect = ACCEPTABLE, desc = "Both between the changes.")
@Outcome(id = "2, 1, 2, 2", expect = ACCEPTABLE, desc = "The range between the changes.")
@Outcome(id = "2, 2, 2, 2", expect = ACCEPTABLE, desc = "Both after both.")
@State
public class RangeStress {
  private static final long LAST = 60;

  private final LockFreeAdaptingTreeMap<Long, Box> map = new LockFreeAdaptingTreeMap<>();

  /** Puts so many keys that the first and the last are not in one leaf. */
  public RangeStress() {
    for (long key = 0; key <= LAST; key++) {
      map.put(key, new Box(1));
    }
  }

  /** Changes the first, then the last. */
  @Actor
  public void writer() {
    map.put(0L, new Box(2));
    map.put(LAST, new Box(2));
  }

  /** Reads all of them by a range, then by a snapshot. */
  @Actor
  public void reader(IIII_Result result) {
    map.forEachInRange(
        0L,
        true,
        LAST,
        true,
        (key, box) -> {
          if (key == 0) {
            result.r1 = Box.number(box);
          } else if (key == LAST) {
            result.r2 = Box.number(box);
          }
        });
    var snapshot = map.snapshot();
    result.r4 = Box.number(snapshot.get(LAST));
    result.r3 = Box.number(snapshot.get(0L));
  }
}
