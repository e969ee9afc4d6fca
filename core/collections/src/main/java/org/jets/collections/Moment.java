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
  private static final VarHandle TIME =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "time", VarHandle.class, Moment.class, long.class);
  private static final VarHandle KEPT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "kept", VarHandle.class, Moment.class, Kept.class);

  private record Kept(ImmutableLeaf<?, ?> version, @Nullable Kept next) {}

  /** 0 until it is known, which is before anybody looks. See {@link LeafVersions#timeOf}. */
  private volatile long time;

  private volatile @Nullable Kept kept;

  long time() {
    return time;
  }

  void trySetTime(long known) {
    TIME.compareAndSet(this, 0L, known);
  }

  void keep(ImmutableLeaf<?, ?> version) {
    Kept first;
    do {
      first = kept;
      if (first != null && first.version == version) {
        return; // Several settle a leaf, and a join may begin again.
      }
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
