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
  private static final ThreadLocal<int[]> LEFT = ThreadLocal.withInitial(() -> new int[1]);

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

  /** Disarms the fault. Returns whether the armed allocation has failed. */
  public static boolean disarm() {
    boolean isFired = LEFT.get()[0] <= 0;
    LEFT.get()[0] = 0;
    return isFired;
  }

  /** Fails if it is the armed allocation's turn. */
  public static void allocation() {
    int[] left = LEFT.get();
    if (left[0] > 0 && --left[0] == 0) {
      throw new OutOfMemoryError("injected");
    }
  }
}
