package org.jets.node.jobs;

import java.util.Objects;
import org.jets.node.IncomingCall;
import org.jets.node.NodeObserver;
import org.jspecify.annotations.Nullable;

/**
 * The place of the observer of a node. While there is none, each method reads one volatile field
 * and returns. Errors of the observer end here.
 */
public final class ObserverSlot {
  private volatile @Nullable NodeObserver observer;

  /** Sets the observer; null for none. */
  public synchronized void set(@Nullable NodeObserver next) {
    observer = next;
  }

  /** Removes an observer, unless another one has taken its place. */
  public synchronized void remove(NodeObserver last) {
    if (observer == last) {
      observer = null;
    }
  }

  /** Tells that a call begins, and returns an action for its end, which does not throw. */
  public Runnable callBegins(IncomingCall call) {
    NodeObserver current = observer;
    if (current == null) {
      return ObserverSlot::unobserved;
    }
    try {
      Runnable told =
          Objects.requireNonNullElse(current.callBegins(call), ObserverSlot::unobserved);
      return () -> end(told);
    } catch (RuntimeException | Error e) {
      return ObserverSlot::unobserved;
    }
  }

  /** Tells of a refusal. */
  public void refused(String node, String limit, String bound) {
    NodeObserver current = observer;
    if (current == null) {
      return;
    }
    try {
      current.refused(node, limit, bound);
    } catch (RuntimeException | Error e) {
      // The node goes on as without an observer.
    }
  }

  /** Tells of a connection. */
  public void connected(String node) {
    NodeObserver current = observer;
    if (current == null) {
      return;
    }
    try {
      current.connected(node);
    } catch (RuntimeException | Error e) {
      // The node goes on as without an observer.
    }
  }

  /** Tells of the end of a connection. */
  public void disconnected(String node) {
    NodeObserver current = observer;
    if (current == null) {
      return;
    }
    try {
      current.disconnected(node);
    } catch (RuntimeException | Error e) {
      // The node goes on as without an observer.
    }
  }

  /** The action after a call of which no observer is told. */
  private static void unobserved() {}

  private static void end(Runnable told) {
    try {
      told.run();
    } catch (RuntimeException | Error e) {
      // The call has ended as it has ended.
    }
  }
}
