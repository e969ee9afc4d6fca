package org.jets.node;

/** That a table of another node is kept fixed, until this is closed; or nothing. */
final class RemoteFixation implements AutoCloseable {
  private final RemoteHandle table;

  RemoteFixation(RemoteHandle table) {
    this.table = table;
  }

  /** Releases it, the first time. */
  @Override
  public void close() {
    table.release(this);
  }
}
