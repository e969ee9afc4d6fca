package org.jets.node.remote;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.node.PeerConnection;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a table of another node fixed until this is closed, or what it is {@linkplain #heldBy held
 * by} has been forgotten. The end of the connection ends it too.
 */
final class RemoteFixation implements AutoCloseable {
  /** Its thread never waits for another node. */
  private static final Cleaner CLEANER = Cleaner.create();

  private final RemoteHandle table;
  private final @Nullable PeerConnection connection;

  /** Whether a thread has taken it on itself to release the table. */
  private final AtomicBoolean isReleased = new AtomicBoolean();

  /** Whether the table was to be released, and that could not be sent. */
  private volatile boolean isUnsent;

  /**
   * Says that a table has been fixed.
   *
   * @param connection the connection by which it has been; null if that has ended
   */
  RemoteFixation(RemoteHandle table, @Nullable PeerConnection connection) {
    this.table = table;
    this.connection = connection;
  }

  @Nullable PeerConnection connection() {
    return connection;
  }

  /** Returns true to one thread, which is to release the table. */
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
   * Releases the table when an object is forgotten, to which this does not lead.
   *
   * @return to be cleaned once this has been closed
   */
  Cleaner.Cleanable heldBy(Object user) {
    return CLEANER.register(user, () -> table.releaseInTurn(this));
  }

  /** Releases the table, the first time. */
  @Override
  public void close() {
    table.release(this);
  }
}
