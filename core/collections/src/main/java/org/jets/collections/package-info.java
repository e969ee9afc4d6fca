/**
 * Concurrent maps in the manner of {@link java.util.concurrent}: complete implementations of its
 * interfaces, after the data structures that scalability studies of Erlang's tables compared.
 *
 * <p>No map here permits {@code null} as a key or as a value.
 *
 * <p><b>Bulk operations</b> are those with a {@code parallelismThreshold}: {@code forEach}, {@code
 * search}, {@code reduce} and their forms for keys, values, entries and primitive results, in the
 * manner of {@link java.util.concurrent.ConcurrentHashMap}.
 *
 * <ul>
 *   <li>Where the map has as many mappings as the threshold, or more, threads of the common {@link
 *       java.util.concurrent.ForkJoinPool} work beside the caller. 1 is for always, {@link
 *       Long#MAX_VALUE} for never.
 *   <li>They are weakly consistent: each comes exactly once to each key that is present throughout,
 *       and at most once to another. They take time in proportion to the map.
 *   <li>Their functions run under no lock, in any order, and on several threads at the same time. A
 *       transformation that returns null leaves its mapping out. A reducer has to be associative
 *       and commutative, and its identity neutral.
 *   <li>What a function throws comes out of the operation, when other threads may still be running
 *       functions. What the functions did to the map before stays done.
 * </ul>
 *
 * <p><b>Errors of the virtual machine.</b> An {@link OutOfMemoryError} or {@link
 * StackOverflowError} comes out of the operation that meets it. No lock stays held, no count is
 * wrong, and the structure of the map stays whole. Each map says which operations have then changed
 * nothing. The limits of that promise:
 *
 * <ul>
 *   <li>The first construction of a map initializes the classes that the map uses. An error in it
 *       can leave these classes unusable, as it can any class in Java. No later operation
 *       initializes a class of this package. An operation may be the first to use a class of the
 *       JDK, for which nothing is promised.
 *   <li>A {@link LockedAvlTreeMap} when it takes its lock, and a {@link StripedHashMap} when it
 *       changes several buckets or is fixed, cannot undo an overflow. So each of them makes sure of
 *       some 12 KB of the stack just before, and lets an overflow come there. That is a margin and
 *       no proof: several times the need on the JDKs that the tests run on, which are HotSpot's.
 *   <li>Where the stack has no room to wake a waiting thread, that thread looks again by itself
 *       within 100 ms.
 *   <li>Nothing is promised for an error that another thread throws into this one ({@code
 *       Thread.stop}), or for a subclass of {@link Thread} whose methods throw.
 * </ul>
 */
@NullMarked
package org.jets.collections;

import org.jspecify.annotations.NullMarked;
