/**
 * A store that tells of its changes. {@link org.jets.ets.watch.WatchedStore} wraps the store of a
 * table whose changes are watched, and {@link org.jets.ets.watch.ChangeListener} states what a
 * listener learns and when. Not exported.
 */
@NullMarked
package org.jets.ets.watch;

import org.jspecify.annotations.NullMarked;
