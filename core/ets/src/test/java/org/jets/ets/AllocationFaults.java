package org.jets.ets;

import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jets.testkit.faults.FaultClassLoader;

/**
 * A point before each allocation in this module's library, see {@link FaultClassLoader}. One fault
 * is armed at a time, in the thread that arms it.
 */
public final class AllocationFaults {
  /** The number of allocations up to the first fault, and 1 if all later ones fail as well. */
  private static final ThreadLocal<int[]> LEFT = ThreadLocal.withInitial(() -> new int[2]);

  private AllocationFaults() {}

  /**
   * Returns a scenario, as an instance of a class that is loaded a second time, with those of the
   * library.
   *
   * @param scenario has a constructor without parameters
   */
  static IntPredicate load(Class<? extends IntPredicate> scenario)
      throws ReflectiveOperationException {
    FaultClassLoader loader =
        new FaultClassLoader(List.of(EtsTable.class), AllocationFaults.class, Set.of());
    Constructor<?> constructor =
        Class.forName(scenario.getName(), true, loader).getDeclaredConstructor();
    constructor.setAccessible(true);
    return (IntPredicate) constructor.newInstance();
  }

  /** Makes the k-th allocation from now on fail in this thread; none for 0. */
  public static void arm(int k) {
    LEFT.get()[0] = k;
  }

  /** Makes the k-th allocation from now on, and all that follow, fail in this thread. */
  public static void armOnward(int k) {
    arm(k);
    LEFT.get()[1] = 1;
  }

  /** Disarms the fault. Returns whether the armed allocation has failed. */
  public static boolean disarm() {
    boolean isFired = LEFT.get()[0] <= 0;
    LEFT.get()[0] = 0;
    LEFT.get()[1] = 0;
    return isFired;
  }

  /** Fails if it is the armed allocation's turn. */
  public static void allocation() {
    int[] left = LEFT.get();
    boolean isDue = left[0] > 0 ? --left[0] == 0 : left[1] > 0;
    if (isDue) {
      throw new OutOfMemoryError("injected");
    }
  }
}
