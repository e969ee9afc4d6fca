/**
 * Concurrent maps in the manner of {@link java.util.concurrent}, with complete implementations of
 * its interfaces. Their data structures are those that scalability studies of Erlang's tables
 * compared.
 *
 * <p>Read {@link org.jets.collections.StripedHashMap} first for a hash map, and {@link
 * org.jets.collections.ContentionAdaptingTreeMap} for an ordered one.
 *
 * <table>
 * <caption>Algorithms</caption>
 * <tr><th>map</th><th>algorithm</th><th>order</th><th>updates of one key</th>
 *     <th>choose it for</th></tr>
 * <tr><td>{@link org.jets.collections.StripedHashMap}</td><td>linear hashing, flat buckets</td>
 *     <td>none</td><td>a lock for a share of the buckets</td><td>small memory, changes of several
 *     keys at one moment</td></tr>
 * <tr><td>{@link org.jets.collections.SplitOrderedHashMap}</td><td>split-ordered list</td>
 *     <td>none</td><td>lock-free</td><td>lookups, many updates, no waiting</td></tr>
 * <tr><td>{@link org.jets.collections.LongHashMap}</td><td>flat buckets with versions</td>
 *     <td>none</td><td>a lock for each bucket</td><td>keys of type {@code long}: lookups, small
 *     memory</td></tr>
 * <tr><td>{@link org.jets.collections.ContentionAdaptingTreeMap}</td><td>contention adapting
 *     search tree</td><td>sorted</td><td>a lock for a range of keys that adapts to contention</td>
 *     <td>large maps, fast ranges</td></tr>
 * <tr><td>{@link org.jets.collections.LongTreeMap}</td><td>the same, without key objects</td>
 *     <td>sorted</td><td>the same</td><td>keys of type {@code long}</td></tr>
 * <tr><td>{@link org.jets.collections.LockFreeAdaptingTreeMap}</td><td>lock-free contention
 *     adapting search tree</td><td>sorted</td><td>lock-free, by copying a leaf</td><td>snapshots,
 *     ranges during many updates</td></tr>
 * <tr><td>{@link org.jets.collections.LockedAvlTreeMap}</td><td>AVL tree</td><td>sorted</td>
 *     <td>one lock</td><td>small maps with few or single-threaded updates</td></tr>
 * </table>
 *
 * <p>A read of one key takes no lock unless a writer changes what it reads. The exception is a
 * {@link org.jets.collections.LockedAvlTreeMap} with a saved path, the path to the last visited
 * node. {@link org.jets.collections.DecentralizedCounter} is a counter for many threads that can
 * also return its exact value.
 *
 * <p>No map here permits {@code null} as a key or as a value.
 *
 * <p><b>Memory order in names.</b> The internal accessors of shared fields name their memory order
 * by a suffix, in the words of {@link java.lang.invoke.VarHandle}:
 *
 * <table>
 * <caption>Suffixes</caption>
 * <tr><th>suffix</th><th>access</th></tr>
 * <tr><td>none</td><td>volatile, unless the comment of the class or field names another
 *     order</td></tr>
 * <tr><td>{@code Acquire}</td><td>a read that sees all writes before the release write that it
 *     reads</td></tr>
 * <tr><td>{@code Release}</td><td>a write that publishes all writes before it</td></tr>
 * <tr><td>{@code Opaque}</td><td>atomic, without order to other fields</td></tr>
 * </table>
 *
 * <p>A method whose name begins with {@code cas} is a volatile compare-and-set. A class comment
 * names the lock or rule that guards each field.
 *
 * <p><b>Bulk operations</b> are those with a {@code parallelismThreshold}: {@code forEach}, {@code
 * search}, {@code reduce} and their forms for keys, values, entries and primitive results, in the
 * manner of {@link java.util.concurrent.ConcurrentHashMap}.
 *
 * <ul>
 *   <li>If the map has at least as many mappings as the threshold, threads of the common {@link
 *       java.util.concurrent.ForkJoinPool} work beside the caller. A threshold of 1 means always,
 *       {@link Long#MAX_VALUE} never.
 *   <li>They are weakly consistent. A key that is present during the whole operation is visited
 *       exactly once, and any other key at most once. They take time linear in the size of the map.
 *   <li>Their functions run under no lock, in any order, and on several threads at the same time. A
 *       mapping for which a transformation returns null is left out. A reducer must be associative
 *       and commutative. Its identity must be a neutral element.
 *   <li>The operation throws what a function throws, while other threads may still run functions.
 *       Earlier changes of the map by the functions remain.
 * </ul>
 *
 * <p><b>Errors of the virtual machine.</b> The operation that meets an {@link OutOfMemoryError} or
 * {@link StackOverflowError} throws it. No lock stays held, no count is wrong, and the structure of
 * the map stays intact. Each map documents which operations then leave it unchanged. This promise
 * has limits:
 *
 * <ul>
 *   <li>The first construction of a map initializes the classes that the map uses. An error during
 *       this initialization can leave these classes unusable, as for any class in Java. No later
 *       operation initializes a class of this package. An operation may be the first to use a class
 *       of the JDK; errors in its initialization are not covered.
 *   <li>Some steps cannot undo a stack overflow. A {@link LockedAvlTreeMap} makes such a step when
 *       it takes its lock. A {@link StripedHashMap} does when it changes several buckets. Before
 *       such a step the map touches about 12 KB of the stack, while an overflow is still harmless.
 *       This is a margin, not a guarantee. It is several times what the step needs on the tested
 *       JDKs, which all use HotSpot.
 *   <li>If the stack has no room for the call that wakes a waiting thread, that thread checks again
 *       by itself within 100 ms.
 *   <li>Nothing is promised for an error that another thread throws into this one ({@code
 *       Thread.stop}), or for a subclass of {@link Thread} whose methods throw.
 * </ul>
 */
@NullMarked
package org.jets.collections;

import org.jspecify.annotations.NullMarked;
