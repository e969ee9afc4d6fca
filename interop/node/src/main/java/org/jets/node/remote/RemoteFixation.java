package org.jets.node.remote;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.node.PeerConnection;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a table of another node fixed until this is closed, or until the object that {@linkplain
 * #heldBy holds} it has become unreachable. The end of the connection ends it too.
 */
final class RemoteFixation implements AutoCloseable {
  /** The cleaner, whose thread never waits for another node. */
  private static final Cleaner CLEANER = Cleaner.create();

  private final RemoteHandle table;
  private final @Nullable PeerConnection connection;

  /** True once a thread has undertaken to release the table. */
  private final AtomicBoolean isReleased = new AtomicBoolean();

  /** True if the release of the table could not be sent. */
  private volatile boolean isUnsent;

  /**
   * Records that a table has been fixed.
   *
   * @param connection the connection over which it has been fixed; null if that has ended
   */
  RemoteFixation(RemoteHandle table, @Nullable PeerConnection connection) {
    this.table = table;
    this.connection = connection;
  }

  @Nullable PeerConnection connection() {
    return connection;
  }

  /** Returns true to one thread, which has to release the table. */
  boolean beginRelease() {
    return !isReleased.get() && isReleased.compareAndSet(false, true);
  }

  /** Lets another thread release the table, since this one could not. Allocates nothing. */
  void keepUnsent() {
    isUnsent = true;
    isReleased.set(false);
  }

  boolean isUnsent() {
    return isUnsent;
  }

  /**
   * Releases the table when an object becomes unreachable. This must not refer to that object.
   *
   * @return to be cleaned once this has been closed
   */
  Cleaner.Cleanable heldBy(Object user) {
    return CLEANER.register(user, () -> table.releaseInTurn(this));
  }

  /** Releases the table, if that has not been done. */
  @Override
  public void close() {
    table.release(this);
  }
}
