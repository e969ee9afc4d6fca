package org.jets.collections;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent hash map without locks, that grows and shrinks by a few buckets at a time and keeps
 * the order of its keys while it does: a split-ordered list.
 *
 * <p>Take it for lookups among many keys, for maps that are emptied again, where no operation may
 * wait for another or for a table to be copied, and where iteration has to survive change or to be
 * resumed behind a key. Take {@link java.util.concurrent.ConcurrentHashMap} where {@link
 * #computeIfAbsent} and its like have to call their function only once, or where a key that is
 * computed has to keep others from computing it; {@link LongSplitOrderedMap} where the keys are
 * {@code long}.
 *
 * <p><b>Concurrency.</b> All operations on one key are atomic, and happen-before those that see
 * what they did. None waits for another: in any situation some thread finishes what it does,
 * whatever happens to the others. Functions given to {@code compute} and the like run without
 * anything being held, and again if the mapping has changed by the time that they are done, except
 * by {@link #clear}: they must not have effects, and may use this map. {@link #size} is exact at
 * rest; beside changes it may be off by those that are under way.
 *
 * <p><b>Callbacks</b> are the functions given to the map or a view, {@code equals}, {@code
 * hashCode} and {@code compareTo} of keys, {@code equals} of values, and the methods of a {@link
 * HashingStrategy}. They may read and update this map. The function of {@link #replaceAll}, too,
 * runs again for a value that changes meanwhile. An update whose callbacks make each of its
 * attempts fail throws {@link IllegalStateException} after 128 attempts or more, and has not
 * changed anything itself. They do that by updates of the same bucket, or by so many that the table
 * grows or shrinks.
 *
 * <p><b>On errors.</b> What a callback throws comes out of the operation. One on a single key has
 * then changed nothing. {@link #putAll}, {@link #replaceAll}, {@code removeIf} of a view and bulk
 * operations keep what they did for the mappings before. An error of the virtual machine comes out
 * of an operation that has done nothing, or all of what it is about.
 *
 * <p><b>Iteration</b>, by iterators, spliterators, bulk operations, and from key to key by {@link
 * #nextKey}, is weakly consistent: it never throws {@link
 * java.util.ConcurrentModificationException}, and comes to each key that is present throughout
 * exactly once, also while the map grows or shrinks. An iterator reads a few buckets ahead. Between
 * keys that have the same hash and no order, a cursor on one that has been removed goes back to the
 * first of these; it leaves out none.
 *
 * <p><b>Keys.</b> The map multiplies hashes with a random number, so nobody can choose keys that
 * meet in a bucket, except by their {@code hashCode}. An operation on one of n keys with the same
 * {@code hashCode} takes
 *
 * <ul>
 *   <li>O(log n) time if the class of the key is {@link Comparable} to itself, and all of them are
 *       of that class. {@code compareTo} must not tell equal keys apart.
 *   <li>O(log n) time if the key is the object that was put.
 *   <li>O(n) time if its class has no order, for another object that is equal to it or for a key
 *       that is not there.
 *   <li>O(log n + m) time if m of them are of other classes. A key can be equal to one of another
 *       class, so a key that is not found is compared with those m too. Strings, UUIDs and the
 *       boxes of primitives are equal to none of another class and are not compared with them.
 * </ul>
 *
 * <p>Keys that are a {@link Long} or {@link Integer} are not kept but made anew when asked for:
 * they have no identity to rely on.
 *
 * <p><b>Cost.</b> Operations on one key take constant time on average, and fill up to 16 buckets
 * besides while the table grows or shrinks. A mapping takes 32 bytes, and between 5 and 11 for its
 * share of the table, with compressed references. {@link #size} takes time in proportion to the
 * cells of a {@link java.util.concurrent.atomic.LongAdder}.
 *
 * <p><b>Source.</b> O. Shalev, N. Shavit: Split-Ordered Lists: Lock-Free Extensible Hash Tables,
 * JACM 53(3), 2006; with differences that the comment in the class lists.
 *
 * <p>Neither keys nor values may be null. The map is not {@link java.io.Serializable}: write its
 * mappings, and read them with a bound on their number.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class SplitOrderedHashMap<K, V> extends SplitOrderedMap<K, V> {
  /*
   * After O. Shalev and N. Shavit, "Split-Ordered Lists: Lock-Free Extensible Hash Tables", JACM
   * 53(3), 2006. All entries are in one order, that of their hashes; a bucket is an interval of it,
   * and doubling the table cuts each interval in two, so that entries stay where they are.
   *
   * Differences. The paper orders by reversed hashes and takes the bucket from the low bits. Here
   * the order is the hash, well mixed, and the bucket are its top bits: buckets are in the order of
   * their numbers, and bucket b is cut into 2b and 2b + 1. The paper has one list of nodes that
   * change, with a sentinel in front of each bucket. Here the list is in pieces, one for each
   * bucket, that have the same nodes for ever, and the slot of the bucket is their sentinel: keys
   * come and go by an exchange of what is in the slot. So there are no marked nodes, no sentinels
   * to pay for, and an empty bucket is seen without looking at a node. The paper's table only
   * grows, and its new slots begin as hints into the old ones' lists. Here a slot of the old table
   * is frozen before its piece is cut or joined for the new table, as in Y. Liu, K. Zhang, M.
   * Spear, "Dynamic-Sized Nonblocking Hash Tables", PODC 2014; which works in both directions.
   *
   * Values change in place, in the entry. So an entry that a piece is to lose, because it is
   * removed or copied, has to be sealed before: from then on it has one value for ever, and who
   * would change it looks into the slot again. An entry is sealed only while the slot holds a
   * detour: frozen, or a SplitChange, which says what the piece is to become, so that anybody who
   * meets it does it; the node that comes has been made before, since that compares keys, which may
   * throw. A piece with a sealed entry comes back to no slot. So a lookup need not ask whether the
   * value that it read is one: it reads the slot again, and if that still holds the piece, nothing
   * in it had been sealed. A resize leaves an entry as it is that needs no other rest, and then the
   * pieces of both tables have it: there is one value all the same.
   *
   * The classes. SplitNode, SplitEntry: pieces. SplitTable: slots of one size, freezing, fetching.
   * This class and SplitOrderedMap: operations. SplitChange: those that take entries out.
   * SplitKeys: places of keys. SplitRun: keys of one place. SplitTraverser: iteration.
   *
   * Shared state, and what changes it:
   *   SplitOrderedMap.table  CAS to a table of twice or half the size whose source is the one
   *                          before, which must have no source itself any more; or set by clear.
   *   slots of a table       CAS only: unfilled, then pieces, null or changes, then frozen.
   *   what an entry holds    CAS only: values, then the last of them sealed; none in a run.
   *   segments of a table    CAS from null.
   *   SplitTable.source      set to null when all of the table's slots have been filled.
   *   the counter            after the update that it counts, by the thread of its last CAS.
   *   SplitOrderedMap.reentries  CAS to a list with one more, and without those that are over.
   * Everything else is final.
   *
   * Linearization. A new value of a key that is there takes effect with the CAS of its entry, which
   * succeeds only before the entry is sealed, thus while its piece is the bucket. Every other
   * update takes effect with the CAS of the slot; that of a change, which may fail to be made since
   * the value is another, with the exchange of the change for its outcome. What changes nothing,
   * and get, take effect when the slot is read that turns out not to be a detour, or, if the value
   * that they then read came later, when that came. A value read from a sealed entry was that of
   * the key at one of these moments: until its piece has gone from the slot nobody can have given
   * the key another. A search that meets a detour reads again. Only one table at a time has a slot
   * for a key that is neither frozen nor unfilled: the new one is filled after the old one has been
   * frozen. clear takes effect when the table is set; an operation that has read the table before
   * it and finishes after it counts as done just before it, as does everything that saw what it
   * did.
   *
   * Memory order. Nodes have final fields, but for what they hold: that, slots and segments are
   * read with acquire and written by CAS, which publishes a new node with its value; so what is
   * read of the slot after the value is no older than that. The table and source are volatile. That
   * the source is null is read after a slot was found unfilled, and then the slot again: without a
   * source nothing is unfilled any more.
   *
   * Progress. Lock-free: a failed CAS means that another one has changed the bucket or the value,
   * or froze it, which happens once for each size of the table; a frozen slot means that there is
   * another table. A change in a slot is done by the first who meets it, in a bounded number of
   * steps but for others that change the value before it is sealed; and one that is not made owes
   * that to such a change of the value. A get that meets an unfilled slot fills it, which takes a
   * bounded number of steps beyond the freezing of one or two slots. A thread that is stopped in
   * its share of a resize holds up nothing: later updates go over all shares that are claimed and
   * not filled.
   *
   * Failures. Whatever a callback or the virtual machine throws, at any allocation and any method
   * entry:
   *   before the CAS      Nothing has changed: keys, nodes and changes are made before.
   *   a change in a slot  It stays, and takes effect by the next thread that meets it. The thread
   *                       whose CAS puts the outcome in place also counts it.
   *   counting            In the method of the CAS. An adder that gets no memory is replaced by a
   *                       field that needs none.
   *   a resize            OutOfMemoryError and StackOverflowError are dropped: the update is
   *                       complete, and a later one finds the resize where it was left.
   * So an operation that throws has done nothing or all of what it is about. It has done all only
   * if it throws an error of the virtual machine.
   *
   * Callbacks. hashCode, equals, compareTo, functions and a strategy run without any lock, and may
   * read and update this map. A callback that updates the bucket of its own operation, or
   * makes the table grow or shrink, makes that fail and start again. An operation that has failed
   * 64 times registers its thread; after 64 more failures in a row, each with such an update of its
   * own, it throws IllegalStateException. An update reads one field for that.
   *
   * Cost. A get reads the table, the slot, and the nodes before its own: on average fewer than one
   * more. A put of a new key makes a node; of one that is there, nothing. A removal makes a change,
   * seals the entry and copies those before it in the piece. With each update while the table is
   * filled 16 buckets are fetched. The table doubles when it has three mappings for four slots, and
   * is halved when it has one for eight. An entry takes 32 bytes with compressed references, and
   * between 5 and 11 for slots.
   */

  private final SplitKeys<K> keys;
  private final long multiplier;

  /** True if a {@link Long} is told by its order. */
  private final boolean isNatural;

  /** An empty map of few buckets, for keys that have their own equality. */
  public SplitOrderedHashMap() {
    this(HashingStrategy.natural(), DEFAULT_BITS, SplitMultiplier.random());
  }

  /**
   * An empty map with room.
   *
   * @param initialCapacity how many mappings the map is to hold before it grows; it never shrinks
   *     below. Iteration and {@link #startKey} take time in proportion to it.
   * @throws IllegalArgumentException if it is negative
   */
  public SplitOrderedHashMap(int initialCapacity) {
    this(HashingStrategy.natural(), bitsFor(initialCapacity), SplitMultiplier.random());
  }

  /**
   * An empty map for keys that are compared in another way.
   *
   * @param strategy if it is a {@link java.util.Comparator} too, that orders the keys whose hashes
   *     are equal
   */
  public SplitOrderedHashMap(HashingStrategy<? super K> strategy) {
    this(Objects.requireNonNull(strategy, "strategy"), DEFAULT_BITS, SplitMultiplier.random());
  }

  /** A map of other mappings. */
  public SplitOrderedHashMap(Map<? extends K, ? extends V> mappings) {
    this(Objects.requireNonNull(mappings, "mappings").size());
    putAll(mappings);
  }

  SplitOrderedHashMap(HashingStrategy<? super K> strategy, int minBits, long multiplier) {
    this(new SplitKeys<>(strategy, multiplier), minBits, multiplier);
  }

  private SplitOrderedHashMap(SplitKeys<K> keys, int minBits, long multiplier) {
    super(minBits);
    this.keys = keys;
    this.multiplier = multiplier;
    this.isNatural = keys.isNatural();
  }

  /**
   * An empty map that compares and orders its keys as this one does: who has come to a key here
   * goes on behind it there.
   */
  public SplitOrderedHashMap<K, V> emptyCopy() {
    return new SplitOrderedHashMap<>(keys, minBits(), multiplier);
  }

  @Override
  public @Nullable V get(Object key) {
    if (isNatural && key instanceof Long number) {
      return getLong(number);
    }
    long order = keys.order(key);
    SplitTable<V> table = table();
    int index = table.indexOf(order);
    SplitNode<V> head = table.head(index);
    for (SplitNode<V> node = head; node != null; node = node.next) {
      if (node.order == order) {
        if (node instanceof SplitEntry<V> entry && keys.matches(entry, key)) {
          Object held = entry.heldAcquire();
          if (table.head(index) == head) {
            return asValue(held);
          }
        }
        return getSlowly(order, cast(key));
      }
    }
    return SplitNode.isDetour(head) ? getSlowly(order, cast(key)) : null;
  }

  /**
   * Finds a key in natural order. The key object goes nowhere from here, so that one made for the
   * call need not be made.
   */
  private @Nullable V getLong(long key) {
    long order = key * multiplier;
    SplitTable<V> table = table();
    int index = table.indexOf(order);
    SplitNode<V> head = table.head(index);
    for (SplitNode<V> node = head; node != null; node = node.next) {
      if (node.order == order) {
        if (node instanceof SplitEntry.OfLong) {
          Object held = node.heldAcquire();
          if (table.head(index) == head) {
            return asValue(held);
          }
        }
        return getLongSlowly(key);
      }
    }
    return SplitNode.isDetour(head) ? getLongSlowly(key) : null;
  }

  private @Nullable V getLongSlowly(long number) {
    Object key = number;
    return getSlowly(keys.order(key), cast(key));
  }

  @Override
  K asKey(Object key) {
    return cast(Objects.requireNonNull(key, "key"));
  }

  @Override
  @Nullable SplitEntry<V> entryIn(SplitNode<V> node, K key) {
    if (node instanceof SplitEntry<V> entry) {
      return keys.matches(entry, key) ? entry : null;
    }
    return ((SplitRun<V>) node).find(keys, key);
  }

  @Override
  SplitEntry<V> newEntry(long order, K key, V value, @Nullable SplitNode<V> next) {
    return keys.entry(order, key, value, next);
  }

  @Override
  SplitNode<V> withMapping(
      SplitNode<V> node, @Nullable SplitEntry<V> old, long order, K key, @Nullable V value) {
    if (old == null) {
      V added = Objects.requireNonNull(value);
      return SplitRun.plus(keys, node, keys.entry(order, key, added, null));
    }
    SplitRun<V> run = (SplitRun<V>) node;
    return value == null
        ? run.minus(keys, old)
        : run.replacing(keys, old, old.withValue(value, null));
  }

  @Override
  @Nullable SplitEntry<V> higherIn(SplitNode<V> node, K key) {
    if (node instanceof SplitEntry<V> entry) {
      return !keys.matches(entry, key) && keys.compareOrdered(key, entry) <= 0 ? entry : null;
    }
    return ((SplitRun<V>) node).higher(keys, key);
  }

  @Override
  RunTree.Walk<V> walkBehind(SplitRun<V> run, K key) {
    return run.walkBehind(keys, key);
  }

  @Override
  K keyOf(SplitEntry<V> entry) {
    return keys.key(entry);
  }

  @Override
  long orderOf(K key) {
    return keys.order(key);
  }

  @SuppressWarnings("unchecked") // Is only compared.
  private K cast(Object key) {
    return (K) key;
  }
}
