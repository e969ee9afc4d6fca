package org.jets.collections;

import java.util.concurrent.ConcurrentNavigableMap;

/**
 * A map as it was at one moment, for reading: each method that would change it, or a view of it,
 * throws {@link UnsupportedOperationException}. See {@link LockFreeAdaptingTreeMap#snapshot}.
 *
 * <ul>
 *   <li><b>Threads.</b> Any number of threads can read it at the same time, beside updates of the
 *       map. No reader waits.
 *   <li><b>Time.</b> To take a snapshot takes constant time on average. A read takes as long as
 *       that of the map, and longer where a leaf has been replaced since: it goes back through the
 *       versions of that leaf which snapshots keep. {@code size} takes time in proportion to the
 *       leaves.
 *   <li><b>Memory.</b> It keeps each leaf that the map has replaced since the moment, once for each
 *       leaf however often that changes, until it is closed, or until neither it nor a view or
 *       iterator of it can be reached. At most that is a copy of the map.
 *   <li><b>The map.</b> The first update of a leaf after n snapshots that are still open takes time
 *       and memory in proportion to n: with n = 12,000 some 2 ms and 300 KB. Each later one takes
 *       time in proportion to the versions of that leaf which open snapshots keep. So close those
 *       that are no longer read.
 * </ul>
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface MapSnapshot<K, V> extends ConcurrentNavigableMap<K, V>, AutoCloseable {

  /**
   * Lets go of what the snapshot keeps in memory. Afterwards this snapshot, its views and iterators
   * throw {@link IllegalStateException} where they would read the map; an iterator may still give
   * what it has read ahead. A second call has no effect. Any thread may call it, also beside
   * readers, whose operation then throws or returns what was there at the moment.
   */
  @Override
  void close();
}
