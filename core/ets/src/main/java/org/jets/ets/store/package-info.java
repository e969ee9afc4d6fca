/**
 * The stores of tables. A store keeps one cell for each key in a concurrent map, and applies
 * updates to cells. Read {@link org.jets.ets.store.TableStore} first for the guarantees, and {@link
 * org.jets.ets.store.MapStore} for the algorithm of batch inserts. Not exported.
 */
@NullMarked
package org.jets.ets.store;

import org.jspecify.annotations.NullMarked;
