package org.jets.collections;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A time at which somebody looks at a map, with the leaves of that time that have been replaced
 * since. They live as long as this object does.
 */
final class Moment {
  private static final VarHandle KEPT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "kept", VarHandle.class, Moment.class, Kept.class);

  private record Kept(Object version, @Nullable Kept next) {}

  /** 0 until it is known, which is before anybody looks. */
  private volatile long time;

  private volatile @Nullable Kept kept;

  long time() {
    return time;
  }

  void setTime(long known) {
    time = known;
  }

  /** Whether this is, or may turn out to be, from the first time on and before the second. */
  boolean mayBeWithin(long from, long until) {
    long known = time;
    return known == 0 || (from <= known && known < until);
  }

  void keep(Object version) {
    Kept first;
    do {
      first = kept;
    } while (!KEPT.compareAndSet(this, first, new Kept(version, first)));
  }

  /** How many versions are kept, some perhaps twice. */
  int countKept() {
    int count = 0;
    for (Kept k = kept; k != null; k = k.next) {
      count++;
    }
    return count;
  }
}
