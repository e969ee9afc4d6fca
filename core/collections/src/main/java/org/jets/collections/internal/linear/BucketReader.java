package org.jets.collections.internal.linear;

/** A reader of a whole bucket as it is at one moment. */
public interface BucketReader {

  /**
   * Reads what may be changing: the caller finds out whether it was, and then this is called again.
   *
   * @param words the segment's versions, tags and hashes
   * @param slots its keys and values
   * @param index the number of the bucket
   * @param depth how many bits of their hashes the bucket's keys have in common
   */
  void read(long[] words, Object[] slots, int index, int depth);
}
