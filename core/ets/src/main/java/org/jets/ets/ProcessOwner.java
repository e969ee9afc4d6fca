package org.jets.ets;

import java.util.function.Consumer;
import org.jets.ets.bridge.TermCaller;
import org.jets.ets.file.FileName;
import org.jets.ets.fixation.FixedTables;
import org.jets.ets.reference.OpaqueReferences;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * An owner that stands for a process of another node. It is forgotten when it has no table, fixes
 * none, and no call or heirship {@linkplain #hold holds} it.
 */
final class ProcessOwner extends Owner implements TermCaller {
  private final Atom quotaNode;

  /** Called when this may be forgotten. */
  private final Consumer<ProcessOwner> idleListener;

  /** Takes back the count of this, once it has ended. */
  private final Runnable forgetting;

  /** Ends the monitor of the process. */
  private volatile @Nullable Runnable watch;

  /**
   * Makes the owner, {@linkplain #hold held}.
   *
   * @param quotaNode the node against whose quota its tables count
   * @param listener sends the process its messages about tables
   * @param idleListener called when the owner may be forgotten
   * @param forgetting run when the owner has ended
   */
  ProcessOwner(
      TableSpace space,
      Pid pid,
      Atom quotaNode,
      Consumer<? super Tuple> listener,
      Consumer<ProcessOwner> idleListener,
      Runnable forgetting) {
    super(space, pid, TransferInbox.listener(listener));
    this.quotaNode = quotaNode;
    this.idleListener = idleListener;
    this.forgetting = forgetting;
  }

  @Override
  FixedTables newFixedTables() {
    return new FixedTables(pid(), this::tellIfIdle, () -> space().remember(pid()));
  }

  @Override
  Atom quotaNode() {
    return quotaNode;
  }

  @Override
  void idle() {
    idleListener.accept(this);
  }

  /** Sets the action that ends the monitor of the process; runs it if this has already ended. */
  void watchedBy(Runnable endOfWatch) {
    watch = endOfWatch;
    if (!isAlive()) {
      endOfWatch.run();
    }
  }

  @Override
  void ended() {
    forgetting.run();
    Runnable endOfWatch = watch;
    if (endOfWatch != null) {
      endOfWatch.run();
    }
  }

  @Override
  public OpaqueReferences opaque() {
    return space().opaque();
  }

  @Override
  public Term load(FileName file, LoadOptions options) {
    return loadTable(file, options).nameOrId();
  }
}
