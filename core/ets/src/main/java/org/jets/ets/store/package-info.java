/**
 * The stores of tables: each keeps cells, one for each key, in a concurrent map, and takes updates
 * of them. Not exported.
 */
@NullMarked
package org.jets.ets.store;

import org.jspecify.annotations.NullMarked;
