package org.jets.collections.internal.container;

/**
 * The place in a container that a read has come to, and from where it goes on without a search. It
 * stays the right one as long as the stamp of the container is the same.
 */
public abstract class ReadPlace<K, V> {
  /** Notes that what has been read counts. The read goes on behind it, or begins here anew. */
  public abstract void mark();

  /**
   * Adds the mappings that come next to the run, which is empty, and witnesses for them.
   *
   * @return false if a change is under way, or has been since the last mark. What has been added is
   *     to be thrown away, and the read goes on by a search
   */
  public abstract boolean tryGoOn();

  /** Returns a key up to which all mappings had been read at the last mark. */
  public abstract K key();

  /** Returns true if a mapping of that key itself is yet to be read. */
  public abstract boolean isKeyAhead();

  /** The prefix of the key. */
  public abstract long prefix();
}
