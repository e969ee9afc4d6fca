/**
 * Tables that stay within bounds. {@link org.jets.ets.eviction.BoundedStore} wraps the store of a
 * table. Each cell in the map is a {@link org.jets.ets.cell.HeldCell} that has a place in the lists
 * of an eviction policy. When a write has exceeded a bound, its thread removes the keys that the
 * policy names. Not exported.
 */
@NullMarked
package org.jets.ets.eviction;

import org.jspecify.annotations.NullMarked;
