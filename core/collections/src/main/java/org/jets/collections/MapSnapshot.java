package org.jets.collections;

import java.util.concurrent.ConcurrentNavigableMap;

/**
 * A read-only view of a map as of one moment. Each method that would change it, or a view of it,
 * throws {@link UnsupportedOperationException}. See {@link LockFreeAdaptingTreeMap#snapshot}.
 *
 * <ul>
 *   <li><b>Threads.</b> Any number of threads can read it concurrently, also during updates of the
 *       map. No reader waits.
 *   <li><b>Time.</b> Taking a snapshot takes constant time on average. A read takes as long as in
 *       the map. It takes longer if the leaf has been replaced since, and then goes back through
 *       the versions of the leaf that snapshots keep. {@code size} takes time linear in the number
 *       of leaves.
 *   <li><b>Memory.</b> A snapshot keeps each leaf that the map has replaced since. It keeps a leaf
 *       once, however often that changes. The leaves are kept until the snapshot is closed, or
 *       until neither it nor a view or iterator of it is reachable. At most, they are a copy of the
 *       map.
 *   <li><b>The map.</b> The first update of a leaf after n snapshots that are still open takes time
 *       and memory in proportion to n. With n = 12,000 some 2 ms and 300 KB. Each later update
 *       takes time linear in the versions of that leaf that open snapshots keep. So close snapshots
 *       that are no longer read.
 * </ul>
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface MapSnapshot<K, V> extends ConcurrentNavigableMap<K, V>, AutoCloseable {

  /**
   * Releases the memory that the snapshot keeps. Afterwards this snapshot, its views and iterators
   * throw {@link IllegalStateException} if they would read the map. An iterator may still return
   * mappings that it has read ahead. A second call has no effect. Any thread may call this, also
   * during reads. Such a read throws, or returns the state of the snapshot's moment.
   */
  @Override
  void close();
}
