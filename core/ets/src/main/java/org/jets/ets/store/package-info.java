/**
 * The stores of tables. A store keeps one cell for each key in a concurrent map, and applies
 * updates to cells. Read {@link org.jets.ets.store.TableStore} first for the guarantees, and {@link
 * org.jets.ets.store.MapStore} for the algorithm of batch inserts. Not exported.
 *
 * <table>
 *   <caption>Stores</caption>
 *   <tr><th>class</th><th>maps</th><th>steps from key to key</th><th>kept while fixed</th>
 *     </tr>
 *   <tr><td>{@link org.jets.ets.store.CursorMapStore}</td><td>{@code SplitOrderedHashMap}, {@code
 *     StripedHashMap}</td><td>by the map, from any key</td><td>{@link
 *     org.jets.ets.store.DeletedKeys}</td></tr>
 *   <tr><td>{@link org.jets.ets.store.IteratedMapStore}</td><td>{@code ConcurrentHashMap}, {@code
 *     NonBlockingHashMap}</td><td>by a list of all keys</td><td>{@link
 *     org.jets.ets.store.FixedKeys}</td></tr>
 *   <tr><td>{@link org.jets.ets.store.NavigableMapStore}</td><td>the ordered maps</td><td>by the
 *     map, from any term</td><td>nothing</td></tr>
 *   <tr><td>{@link org.jets.ets.store.MeteredStore}</td><td>none: it wraps another store</td>
 *     <td>as the wrapped store</td><td>as the wrapped store, with the keys counted</td></tr>
 * </table>
 *
 * <p>Accessors of shared fields name their memory order by a suffix: see {@link
 * org.jets.collections}.
 */
@NullMarked
package org.jets.ets.store;

import org.jspecify.annotations.NullMarked;
