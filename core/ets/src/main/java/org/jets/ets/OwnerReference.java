package org.jets.ets;

import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentMap;
import org.jets.ets.fixation.FixedTables;
import org.jets.ets.reclaim.Reclaimable;
import org.jets.ets.reclaim.ResourceReclaimer;
import org.jets.terms.Pid;
import org.jspecify.annotations.Nullable;

/**
 * The reference of a space to an owner. An owner that acts by itself is kept until it is closed.
 * Any other owner is kept by its handles, its tables, and the tables that name it as heir. Without
 * these, no program can act in its name any more, and it ends as if it were closed.
 */
final class OwnerReference extends WeakReference<Owner> implements Reclaimable {
  private final ConcurrentMap<Pid, OwnerReference> owners;
  private final Pid pid;
  private final FixedTables fixed;

  /** The owner if it acts by itself, else null. Never read; it keeps the owner reachable. */
  @SuppressWarnings("UnusedVariable")
  private final @Nullable Owner kept;

  OwnerReference(Owner owner, ConcurrentMap<Pid, OwnerReference> owners) {
    super(owner, ResourceReclaimer.queue());
    this.owners = owners;
    this.pid = owner.pid();
    this.fixed = owner.fixedTables();
    this.kept = owner.actsByItself() ? owner : null;
  }

  @Override
  public void forgotten() {
    owners.remove(pid, this);
    fixed.end();
  }
}
