package org.jets.node;

import java.lang.ref.Cleaner;
import org.jets.node.process.Session;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a table of another node fixed until this is closed, or what it is {@linkplain #heldBy held
 * by} has been forgotten. The end of the session ends it too.
 */
final class RemoteFixation implements AutoCloseable {
  /** Its thread never waits for another node. */
  private static final Cleaner CLEANER = Cleaner.create();

  private final RemoteHandle table;
  private final @Nullable Session session;

  /**
   * Says that a table has been fixed.
   *
   * @param session the session in which it has been; null if that has ended
   */
  RemoteFixation(RemoteHandle table, @Nullable Session session) {
    this.table = table;
    this.session = session;
  }

  @Nullable Session session() {
    return session;
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
