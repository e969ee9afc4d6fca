package org.jets.ets;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow.Publisher;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jets.ets.bridge.TermCaller;
import org.jets.ets.event.TableChange;
import org.jets.ets.feed.ChangeMessages;
import org.jets.ets.file.FileName;
import org.jets.ets.fixation.FixedTables;
import org.jets.ets.reference.OpaqueReferences;
import org.jets.ets.transfer.TransferInbox;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * An owner that stands for a process of another node. It is forgotten when it has no table, fixes
 * none, and no call, heirship or subscription {@linkplain #hold holds} it.
 */
final class ProcessOwner extends Owner implements TermCaller {
  private final NodeProcesses processes;
  private final Atom quotaNode;

  /** The subscriptions of the process to changes of tables. Each of them holds this. */
  private final Map<Reference, Subscribed> subscriptions = new ConcurrentHashMap<>();

  /** Called when this may be forgotten. */
  private final Consumer<ProcessOwner> idleListener;

  /** Takes back the count of this, once it has ended. */
  private final Runnable forgetting;

  /** Ends the monitor of the process. */
  private volatile @Nullable Runnable watch;

  /**
   * A subscription of the process.
   *
   * @param forgetting takes back its count
   */
  private record Subscribed(ChangeMessages messages, Runnable forgetting) {}

  /**
   * Makes the owner, {@linkplain #hold held}.
   *
   * @param quotaNode the node against whose quota its tables count
   * @param processes sends the process its messages
   * @param idleListener called when the owner may be forgotten
   * @param forgetting run when the owner has ended
   */
  ProcessOwner(
      TableSpace space,
      Pid pid,
      Atom quotaNode,
      NodeProcesses processes,
      Consumer<ProcessOwner> idleListener,
      Runnable forgetting) {
    super(space, pid, TransferInbox.listener(message -> processes.send(pid, message)));
    this.processes = processes;
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
    try {
      subscriptions.keySet().forEach(this::unsubscribe);
    } finally {
      forgetting.run();
      Runnable endOfWatch = watch;
      if (endOfWatch != null) {
        endOfWatch.run();
      }
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

  @Override
  public Reference subscribe(Function<Executor, Publisher<TableChange>> changes, Term table) {
    Publisher<TableChange> publisher = changes.apply(processes::deliver);
    Reference id = space().newId();
    ChangeMessages messages =
        new ChangeMessages(
            table,
            id,
            message -> processes.sendChange(pid(), message),
            () -> processes.isBehind(pid()),
            processes::deliverLater,
            () -> unsubscribed(id));
    Subscribed subscribed =
        new Subscribed(messages, space().rememberSubscription(pid(), quotaNode));
    boolean isHeld = false;
    boolean isKnown = false;
    boolean isSubscribed = false;
    try {
      isHeld = hold();
      if (!isHeld) {
        throw hasEnded();
      }
      subscriptions.put(id, subscribed);
      isKnown = true;
      publisher.subscribe(messages);
      isSubscribed = true;
    } finally {
      if (!isSubscribed || !isAlive()) {
        // The end of the process may have found the entry before the subscription began.
        messages.cancel();
        boolean isForgotten = subscriptions.remove(id) == null && isKnown;
        if (!isForgotten) {
          subscribed.forgetting().run();
          if (isHeld) {
            unhold();
          }
        }
      }
    }
    return id;
  }

  @Override
  public boolean unsubscribe(Reference subscription) {
    Subscribed subscribed = subscriptions.get(subscription);
    if (subscribed == null) {
      return false;
    }
    subscribed.messages().cancel();
    unsubscribed(subscription);
    return true;
  }

  /** Forgets a subscription that has ended. */
  private void unsubscribed(Reference subscription) {
    Subscribed subscribed = subscriptions.remove(subscription);
    if (subscribed != null) {
      subscribed.forgetting().run();
      unhold();
    }
  }
}
