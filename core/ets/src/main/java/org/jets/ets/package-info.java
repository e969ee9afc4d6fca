/**
 * Erlang's tables for Java programs: set, ordered_set, bag and duplicate_bag.
 *
 * <p>Read {@link org.jets.ets.EtsTable} first, which has the functions of a table, and then {@link
 * org.jets.ets.TableOptions}. An {@link org.jets.ets.Owner} makes tables, which end with it or pass
 * to an heir; a {@link org.jets.ets.TableSpace} has the owners and tables of one node. A {@link
 * org.jets.ets.LocalTable} is a table of this JVM, which also supports snapshots and explains how
 * it executes a search.
 *
 * <p>Match specifications are in {@link org.jets.ets.match}. The same functions with terms as the
 * only arguments and results, and with Erlang's errors, are in {@link org.jets.ets.erl}. Views of a
 * table as a map or as records of Java are in {@link org.jets.ets.view}.
 *
 * <p>The type and the option {@code write_concurrency} of a table determine its {@link
 * org.jets.ets.Backend store}, unless the program sets another one. The option has no effect on a
 * private table.
 *
 * <table>
 *   <caption>Stores</caption>
 *   <tr><th>store</th><th>types</th><th>default for</th><th>locks of the map</th></tr>
 *   <tr><td>{@code SPLIT_ORDERED}</td><td>set, bag, duplicate_bag</td><td>set without the
 *     option</td><td>none</td></tr>
 *   <tr><td>{@code STRIPED}</td><td>set, bag, duplicate_bag</td><td>set with the option, bag,
 *     duplicate_bag</td><td>as many as the option requests</td></tr>
 *   <tr><td>{@code CONCURRENT_HASH_MAP}</td><td>set, bag, duplicate_bag</td><td>none</td><td>one
 *     for each bin</td></tr>
 *   <tr><td>{@code NON_BLOCKING_HASH_MAP}</td><td>set, bag, duplicate_bag</td><td>none</td><td>none
 *     </td></tr>
 *   <tr><td>{@code CA_TREE}</td><td>ordered_set</td><td>ordered_set</td><td>more where writers
 *     contend</td></tr>
 *   <tr><td>{@code LOCKED_AVL}</td><td>ordered_set</td><td>ordered_set with the option {@code
 *     false}</td><td>one</td></tr>
 *   <tr><td>{@code LOCK_FREE_TREE}</td><td>ordered_set</td><td>none</td><td>none</td></tr>
 *   <tr><td>{@code SKIP_LIST}</td><td>ordered_set</td><td>none</td><td>none</td></tr>
 * </table>
 *
 * <p>Internal accessors of shared fields name their memory order by a suffix: see {@link
 * org.jets.collections}.
 */
@NullMarked
package org.jets.ets;

import org.jspecify.annotations.NullMarked;
